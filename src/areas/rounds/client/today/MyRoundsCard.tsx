import '../rounds.css'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { usePageLink } from '@/client/shell/use-page-link'
import { checkRoundStart } from '@/areas/rounds/rules/inspection-round'
import { RoundCard } from '../RoundCard'
import { useMyRounds } from '../use-my-rounds'
import { matchesMyLine, useMyLine } from '@/plant/client/line/my-line'
import { useNow } from '@/client/clock'
import { countWaitingRows } from '@/client/today/count-waiting-rows'
import { TodayCard } from '@/client/today/TodayCard'

const MAX_DISPLAYED_ROUNDS = 3
/** Today card: the rounds of the user's line, or of no line, that the user can walk now, started ones first. */
export default function MyRoundsCard() {
  const { t } = useTranslation('rounds')
  const navigate = useNavigate()
  const buildPageLink = usePageLink()
  const now = useNow()
  const myLineId = useMyLine()
  const myRounds = useMyRounds()
  const lineRounds = myRounds.rows.filter(
    (round) => round.state === 'inProgress' || round.lineId === null || matchesMyLine(round.lineId, myLineId),
  )
  // Rounds that can be walked now; if there are none, the next one is displayed.
  const walkableRounds = lineRounds.filter(
    (round) => round.state === 'inProgress' || checkRoundStart(round, new Date(now).toISOString()).ok,
  )
  const displayedRounds =
    walkableRounds.length > 0 ? walkableRounds.slice(0, MAX_DISPLAYED_ROUNDS) : lineRounds.slice(0, 1)
  if (displayedRounds.length === 0) return null
  const { textParams, query } = countWaitingRows([myRounds], walkableRounds)
  return (
    <TodayCard
      title={walkableRounds.length > 0 ? t('pages.polling.mineNow', textParams) : t('pages.polling.mineNext')}
      page="polling"
      {...(walkableRounds.length > 0 ? { query } : {})}
    >
      <ul className="cards">
        {displayedRounds.map((round) => (
          <li key={round.id}>
            <RoundCard
              round={round}
              now={now}
              onOpen={() => {
                const address = buildPageLink('polling', { walk: round.id })
                if (address) void navigate(address)
              }}
            />
          </li>
        ))}
      </ul>
    </TodayCard>
  )
}
