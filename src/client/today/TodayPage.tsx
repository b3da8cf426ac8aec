import type { i18n } from 'i18next'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { NotLoaded } from '../resource/NotLoaded'
import { todayCards } from '../areas'
import { formatDay } from '../format/time'
import type { SessionState } from '../session/session'
import { may, useOwnName, useSession } from '../session/use-session'
import { usePlantZone } from '../session/zone'
import { EmptyState } from '../ui/EmptyState'
import { PageFrame } from '../ui/PageFrame'
import { SkeletonDetail } from '../ui/Skeleton'
import { useNow } from '../use-now'
import { ErrorBoundary } from '../shell/ErrorBoundary'
import { fetchAhead, LazyPage } from '../shell/LazyPage'

const cardsOf = (person: SessionState) => todayCards().filter((card) => !card.keys || may(person, card.keys))
/** Longest wait for the cards before home is drawn without them, ms. */
const PATIENCE = 200
/** Fetches the code and the words of a person's cards at the start, so that home is drawn once and whole. */
export async function fetchHome(person: SessionState, texts: i18n): Promise<void> {
  const cards = cardsOf(person)
  const all = [
    texts.loadNamespaces([...new Set(cards.map((card) => card.area))]),
    ...cards.map((card) => fetchAhead(card.load)),
  ]
  await Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

/** Today: what is mine now, as cards that the areas provide. */
export default function TodayPage() {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const person = useSession()
  const name = useOwnName()
  const now = useNow()
  const cards = cardsOf(person)
  const box = useRef<HTMLDivElement>(null)
  const bare = useBare(box)
  const waiting = (
    <div className="ui-card">
      <SkeletonDetail fields={2} />
    </div>
  )
  return (
    <PageFrame title={t('shell.titles.home')} sub={`${name} · ${formatDay(now, zone)}`}>
      <div className="today" ref={box}>
        {cards.map((card) => (
          <ErrorBoundary key={card.name}>
            <Suspense fallback={waiting}>
              <LazyPage load={card.load} waiting={waiting} />
            </Suspense>
          </ErrorBoundary>
        ))}
      </div>
      {bare && <Bare />}
    </PageFrame>
  )
}

/** Whether no card is drawn. Cards say by drawing nothing that they have nothing: only what stands there tells whether all of them do. */
function useBare(box: RefObject<HTMLElement | null>): boolean {
  const [bare, setBare] = useState(false)
  useEffect(() => {
    const cards = box.current
    if (!cards) return
    const look = () => setBare(!cards.querySelector('.ui-card'))
    look()
    const watch = new MutationObserver(look)
    watch.observe(cards, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [box])
  return bare
}
/** A day without a card: they are coming, could not be asked for, or there is nothing to do. */
function Bare() {
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
  if (failed) return <NotLoaded of={{ error: failed, again }} />
  return (
    <EmptyState title={t('shell.nothingToday')} next={t('shell.nothingTodayNext')}>
      <Link to="/all" className="ui-button">
        {t('shell.titles.all')}
      </Link>
    </EmptyState>
  )
}
