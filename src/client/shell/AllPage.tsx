import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { LinkGrid } from '../ui/LinkList'
import { StarIcon } from '../ui/icons'
import { PageFrame } from '../ui/PageFrame'
import { SearchBar } from '../ui/SearchBar'
import { useFavouritePages } from './favourite-pages'
import type { PageRoute } from './menu-tree'
import { getPageIcon } from './page-icons'
import { useMenu, loadRecentPages } from './use-menu'
import { toSearchText } from '@/contract/language'

/** Searchable grid of all pages the user may open, recent ones first. */
export default function AllPage() {
  const { t } = useTranslation('client')
  const menu = useMenu()
  const [keyword, setKeyword] = useState('')
  const [recentUrls] = useState(loadRecentPages)
  const matchesKeyword = (page: PageRoute) =>
    [menu.getTitle(page), ...page.trail.map(menu.getTitle)].some((text) =>
      toSearchText(text).includes(toSearchText(keyword)),
    )
  const matchingPages = menu.pages.filter(matchesKeyword)
  const groups = new Map<string, PageRoute[]>()
  for (const page of matchingPages) {
    const group = page.trail[0] ? menu.getTitle(page.trail[0]) : t('shell.otherPages')
    groups.set(group, [...(groups.get(group) ?? []), page])
  }
  const [favouriteUrls] = useFavouritePages()
  const favouritePages = keyword ? [] : menu.pages.filter(({ url }) => favouriteUrls.includes(url))
  const recentPages = keyword ? [] : recentUrls.flatMap((url) => menu.pages.find((page) => page.url === url) ?? [])
  return (
    <PageFrame title={t('shell.titles.all')} subtitle={t('shell.pageCount', { count: matchingPages.length })}>
      <SearchBar value={keyword} onChange={setKeyword} label={t('shell.searchPages')} />
      {matchingPages.length === 0 && (
        <EmptyState
          {...(keyword
            ? { onClearFilters: () => setKeyword('') }
            : { title: t('shell.noPages'), advice: t('shell.noPagesNext') })}
        />
      )}
      {favouritePages.length > 0 && (
        <PageGrid title={t('shell.favourites')} pages={favouritePages} getTitle={menu.getTitle} />
      )}
      {recentPages.length > 0 && <PageGrid title={t('shell.recent')} pages={recentPages} getTitle={menu.getTitle} />}
      {[...groups].map(([title, pages]) => (
        <PageGrid key={title} title={title} pages={pages} getTitle={menu.getTitle} />
      ))}
    </PageFrame>
  )
}
function PageGrid({
  title,
  pages,
  getTitle,
}: {
  title: string
  pages: PageRoute[]
  getTitle: (page: PageRoute) => string
}) {
  const { t } = useTranslation('client')
  const [favouriteUrls, toggleFavourite] = useFavouritePages()
  return (
    <section className="all-group">
      <h2>{title}</h2>
      <LinkGrid
        items={pages.map((page) => ({
          address: page.url,
          label: getTitle(page),
          icon: getPageIcon(page.name),
          detail: (
            <Button
              look="quiet"
              className="all-star"
              icon={<StarIcon size={20} />}
              aria-pressed={favouriteUrls.includes(page.url)}
              aria-label={t('shell.favour', { page: getTitle(page) })}
              onClick={() => toggleFavourite(page.url)}
            />
          ),
        }))}
      />
    </section>
  )
}
