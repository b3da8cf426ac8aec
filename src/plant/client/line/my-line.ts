import { useSyncExternalStore } from 'react'
import { recordTrouble } from '@/client/ui/trouble'
import { subscribeToSession, getSession } from '@/client/session/session'

const buildStorageKey = () => `line/${getSession().userId}`
const listeners = new Set<() => void>()

/** Returns the line this person chose on this phone; null for all lines. */
export function getMyLine(): string | null {
  try {
    return localStorage.getItem(buildStorageKey())
  } catch {
    return null // storage is blocked
  }
}
/** Returns the initial line of a new shift record: the chosen line, if any. */
export function getInitialLine(): { lineId?: string } {
  const lineId = getMyLine()
  return lineId ? { lineId } : {}
}
/** Stores the chosen line on this phone and notifies the hooks; null for all lines. */
export function chooseMyLine(id: string | null): void {
  try {
    if (id) localStorage.setItem(buildStorageKey(), id)
    else localStorage.removeItem(buildStorageKey())
  } catch (error) {
    recordTrouble('line not remembered', error)
  }
  for (const listener of listeners) listener()
}
function subscribeToMyLine(onChange: () => void): () => void {
  listeners.add(onChange)
  const unsubscribeSession = subscribeToSession(onChange)
  return () => {
    listeners.delete(onChange)
    unsubscribeSession()
  }
}
/** Returns the chosen line and follows its changes. */
export const useMyLine = (): string | null => useSyncExternalStore(subscribeToMyLine, getMyLine)
/** True if a row of `lineId` concerns a person who chose `myLineId`; always true while no line is chosen. */
export const matchesMyLine = (lineId: string | null | undefined, myLineId: string | null): boolean =>
  myLineId === null || lineId === myLineId
