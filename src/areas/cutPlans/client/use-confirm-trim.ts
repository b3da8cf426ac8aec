import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { calculateWebTrimPercent, findCutsWithMoreTrim } from '../rules/cut-metrics'
import type { PlanLine, ProposedPlan } from './PlanView'

/** Asks for confirmation before releasing cuts that trim more than any proposed cut; lists each with jumbo and trim. */
export function useConfirmTrim(
  plan: ProposedPlan,
): [confirmTrim: (cuts: readonly PlanLine[]) => Promise<boolean>, dialog: ReactNode] {
  const { t } = useTranslation('cutPlans')
  const language = useLanguage()
  const [confirm, dialog] = useConfirm()
  const formatCut = (cut: PlanLine) =>
    t('pages.divideInteractive.trimOf', {
      jumbo: cut.jumbo,
      trim: formatNumber(cut.trimMm, { language, unit: 'mm', decimals: 0 }),
      percent: formatNumber(calculateWebTrimPercent(cut), { language, unit: '%', decimals: 0 }),
    })
  const confirmTrim = async (cuts: readonly PlanLine[]) => {
    const wastefulCuts = findCutsWithMoreTrim(cuts, plan.cuts)
    if (wastefulCuts.length === 0) return true
    return confirm({
      objectName: wastefulCuts.map((cut) => cut.jumbo).join(', '),
      question: t('pages.divideInteractive.moreTrim', { cuts: wastefulCuts.map(formatCut).join('; ') }),
      confirmLabel: t('actions.cutting_apply'),
      isDangerous: false,
    })
  }
  return [confirmTrim, dialog]
}
