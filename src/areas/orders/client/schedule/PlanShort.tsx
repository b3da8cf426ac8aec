import { useTranslation } from 'react-i18next'
import { HOUR } from '@/plant/rules/plant-time'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { State } from '@/client/ui/State'

/** Says that an order has less time in the plan than it needs now; nothing otherwise. */
export function PlanShort({
  order: { neededHours, startsAt, endsAt },
}: {
  order: { neededHours?: number | null; startsAt?: string | null; endsAt?: string | null }
}) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  if (neededHours == null || !startsAt || !endsAt) return null
  const hours = (value: number) => formatNumber(value, { language, unit: 'h', decimals: 2 })
  return (
    <State tone="warn">
      {t('pages.schedule.planShort', {
        planned: hours((Date.parse(endsAt) - Date.parse(startsAt)) / HOUR),
        needed: hours(neededHours),
      })}
    </State>
  )
}
