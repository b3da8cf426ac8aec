import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { StateBadge } from '@/client/ui/StateBadge'
import { planShortOf } from '../../rules/attention'

export interface PlannedTime {
  neededHours?: number | null
  startsAt?: string | null
  endsAt?: string | null
}
/** Returns a function that formats planned and needed hours of an order; null if the planned time is long enough. */
export function usePlanShort(): (order: PlannedTime) => string | null {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const hours = (value: number) => formatNumber(value, { language, unit: 'h', decimals: 2 })
  return ({ neededHours, startsAt, endsAt }) => {
    const short = planShortOf(neededHours, startsAt, endsAt)
    return (
      short && t('pages.schedule.planShort', { planned: hours(short.plannedHours), needed: hours(short.neededHours) })
    )
  }
}
/** Warns if an order has less planned time than it needs now. */
export function PlanShort({ order }: { order: PlannedTime }) {
  const said = usePlanShort()(order)
  return said === null ? null : <StateBadge tone="warn">{said}</StateBadge>
}
