import '../orders.css'
import { Link } from 'react-router-dom'
import type { PageName } from '@/contract/menu'
import { usePageLink } from '@/client/shell/use-page-link'
import { ForwardIcon } from '@/client/ui/icons'

/** A card of the Today page: what it is about, as a link to all of it, and the counts that matter now. */
export function TodayFrame({ title, page, query, counts, lines = [] }: { title: string; page: PageName; query: Readonly<Record<string, string>>; counts: readonly { word: string; count: number; bad?: boolean }[]; lines?: readonly string[] }) {
  const address = usePageLink()(page, query)
  return (
    <section className="ui-card order-today" aria-label={title}>
      <h2>{address ? <Link to={address}>{title}<ForwardIcon size={20} /></Link> : title}</h2>
      <ul className="figures">{counts.filter(({ count }) => count > 0).map(({ word, count, bad }) => <li key={word} className={bad ? 'is-bad' : undefined}><b>{count}</b>{word}</li>)}</ul>
      {lines.length > 0 && <p className="quiet">{lines.join(' · ')}</p>}
    </section>
  )
}
