import { useEffect, useId, useSyncExternalStore } from 'react'

const dirty = new Set<string>()
const listeners = new Set<() => void>()
/** Whether any form has something typed that is not saved: no update and no reload then. */
export const isDirty = (): boolean => dirty.size > 0
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
/** A form says whether it is dirty for as long as it is on screen. */
export function useDirty(yes: boolean): void {
  const id = useId()
  useEffect(() => {
    mark(id, yes)
    return () => mark(id, false)
  }, [id, yes])
}
export const useIsDirty = (): boolean => useSyncExternalStore(onDirty, isDirty)
