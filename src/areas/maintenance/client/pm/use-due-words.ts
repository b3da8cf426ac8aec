import { useTranslation } from 'react-i18next'
import { MISSING, formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { dueByMeter } from '@/areas/maintenance/rules/pm-plan'

type Due = Parameters<typeof dueByMeter>[0] & {
  readonly dueOn: string | null
  readonly meterUnit: string | null
}
/** Returns a function that formats when a plan is due: a day, or a counter reading if the counter makes it due. */
export function useDueWords(): (plan: Due) => string {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  return (plan) => {
    const by = dueByMeter(plan)
    if (!by) return plan.dueOn ?? MISSING
    const said = (value: number) => formatNumber(value, { language, decimals: 1 })
    return t('pages.upkeepPlan.dueAt', { due: said(by.due), now: said(by.now), unit: plan.meterUnit })
  }
}
