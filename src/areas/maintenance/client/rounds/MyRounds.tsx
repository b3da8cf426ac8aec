import { useTranslation } from 'react-i18next'
import type { ListResult } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { Round } from '../walk/round-state'
import { useNow } from '@/client/use-now'
import { RoundCard } from './RoundCard'

/** The user's rounds, started ones on top. */
export function MyRounds({
  mine,
  onWalk,
  onAll,
}: {
  mine: ListResult<Round>
  onWalk: (id: string) => void
  onAll: () => void
}) {
  const { t } = useTranslation(['maintenance', 'client'])
  const now = useNow()
  if (mine.isLoading)
    return (
      <div className="scroll">
        <SkeletonList rows={4} />
      </div>
    )
  if (mine.rows.length === 0 && mine.error) return <NotLoadedView of={mine} />
  if (mine.rows.length === 0)
    return (
      <EmptyState title={t('pages.polling.noneMine')} next={t('pages.polling.noneMineNext')}>
        <Button onClick={onAll}>{t('pages.polling.showDue')}</Button>
      </EmptyState>
    )
  return (
    <ul className="cards scroll">
      {mine.rows.map((round) => (
        <li key={round.id}>
          <RoundCard round={round} now={now} onOpen={() => onWalk(round.id)} />
        </li>
      ))}
    </ul>
  )
}
