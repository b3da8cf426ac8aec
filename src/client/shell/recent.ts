import { getSession } from '../session/session'
import { recordTrouble } from '../ui/trouble'

const MOST = 8
const key = () => `recent ${getSession().userId}`
/** Returns the URLs of the last pages the user opened, newest first. */
export function recentPages(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]')
    return Array.isArray(list) ? list.filter((url): url is string => typeof url === 'string') : []
  } catch {
    return [] // blocked storage or an old format; the list is not essential
  }
}
/** Puts a page first in the list of recent pages. */
export function rememberVisit(url: string): void {
  try {
    localStorage.setItem(key(), JSON.stringify([url, ...recentPages().filter((other) => other !== url)].slice(0, MOST)))
  } catch (error) {
    recordTrouble('visit not remembered', error)
  }
}
