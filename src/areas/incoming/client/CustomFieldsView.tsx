import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage, type ResourceFormParts, type PageParts } from '@/client/resource/ResourcePage'
import {
  toCustomFieldDefinition,
  findDefinitionProblems,
  type DefinitionProblem,
  type StoredFieldDefinition,
} from '@/areas/equipment/rules/custom-field'
import { incomingField } from '@/areas/incoming/contract/material-inspection'

const columns = ['labelZh', 'materialId', 'kind', 'key', 'unit', 'low', 'high', 'mandatory', 'choices', 'sortOrder']
/** Maps each problem of a definition to the form field that displays the message. */
const formFieldByProblem: Partial<Record<DefinitionProblem, string>> = {
  key: 'key',
  label: 'labelZh',
  unit: 'unit',
  limitsCrossed: 'high',
  noChoices: 'choices',
  choiceTwice: 'choices',
}
const EMPTY_DEFINITION = {
  unit: null,
  low: null,
  high: null,
  decimals: null,
  maxLength: null,
  choices: [],
  mandatory: false,
}

/** 检验字段: custom inspection fields of a material, in addition to the items of its standard. */
export default function CustomFieldsView({ title, tabs }: { title: string; tabs: ReactNode }) {
  const { t } = useTranslation('equipment')
  const parts = useMemo((): PageParts => ({ title, above: tabs }), [title, tabs])
  const form = useMemo(
    (): ResourceFormParts => ({
      check: (values) =>
        findDefinitionProblems([
          toCustomFieldDefinition({ ...EMPTY_DEFINITION, ...(values as typeof values & StoredFieldDefinition) }),
        ]).map(({ code, field }) => ({
          name: formFieldByProblem[code] ?? 'key',
          message: t(`refusals.customField.${code}`, { field }),
        })),
    }),
    [t],
  )
  return <ResourcePage resource={incomingField} columns={columns} parts={parts} form={form} />
}
