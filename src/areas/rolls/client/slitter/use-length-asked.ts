import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useConfirm } from '@/client/ui/use-confirm'
import { offSet } from '../../rules/winding'

/**
 * Asks for confirmation before doffing a set whose length is clearly off the set length. The last set may be as short
 * as the remaining metres.
 */
export function useLengthAsked(): [
  asked: (set: {
    lengthM: number
    setM: number | null
    leftM: number
    thing: string
    action: string
  }) => Promise<boolean>,
  dialog: ReactNode,
] {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const [ask, dialog] = useConfirm()
  const shown = (metres: number | null) => formatNumber(metres, { language, decimals: 1 })
  return [
    async ({ lengthM, setM, leftM, thing, action }) => {
      const side = offSet(lengthM, setM)
      if (!side || (side === 'short' && lengthM >= leftM)) return true
      const sentence = t(`pages.winder.offSet.${side}`, { length: shown(lengthM), set: shown(setM) })
      return ask({ thing, sentence, confirmLabel: action, danger: false })
    },
    dialog,
  ]
}
