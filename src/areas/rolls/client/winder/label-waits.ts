import { useSyncExternalStore } from 'react'
import { recordTrouble } from '@/client/ui/trouble'

const KEY = 'winder/labels'
/** More are not offered one by one: the label of an older roll is printed from the roll. */
const MOST = 12
const seen = new Set<() => void>()
const NONE: readonly string[] = []
let waits: readonly string[] | null = null

/** Rolls weighed here while their number was still to come: their labels follow it, also after the page was left. */
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
export const waitForLabel = (rollId: string): void =>
  keep([...labelWaits().filter((id) => id !== rollId), rollId].slice(-MOST))
export const endLabelWait = (rollId: string): void => keep(labelWaits().filter((id) => id !== rollId))

function follow(tell: () => void): () => void {
  seen.add(tell)
  return () => void seen.delete(tell)
}
export const useLabelWaits = (): readonly string[] => useSyncExternalStore(follow, labelWaits)
