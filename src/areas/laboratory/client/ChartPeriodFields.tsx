import { useTranslation } from 'react-i18next'
import { usePlantZone } from '@/client/session/plant-zone'
import { useQueryParams } from '@/client/use-query-params'
import { DateInput } from '@/client/ui/DateInput'
import { addDays, resolveLocalTime, toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'

/**
 * First and last day of the chart, both inclusive. By default they show the period that the server chose, the last 90
 * days. Choosing another day keeps the product, index and line in `chosenParams`, because the server would otherwise
 * choose the newest combination of the new period.
 */
export function ChartPeriodFields({
  period,
  chosenParams,
}: {
  period: { readonly from: string; readonly to: string } | null
  chosenParams: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('laboratory')
  const [params, changeParams] = useQueryParams()
  const zone = usePlantZone()
  const from = params.get('since') ?? period?.from
  const to = params.get('until') ?? period?.to
  const toDayStart = (day: string) => toMoment(resolveLocalTime(day, 0, zone))
  const firstDay = from ? toLocalTime(from, zone).day : ''
  // `to` is exclusive: a period that ends at midnight ends on the day before.
  const lastDay = to ? toLocalTime(toMoment(toMillis(to) - 1), zone).day : ''
  // Clearing a date returns to the period chosen by the server.
  const changePeriod = (day: string, toParams: (day: string) => Readonly<Record<string, string>>) =>
    changeParams(day ? { ...chosenParams, ...toParams(day) } : { since: null, until: null }, { replace: true })
  return (
    <>
      <label>
        {t('inputs.from')}
        <DateInput
          value={firstDay}
          max={lastDay || undefined}
          onChange={(value) => changePeriod(value, (day) => ({ since: toDayStart(day) }))}
        />
      </label>
      <label>
        {t('inputs.to')}
        <DateInput
          value={lastDay}
          min={firstDay || undefined}
          onChange={(value) => changePeriod(value, (day) => ({ until: toDayStart(addDays(day, 1)) }))}
        />
      </label>
    </>
  )
}
