import { useSyncExternalStore } from 'react'
import { recordTrouble } from '@/client/ui/trouble'

const KEY = 'winder/labels'
/** Maximum labels offered here; labels of older rolls are printed from the roll. */
const MOST = 12
const seen = new Set<() => void>()
const NONE: readonly string[] = []
let waits: readonly string[] | null = null

/** Rolls weighed here before their number was assigned; their labels are offered later, also after leaving the page. */
function labelWaits(): readonly string[] {
  if (waits) return waits
  try {
    waits = (localStorage.getItem(KEY) ?? '').split(',').filter(Boolean)
  } catch {
    waits = NONE // storage is blocked
  }
  return waits
}
function keep(next: readonly string[]): void {
  waits = next
  try {
    if (next.length) localStorage.setItem(KEY, next.join(','))
    else localStorage.removeItem(KEY)
  } catch (error) {
    recordTrouble('labels to come not remembered', error)
  }
  for (const tell of seen) tell()
}
/** Remembers a roll whose label is offered once its number is assigned. */
export const waitForLabel = (rollId: string): void =>
  keep([...labelWaits().filter((id) => id !== rollId), rollId].slice(-MOST))
/** Forgets a roll whose label was printed or dismissed. */
export const endLabelWait = (rollId: string): void => keep(labelWaits().filter((id) => id !== rollId))

function follow(tell: () => void): () => void {
  seen.add(tell)
  return () => void seen.delete(tell)
}
/** Returns the ids of the remembered rolls. */
export const useLabelWaits = (): readonly string[] => useSyncExternalStore(follow, labelWaits)
