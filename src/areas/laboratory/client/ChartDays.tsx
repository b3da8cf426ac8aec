import { useTranslation } from 'react-i18next'
import { usePlantZone } from '@/client/session/plant-zone'
import { useParams } from '@/client/use-params'
import { DateInput } from '@/client/ui/DateInput'
import { addDays, resolveLocalTime, toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'

/**
 * First and last day of the chart, both inclusive; limits are frozen for the same days. Defaults to the period chosen
 * by the server, the last 90 days. Keeps `chosenParams` when a day changes, because other days might have a different
 * newest product.
 */
export function ChartDays({
  shown,
  keep,
}: {
  shown: { readonly from: string; readonly to: string } | null
  keep: Readonly<Record<string, string>>
}) {
  const { t } = useTranslation('laboratory')
  const [params, change] = useParams()
  const zone = usePlantZone()
  const from = params.get('since') ?? shown?.from
  const to = params.get('until') ?? shown?.to
  const begin = (day: string) => toMoment(resolveLocalTime(day, 0, zone))
  const first = from ? toLocalTime(from, zone).day : ''
  // `to` is exclusive: midnight does not include the next day.
  const last = to ? toLocalTime(toMoment(toMillis(to) - 1), zone).day : ''
  // A cleared date returns to the period chosen by the server.
  const chosen = (day: string, put: (day: string) => Readonly<Record<string, string>>) =>
    change(day ? { ...keep, ...put(day) } : { since: null, until: null }, true)
  return (
    <>
      <label>
        {t('inputs.from')}
        <DateInput
          value={first}
          max={last || undefined}
          onChange={(value) => chosen(value, (day) => ({ since: begin(day) }))}
        />
      </label>
      <label>
        {t('inputs.to')}
        <DateInput
          value={last}
          min={first || undefined}
          onChange={(value) => chosen(value, (day) => ({ until: begin(addDays(day, 1)) }))}
        />
      </label>
    </>
  )
}
