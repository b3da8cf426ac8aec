import { openStops } from '@/plant/rules/line-stop'
import '../reports.css'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { isOfLine, useMyLine } from '@/plant/client/line/my-line'
import { usePageLink } from '@/client/shell/use-page-link'
import { countedOf, MOST_COUNTED } from '@/client/today/counted'
import { TodayCard } from '@/client/today/TodayCard'
import { useNow } from '@/client/use-now'
import { lineStop } from '@/plant/contract/line-stop'
import { StopCard } from '../stops/StopCard'
import { byUrgency, needsSomebody } from '../stops/stop-time'

const OPEN = { state: openStops.join(','), size: MOST_COUNTED }
const MOST = 3

/** Today card with stops that nobody has explained, standing ones first. */
export default function StopsCard() {
  const { t } = useTranslation(['reports', 'plant'])
  const navigate = useNavigate()
  const link = usePageLink()
  const now = useNow()
  const mine = useMyLine()
  const list = useList(lineStop, OPEN)
  const { refs } = list
  const open = list.rows
    .filter((row) => row.state !== 'explained' && isOfLine(row.lineId, mine) && needsSomebody(row, now))
    .sort(byUrgency)
  const shown = open.slice(0, MOST)
  const lines = useNames(
    'line',
    shown.map((row) => row.lineId),
    refs,
  )
  const reasons = useNames(
    'stopReason',
    shown.flatMap((row) => row.reasonId ?? []),
    refs,
  )
  if (open.length === 0) return null
  const { said, query } = countedOf([list], open)
  const go = (id: string) => {
    const to = link('shutdownAnalysis', { id, act: 'explain' })
    if (to) void navigate(to)
  }
  return (
    <TodayCard title={t('pages.stops.today', said)} page="shutdownAnalysis" query={{ view: 'list', ...query }}>
      <ul className="stop-cards">
        {shown.map((row) => (
          <li key={row.id}>
            <StopCard
              row={row}
              line={lines[row.lineId]}
              reason={row.reasonId ? reasons[row.reasonId] : undefined}
              now={now}
              onOpen={() => go(row.id)}
            />
          </li>
        ))}
      </ul>
    </TodayCard>
  )
}
