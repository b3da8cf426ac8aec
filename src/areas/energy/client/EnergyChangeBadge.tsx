import { useTranslation } from 'react-i18next'
import { SortDownIcon, SortUpIcon } from '@/client/ui/icons'
import { StateBadge } from '@/client/ui/StateBadge'

/** A change of consumption by colour, arrow and words; more is worse. Nothing if there is nothing to compare with. */
export function EnergyChangeBadge({ percent }: { percent: number | null }) {
  const { t } = useTranslation('energy')
  if (percent === null) return null
  if (percent === 0) return <StateBadge tone="idle">{t('pages.energy.equal')}</StateBadge>
  const isMore = percent > 0
  return (
    <StateBadge tone={isMore ? 'bad' : 'ok'} icon={isMore ? SortUpIcon : SortDownIcon}>
      {t(isMore ? 'pages.energy.more' : 'pages.energy.less', { percent: Math.abs(percent) })}
    </StateBadge>
  )
}
/** Cells of report columns with changes. */
export const energyChangeCells = {
  beforePercent: (row: Readonly<Record<string, unknown>>) => renderChange(row['beforePercent']),
  yearBeforePercent: (row: Readonly<Record<string, unknown>>) => renderChange(row['yearBeforePercent']),
}
const renderChange = (percent: unknown) =>
  typeof percent === 'number' ? <EnergyChangeBadge percent={percent} /> : null
