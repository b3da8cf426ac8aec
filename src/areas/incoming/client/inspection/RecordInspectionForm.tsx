import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { useRow, useList } from '@/client/api/use-list'
import { CustomFieldSpecsContext, type CustomFieldSpec } from '@/client/fields/custom'
import { useLabels } from '@/client/i18n/labels'
import type { FormValues } from '@/client/resource/form-values'
import { ShiftRecordForm } from '@/plant/client/shift-record/ShiftRecordForm'
import { recordInspection } from '../../contract/inspection-commands'
import { materialInspection, incomingField } from '../../contract/material-inspection'
import { findCountProblem, judgeInspection, buildSamplingPlan, type ItemReading } from '../../rules/judge-inspection'
import { inspectionResultTones } from '../inspection-tones'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { formatSamplingPlan, type InspectionWithPending, type TranslateKey } from './format-inspection'
import { ItemReadingsList } from './ItemReadingsList'
import { useLanguage } from '@/client/format/use-language'
import { toResourceField } from '@/areas/equipment/contract/custom-field'

const FORM_FIELDS = ['lotSize', 'examined', 'readings', 'defects', 'extra', 'inspectedOn', 'images', 'note'] as const
const NO_READINGS: ItemReading[] = []

/** 录入检测值: form for counts and readings, judged during entry, also offline. */
export function RecordInspectionForm({
  row,
  unsent,
  onBack,
}: {
  row?: InspectionWithPending
  unsent?: UnsentCommand
  onBack: () => void
}) {
  const { t } = useTranslation('incoming')
  const id = row?.id ?? (typeof unsent?.body['id'] === 'string' ? unsent.body['id'] : null)
  const loadedRow = useRow(materialInspection, row ? null : id).row
  const inspection = row ?? loadedRow
  const customColumns = useInspectionColumns(inspection?.materialId ?? null)
  const visibleFields = useMemo(
    () => (customColumns['materialInspection']?.length ? FORM_FIELDS : FORM_FIELDS.filter((name) => name !== 'extra')),
    [customColumns],
  )
  const labels = useLabels('incoming')
  const check = useCallback(
    (values: Readonly<FormValues>) => {
      const problem = findCountProblem({ ...inspection, ...(values as Parameters<typeof findCountProblem>[0]) })
      if (!problem) return []
      const message = labels.issue({ path: [], code: 'tooBig', params: { limit: problem.limit } })
      return [{ name: problem.field, message }]
    },
    [inspection, labels],
  )
  return (
    <CustomFieldSpecsContext.Provider value={customColumns}>
      <ShiftRecordForm
        endpoint={recordInspection}
        title={[t('actions.materialInspection_record'), inspection?.number].filter(Boolean).join(' · ')}
        fieldNames={visibleFields}
        row={row}
        unsent={unsent}
        onBack={onBack}
        onDone={onBack}
        check={check}
        renderFields={{
          readings: (form) => {
            const readings = (form.values['readings'] as ItemReading[] | null) ?? NO_READINGS
            const lotSize = (form.values['lotSize'] as number | null) ?? null
            const plan = inspection && buildSamplingPlan({ ...inspection, lotSize })
            const result =
              inspection && plan
                ? judgeInspection({
                    ...inspection,
                    ...plan,
                    readings,
                    examined: (form.values['examined'] as number | null) ?? null,
                    defects: (form.values['defects'] as number | null) ?? null,
                  }).result
                : 'open'
            return (
              <>
                <p className="chips">
                  {inspection && plan && (
                    <span>{formatSamplingPlan({ ...inspection, ...plan, lotSize }, t as TranslateKey)}</span>
                  )}
                  <ResourceStateBadge
                    resource={materialInspection}
                    field="result"
                    state={result}
                    tones={inspectionResultTones}
                  />
                </p>
                <ItemReadingsList
                  items={inspection?.items ?? []}
                  readings={readings}
                  disabled={form.submit.busy}
                  onChange={(changedReadings) => form.setValues({ readings: changedReadings })}
                />
              </>
            )
          },
        }}
      />
    </CustomFieldSpecsContext.Provider>
  )
}

/** Returns the custom fields of a material as context value for forms and details. */
export function useInspectionColumns(materialId: string | null): Readonly<Record<string, readonly CustomFieldSpec[]>> {
  const language = useLanguage()
  const { rows } = useList(incomingField, { materialId: materialId ?? '', size: 100 }, { enabled: materialId !== null })
  return useMemo(
    () => ({
      materialInspection: rows.map((row): CustomFieldSpec => ({
        key: row.key,
        label: language === 'zh' ? row.labelZh : row.labelEn,
        field: toResourceField(row),
        optionLabels: Object.fromEntries(row.choices.map(({ key, zh, en }) => [key, language === 'zh' ? zh : en])),
      })),
    }),
    [rows, language],
  )
}
