import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '@/client/api/use-list'
import type { CommandFormState } from '@/client/resource/use-form'
import { teamSummaryPreview } from '../../contract/production-sheets'
import { correctedFigures, summaryFigures, type SummaryFigures } from '../../rules/inspection'

/** Which order a summary is of, with what the rolls say of it: the figures are filled in, and what is changed asks for a reason. */
export function SummaryOrder({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('handover')
  const { lineId, businessDate, shift, workOrderId } = form.values as { lineId: string | null; businessDate: string | null; shift: string | null; workOrderId: string | null }
  const { data = [], isFetching } = useCall(teamSummaryPreview, { lineId, businessDate, shift }, { enabled: Boolean(lineId && businessDate && shift), resources: ['teamSummary', 'jumboRoll', 'slitRoll'] })
  const known = data.find((one) => (one.workOrderId ?? null) === (workOrderId ?? null)) as (SummaryFigures & { number: string | null }) | undefined
  const text = known && JSON.stringify(summaryFigures.map((name) => known[name]))
  const { set } = form
  useEffect(() => {
    if (known) set(Object.fromEntries(summaryFigures.map((name) => [name, known[name]])))
    // New figures only when the rolls say something else: what a person corrected stays.
  }, [text])
  const changed = known ? correctedFigures(form.values as Partial<SummaryFigures>, known) : []
  return (
    <>
      <select className="ui-input" aria-label={t('teamSummary.fields.workOrderId')} value={workOrderId ?? ''} disabled={form.submit.busy} onChange={(event) => set({ workOrderId: event.target.value || null })}>
        <option value="">{t('pages.sheet.wholeShift')}</option>
        {data.filter((one) => one.workOrderId).map((one) => <option key={one.workOrderId} value={one.workOrderId!}>{one.number}</option>)}
      </select>
      <p className="quiet" aria-live="polite">{isFetching ? t('pages.sheet.asking') : known ? t('pages.sheet.fromRolls') : t('pages.sheet.chooseLine')}</p>
      {changed.length > 0 && !form.values['correction'] && <p className="form-warn">{t('refusals.correctionNeeded', { fields: changed.map((name) => `${t(`teamSummary.fields.${name}`)} (${known?.[name]})`).join(', ') })}</p>}
    </>
  )
}
