import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useConfirm } from '@/client/ui/ConfirmDialog'
import { compareToTargetLength } from '@/areas/rolls/rules/winding'

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
  const { t } = useTranslation(['slitting', 'rolls'])
  const language = useLanguage()
  const [confirm, dialog] = useConfirm()
  const formatMetres = (metres: number | null) => formatNumber(metres, { language, decimals: 1 })
  return [
    async ({ lengthM, targetLengthM, leftM, objectName, confirmLabel }) => {
      const side = compareToTargetLength(lengthM, targetLengthM)
      if (!side || (side === 'short' && lengthM >= leftM)) return true
      const sentence = t(`rolls:pages.winder.offSet.${side}`, {
        length: formatMetres(lengthM),
        set: formatMetres(targetLengthM),
      })
      return confirm({ objectName, question: sentence, confirmLabel, isDangerous: false })
    },
    dialog,
  ]
}
