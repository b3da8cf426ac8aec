import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { NotLoadedView } from '../resource/NotLoadedView'
import { formatDay } from '../format/time'
import { usePersonName } from '../session/use-session'
import { usePlantZone } from '../session/plant-zone'
import { EmptyState } from '../ui/EmptyState'
import { PageFrame } from '../ui/PageFrame'
import { SkeletonDetail } from '../ui/Skeleton'
import { useNow } from '../use-now'
import { ErrorBoundary } from '../shell/ErrorBoundary'
import { LazyPage } from '../shell/LazyPage'
import { useTodayCards } from './use-today-cards'

/** The Today page: the person's current tasks, as cards from the areas. */
export default function TodayPage() {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const name = usePersonName()
  const now = useNow()
  const box = useRef<HTMLDivElement>(null)
  const { cards, filling, all } = useTodayCards(box)
  const isEmpty = useIsEmpty(box)
  const waiting = (
    <div className="ui-card">
      <SkeletonDetail fields={2} />
    </div>
  )
  return (
    <PageFrame title={t('shell.titles.home')} sub={`${name} · ${formatDay(now, zone)}`}>
      <div className="today" ref={box} aria-busy={filling}>
        {cards.map((card) => (
          <ErrorBoundary key={card.name}>
            <Suspense fallback={waiting}>
              <LazyPage load={card.load} loadingFallback={waiting} />
            </Suspense>
          </ErrorBoundary>
        ))}
      </div>
      {isEmpty && (all ? <EmptyTodayNotice /> : <SkeletonDetail fields={3} />)}
    </PageFrame>
  )
}

/** True if no card is displayed. A card without content renders nothing, so this checks the DOM. */
function useIsEmpty(box: RefObject<HTMLElement | null>): boolean {
  const [empty, setEmpty] = useState(false)
  useEffect(() => {
    const cards = box.current
    if (!cards) return
    const check = () => setEmpty(!cards.querySelector('.ui-card'))
    check()
    const observer = new MutationObserver(check)
    observer.observe(cards, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [box])
  return empty
}
/** Displayed without cards: they are loading, failed to load, or there is nothing to do. */
function EmptyTodayNotice() {
  const { t } = useTranslation('client')
  const fetching = useIsFetching() > 0
  const client = useQueryClient()
  const failed = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .find(({ state }) => state.data === undefined && state.error)?.state.error
  if (fetching) return <SkeletonDetail fields={3} />
  const again = () => {
    void client.refetchQueries({ type: 'active' })
  }
  if (failed) return <NotLoadedView of={{ error: failed, again }} />
  return (
    <EmptyState title={t('shell.nothingToday')} next={t('shell.nothingTodayNext')}>
      <Link to="/all" className="ui-button">
        {t('shell.titles.all')}
      </Link>
    </EmptyState>
  )
}
