import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { NotLoadedView } from '../resource/NotLoadedView'
import { formatDay } from '../format/time'
import { usePersonName } from '../session/use-session'
import { usePlantZone } from '../session/plant-zone'
import { EmptyState } from '../ui/EmptyState'
import { PageFrame } from '../ui/PageFrame'
import { LazyBoundary, SkeletonDetail } from '../ui/Skeleton'
import { useNow } from '@/client/clock'
import { ErrorBoundary } from '../shell/ErrorBoundary'
import { LazyPage } from '../shell/LazyPage'
import { useTodayCards } from './use-today-cards'

/** The Today page: the person's current tasks, as cards from the areas. */
export default function TodayPage() {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const name = usePersonName()
  const now = useNow()
  const cardsRef = useRef<HTMLDivElement>(null)
  const { cards, isFilling, isComplete } = useTodayCards(cardsRef)
  const isEmpty = useIsEmpty(cardsRef)
  const placeholder = (
    <div className="ui-card">
      <SkeletonDetail fields={2} />
    </div>
  )
  return (
    <PageFrame title={t('shell.titles.home')} subtitle={`${name} · ${formatDay(now, zone)}`}>
      <div className="today" ref={cardsRef} aria-busy={isFilling}>
        {cards.map((card) => (
          <ErrorBoundary key={card.name}>
            <LazyBoundary skeleton={placeholder}>
              <LazyPage load={card.load} loadingFallback={placeholder} />
            </LazyBoundary>
          </ErrorBoundary>
        ))}
      </div>
      {isEmpty && (isComplete ? <EmptyTodayNotice /> : <SkeletonDetail fields={3} />)}
    </PageFrame>
  )
}

/** True if no card is displayed. A card without content renders nothing, so this checks the DOM. */
function useIsEmpty(cardsRef: RefObject<HTMLElement | null>): boolean {
  const [isEmpty, setIsEmpty] = useState(false)
  useEffect(() => {
    const cards = cardsRef.current
    if (!cards) return
    const check = () => setIsEmpty(!cards.querySelector('.ui-card'))
    check()
    const observer = new MutationObserver(check)
    observer.observe(cards, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [cardsRef])
  return isEmpty
}
/** Displayed if no card is: the cards are loading, have failed to load, or there is nothing to do. */
function EmptyTodayNotice() {
  const { t } = useTranslation('client')
  const isLoading = useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0
  const client = useQueryClient()
  const queryError = client
    .getQueryCache()
    .findAll({ type: 'active' })
    .find(({ state }) => state.data === undefined && state.error)?.state.error
  if (isLoading) return <SkeletonDetail fields={3} />
  const refetch = () => {
    void client.refetchQueries({ type: 'active' })
  }
  if (queryError) return <NotLoadedView query={{ error: queryError, refetch }} />
  return (
    <EmptyState title={t('shell.nothingToday')} advice={t('shell.nothingTodayNext')}>
      <Link to="/all" className="ui-button">
        {t('shell.titles.all')}
      </Link>
    </EmptyState>
  )
}
