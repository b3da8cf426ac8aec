import { useCallback } from 'react'
import type { PageName } from '@/contract/menu'
import { useSession } from '../session/use-session'
import { normalizeUrl } from './menu-tree'

/**
 * Returns a function that builds the address of a page with a query. The function returns null if the account does not
 * have the page.
 */
export function usePageLink(): (page: PageName, query?: Readonly<Record<string, string>>) => string | null {
  const { routerList } = useSession()
  return useCallback(
    (page, query = {}) => {
      const route = routerList.find((candidate) => candidate.name === page)
      const queryText = new URLSearchParams(query).toString()
      return route ? `${normalizeUrl(route.url)}${queryText && `?${queryText}`}` : null
    },
    [routerList],
  )
}
