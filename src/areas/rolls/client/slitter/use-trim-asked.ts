import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useConfirm } from '@/client/ui/use-confirm'
import { moreTrim, trimOfWeb } from '@/areas/rolls/rules/cut-plan/more-trim'
import type { Plan, PlanLine } from './PlanView'

/** Asks for confirmation before releasing cuts that trim more than any proposed cut; lists each with jumbo and trim. */
export function useTrimAsked(
  plan: Plan,
): [mayTrim: (cuts: readonly PlanLine[]) => Promise<boolean>, dialog: ReactNode] {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const [ask, dialog] = useConfirm()
  const said = (cut: PlanLine) =>
    t('pages.divideInteractive.trimOf', {
      jumbo: cut.jumbo,
      trim: formatNumber(cut.trimMm, { language, unit: 'mm', decimals: 0 }),
      percent: formatNumber(trimOfWeb(cut), { language, unit: '%', decimals: 0 }),
    })
  const mayTrim = async (cuts: readonly PlanLine[]) => {
    const wasteful = moreTrim(cuts, plan.cuts)
    if (wasteful.length === 0) return true
    return ask({
      thing: wasteful.map((cut) => cut.jumbo).join(', '),
      sentence: t('pages.divideInteractive.moreTrim', { cuts: wasteful.map(said).join('; ') }),
      confirmLabel: t('actions.cutting_apply'),
      danger: false,
    })
  }
  return [mayTrim, dialog]
}
