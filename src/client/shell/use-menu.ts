import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { pageOf } from '../areas'
import { menuWord } from '@/contract/menu-word'
import { useSession } from '../session/use-session'
import { entriesOf, groupRedirectsOf, normalUrl, pageRoutesOf, type MenuEntry, type PageRoute } from './menu-tree'

export interface Menu {
  entries: MenuEntry[]
  pages: PageRoute[]
  redirects: { from: string; to: string }[]
  title: (node: { name: string; title?: string; menu_name?: string }) => string
}

/** The menu of the person signed in, without pages that are not built, with titles in the language on screen. */
export function useMenu(): Menu {
  const { accessList } = useSession()
  const { t, i18n } = useTranslation('client')
  const tree = useMemo(() => {
    const entries = entriesOf(accessList, (node) => pageOf(node.name) !== undefined)
    return { entries, pages: pageRoutesOf(entries), redirects: groupRedirectsOf(entries) }
  }, [accessList])
  const title = useCallback<Menu['title']>(
    (node) => {
      const said = node.title ?? node.menu_name ?? node.name
      // The server named it in the language of the login; the words themselves come with the first page or a change of language.
      return i18n.hasLoadedNamespace('contract') ? t(`contract:${menuWord(node.name)}`, { defaultValue: said }) : said
    },
    [t, i18n],
  )
  return { ...tree, title }
}

/** The page at an address: the longest url that the path starts with. */
export function pageAt<P extends Pick<PageRoute, 'url'>>(pages: readonly P[], path: string): P | null {
  return (
    pages
      .filter((page) => path === page.url || path.startsWith(`${page.url}/`))
      .sort((a, b) => b.url.length - a.url.length)[0] ?? null
  )
}

/** What the menu calls the page at this very address; null at addresses below a page, and outside of the menu. */
export function usePageTitle(): string | null {
  const { pages, title } = useMenu()
  const here = normalUrl(useLocation().pathname)
  const page = pages.find(({ url }) => url === here)
  return page ? title(page) : null
}
