import { useTranslation } from 'react-i18next'
import { StateBadge } from '@/client/ui/StateBadge'
import { itemJudgementTones } from '../inspection-tones'
import type { InspectionItem } from './format-inspection'

/** Judgement of an item with colour, icon and word. */
export function JudgementBadge({ judgement }: { judgement: InspectionItem['judgement'] }) {
  const { t } = useTranslation('incoming')
  return (
    judgement && (
      <StateBadge tone={itemJudgementTones[judgement]}>
        {t(`materialInspection.subOptions.items.judgement.${judgement}`)}
      </StateBadge>
    )
  )
}
