import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import type { CommandFormState } from '@/client/resource/use-form'
import { teamSummaryPreview } from '../../contract/production-sheets'
import { correctedFigures, summaryFigures, type SummaryFigures } from '../../rules/sheets'

const figuresText = (of: Partial<SummaryFigures>): string =>
  JSON.stringify(summaryFigures.map((name) => of[name] ?? null))
const EMPTY = figuresText({})

/** Order of a summary. Choosing one fills the metrics from the rolls; changed metrics ask for a reason. */
export function SummaryOrder({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('handover')
  const { lineId, businessDate, shift, workOrderId } = form.values as {
    lineId: string | null
    businessDate: string | null
    shift: string | null
    workOrderId: string | null
  }
  const { data = [], isFetching } = useEndpoint(
    teamSummaryPreview,
    { lineId, businessDate, shift },
    { enabled: Boolean(lineId && businessDate && shift), resources: ['teamSummary', 'jumboRoll', 'slitRoll'] },
  )
  const known = data.find((one) => (one.workOrderId ?? null) === (workOrderId ?? null)) as
    | (SummaryFigures & { number: string | null })
    | undefined
  const { set } = form
  const filled = useRef<string | null>(null)
  const shown = figuresText(form.values as Partial<SummaryFigures>)
  const text = known && figuresText(known)
  useEffect(() => {
    // Only untouched metrics follow the rolls; corrected and stored ones stay.
    if (!known || !text || text === shown || (shown !== EMPTY && shown !== filled.current)) return
    filled.current = text
    set(Object.fromEntries(summaryFigures.map((name) => [name, known[name]])))
  }, [known, text, shown, set])
  const changed = known ? correctedFigures(form.values as Partial<SummaryFigures>, known) : []
  return (
    <>
      <select
        className="ui-input"
        aria-label={t('teamSummary.fields.workOrderId')}
        value={workOrderId ?? ''}
        disabled={form.submit.busy}
        onChange={(event) => set({ workOrderId: event.target.value || null })}
      >
        <option value="">{t('pages.sheet.wholeShift')}</option>
        {data
          .filter((one) => one.workOrderId)
          .map((one) => (
            <option key={one.workOrderId} value={one.workOrderId!}>
              {one.number}
            </option>
          ))}
      </select>
      <p className="quiet" aria-live="polite">
        {isFetching ? t('pages.sheet.asking') : known ? t('pages.sheet.fromRolls') : t('pages.sheet.chooseLine')}
      </p>
      {changed.length > 0 && !form.values['correction'] && (
        <p className="form-warn">
          {t('refusals.correctionNeeded', {
            fields: changed.map((name) => `${t(`teamSummary.fields.${name}`)} (${known?.[name]})`).join(', '),
          })}
        </p>
      )}
    </>
  )
}
