import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatClock } from '@/client/format/time'
import { matchesMyLine } from '@/plant/client/line/my-line'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayItemList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { useDueInspections } from '../inspection/use-due-inspections'

const MAX_DISPLAYED_INSPECTIONS = 3
const SOON_MS = 2 * 3_600_000
/** Today card: inspections that are overdue or due within two hours. */
export default function InspectionsDueCard() {
  const { t } = useTranslation('quality')
  const { now, myLineId, rows, list, getDueState } = useDueInspections()
  const zone = usePlantZone()
  const getPageLink = usePageLink()
  const dueInspections = rows.filter((row) => {
    const state = getDueState(row)
    return (
      matchesMyLine(row.lineId, myLineId) &&
      (state === 'overdue' || (state === 'due' && Date.parse(row.dueAt) < now + SOON_MS))
    )
  })
  const lineNames = useNames(
    'line',
    dueInspections.slice(0, MAX_DISPLAYED_INSPECTIONS).map(({ lineId }) => lineId),
    list.refs,
  )
  if (dueInspections.length === 0) return null
  const { textParams: titleParams, query } = countWaitingRows([list], dueInspections)
  const cardItems = dueInspections.slice(0, MAX_DISPLAYED_INSPECTIONS).map((row) => ({
    key: row.id,
    to: getPageLink('productionInspection'),
    title: t(`inspectionTime.options.inspection.${row.inspection}`),
    subtitle: `${lineNames[row.lineId] ?? '…'} · ${formatClock(row.dueAt, zone)}`,
    sideContent: (
      <StateBadge tone={getDueState(row) === 'overdue' ? 'warn' : 'wait'}>
        {t(`pages.inspection.due.${getDueState(row)}`)}
      </StateBadge>
    ),
  }))
  return (
    <TodayCard title={t('pages.today.due', titleParams)} page="productionInspection" query={query}>
      <TodayItemList items={cardItems} />
    </TodayCard>
  )
}
