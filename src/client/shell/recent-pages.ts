import { getSession } from '../session/session'
import { recordTrouble } from '../ui/trouble'

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
