import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { useMyLine } from '@/plant/client/line/my-line'
import { tool } from '../../contract/tool'
import { NEAR_END_PERCENT } from '../../rules/tool'
import { LifeBadge } from '../LifeBadge'

const MAX_SHOWN = 4

/** Today card: mounted tools at 90 % of their life or above, of the person's line if one is chosen. */
export default function WornToolsCard() {
  const { t } = useTranslation('tools')
  const buildPageLink = usePageLink()
  const myLineId = useMyLine()
  const query = {
    state: 'mounted',
    lifePercentFrom: NEAR_END_PERCENT,
    sort: '-lifePercent',
    size: MAX_SHOWN,
    ...(myLineId ? { lineId: myLineId } : {}),
  }
  const { rows, refs, total } = useList(tool, query)
  if (rows.length === 0 || !buildPageLink('toolManagement')) return null
  const cardItems = rows.slice(0, MAX_SHOWN).map((row) => ({
    key: row.id,
    to: buildPageLink('toolManagement', { id: row.id }),
    title: `${row.code} ${t(`tool.options.kind.${row.kind}`)}`,
    subtitle: [row.lineId && refs[row.lineId], row.place].filter(Boolean).join(' · '),
    sideContent: <LifeBadge row={row} />,
  }))
  return (
    <TodayCard
      title={t('pages.today.worn', { count: total })}
      page="toolManagement"
      query={{ view: 'worn', ...(myLineId ? { lineId: myLineId } : {}) }}
    >
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}
