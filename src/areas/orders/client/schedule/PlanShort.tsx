import { useTranslation } from 'react-i18next'
import { HOUR } from '@/plant/rules/plant-time'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { State } from '@/client/ui/State'

export interface PlannedTime {
  neededHours?: number | null
  startsAt?: string | null
  endsAt?: string | null
}
/** How much time an order has in the plan and how much it needs now; null where it has enough. */
export function usePlanShort(): (order: PlannedTime) => string | null {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const hours = (value: number) => formatNumber(value, { language, unit: 'h', decimals: 2 })
  return ({ neededHours, startsAt, endsAt }) =>
    neededHours == null || !startsAt || !endsAt
      ? null
      : t('pages.schedule.planShort', {
          planned: hours((Date.parse(endsAt) - Date.parse(startsAt)) / HOUR),
          needed: hours(neededHours),
        })
}
/** Says that an order has less time in the plan than it needs now; nothing otherwise. */
export function PlanShort({ order }: { order: PlannedTime }) {
  const said = usePlanShort()(order)
  return said === null ? null : <State tone="warn">{said}</State>
}
