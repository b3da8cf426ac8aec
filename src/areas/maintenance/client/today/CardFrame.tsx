import './today.css'
import '../maintenance.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { PageName } from '@/contract/menu'
import { usePageLink } from '@/client/shell/use-page-link'
import { ForwardIcon } from '@/client/ui/icons'

/** A card of the Today page: what it is about, as a link to all of it, and the few that matter now. */
export function CardFrame({ title, page, query, children }: { title: string; page: PageName; query?: Readonly<Record<string, string>>; children: ReactNode }) {
  const address = usePageLink()(page, query)
  return (
    <section className="ui-card today-card" aria-label={title}>
      <h2>{address ? <Link to={address}>{title}<ForwardIcon size={20} /></Link> : title}</h2>
      {children}
    </section>
  )
}
/** Counts side by side, each with its word; those of nothing are left out. */
export function Counts({ counts }: { counts: readonly { word: string; count: number; bad?: boolean }[] }) {
  return <ul className="counts">{counts.filter(({ count }) => count > 0).map(({ word, count, bad }) => <li key={word} className={bad ? 'is-bad' : undefined}><b>{count}</b>{word}</li>)}</ul>
}
