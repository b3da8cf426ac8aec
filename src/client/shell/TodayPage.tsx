import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { todayCards } from '../areas'
import { formatDay } from '../format/time'
import { may, useSession } from '../session/use-session'
import { usePlantZone } from '../session/zone'
import { EmptyState } from '../ui/EmptyState'
import { PageFrame } from '../ui/PageFrame'
import { SkeletonDetail } from '../ui/Skeleton'
import { ErrorBoundary } from './ErrorBoundary'
import { LazyPage } from './LazyPage'

/** Today: what is mine now, as cards that the areas provide. */
export default function TodayPage() {
  const { t } = useTranslation('client')
  const zone = usePlantZone()
  const person = useSession()
  const [now] = useState(() => Date.now())
  const cards = todayCards.filter((card) => !card.keys || may(person, card.keys))
  return (
    <PageFrame title={t('shell.titles.home')} sub={`${person.nickName} · ${formatDay(now, zone)}`}>
      {cards.length === 0 && <EmptyState title={t('shell.nothingToday')} next={t('shell.nothingTodayNext')}><Link to="/all" className="ui-button">{t('shell.titles.all')}</Link></EmptyState>}
      <div className="today">
        {cards.map((card) => (
          <ErrorBoundary key={card.name}><LazyPage load={card.load} waiting={<div className="ui-card"><SkeletonDetail fields={2} /></div>} /></ErrorBoundary>
        ))}
      </div>
    </PageFrame>
  )
}
