import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { formatClock, formatDay } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { BarChart } from '@/client/ui/Charts'
import { HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import type { orderProgress } from '@/areas/orders/contract/progress'

type HourlyOutput = EndpointOutput<typeof orderProgress>['hours']
/** Maximum number of bars that are distinguishable on a phone; longer orders are grouped by day. */
const MAX_HOUR_BARS = 48

/** Returns every hour from the first to the last of the given starts. */
export function listHours(starts: readonly string[]): string[] {
  const first = starts[0]
  const last = starts.at(-1)
  if (first === undefined || last === undefined) return []
  const count = Math.round((toMillis(last) - toMillis(first)) / HOUR_MS) + 1
  return Array.from({ length: count }, (_, i) => toMoment(toMillis(first) + i * HOUR_MS))
}

/** Output of an order by hour, or by day if it ran for long. */
export function HourChart({ hours, period }: { hours: HourlyOutput; period: string }) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const allHours = listHours(hours.map(({ from }) => from))
  const groupsByDay = allHours.length > MAX_HOUR_BARS
  const toGroupKey = (from: string) =>
    groupsByDay ? formatDay(from, zone) : `${formatDay(from, zone).slice(5)} ${formatClock(from, zone)}`
  // Hours without output are included, because readers look for the pauses.
  const outputByGroup = new Map(allHours.map((from) => [toGroupKey(from), { goodKg: 0, downgradedKg: 0 }]))
  for (const hour of hours) {
    const key = toGroupKey(hour.from)
    const groupOutput = outputByGroup.get(key) ?? { goodKg: 0, downgradedKg: 0 }
    outputByGroup.set(key, {
      goodKg: groupOutput.goodKg + hour.goodKg,
      downgradedKg: groupOutput.downgradedKg + hour.downgradedKg,
    })
  }
  const groupOutputs = [...outputByGroup.values()]
  return (
    <BarChart
      stacked
      question={t(groupsByDay ? 'pages.progress.perDay' : 'pages.progress.perHour')}
      unit="kg"
      period={period}
      decimals={0}
      height={220}
      xs={[...outputByGroup.keys()]}
      series={[
        { name: t('answers.goodKg'), values: groupOutputs.map((value) => value.goodKg) },
        { name: t('answers.downgradedKg'), values: groupOutputs.map((value) => value.downgradedKg) },
      ]}
    />
  )
}
