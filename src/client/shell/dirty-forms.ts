import { useEffect, useId, useSyncExternalStore } from 'react'

const dirtyForms = new Set<string>()
const listeners = new Set<() => void>()
/** Returns true if any form has unsaved input, which an update or a reload of the app would lose. */
export const isDirty = (): boolean => dirtyForms.size > 0
/** Subscribes to changes of the dirty state; returns the unsubscribe function. */
export function subscribeToDirtyForms(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
function setDirty(id: string, isFormDirty: boolean): void {
  const previousSize = dirtyForms.size
  if (isFormDirty) dirtyForms.add(id)
  else dirtyForms.delete(id)
  if (previousSize !== dirtyForms.size) for (const listener of listeners) listener()
}
/** Reports a form's dirty state while it is mounted. */
export function useReportDirty(isFormDirty: boolean): void {
  const id = useId()
  useEffect(() => {
    setDirty(id, isFormDirty)
    return () => setDirty(id, false)
  }, [id, isFormDirty])
}
/** Returns true while any form has unsaved input. */
export const useIsDirty = (): boolean => useSyncExternalStore(subscribeToDirtyForms, isDirty)
