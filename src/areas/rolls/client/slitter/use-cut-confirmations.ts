import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { compareToTargetLength } from '../../rules/winding'
import { findCutsWithMoreTrim, calculateWebTrimPercent } from '@/areas/rolls/rules/cut-plan/cut-metrics'
import type { ProposedPlan, PlanLine } from './PlanView'

/**
 * Asks for confirmation before a set is doffed with a length far from the target length. The last set may be as short
 * as the remaining metres.
 */
export function useConfirmLength(): [
  confirmLength: (set: {
    lengthM: number
    targetLengthM: number | null
    leftM: number
    objectName: string
    confirmLabel: string
  }) => Promise<boolean>,
  dialog: ReactNode,
] {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const [confirm, dialog] = useConfirm()
  const formatMetres = (metres: number | null) => formatNumber(metres, { language, decimals: 1 })
  return [
    async ({ lengthM, targetLengthM, leftM, objectName, confirmLabel }) => {
      const side = compareToTargetLength(lengthM, targetLengthM)
      if (!side || (side === 'short' && lengthM >= leftM)) return true
      const sentence = t(`pages.winder.offSet.${side}`, {
        length: formatMetres(lengthM),
        set: formatMetres(targetLengthM),
      })
      return confirm({ objectName, question: sentence, confirmLabel, isDangerous: false })
    },
    dialog,
  ]
}

/** Asks for confirmation before releasing cuts that trim more than any proposed cut; lists each with jumbo and trim. */
export function useConfirmTrim(
  plan: ProposedPlan,
): [confirmTrim: (cuts: readonly PlanLine[]) => Promise<boolean>, dialog: ReactNode] {
  const { t } = useTranslation('rolls')
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
