import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { StateBadge } from '@/client/ui/StateBadge'
import { getPlanShortage } from '@/areas/orders/rules/order-progress'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'

export interface PlannedTime {
  neededHours?: number | null
  startsAt?: string | null
  endsAt?: string | null
}
/** Returns a function that formats planned and needed hours of an order; null if the planned time is long enough. */
export function usePlannedTimeTooShortText(): (order: PlannedTime) => string | null {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const formatHours = (value: number) => formatNumber(value, { language, unit: 'h', decimals: 2 })
  return ({ neededHours, startsAt, endsAt }) => {
    const shortage = getPlanShortage(neededHours, startsAt, endsAt)
    return (
      shortage &&
      t('pages.progress.planShort', {
        planned: formatHours(shortage.plannedHours),
        needed: formatHours(shortage.neededHours),
      })
    )
  }
}
/** Warns if an order has less planned time than it needs now. */
export function PlannedTimeTooShortBadge({ order }: { order: PlannedTime }) {
  const text = usePlannedTimeTooShortText()(order)
  return text === null ? null : <StateBadge tone="warn">{text}</StateBadge>
}

/** Warns that an order will still run at the planned start of the next one. `compact`: without the changeover. */
export function NextOrderOverlapBadge({
  order,
  compact = false,
}: {
  compact?: boolean
  order: { runsInto?: string | null; runsIntoAt?: string | null; runsIntoChangeover?: number | null }
}) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  if (!order.runsInto) return null
  return (
    <StateBadge tone="warn">
      {t('pages.progress.runsInto', { number: order.runsInto, time: formatMoment(order.runsIntoAt, zone).slice(5) })}
      {!compact &&
        !!order.runsIntoChangeover &&
        ` · ${t('pages.progress.changeover', { minutes: order.runsIntoChangeover })}`}
    </StateBadge>
  )
}
