import { useTranslation } from 'react-i18next'
import type { ListResult } from '@/client/api/use-list'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { Round } from './walk/walk-points'
import { useNow } from '@/client/clock'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { refreshList } from '@/client/resource/NotLoadedView'
import type { SwipeButton } from '@/client/ui/table/columns'
import { TouchRefresher, TouchSwipe } from '@/client/ui/TouchList'
import { RoundCard } from './RoundCard'

/** The user's rounds as cards, in the order of `rounds`. */
export function MyRoundList({
  rounds,
  getSwipeButtons,
  onWalk,
  onShowAll,
}: {
  rounds: ListResult<Round>
  getSwipeButtons: (round: Round) => readonly SwipeButton[]
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
          <TouchRefresher onRefresh={() => refreshList(rounds.refetch)}>
            <ul className="cards scroll">
              {rows.map((round) => (
                <li key={round.id}>
                  <TouchSwipe buttons={getSwipeButtons(round)}>
                    <RoundCard round={round} now={now} onOpen={() => onWalk(round.id)} />
                  </TouchSwipe>
                </li>
              ))}
            </ul>
          </TouchRefresher>
        )
      }
    </QueryBoundary>
  )
}
