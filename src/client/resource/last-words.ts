/**
 * What was typed in the moment before a page went. A draft is written after a pause in typing; a page that is left within the
 * pause begins to write it, and WebKit freezes the page before that is done: iOS keeps it aside and may never bring it back.
 * So the last words are also put where writing takes no time, and the form that is opened next takes them from there.
 */
import { recordTrouble } from '../ui/trouble'
import type { Values } from './values'

const SLOT = 'last-words'
/** Forms of one page; of those left earlier the words have long been written. */
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
    recordTrouble('last words not kept', error) // no room, or none allowed: the draft is on its way all the same
  }
}
export const leaveWords = (words: Words): void =>
  put([words, ...all().filter(({ key }) => key !== words.key)].slice(0, MOST))
/** Another person's are not shown, and stay for whom they belong to. */
export const wordsOf = (key: string, owner: string): Words['content'] | null =>
  all().find((words) => words.key === key && words.owner === owner)?.content ?? null
export function forgetWords(key: string): void {
  const words = all()
  if (words.some((one) => one.key === key)) put(words.filter((one) => one.key !== key))
}
