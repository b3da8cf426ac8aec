import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { getPageLoader } from '../area-registry'
import { getMenuTextKey } from '@/contract/menu'
import { useSession } from '../session/use-session'
import {
  buildMenuEntries,
  buildGroupRedirects,
  normalizeUrl,
  buildPageRoutes,
  type MenuEntry,
  type PageRoute,
} from './menu-tree'
import { getSession } from '../session/session'
import { recordTrouble } from '../ui/trouble'

export interface Menu {
  entries: MenuEntry[]
  pages: PageRoute[]
  redirects: { from: string; to: string }[]
  getTitle: (node: { name: string; title?: string; menu_name?: string }) => string
}

/** Returns the menu of the signed-in user, without unimplemented pages, with titles in the current language. */
export function useMenu(): Menu {
  const { accessList } = useSession()
  const { t, i18n } = useTranslation('client')
  const tree = useMemo(() => {
    const entries = buildMenuEntries(accessList, (node) => getPageLoader(node.name) !== undefined)
    return { entries, pages: buildPageRoutes(entries), redirects: buildGroupRedirects(entries) }
  }, [accessList])
  const getTitle = useCallback<Menu['getTitle']>(
    (node) => {
      const fallbackTitle = node.title ?? node.menu_name ?? node.name
      // The server sent the title in the language of the login; the translations are loaded with the first page or a
      // change of language.
      return i18n.hasLoadedNamespace('contract')
        ? t(`contract:${getMenuTextKey(node.name)}`, { defaultValue: fallbackTitle })
        : fallbackTitle
    },
    [t, i18n],
  )
  return { ...tree, getTitle }
}

/** Returns the page at a path: the one with the longest URL that is a prefix of the path. */
export function findPageAt<P extends Pick<PageRoute, 'url'>>(pages: readonly P[], path: string): P | null {
  return (
    pages
      .filter((page) => path === page.url || path.startsWith(`${page.url}/`))
      .sort((a, b) => b.url.length - a.url.length)[0] ?? null
  )
}

/** Returns the menu title of the page at exactly this address; null for subpages and pages outside the menu. */
export function usePageTitle(): string | null {
  const { pages, getTitle } = useMenu()
  const currentUrl = normalizeUrl(useLocation().pathname)
  const page = pages.find(({ url }) => url === currentUrl)
  return page ? getTitle(page) : null
}

const MAX_RECENT_PAGES = 8
const getStorageKey = () => `recent ${getSession().userId}`
/** Returns the URLs of the last pages the user opened, newest first. */
export function loadRecentPages(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(getStorageKey()) ?? '[]')
    return Array.isArray(list) ? list.filter((url): url is string => typeof url === 'string') : []
  } catch {
    return [] // blocked storage or an old format; the list is not essential
  }
}
/** Puts a page first in the list of recent pages. */
export function rememberVisit(url: string): void {
  try {
    localStorage.setItem(
      getStorageKey(),
      JSON.stringify([url, ...loadRecentPages().filter((other) => other !== url)].slice(0, MAX_RECENT_PAGES)),
    )
  } catch (error) {
    recordTrouble('visit not remembered', error)
  }
}
