import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import type { CommandFormState } from '@/client/resource/use-form'
import { teamSummaryPreview } from '../../contract/production-records'
import { findCorrectedMetrics, summaryMetrics, type SummaryMetrics } from '../../rules/production-records'
import { Select } from '@/client/ui/Select'

const serializeMetrics = (metrics: Partial<SummaryMetrics>): string =>
  JSON.stringify(summaryMetrics.map((name) => metrics[name] ?? null))
const EMPTY_METRICS = serializeMetrics({})

/** Order of a summary. Choosing an order fills the metrics from the rolls; changed metrics ask for a reason. */
export function SummaryOrderField({ form }: { form: CommandFormState }) {
  const { t } = useTranslation('handover')
  const { lineId, businessDate, shift, workOrderId } = form.values as {
    lineId: string | null
    businessDate: string | null
    shift: string | null
    workOrderId: string | null
  }
  const { data: summaryLines = [], isFetching } = useEndpoint(
    teamSummaryPreview,
    { lineId, businessDate, shift },
    { enabled: Boolean(lineId && businessDate && shift), resources: ['teamSummary', 'jumboRoll', 'slitRoll'] },
  )
  const calculatedSummary = summaryLines.find(
    (summaryLine) => (summaryLine.workOrderId ?? null) === (workOrderId ?? null),
  ) as (SummaryMetrics & { number: string | null }) | undefined
  const { setValues } = form
  /** The metrics that this field filled in last, serialized. */
  const filledText = useRef<string | null>(null)
  const enteredText = serializeMetrics(form.values as Partial<SummaryMetrics>)
  const calculatedText = calculatedSummary && serializeMetrics(calculatedSummary)
  useEffect(() => {
    // Metrics that this field filled in follow the rolls. Metrics that a person changed or that are stored stay.
    if (
      !calculatedSummary ||
      !calculatedText ||
      calculatedText === enteredText ||
      (enteredText !== EMPTY_METRICS && enteredText !== filledText.current)
    )
      return
    filledText.current = calculatedText
    setValues(Object.fromEntries(summaryMetrics.map((name) => [name, calculatedSummary[name]])))
  }, [calculatedSummary, calculatedText, enteredText, setValues])
  const correctedMetrics = calculatedSummary
    ? findCorrectedMetrics(form.values as Partial<SummaryMetrics>, calculatedSummary)
    : []
  const getHint = () => {
    if (isFetching) return t('pages.sheet.asking')
    return t(calculatedSummary ? 'pages.sheet.fromRolls' : 'pages.sheet.chooseLine')
  }
  return (
    <>
      <Select
        label={t('teamSummary.fields.workOrderId')}
        disabled={form.submit.busy}
        value={workOrderId ?? ''}
        options={[
          { value: '', label: t('pages.sheet.wholeShift') },
          ...summaryLines
            .filter((summaryLine) => summaryLine.workOrderId)
            .map((summaryLine) => ({ value: summaryLine.workOrderId!, label: summaryLine.number ?? '' })),
        ]}
        onChange={(chosen) => setValues({ workOrderId: chosen || null })}
      />
      <p className="quiet" aria-live="polite">
        {getHint()}
      </p>
      {correctedMetrics.length > 0 && !form.values['correction'] && (
        <p className="form-warn">
          {t('refusals.correctionNeeded', {
            fields: correctedMetrics
              .map((name) => `${t(`teamSummary.fields.${name}`)} (${calculatedSummary?.[name]})`)
              .join(', '),
          })}
        </p>
      )}
    </>
  )
}
