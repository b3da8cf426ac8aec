import '../rounds.css'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { usePageLink } from '@/client/shell/use-page-link'
import { useNow } from '@/client/clock'
import { RoundCard } from '../RoundCard'
import { useMyRounds } from '../use-my-rounds'

/** Card of a machine page: the user's open round that includes the machine. Opens the walk at the machine's point. */
export default function MachineRoundCard({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation('rounds')
  const navigate = useNavigate()
  const now = useNow()
  const buildPageLink = usePageLink()
  const { rows } = useMyRounds()
  const round = rows.find(
    (candidate) =>
      candidate.points.some((point) => point.equipmentId === equipmentId) &&
      new Date(now).toISOString() >= candidate.opensAt,
  )
  if (!round) return null
  const point = round.points.find((candidate) => candidate.equipmentId === equipmentId)
  const address = buildPageLink('polling', {
    walk: round.id,
    ...(round.state === 'inProgress' && point ? { point: point.key } : {}),
  })
  if (!address) return null
  return (
    <section aria-label={t('pages.polling.openHere')}>
      <h2 className="card-title">{t('pages.polling.openHere')}</h2>
      <RoundCard round={round} now={now} onOpen={() => void navigate(address)} />
    </section>
  )
}
