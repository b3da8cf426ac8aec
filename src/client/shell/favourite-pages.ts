import { useState, useSyncExternalStore } from 'react'
import { getSession } from '../session/session'
import { recordTrouble } from '../ui/trouble'

const listeners = new Set<() => void>()
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const readStoredText = (key: string): string => {
  try {
    return localStorage.getItem(key) ?? '[]'
  } catch {
    return '[]' // storage may be blocked
  }
}
function parseTexts(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : []
  } catch {
    return []
  }
}
/** Returns a list of texts that this phone stores for the person, and a function that adds or removes one. */
function useStoredTexts(name: string): [texts: readonly string[], toggle: (text: string) => void] {
  const key = `${name} ${getSession().userId}`
  const storedText = useSyncExternalStore(subscribe, () => readStoredText(key))
  const texts = parseTexts(storedText)
  const toggle = (text: string) => {
    const next = texts.includes(text) ? texts.filter((other) => other !== text) : [...texts, text]
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch (error) {
      recordTrouble(`${name} not stored`, error)
    }
    for (const listener of listeners) listener()
  }
  return [texts, toggle]
}

/** Returns the URLs of the pages that the person has starred, and a function that stars or unstars one. */
export const useFavouritePages = (): [urls: readonly string[], toggle: (url: string) => void] =>
  useStoredTexts('favourites')

/**
 * Returns whether a group of the menu is open, and a function that opens or closes it. The choice is stored; without one
 * the group is open if `isOpenByDefault`.
 */
export function useGroupFold(name: string, isOpenByDefault: boolean): [isOpen: boolean, toggle: () => void] {
  const [openNames, toggleOpen] = useStoredTexts('open-groups')
  const [closedNames, toggleClosed] = useStoredTexts('closed-groups')
  // A closed group opens again when the person comes from a page outside the group to a page inside it.
  const [wasOpenByDefaultAtChoice, setWasOpenByDefaultAtChoice] = useState(isOpenByDefault)
  const hasComeInside = isOpenByDefault && !wasOpenByDefaultAtChoice
  const isClosedByChoice = closedNames.includes(name) && !hasComeInside
  const isOpen = !isClosedByChoice && (openNames.includes(name) || isOpenByDefault)
  const toggle = () => {
    setWasOpenByDefaultAtChoice(isOpenByDefault)
    const willOpen = !isOpen
    if (openNames.includes(name) !== willOpen) toggleOpen(name)
    if (closedNames.includes(name) === willOpen) toggleClosed(name)
  }
  return [isOpen, toggle]
}
