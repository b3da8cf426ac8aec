import { hasCorrectionForm, findFormPlace, findRowPlace, getAreas } from '../area-registry'
import { getSession } from '../session/session'
import { normalizeUrl } from './menu-tree'
import { useCallback, useEffect } from 'react'
import { hasPermission, useSession } from '../session/use-session'
import { usePageLink } from './use-page-link'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { UnsentCommand } from '../api/phone'
import { useUnsentCommands } from '../api/use-list'

/**
 * Returns the address that opens a row of a resource for the signed-in user; null if no page of the user displays it.
 */
export function buildRowAddress(resource: string, query: Readonly<Record<string, string>>): string | null {
  const { routerList } = getSession()
  const place = findPermittedPlace(resource)
  const page = place && routerList.find(({ name }) => name === place.page)
  return page ? `${normalizeUrl(page.url)}?${new URLSearchParams({ ...place.params, ...query }).toString()}` : null
}
const findPermittedPlace = (resource: string) =>
  findRowPlace(resource, (page) => getSession().routerList.some(({ name }) => name === page))
/** Returns true if the page that opens rows of the resource for this user lets them choose a row by name. */
export const canChooseByName = (resource: string): boolean => findPermittedPlace(resource)?.searchableByName ?? false
/** Returns the address of an unsent command's card in the sync center. */
export const buildSyncAddress = (commandId: string): string =>
  `/me/sync?${new URLSearchParams({ unsent: commandId }).toString()}`
/**
 * Returns the address of the form that corrects an unsent command; null if there is no form or the user lacks its page.
 */
export function buildFormAddress(op: string, resource: string, commandId: string): string | null {
  const place = hasCorrectionForm(op) ? findFormPlace(resource) : undefined
  const page = place && getSession().routerList.find(({ name }) => name === place.page)
  return page
    ? `${normalizeUrl(page.url)}?${new URLSearchParams({ ...place.params, unsent: commandId }).toString()}`
    : null
}

/**
 * Returns a function that builds the address of the form (or list) that adds rows of a resource. The function returns
 * null if there is no such form or the user may not add rows.
 */
export function useAddFormLink(): (resource: string, target?: 'form' | 'list') => string | null {
  const person = useSession()
  const pageLink = usePageLink()
  return useCallback(
    (resource, target = 'form') => {
      const creationPlace = getAreas().find((area) => area.creationPlaces?.[resource])?.creationPlaces?.[resource]
      if (!creationPlace || !hasPermission(person, creationPlace.permissions)) return null
      const { page, subpath, params } = creationPlace
      if (!page) return subpath ?? null
      const address = pageLink(page)
      const query = new URLSearchParams({ ...params, ...(target === 'form' ? { new: '1' } : {}) }).toString()
      return address && `${[address, subpath].filter(Boolean).join('/')}?${query}`
    },
    [person, pageLink],
  )
}

/**
 * Returns the unsent command that the address asks to correct. If this page has no form for it, the user is redirected
 * to the page that has one, else to the sync center.
 */
export function useUnsentCommandToCorrect(): UnsentCommand | undefined {
  const unsentId = useSearchParams()[0].get('unsent')
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const command = useUnsentCommands().find(({ id }) => id === unsentId)
  const redirect = command ? findCorrectionAddress(command, pathname) : null
  useEffect(() => {
    if (redirect) void navigate(redirect, { replace: true })
  }, [redirect, navigate])
  return redirect ? undefined : command
}

/** Returns the address that shows a command which the current page cannot correct; null if it can. */
function findCorrectionAddress({ id, op, resource }: UnsentCommand, pathname: string): string | null {
  const place = op && resource && hasCorrectionForm(op) ? findFormPlace(resource) : undefined
  if (!op || !resource || !place) return buildSyncAddress(id)
  const currentPage = getSession().routerList.find(({ url }) => normalizeUrl(url) === pathname)
  if (!currentPage || currentPage.name === place.page) return null
  return buildFormAddress(op, resource, id) ?? buildSyncAddress(id)
}
