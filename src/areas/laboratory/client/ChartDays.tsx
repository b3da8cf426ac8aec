import { useTranslation } from 'react-i18next'
import { usePlantZone } from '@/client/session/plant-zone'
import { useParams } from '@/client/use-params'
import { DateInput } from '@/client/ui/DateInput'
import { addDays, resolveLocalTime, toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'

/**
 * Of which days the chart is, both included; limits are frozen of what it shows. Unless told those that the server chose: the
 * last 90. `keep` stays chosen beside them, as other days might have another newest product.
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
  // It ends before `to`: midnight is none of the next day.
  const last = to ? toLocalTime(toMoment(toMillis(to) - 1), zone).day : ''
  // Cleared: those that the server chooses.
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
