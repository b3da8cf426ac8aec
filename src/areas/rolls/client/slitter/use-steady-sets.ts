import { useState } from 'react'
import type { ShownSet } from './cut-state'

/**
 * Bridges the gap between outbox and server: a command leaves the outbox shortly before the lists are refetched.
 * Without this, a set would vanish for a moment, close the pad of the person weighing it, and offer its metres a second
 * time.
 */
export function steadySets(before: readonly ShownSet[], now: readonly ShownSet[]): readonly ShownSet[] {
  const awaited = before.filter((set) => set.setNumber === null && !set.unmade && !now.some((one) => one.id === set.id))
  if (awaited.length === 0 && now.every((set) => set.rolls.length > 0)) return now
  const whole = now.map((set) =>
    set.rolls.length > 0 ? set : { ...set, rolls: before.find((one) => one.id === set.id)?.rolls ?? [] },
  )
  return [...awaited, ...whole].sort((a, b) => a.fromM - b.fromM)
}
/** @param currentSets must keep its identity while nothing changes */
export function useSteadySets(shown: readonly ShownSet[]): readonly ShownSet[] {
  const [kept, setKept] = useState({ seen: shown, steady: shown })
  if (kept.seen === shown) return kept.steady
  const next = { seen: shown, steady: steadySets(kept.steady, shown) }
  setKept(next)
  return next.steady
}
