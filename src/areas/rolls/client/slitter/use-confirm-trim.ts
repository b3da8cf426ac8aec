import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useConfirm } from '@/client/ui/use-confirm'
import { findCutsWithMoreTrim, calculateWebTrim } from '@/areas/rolls/rules/cut-plan/more-trim'
import type { ProposedPlan, PlanLine } from './PlanView'

/** Asks for confirmation before releasing cuts that trim more than any proposed cut; lists each with jumbo and trim. */
export function useConfirmTrim(
  plan: ProposedPlan,
): [mayTrim: (cuts: readonly PlanLine[]) => Promise<boolean>, dialog: ReactNode] {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const [askPerson, dialog] = useConfirm()
  const formatCut = (cut: PlanLine) =>
    t('pages.divideInteractive.trimOf', {
      jumbo: cut.jumbo,
      trim: formatNumber(cut.trimMm, { language, unit: 'mm', decimals: 0 }),
      percent: formatNumber(calculateWebTrim(cut), { language, unit: '%', decimals: 0 }),
    })
  const confirmTrim = async (cuts: readonly PlanLine[]) => {
    const wastefulCuts = findCutsWithMoreTrim(cuts, plan.cuts)
    if (wastefulCuts.length === 0) return true
    return askPerson({
      thing: wastefulCuts.map((cut) => cut.jumbo).join(', '),
      sentence: t('pages.divideInteractive.moreTrim', { cuts: wastefulCuts.map(formatCut).join('; ') }),
      confirmLabel: t('actions.cutting_apply'),
      danger: false,
    })
  }
  return [confirmTrim, dialog]
}
