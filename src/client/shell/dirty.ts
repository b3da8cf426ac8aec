import { useEffect, useId, useSyncExternalStore } from 'react'

const dirty = new Set<string>()
const listeners = new Set<() => void>()
/** Returns true if any form has unsaved input: no update and no reload then. */
export const isDirty = (): boolean => dirty.size > 0
/** Subscribes to changes of the dirty state; returns the unsubscribe function. */
export function onDirty(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
function mark(id: string, yes: boolean): void {
  const before = dirty.size
  if (yes) dirty.add(id)
  else dirty.delete(id)
  if (before !== dirty.size) for (const listener of listeners) listener()
}
/** Reports a form's dirty state while it is mounted. */
export function useDirty(yes: boolean): void {
  const id = useId()
  useEffect(() => {
    mark(id, yes)
    return () => mark(id, false)
  }, [id, yes])
}
/** Returns true while any form has unsaved input. */
export const useIsDirty = (): boolean => useSyncExternalStore(onDirty, isDirty)
