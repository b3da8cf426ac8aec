import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '../ui/EmptyState'
import { PageFrame } from '../ui/PageFrame'
import type { PageRoute } from './menu-tree'
import { pageIcon } from './page-icons'
import { recentPages } from './recent'
import { useMenu } from './use-menu'
import { toSearchText } from '@/contract/search-text'

/** Searchable grid of all pages the user may open, recent ones first. */
export default function AllPage() {
  const { t } = useTranslation('client')
  const menu = useMenu()
  const [wanted, setWanted] = useState('')
  const [recent] = useState(recentPages)
  const fits = (page: PageRoute) =>
    [menu.title(page), ...page.trail.map(menu.title)].some((text) => toSearchText(text).includes(toSearchText(wanted)))
  const found = menu.pages.filter(fits)
  const groups = new Map<string, PageRoute[]>()
  for (const page of found) {
    const group = page.trail[0] ? menu.title(page.trail[0]) : t('shell.otherPages')
    groups.set(group, [...(groups.get(group) ?? []), page])
  }
  const last = wanted ? [] : recent.flatMap((url) => menu.pages.find((page) => page.url === url) ?? [])
  return (
    <PageFrame title={t('shell.titles.all')} sub={t('shell.pageCount', { count: found.length })}>
      <input
        className="ui-input"
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        placeholder={t('shell.searchPages')}
        aria-label={t('shell.searchPages')}
      />
      {found.length === 0 && (
        <EmptyState
          {...(wanted
            ? { onClearFilters: () => setWanted('') }
            : { title: t('shell.noPages'), next: t('shell.noPagesNext') })}
        />
      )}
      {last.length > 0 && <Grid title={t('shell.recent')} pages={last} name={menu.title} />}
      {[...groups].map(([title, pages]) => (
        <Grid key={title} title={title} pages={pages} name={menu.title} />
      ))}
    </PageFrame>
  )
}
function Grid({ title, pages, name }: { title: string; pages: PageRoute[]; name: (page: PageRoute) => string }) {
  return (
    <section className="all-group">
      <h2>{title}</h2>
      <ul className="all-grid">
        {pages.map((page) => {
          const Shown = pageIcon(page.name)
          return (
            <li key={page.url}>
              <Link to={page.url} className="ui-card">
                <Shown />
                <span>{name(page)}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
