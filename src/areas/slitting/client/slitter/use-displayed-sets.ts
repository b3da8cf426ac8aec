import { useState } from 'react'
import type { DisplayedSet } from './displayed-sets'
import { useTranslation } from 'react-i18next'
import { formatClock } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'

/**
 * Retains pending sets whose command has left the outbox although the refetched lists do not contain them yet.
 * Otherwise a set would vanish for a moment, which would close the number pad and offer the metres of the set a second
 * time.
 */
export function retainPendingSets(
  previousSets: readonly DisplayedSet[],
  currentSets: readonly DisplayedSet[],
): readonly DisplayedSet[] {
  const pendingSets = previousSets.filter(
    (set) => set.setNumber === null && !set.isNotCreated && !currentSets.some((currentSet) => currentSet.id === set.id),
  )
  if (pendingSets.length === 0 && currentSets.every((set) => set.rolls.length > 0)) return currentSets
  const completeSets = currentSets.map((set) =>
    set.rolls.length > 0
      ? set
      : { ...set, rolls: previousSets.find((previousSet) => previousSet.id === set.id)?.rolls ?? [] },
  )
  return [...pendingSets, ...completeSets].sort((a, b) => a.fromM - b.fromM)
}
/**
 * Returns the displayed sets, including those that `retainPendingSets` retains.
 * @param currentSets must keep its identity while nothing changes
 */
export function useRetainedSets(currentSets: readonly DisplayedSet[]): readonly DisplayedSet[] {
  const [cached, setCached] = useState({ source: currentSets, retainedSets: currentSets })
  if (cached.source === currentSets) return cached.retainedSets
  const next = { source: currentSets, retainedSets: retainPendingSets(cached.retainedSets, currentSets) }
  setCached(next)
  return next.retainedSets
}

/** Returns a formatter for the name of a set: its assigned or expected number, and its doff time. */
export function useFormatSet(): (set: Pick<DisplayedSet, 'expectedNumber' | 'doffedAt'>) => string {
  const { t } = useTranslation('slitting')
  const zone = usePlantZone()
  return ({ expectedNumber, doffedAt }) =>
    [t('pages.divideInteractive.setWord', { set: expectedNumber }), doffedAt && formatClock(doffedAt, zone)]
      .filter(Boolean)
      .join(' · ')
}
