import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnsentCommand } from '@/client/api/phone'
import { useRow } from '@/client/api/use-list'
import { CustomColumnsContext } from '@/client/fields/custom'
import { useLabels } from '@/client/i18n/labels'
import type { FormValues } from '@/client/resource/form-values'
import { ShiftRecordForm } from '@/plant/client/sheet/ShiftRecordForm'
import { recordInspection } from '../../contract/inspection-commands'
import { materialInspection } from '../../contract/material-inspection'
import { countProblem, judge, planOf, type Reading } from '../../rules/judgement'
import { resultTones } from '../tones'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { planWords, type Inspection, type Say } from './item-words'
import { Readings } from './Readings'
import { useExtra } from './use-extra'

const only = ['lotSize', 'examined', 'readings', 'defects', 'extra', 'inspectedOn', 'images', 'note'] as const
const none: Reading[] = []

/** 录入检测值: form for counts and readings, judged during entry, also offline. */
export function RecordForm({ row, unsent, onBack }: { row?: Inspection; unsent?: UnsentCommand; onBack: () => void }) {
  const { t } = useTranslation('incoming')
  const id = row?.id ?? (typeof unsent?.body['id'] === 'string' ? unsent.body['id'] : null)
  const known = useRow(materialInspection, row ? null : id).row
  const of = row ?? known
  const extra = useExtra(of?.materialId ?? null)
  const shown = useMemo(
    () => (extra['materialInspection']?.length ? only : only.filter((name) => name !== 'extra')),
    [extra],
  )
  const labels = useLabels('incoming')
  const check = useCallback(
    (values: Readonly<FormValues>) => {
      const wrong = countProblem({ ...of, ...(values as Parameters<typeof countProblem>[0]) })
      if (!wrong) return []
      const message = labels.issue({ path: [], code: 'tooBig', params: { limit: wrong.limit } })
      return [{ name: wrong.field, message }]
    },
    [of, labels],
  )
  return (
    <CustomColumnsContext.Provider value={extra}>
      <ShiftRecordForm
        endpoint={recordInspection}
        title={[t('actions.materialInspection_record'), of?.number].filter(Boolean).join(' · ')}
        fieldNames={shown}
        row={row}
        unsent={unsent}
        onBack={onBack}
        onDone={onBack}
        check={check}
        renderFields={{
          readings: (form) => {
            const readings = (form.values['readings'] as Reading[] | null) ?? none
            const lotSize = (form.values['lotSize'] as number | null) ?? null
            const plan = of && planOf({ ...of, lotSize })
            const result =
              of && plan
                ? judge({
                    ...of,
                    ...plan,
                    readings,
                    examined: (form.values['examined'] as number | null) ?? null,
                    defects: (form.values['defects'] as number | null) ?? null,
                  }).result
                : 'open'
            return (
              <>
                <p className="chips">
                  {of && plan && <span>{planWords({ ...of, ...plan, lotSize }, t as Say)}</span>}
                  <ResourceStateBadge of={materialInspection} field="result" state={result} tones={resultTones} />
                </p>
                <Readings
                  items={of?.items ?? []}
                  readings={readings}
                  disabled={form.submit.busy}
                  onChange={(next) => form.set({ readings: next })}
                />
              </>
            )
          },
        }}
      />
    </CustomColumnsContext.Provider>
  )
}
