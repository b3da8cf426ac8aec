import { useState } from 'react'
import type { DisplayedSet } from './displayed-sets'

/**
 * Bridges the gap between outbox and server: a command leaves the outbox shortly before the lists are refetched.
 * Without this, a set would vanish for a moment, close the pad of the person weighing it, and offer its metres a second
 * time.
 */
export function mergeSteadySets(
  previousSets: readonly DisplayedSet[],
  currentSets: readonly DisplayedSet[],
): readonly DisplayedSet[] {
  const awaitedSets = previousSets.filter(
    (set) => set.setNumber === null && !set.unmade && !currentSets.some((one) => one.id === set.id),
  )
  if (awaitedSets.length === 0 && currentSets.every((set) => set.rolls.length > 0)) return currentSets
  const completeSets = currentSets.map((set) =>
    set.rolls.length > 0 ? set : { ...set, rolls: previousSets.find((one) => one.id === set.id)?.rolls ?? [] },
  )
  return [...awaitedSets, ...completeSets].sort((a, b) => a.fromM - b.fromM)
}
/** @param currentSets must keep its identity while nothing changes */
export function useSteadySets(currentSets: readonly DisplayedSet[]): readonly DisplayedSet[] {
  const [cached, setKept] = useState({ seen: currentSets, steady: currentSets })
  if (cached.seen === currentSets) return cached.steady
  const next = { seen: currentSets, steady: mergeSteadySets(cached.steady, currentSets) }
  setKept(next)
  return next.steady
}
