import { session } from '../session/session'
import { recordTrouble } from '../ui/trouble'

const MOST = 8
const key = () => `recent ${session().userId}`
/** Pages the person opened last, newest first. */
export function recentPages(): string[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]')
    return Array.isArray(list) ? list.filter((url): url is string => typeof url === 'string') : []
  } catch {
    return [] // blocked storage or an old shape: a comfort, not data
  }
}
export function rememberVisit(url: string): void {
  try {
    localStorage.setItem(key(), JSON.stringify([url, ...recentPages().filter((other) => other !== url)].slice(0, MOST)))
  } catch (error) {
    recordTrouble('visit not remembered', error)
  }
}
