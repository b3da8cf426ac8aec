import { useEffect, useState, useSyncExternalStore } from 'react'

/** `unknown`: this browser or address has no service worker, or it has not been looked for yet. */
export type WorkerState = 'unknown' | 'installing' | 'active'
/** `ready` is reported for a moment after the app was prepared in this visit; later nothing has to be said. */
export type OfflineReadiness = 'preparing' | 'ready' | null

/** How long "ready offline" stays visible, ms. */
const READY_VISIBLE_MS = 15_000
let workerState: WorkerState = 'unknown'
const listeners = new Set<() => void>()

export function setWorkerState(next: WorkerState): void {
  workerState = next
  for (const listener of listeners) listener()
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Whether a person may walk away from the network: the app is installed and the shift's data are on the phone.
 * @param packReadyAt when the shift pack was last complete, ms; null while it has never been
 */
export function useOfflineReadiness(packReadyAt: number | null): OfflineReadiness {
  const worker = useSyncExternalStore(subscribe, () => workerState)
  const isPreparing = worker === 'installing' || (worker === 'active' && packReadyAt === null)
  const [wasPreparing, setWasPreparing] = useState(false)
  if (isPreparing && !wasPreparing) setWasPreparing(true)
  const isDone = wasPreparing && !isPreparing
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => setWasPreparing(false), READY_VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [isDone])
  return isPreparing ? 'preparing' : isDone ? 'ready' : null
}
