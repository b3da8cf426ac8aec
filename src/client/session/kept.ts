import { keptSession } from '../api/phone'
import { recordTrouble } from '../ui/trouble'

/** Set while a session is kept on this phone, so that a start without one need not look for it. */
const KEPT = 'kept'

export function rememberKept(kept: boolean): void {
  try {
    if (kept) localStorage.setItem(KEPT, '1')
    else localStorage.removeItem(KEPT)
  } catch (error) {
    recordTrouble('not remembered', error)
  }
}
export function isKept(): boolean {
  try {
    return localStorage.getItem(KEPT) === '1'
  } catch {
    return false // storage is blocked: nothing was kept
  }
}

type Kept = Awaited<ReturnType<typeof keptSession>>
let ahead: Promise<Kept> | null = null
/** Begins to read the kept session before anyone asks. A failure is met by whoever takes it. */
export function readKeptAhead(): void {
  ahead = keptSession()
  ahead.catch(() => undefined)
}
/** The session kept on this phone, or null. Rejects when it cannot be read. */
export function takeKept(): Promise<Kept> {
  if (!isKept()) return Promise.resolve(null)
  const taken = ahead ?? keptSession()
  ahead = null
  return taken
}
