import { hasCorrectionForm, findFormPlace, findRowPlace } from '../area-registry'
import { getSession } from '../session/session'
import { normalUrl } from './menu-tree'

/**
 * Returns the address that opens a row of a resource for the signed-in user; null if the user has none of its pages.
 */
export function rowAddress(resource: string, query: Readonly<Record<string, string>>): string | null {
  const { routerList } = getSession()
  const place = ownPlace(resource)
  const found = place && routerList.find(({ name }) => name === place.page)
  return found ? `${normalUrl(found.url)}?${new URLSearchParams({ ...place.at, ...query }).toString()}` : null
}
const ownPlace = (resource: string) =>
  findRowPlace(resource, (page) => getSession().routerList.some(({ name }) => name === page))
/** Returns true if the page that opens rows of the resource for this user lets them choose a row by name. */
export const isNamed = (resource: string): boolean => ownPlace(resource)?.searchableByName ?? false
/** Returns the address of an unsent command's card in the sync center. */
export const syncAddress = (unsent: string): string => `/me/sync?${new URLSearchParams({ unsent }).toString()}`
/**
 * Returns the address of the form that corrects an unsent command; null if there is no form or the user lacks its page.
 */
export function formAddress(op: string, resource: string, unsent: string): string | null {
  const place = hasCorrectionForm(op) ? findFormPlace(resource) : undefined
  const found = place && getSession().routerList.find(({ name }) => name === place.page)
  return found ? `${normalUrl(found.url)}?${new URLSearchParams({ ...place.at, unsent }).toString()}` : null
}
