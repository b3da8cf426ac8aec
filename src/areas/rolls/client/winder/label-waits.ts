import { useSyncExternalStore } from 'react'
import { recordTrouble } from '@/client/ui/trouble'

const STORAGE_KEY = 'winder/labels'
/** Maximum number of remembered rolls; labels of older rolls are printed from the page of the roll. */
const MAX_WAITING_LABELS = 12
const listeners = new Set<() => void>()
const NO_WAITS: readonly string[] = []
let cachedWaits: readonly string[] | null = null

/**
 * Returns the ids of rolls that were weighed here before their number was assigned. Their labels are offered later,
 * even after the page was left.
 */
function loadLabelWaits(): readonly string[] {
  if (cachedWaits) return cachedWaits
  try {
    cachedWaits = (localStorage.getItem(STORAGE_KEY) ?? '').split(',').filter(Boolean)
  } catch {
    cachedWaits = NO_WAITS // storage is blocked
  }
  return cachedWaits
}
function storeWaits(waits: readonly string[]): void {
  cachedWaits = waits
  try {
    if (waits.length) localStorage.setItem(STORAGE_KEY, waits.join(','))
    else localStorage.removeItem(STORAGE_KEY)
  } catch (error) {
    recordTrouble('labels to come not remembered', error)
  }
  for (const listener of listeners) listener()
}
/** Remembers a roll whose label is offered once its number is assigned. */
export const addLabelWait = (rollId: string): void =>
  storeWaits([...loadLabelWaits().filter((id) => id !== rollId), rollId].slice(-MAX_WAITING_LABELS))
/** Forgets a roll whose label was printed or dismissed. */
export const endLabelWait = (rollId: string): void => storeWaits(loadLabelWaits().filter((id) => id !== rollId))

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
/** Returns the ids of the remembered rolls. */
export const useLabelWaits = (): readonly string[] => useSyncExternalStore(subscribe, loadLabelWaits)
