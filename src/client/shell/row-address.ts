import { hasForm, placeOfForm, placeThatOpens } from '../areas'
import { session } from '../session/session'
import { normalUrl } from './menu-tree'

/** The address at which a row of a resource opens for the person signed in, on its own part of the page; null when none of its pages is theirs. */
export function rowAddress(resource: string, query: Readonly<Record<string, string>>): string | null {
  const { routerList } = session()
  const place = ownPlace(resource)
  const found = place && routerList.find(({ name }) => name === place.page)
  return found ? `${normalUrl(found.url)}?${new URLSearchParams({ ...place.at, ...query }).toString()}` : null
}
const ownPlace = (resource: string) =>
  placeThatOpens(resource, (page) => session().routerList.some(({ name }) => name === page))
/** Whether the page on which rows of a resource open for this person lets them choose one by its name. */
export const isNamed = (resource: string): boolean => ownPlace(resource)?.named ?? false
/** The address of an unsent command's own card in the sync centre. */
export const syncAddress = (unsent: string): string => `/me/sync?${new URLSearchParams({ unsent }).toString()}`
/** The address of the form in which an unsent command is corrected; null where it has none, or its page is not this person's. */
export function formAddress(op: string, resource: string, unsent: string): string | null {
  const place = hasForm(op) ? placeOfForm(resource) : undefined
  const found = place && session().routerList.find(({ name }) => name === place.page)
  return found ? `${normalUrl(found.url)}?${new URLSearchParams({ ...place.at, unsent }).toString()}` : null
}
