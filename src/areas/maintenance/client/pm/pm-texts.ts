import { useTranslation } from 'react-i18next'
import { MISSING_TEXT, formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { getMeterDue } from '@/areas/maintenance/rules/pm-plan'

type DuePlan = Parameters<typeof getMeterDue>[0] & {
  readonly dueOn: string | null
  readonly meterUnit: string | null
}
/** Returns a function that formats when a plan is due: a day, or a counter reading if the counter makes it due. */
export function useDueText(): (plan: DuePlan) => string {
  const { t } = useTranslation('maintenance')
  const language = useLanguage()
  return (plan) => {
    const meterDue = getMeterDue(plan)
    if (!meterDue) return plan.dueOn ?? MISSING_TEXT
    const formatReading = (value: number) => formatNumber(value, { language, decimals: 1 })
    return t('pages.upkeepPlan.dueAt', {
      due: formatReading(meterDue.dueReading),
      now: formatReading(meterDue.currentReading),
      unit: plan.meterUnit,
    })
  }
}

/** Formats the numeric fields of a problem for its message; all other fields are dropped. */
export const formatProblemNumbers = (problem: object, formatValue: (value: number) => string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(problem).flatMap(([name, value]) => (typeof value === 'number' ? [[name, formatValue(value)]] : [])),
  )
