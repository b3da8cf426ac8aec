import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { useConfirm } from '@/client/ui/use-confirm'
import { judgeSetLength } from '../../rules/winding'

/**
 * Asks for confirmation before doffing a set whose length is clearly off the set length. The last set may be as short
 * as the remaining metres.
 */
export function useConfirmLength(): [
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
  const [askPerson, dialog] = useConfirm()
  const formatMetres = (metres: number | null) => formatNumber(metres, { language, decimals: 1 })
  return [
    async ({ lengthM, setM, leftM, thing, action }) => {
      const side = judgeSetLength(lengthM, setM)
      if (!side || (side === 'short' && lengthM >= leftM)) return true
      const sentence = t(`pages.winder.offSet.${side}`, { length: formatMetres(lengthM), set: formatMetres(setM) })
      return askPerson({ thing, sentence, confirmLabel: action, danger: false })
    },
    dialog,
  ]
}
