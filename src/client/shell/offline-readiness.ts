import { useEffect, useState, useSyncExternalStore } from 'react'

/** `unknown`: there is no service worker for this browser or address, or it has not been checked yet. */
export type WorkerState = 'unknown' | 'installing' | 'active'
/** `ready` is reported briefly after the app was prepared in this visit; afterwards there is nothing to report. */
export type OfflineReadiness = 'preparing' | 'ready' | null

/** Time for which "ready offline" stays visible, ms. */
const READY_VISIBLE_MS = 15_000
let workerState: WorkerState = 'unknown'
const listeners = new Set<() => void>()

/** Sets the state of the service worker and notifies subscribers. */
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
 * Returns the offline readiness: the app is installed and the shift's data are on the phone.
 * @param packReadyAt time of the last complete shift pack, ms; null if there has been none
 */
export function useOfflineReadiness(packReadyAt: number | null): OfflineReadiness {
  const worker = useSyncExternalStore(subscribe, () => workerState)
  const isPreparing = worker === 'installing' || (worker === 'active' && packReadyAt === null)
  const [wasPreparing, setWasPreparing] = useState(false)
  if (isPreparing && !wasPreparing) setWasPreparing(true)
  const isReady = wasPreparing && !isPreparing
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => setWasPreparing(false), READY_VISIBLE_MS)
    return () => clearTimeout(timer)
  }, [isReady])
  if (isPreparing) return 'preparing'
  return isReady ? 'ready' : null
}
