import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Resource } from '@/contract/resource'
import { Button } from '@/client/ui/Button'
import { PrintIcon } from '@/client/ui/icons'
import { Tabs } from '@/client/ui/Tabs'
import { useLabels } from '@/client/i18n/labels'
import { ResourcePage, type ResourceFormParts, type PageParts } from '@/client/resource/ResourcePage'
import { customField } from '../../contract/custom-field'
import { hopper } from '../../contract/hopper'
import { line, plantArea } from '@/plant/contract/line'
import {
  toCustomFieldDefinition,
  findDefinitionProblems,
  findDefinitionAndMoneyProblems,
  type DefinitionProblem,
  type StoredFieldDefinition,
} from '../../rules/custom-field'

const settingsResources = [line, hopper, plantArea, customField] as readonly [Resource, ...Resource[]]
const columns: Readonly<Record<string, readonly string[]>> = {
  line: ['code', 'name', 'kind', 'idealSpeed', 'width', 'active', 'nameEn', 'sortOrder'],
  hopper: ['code', 'name', 'lineId', 'active', 'nameEn', 'note'],
  plantArea: ['code', 'name', 'parentId', 'principalId', 'nameEn', 'sortOrder'],
  customField: [
    'labelZh',
    'labelEn',
    'appliesTo',
    'kind',
    'key',
    'unit',
    'low',
    'high',
    'mandatory',
    'choices',
    'sortOrder',
  ],
}
/** Maps each problem of a definition to the form field that displays the message. */
const fieldsByProblem: Partial<Record<DefinitionProblem, string>> = {
  key: 'key',
  label: 'labelZh',
  unit: 'unit',
  limitsCrossed: 'high',
  noChoices: 'choices',
  choiceTwice: 'choices',
  money: 'appliesTo',
}

/** Settings of the ledger: lines, hoppers, plant areas and custom columns. */
export default function SettingsPage() {
  const { t } = useTranslation('equipment')
  const labels = useLabels('equipment')
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const resource = settingsResources.find(({ name }) => name === params.get('of')) ?? settingsResources[0]
  const form = useDefinitionForm()
  const pageParts = useMemo(
    (): PageParts => ({
      title: t('pages.ledger.settings'),
      onBack: () => void navigate('..', { relative: 'path' }),
      ...(resource.name === hopper.name
        ? {
            tools: (
              <Button
                look="quiet"
                icon={<PrintIcon size={20} />}
                aria-label={t('pages.labels.print')}
                title={t('pages.labels.print')}
                onClick={() => void navigate('../hopper-labels', { relative: 'path' })}
              />
            ),
          }
        : {}),
      above: (
        <Tabs
          label={t('pages.ledger.settings')}
          isNavigation
          chosen={resource.name}
          onChoose={(name) => setParams({ of: name }, { replace: true })}
          tabs={settingsResources.map(({ name, area }) => ({ key: name, label: labels.name({ name, area }) }))}
        />
      ),
    }),
    [t, navigate, labels, resource, setParams],
  )
  return (
    <ResourcePage
      key={resource.name}
      resource={resource}
      columns={columns[resource.name] ?? []}
      parts={pageParts}
      {...(resource.name === 'customField' ? { form } : {})}
    />
  )
}

/** Validates column definitions in the form before they are sent. */
function useDefinitionForm(): ResourceFormParts {
  const { t } = useTranslation('equipment')
  return useMemo(
    () => ({
      check: (values) => {
        const emptyDefinition = {
          unit: null,
          low: null,
          high: null,
          decimals: null,
          maxLength: null,
          choices: [],
          mandatory: false,
        }
        const definition = toCustomFieldDefinition({
          ...emptyDefinition,
          ...(values as typeof values & StoredFieldDefinition),
        })
        const findProblems =
          values['appliesTo'] === 'equipmentValue' ? findDefinitionProblems : findDefinitionAndMoneyProblems
        return findProblems([definition]).map(({ code, field }) => ({
          name: fieldsByProblem[code] ?? 'key',
          message: t(`refusals.customField.${code}`, { field }),
        }))
      },
    }),
    [t],
  )
}
