/**
 * Input from the moment before a page was closed. Drafts are written after a pause in typing; a page closed within the
 * pause starts the write, but WebKit freezes the page before it completes, and iOS may never resume it. So the last
 * input also goes to localStorage, where writing is synchronous, and the form that opens next reads it.
 */
import { recordTrouble } from '../ui/trouble'
import type { Values } from './values'

const SLOT = 'last-words'
/** Forms of one page; earlier drafts have long been written. */
const MOST = 5

interface Words {
  key: string
  owner: string
  content: { values: Values; row?: unknown }
}
function all(): Words[] {
  try {
    return JSON.parse(localStorage.getItem(SLOT) ?? '[]') as Words[]
  } catch (error) {
    recordTrouble('last words not readable', error)
    return []
  }
}
function put(words: readonly Words[]): void {
  try {
    if (words.length > 0) localStorage.setItem(SLOT, JSON.stringify(words))
    else localStorage.removeItem(SLOT)
  } catch (error) {
    recordTrouble('last words not kept', error) // no room or no permission: the draft is being written anyway
  }
}
/** Stores the last input of a form; only the newest few are kept. */
export const leaveWords = (words: Words): void =>
  put([words, ...all().filter(({ key }) => key !== words.key)].slice(0, MOST))
/** Reads a draft of this owner; drafts of other people are not returned and stay. */
export const wordsOf = (key: string, owner: string): Words['content'] | null =>
  all().find((words) => words.key === key && words.owner === owner)?.content ?? null
/** Deletes the stored input of a form. */
export function forgetWords(key: string): void {
  const words = all()
  if (words.some((one) => one.key === key)) put(words.filter((one) => one.key !== key))
}
