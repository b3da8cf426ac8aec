import { openStopStates } from '@/plant/rules/line-stop'
import '../reports.css'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { matchesMyLine, useMyLine } from '@/plant/client/line/my-line'
import { usePageLink } from '@/client/shell/use-page-link'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { TodayCard } from '@/client/today/TodayCard'
import { useNow } from '@/client/clock'
import { lineStop } from '@/plant/contract/line-stop'
import { StopCard, compareStopsByUrgency, needsAttention } from '../stops/StopCard'

const OPEN_QUERY = { state: openStopStates.join(','), size: MAX_COUNTED }
const MAX_DISPLAYED = 3

/** Today card with stops that nobody has explained, ongoing stops first. */
export default function StopsCard() {
  const { t } = useTranslation(['reports', 'plant'])
  const navigate = useNavigate()
  const buildPageLink = usePageLink()
  const now = useNow()
  const myLineId = useMyLine()
  const list = useList(lineStop, OPEN_QUERY)
  const { refs } = list
  const openStops = list.rows
    .filter((row) => row.state !== 'explained' && matchesMyLine(row.lineId, myLineId) && needsAttention(row, now))
    .sort(compareStopsByUrgency)
  const displayedStops = openStops.slice(0, MAX_DISPLAYED)
  const lineNames = useNames(
    'line',
    displayedStops.map((row) => row.lineId),
    refs,
  )
  const reasonNames = useNames(
    'stopReason',
    displayedStops.flatMap((row) => row.reasonId ?? []),
    refs,
  )
  if (openStops.length === 0) return null
  const { textParams, query } = countWaitingRows([list], openStops)
  const openStop = (id: string) => {
    const stopPath = buildPageLink('shutdownAnalysis', { id, act: 'explain' })
    if (stopPath) void navigate(stopPath)
  }
  return (
    <TodayCard title={t('pages.stops.today', textParams)} page="shutdownAnalysis" query={{ view: 'list', ...query }}>
      <ul className="stop-cards">
        {displayedStops.map((row) => (
          <li key={row.id}>
            <StopCard
              row={row}
              lineName={lineNames[row.lineId]}
              reasonName={row.reasonId ? reasonNames[row.reasonId] : undefined}
              now={now}
              onOpen={() => openStop(row.id)}
            />
          </li>
        ))}
      </ul>
    </TodayCard>
  )
}
