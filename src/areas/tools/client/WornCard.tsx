import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { useMyLine } from '@/plant/client/line/my-line'
import { tool } from '../contract/tool'
import { NEAR_END } from '../rules/tool'
import { LifeShown } from './LifeShown'

const SHOWN = 4

/** Today card: mounted tools at 90 % of their life or above, of the person's line if one is chosen. */
export default function WornCard() {
  const { t } = useTranslation('tools')
  const link = usePageLink()
  const mine = useMyLine()
  const query = {
    state: 'mounted',
    lifePercentFrom: NEAR_END,
    sort: '-lifePercent',
    size: SHOWN,
    ...(mine ? { lineId: mine } : {}),
  }
  const { rows, refs, total } = useList(tool, query)
  if (rows.length === 0 || !link('toolManagement')) return null
  const lines = rows.slice(0, SHOWN).map((row) => ({
    key: row.id,
    to: link('toolManagement', { id: row.id }),
    title: `${row.code} ${t(`tool.options.kind.${row.kind}`)}`,
    sub: [row.lineId && refs[row.lineId], row.place].filter(Boolean).join(' · '),
    side: <LifeShown row={row} />,
  }))
  return (
    <TodayCard
      title={t('pages.today.worn', { count: total })}
      page="toolManagement"
      query={{ view: 'worn', ...(mine ? { lineId: mine } : {}) }}
    >
      <TodayLineList lines={lines} />
    </TodayCard>
  )
}
