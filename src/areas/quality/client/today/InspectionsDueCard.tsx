import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatClock } from '@/client/format/time'
import { isAboutMyLine } from '@/plant/client/line/my-line'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows } from '@/client/today/count-waiting-rows'
import { TodayCard, TodayLineList } from '@/client/today/TodayCard'
import { StateBadge } from '@/client/ui/StateBadge'
import { useDueInspections } from '../inspection/use-due-inspections'

const MAX_LINES = 3
const SOON_MS = 2 * 3_600_000
/** Inspections that are overdue or due within two hours. */
export default function InspectionsDueCard() {
  const { t } = useTranslation('quality')
  const { now, mine: myLineId, rows, list, stateOf } = useDueInspections()
  const zone = usePlantZone()
  const getPageLink = usePageLink()
  const dueRows = rows.filter((row) => {
    const state = stateOf(row)
    return (
      isAboutMyLine(row.lineId, myLineId) &&
      (state === 'overdue' || (state === 'due' && Date.parse(row.dueAt) < now + SOON_MS))
    )
  })
  const lineNames = useNames(
    'line',
    dueRows.slice(0, MAX_LINES).map(({ lineId }) => lineId),
    list.refs,
  )
  if (dueRows.length === 0) return null
  const { textParams: titleParams, query } = countWaitingRows([list], dueRows)
  const cardLines = dueRows.slice(0, MAX_LINES).map((row) => ({
    key: row.id,
    to: getPageLink('productionInspection'),
    title: t(`inspectionTime.options.inspection.${row.inspection}`),
    sub: `${lineNames[row.lineId] ?? '…'} · ${formatClock(row.dueAt, zone)}`,
    side: (
      <StateBadge tone={stateOf(row) === 'overdue' ? 'warn' : 'wait'}>
        {t(`pages.inspection.due.${stateOf(row)}`)}
      </StateBadge>
    ),
  }))
  return (
    <TodayCard title={t('pages.today.due', titleParams)} page="productionInspection" query={query}>
      <TodayLineList lines={cardLines} />
    </TodayCard>
  )
}
