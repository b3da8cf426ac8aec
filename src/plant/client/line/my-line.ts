import { useSyncExternalStore } from 'react'
import { recordTrouble } from '@/client/ui/trouble'
import { onSession, session } from '@/client/session/session'

const key = () => `line/${session().userId}`
const listeners = new Set<() => void>()

/** Returns the line this person chose on this phone; null for all lines. */
export function myLine(): string | null {
  try {
    return localStorage.getItem(key())
  } catch {
    return null // storage is blocked
  }
}
/** Returns the initial line of a new shift record: the chosen line, if any. */
export function startLine(): { lineId?: string } {
  const lineId = myLine()
  return lineId ? { lineId } : {}
}
/** Stores the chosen line on this phone and notifies the hooks; null for all lines. */
export function chooseMyLine(id: string | null): void {
  try {
    if (id) localStorage.setItem(key(), id)
    else localStorage.removeItem(key())
  } catch (error) {
    recordTrouble('line not remembered', error)
  }
  for (const listener of listeners) listener()
}
function follow(changed: () => void): () => void {
  listeners.add(changed)
  const undo = onSession(changed)
  return () => {
    listeners.delete(changed)
    undo()
  }
}
/** Returns the chosen line and follows its changes. */
export const useMyLine = (): string | null => useSyncExternalStore(follow, myLine)
/** True if something of a line concerns a person at `myLineId`; always true while no line is chosen. */
export const isOfLine = (lineId: string | null | undefined, mine: string | null): boolean =>
  mine === null || lineId === mine
