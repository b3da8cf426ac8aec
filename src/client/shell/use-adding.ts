import { useCallback } from 'react'
import { areas } from '../areas'
import { may, useSession } from '../session/use-session'
import { usePageLink } from './use-page-link'

/** The address of the form in which rows of a resource are entered, or of the list over which it opens; null where there is none, or this person may not. */
export function useAdding(): (resource: string, place?: 'form' | 'list') => string | null {
  const person = useSession()
  const pageLink = usePageLink()
  return useCallback(
    (resource, place = 'form') => {
      const adding = areas().find((area) => area.adds?.[resource])?.adds?.[resource]
      if (!adding || !may(person, adding.keys)) return null
      const { page, below, at } = adding
      if (!page) return below ?? null
      const address = pageLink(page)
      const query = new URLSearchParams({ ...at, ...(place === 'form' ? { new: '1' } : {}) }).toString()
      return address && `${[address, below].filter(Boolean).join('/')}?${query}`
    },
    [person, pageLink],
  )
}
