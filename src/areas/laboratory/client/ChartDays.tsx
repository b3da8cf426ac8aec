import { useTranslation } from 'react-i18next'
import { dayTyped } from '@/client/fields/day-typed'
import { usePlantZone } from '@/client/session/zone'
import { useParams } from '@/client/use-params'
import { addDays, atLocal, localClock, toMillis, toMoment } from '@/plant/rules/plant-time'

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
  const begin = (day: string) => toMoment(atLocal(day, 0, zone))
  const first = from ? localClock(from, zone).day : ''
  // It ends before `to`: midnight is none of the next day.
  const last = to ? localClock(toMoment(toMillis(to) - 1), zone).day : ''
  const chosen = (target: HTMLInputElement, put: (day: string) => Readonly<Record<string, string>>) => {
    const day = dayTyped(target)
    // Cleared: those that the server chooses.
    if (day !== undefined) change(day ? { ...keep, ...put(day) } : { since: null, until: null }, true)
  }
  return (
    <>
      <label>
        {t('inputs.from')}
        <input
          type="date"
          className="ui-input"
          value={first}
          max={last || undefined}
          onChange={({ target }) => chosen(target, (day) => ({ since: begin(day) }))}
        />
      </label>
      <label>
        {t('inputs.to')}
        <input
          type="date"
          className="ui-input"
          value={last}
          min={first || undefined}
          onChange={({ target }) => chosen(target, (day) => ({ until: begin(addDays(day, 1)) }))}
        />
      </label>
    </>
  )
}
