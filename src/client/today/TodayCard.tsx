import './today.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { PageName } from '@/contract/menu'
import { ForwardIcon } from '../ui/icons'
import { usePageLink } from '../shell/use-page-link'

/** A card of the Today page: what it is about, as a link to all of it where the person may open that, and the few that matter now. */
export function TodayCard({
  title,
  page,
  query,
  children,
}: {
  title: string
  page: PageName
  query?: Readonly<Record<string, string>>
  children: ReactNode
}) {
  const address = usePageLink()(page, query)
  return (
    <section className="ui-card today-card" aria-label={title}>
      <h2>
        {address ? (
          <Link to={address}>
            {title}
            <ForwardIcon size={20} />
          </Link>
        ) : (
          title
        )}
      </h2>
      {children}
    </section>
  )
}

export interface TodayCount {
  word: string
  count: number
  /** There are more than these. */
  more?: boolean
  bad?: boolean
  /** The list of just these; without one it is only read. */
  to?: string | null
}
/** Counts side by side, each with its word; those of nothing are left out. */
export function TodayCounts({ counts }: { counts: readonly TodayCount[] }) {
  return (
    <ul className="ui-counts">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ word, count, more, bad, to }) => {
          const shown = (
            <>
              <b>
                {count}
                {more && '+'}
              </b>
              {word}
            </>
          )
          return (
            <li key={word} className={bad ? 'is-bad' : undefined}>
              {to ? <Link to={to}>{shown}</Link> : shown}
            </li>
          )
        })}
    </ul>
  )
}

export interface TodayLine {
  key: string
  /** Where it opens; without one it is only read. */
  to?: string | null
  title: ReactNode
  /** What else there is to know, in small below the title. */
  sub?: ReactNode
  /** At the end of the line: a state, a figure, a day. */
  side?: ReactNode
}
/** A few things one below the other, each a thumb high. */
export function TodayLines({ lines }: { lines: readonly TodayLine[] }) {
  return (
    <ul className="today-lines">
      {lines.map(({ key, to, title, sub, side }) => {
        const shown = (
          <>
            <span>
              <b>{title}</b>
              {sub && <small>{sub}</small>}
            </span>
            {typeof side === 'string' ? <span className="today-side">{side}</span> : side}
          </>
        )
        return <li key={key}>{to ? <Link to={to}>{shown}</Link> : shown}</li>
      })}
    </ul>
  )
}
