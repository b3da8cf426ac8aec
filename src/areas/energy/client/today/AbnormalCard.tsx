import { useTranslation } from 'react-i18next'
import { useList } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { Quantity } from '@/client/ui/Quantity'
import { useMyLine } from '@/plant/client/line/my-line'
import { energyAbnormal } from '../../contract/energy-abnormal'
import { energyAbnormalLifecycle } from '../../rules/abnormal-case'
import { mediumUnits } from '../../rules/meter-tree'

const MAX_LINES = 3
/** Today card: unexplained abnormal use, limited to the user's line if one is chosen. */
export default function AbnormalCard() {
  const { t } = useTranslation('energy')
  const labels = useLabels('energy')
  const zone = usePlantZone()
  const getPageLink = usePageLink()
  const myLineId = useMyLine()
  const query = { state: energyAbnormalLifecycle.initial, ...(myLineId ? { lineId: myLineId } : {}) }
  const { rows, refs, total } = useList(energyAbnormal, { ...query, size: MAX_LINES })
  if (rows.length === 0) return null
  const cardItems = rows.slice(0, MAX_LINES).map((row) => ({
    key: row.id,
    to: getPageLink('energyAnalysis', { view: 'abnormal', id: row.id }),
    title: refs[row.energyMeterId] ?? '',
    subtitle: [
      row.stopIds[0] ? refs[row.stopIds[0]] : formatMoment(row.startsAt, zone),
      labels.option(energyAbnormal, 'direction', row.direction),
    ]
      .filter(Boolean)
      .join(' · '),
    sideContent: <Quantity value={row.excess} unit={mediumUnits[row.medium]} decimals={0} />,
  }))
  return (
    <TodayCard
      title={t('pages.today.abnormal', { count: total })}
      page="energyAnalysis"
      query={{ view: 'abnormal', ...query }}
    >
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}
