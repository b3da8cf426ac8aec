import { useCallback } from 'react'
import { getAreas } from '../area-registry'
import { hasPermission, useSession } from '../session/use-session'
import { usePageLink } from './use-page-link'

/**
 * Returns a function for the address of the form (or list) that adds rows of a resource; null if there is none or the
 * user may not add rows.
 */
export function useAddAddress(): (resource: string, place?: 'form' | 'list') => string | null {
  const person = useSession()
  const pageLink = usePageLink()
  return useCallback(
    (resource, place = 'form') => {
      const addPlace = getAreas().find((area) => area.creationPlaces?.[resource])?.creationPlaces?.[resource]
      if (!addPlace || !hasPermission(person, addPlace.keys)) return null
      const { page, subpath: below, at } = addPlace
      if (!page) return below ?? null
      const address = pageLink(page)
      const query = new URLSearchParams({ ...at, ...(place === 'form' ? { new: '1' } : {}) }).toString()
      return address && `${[address, below].filter(Boolean).join('/')}?${query}`
    },
    [person, pageLink],
  )
}
