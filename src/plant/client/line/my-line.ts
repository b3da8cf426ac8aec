import { useSyncExternalStore } from 'react'
import { recordTrouble } from '@/client/ui/trouble'
import { onSession, session } from '@/client/session/session'

const key = () => `line/${session().userId}`
const listeners = new Set<() => void>()

/** The line that this person works at, as chosen on this phone; null for all of them. */
export function myLine(): string | null {
  try {
    return localStorage.getItem(key())
  } catch {
    return null // storage is blocked
  }
}
/** The line a new sheet begins with: the person's own, where one is chosen. */
export function startLine(): { lineId?: string } {
  const lineId = myLine()
  return lineId ? { lineId } : {}
}
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
/** The person's line, kept up to date. */
export const useMyLine = (): string | null => useSyncExternalStore(follow, myLine)
/** Whether something of a line concerns who works at `mine`; all of it does while no line is chosen. */
export const isOfLine = (lineId: string | null | undefined, mine: string | null): boolean =>
  mine === null || lineId === mine
