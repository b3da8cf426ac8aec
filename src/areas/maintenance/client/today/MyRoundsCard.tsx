import '../maintenance.css'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { usePageLink } from '@/client/shell/use-page-link'
import { startableAt } from '@/areas/maintenance/rules/inspection-round'
import { RoundCard } from '../rounds/RoundCard'
import { useMyRounds } from '../rounds/use-my-rounds'
import { concernsMyLine, useMyLine } from '@/plant/client/line/my-line'
import { useNow } from '@/client/use-now'
import { countWaitingRows } from '@/client/today/count-waiting-rows'
import { TodayCard } from '@/client/today/TodayCard'

const MOST = 3
/** Today card: the rounds the user can walk now, started ones first. */
export default function MyRoundsCard() {
  const { t } = useTranslation('maintenance')
  const navigate = useNavigate()
  const link = usePageLink()
  const now = useNow()
  const line = useMyLine()
  const all = useMyRounds()
  const rows = all.rows.filter(
    (round) => round.state === 'inProgress' || round.lineId === null || concernsMyLine(round.lineId, line),
  )
  // Rounds that can be walked now; if there are none, the next one is displayed.
  const open = rows.filter(
    (round) => round.state === 'inProgress' || startableAt(round, new Date(now).toISOString()).ok,
  )
  const shown = open.length > 0 ? open.slice(0, MOST) : rows.slice(0, 1)
  if (shown.length === 0) return null
  const { textParams: said, query } = countWaitingRows([all], open)
  return (
    <TodayCard
      title={open.length > 0 ? t('pages.polling.mineNow', said) : t('pages.polling.mineNext')}
      page="polling"
      {...(open.length > 0 ? { query } : {})}
    >
      <ul className="cards">
        {shown.map((round) => (
          <li key={round.id}>
            <RoundCard
              round={round}
              now={now}
              onOpen={() => {
                const address = link('polling', { walk: round.id })
                if (address) void navigate(address)
              }}
            />
          </li>
        ))}
      </ul>
    </TodayCard>
  )
}
