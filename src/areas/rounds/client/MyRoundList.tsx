import { useTranslation } from 'react-i18next'
import type { ListResult } from '@/client/api/use-list'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { Round } from './walk/walk-points'
import { useNow } from '@/client/clock'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { RoundCard } from './RoundCard'

/** The user's rounds as cards, in the order of `rounds`. */
export function MyRoundList({
  rounds,
  onWalk,
  onShowAll,
}: {
  rounds: ListResult<Round>
  onWalk: (id: string) => void
  onShowAll: () => void
}) {
  const { t } = useTranslation(['rounds', 'client'])
  const now = useNow()
  const skeleton = (
    <div className="scroll">
      <SkeletonList rows={4} />
    </div>
  )
  return (
    <QueryBoundary query={rounds} skeleton={skeleton}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={t('pages.polling.noneMine')} advice={t('pages.polling.noneMineNext')}>
            <Button onClick={onShowAll}>{t('pages.polling.showDue')}</Button>
          </EmptyState>
        ) : (
          <ul className="cards scroll">
            {rows.map((round) => (
              <li key={round.id}>
                <RoundCard round={round} now={now} onOpen={() => onWalk(round.id)} />
              </li>
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  )
}
