import { useTranslation } from 'react-i18next'
import type { ListResult } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { Round } from '../walk/round-state'
import { useNow } from '@/client/clock'
import { RoundCard } from './RoundCard'

/** The user's rounds, started ones on top. */
export function MyRoundList({
  rounds,
  onWalk,
  onShowAll,
}: {
  rounds: ListResult<Round>
  onWalk: (id: string) => void
  onShowAll: () => void
}) {
  const { t } = useTranslation(['maintenance', 'client'])
  const now = useNow()
  if (rounds.isLoading)
    return (
      <div className="scroll">
        <SkeletonList rows={4} />
      </div>
    )
  if (rounds.rows.length === 0 && rounds.error) return <NotLoadedView query={rounds} />
  if (rounds.rows.length === 0)
    return (
      <EmptyState title={t('pages.polling.noneMine')} advice={t('pages.polling.noneMineNext')}>
        <Button onClick={onShowAll}>{t('pages.polling.showDue')}</Button>
      </EmptyState>
    )
  return (
    <ul className="cards scroll">
      {rounds.rows.map((round) => (
        <li key={round.id}>
          <RoundCard round={round} now={now} onOpen={() => onWalk(round.id)} />
        </li>
      ))}
    </ul>
  )
}
