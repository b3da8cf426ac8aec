import { useTranslation } from 'react-i18next'
import { State } from '@/client/ui/State'
import { judgementTones } from '../tones'
import type { Item } from './item-words'

/** How an item came out: colour, icon and word. */
export function Judgement({ of }: { of: Item['judgement'] }) {
  const { t } = useTranslation('incoming')
  return of && <State tone={judgementTones[of]}>{t(`materialInspection.subOptions.items.judgement.${of}`)}</State>
}
