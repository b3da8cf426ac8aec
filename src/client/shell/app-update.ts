/** A new version of the app that is ready to be activated. */
export interface AppUpdate {
  apply: () => void
}
let pendingUpdate: AppUpdate | null = null
const listeners = new Set<() => void>()
/** Returns the update that is ready, or null. */
export const getPendingUpdate = (): AppUpdate | null => pendingUpdate
/** Subscribes to changes of the available update; returns the unsubscribe function. */
export function onUpdateChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
/** Sets the available update and notifies subscribers. */
export function offerUpdate(next: AppUpdate | null): void {
  pendingUpdate = next
  for (const listener of listeners) listener()
}
