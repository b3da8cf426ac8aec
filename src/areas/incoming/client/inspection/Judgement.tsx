import { useTranslation } from 'react-i18next'
import { StateBadge } from '@/client/ui/StateBadge'
import { judgementTones } from '../tones'
import type { Item } from './item-words'

/** Judgement of an item with colour, icon and word. */
export function Judgement({ of }: { of: Item['judgement'] }) {
  const { t } = useTranslation('incoming')
  return (
    of && <StateBadge tone={judgementTones[of]}>{t(`materialInspection.subOptions.items.judgement.${of}`)}</StateBadge>
  )
}
