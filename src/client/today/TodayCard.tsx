import './today.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { PageName } from '@/contract/menu'
import { LinkHeading, LinkList, LinkListRow } from '../ui/LinkList'
import { usePageLink } from '../shell/use-page-link'

/**
 * A card of the Today page: its title, linked to the full list if the person may open it, and the few most urgent
 * items.
 */
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
    <section className="ui-card today-card stack" aria-label={title}>
      {address ? <LinkHeading address={address}>{title}</LinkHeading> : <h2>{title}</h2>}
      {children}
    </section>
  )
}

export interface TodayCount {
  label: string
  count: number
  /** True if there are more items than `count`. */
  hasMore?: boolean
  isBad?: boolean
  /** Address of the list of exactly the counted items; without an address the count is plain text. */
  to?: string | null
}
/** Counts side by side, each with its label; zeros are omitted. */
export function TodayCountList({ counts }: { counts: readonly TodayCount[] }) {
  return (
    <ul className="ui-counts">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ label, count, hasMore, isBad, to }) => {
          const content = (
            <>
              <b>
                {count}
                {hasMore && '+'}
              </b>
              {label}
            </>
          )
          return (
            <li key={label} className={isBad ? 'is-bad' : undefined}>
              {to ? <Link to={to}>{content}</Link> : content}
            </li>
          )
        })}
    </ul>
  )
}

export interface TodayItem {
  key: string
  /** Address to open on tap; without it the item is plain text. */
  to?: string | null
  title: ReactNode
  /** Further details in small type below the title. */
  subtitle?: ReactNode
  /** At the end of the row: a state, a number or a day. */
  sideContent?: ReactNode
}
/** A short list of items, each high enough to tap. */
export function TodayItemList({ items }: { items: readonly TodayItem[] }) {
  return (
    <LinkList className="today-items">
      {items.map(({ key, to, title, subtitle, sideContent }) => (
        <LinkListRow key={key} address={to} label={<b>{title}</b>} subtitle={subtitle} detail={sideContent} />
      ))}
    </LinkList>
  )
}
