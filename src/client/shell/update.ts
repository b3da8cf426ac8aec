/** A new version of the app that is ready to be used. */
export interface Update {
  apply: () => void
}
let update: Update | null = null
const listeners = new Set<() => void>()
export const waitingUpdate = (): Update | null => update
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
export function offerUpdate(next: Update | null): void {
  update = next
  for (const listener of listeners) listener()
}
