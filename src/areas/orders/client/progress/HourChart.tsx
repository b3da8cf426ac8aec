import { useTranslation } from 'react-i18next'
import type { OutOf } from '@/contract/endpoint'
import { formatClock, formatDay } from '@/client/format/time'
import { usePlantZone } from '@/client/session/zone'
import { BarChart } from '@/client/ui/Charts'
import type { progressOfOrder } from '@/areas/orders/contract/progress'

type Hours = OutOf<typeof progressOfOrder>['hours']
/** Bars that are still told apart on a phone; longer orders are shown by the day. */
const MOST_HOURS = 48

/** Output of an order by the hour, or by the day when it ran for long. */
export function HourChart({ hours, period }: { hours: Hours; period: string }) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const byDay = hours.length > MOST_HOURS
  const groups = new Map<string, { goodKg: number; downgradedKg: number }>()
  for (const hour of hours) {
    const key = byDay
      ? formatDay(hour.from, zone)
      : `${formatDay(hour.from, zone).slice(5)} ${formatClock(hour.from, zone)}`
    const sum = groups.get(key) ?? { goodKg: 0, downgradedKg: 0 }
    groups.set(key, { goodKg: sum.goodKg + hour.goodKg, downgradedKg: sum.downgradedKg + hour.downgradedKg })
  }
  const values = [...groups.values()]
  return (
    <BarChart
      stacked
      question={t(byDay ? 'pages.progress.perDay' : 'pages.progress.perHour')}
      unit="kg"
      period={period}
      decimals={0}
      height={220}
      xs={[...groups.keys()]}
      series={[
        { name: t('answers.goodKg'), values: values.map((value) => value.goodKg) },
        { name: t('answers.downgradedKg'), values: values.map((value) => value.downgradedKg) },
      ]}
    />
  )
}
