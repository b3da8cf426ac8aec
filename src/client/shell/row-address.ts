import { hasCorrectionForm, findFormPlace, findRowPlace } from '../area-registry'
import { getSession } from '../session/session'
import { normalizeUrl } from './menu-tree'

/**
 * Returns the address that opens a row of a resource for the signed-in user; null if the user has none of its pages.
 */
export function buildRowAddress(resource: string, query: Readonly<Record<string, string>>): string | null {
  const { routerList } = getSession()
  const place = findOwnPlace(resource)
  const page = place && routerList.find(({ name }) => name === place.page)
  return page ? `${normalizeUrl(page.url)}?${new URLSearchParams({ ...place.at, ...query }).toString()}` : null
}
const findOwnPlace = (resource: string) =>
  findRowPlace(resource, (page) => getSession().routerList.some(({ name }) => name === page))
/** Returns true if the page that opens rows of the resource for this user lets them choose a row by name. */
export const canChooseByName = (resource: string): boolean => findOwnPlace(resource)?.searchableByName ?? false
/** Returns the address of an unsent command's card in the sync center. */
export const buildSyncAddress = (unsent: string): string => `/me/sync?${new URLSearchParams({ unsent }).toString()}`
/**
 * Returns the address of the form that corrects an unsent command; null if there is no form or the user lacks its page.
 */
export function buildFormAddress(op: string, resource: string, unsent: string): string | null {
  const place = hasCorrectionForm(op) ? findFormPlace(resource) : undefined
  const page = place && getSession().routerList.find(({ name }) => name === place.page)
  return page ? `${normalizeUrl(page.url)}?${new URLSearchParams({ ...place.at, unsent }).toString()}` : null
}
