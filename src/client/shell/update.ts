/** A new version of the app that is ready to be activated. */
export interface Update {
  apply: () => void
}
let update: Update | null = null
const listeners = new Set<() => void>()
/** Returns the update that is ready, or null. */
export const waitingUpdate = (): Update | null => update
/** Subscribes to changes of the available update; returns the unsubscribe function. */
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
/** Sets the available update and notifies subscribers. */
export function offerUpdate(next: Update | null): void {
  update = next
  for (const listener of listeners) listener()
}
