import type { i18n } from 'i18next'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { todayCards } from '../areas'
import { formatDay } from '../format/time'
import type { SessionState } from '../session/session'
import { may, useSession } from '../session/use-session'
import { usePlantZone } from '../session/zone'
import { EmptyState } from '../ui/EmptyState'
import { PageFrame } from '../ui/PageFrame'
import { SkeletonDetail } from '../ui/Skeleton'
import { useNow } from '../use-now'
import { ErrorBoundary } from './ErrorBoundary'
import { fetchAhead, LazyPage } from './LazyPage'

const cardsOf = (person: SessionState) => todayCards.filter((card) => !card.keys || may(person, card.keys))
/** Longest wait for the cards before home is drawn without them, ms. */
const PATIENCE = 200
/** Fetches the code and the words of a person's cards at the start, so that home is drawn once and whole. */
export async function fetchHome(person: SessionState, texts: i18n): Promise<void> {
  const cards = cardsOf(person)
  const all = [texts.loadNamespaces([...new Set(cards.map((card) => card.area))]), ...cards.map((card) => fetchAhead(card.load))]
  await Promise.race([Promise.all(all), new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}

/** Today: what is mine now, as cards that the areas provide. */
export default function TodayPage() {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const person = useSession()
  const now = useNow()
  const cards = cardsOf(person)
  const waiting = <div className="ui-card"><SkeletonDetail fields={2} /></div>
  return (
    <PageFrame title={t('shell.titles.home')} sub={`${person.nickName} · ${formatDay(now, zone)}`}>
      {cards.length === 0 && <EmptyState title={t('shell.nothingToday')} next={t('shell.nothingTodayNext')}><Link to="/all" className="ui-button">{t('shell.titles.all')}</Link></EmptyState>}
      <div className="today">
        {cards.map((card) => (
          <ErrorBoundary key={card.name}><Suspense fallback={waiting}><LazyPage load={card.load} waiting={waiting} /></Suspense></ErrorBoundary>
        ))}
      </div>
    </PageFrame>
  )
}
