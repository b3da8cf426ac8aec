import { useState } from 'react'
import { isOnline } from '@/client/api/saved'
import { useMayCall } from '@/client/session/use-session'
import { weighRoll } from '../../contract/jumbo-commands'
import type { Winder } from './use-winder'
import type { Change, Roll } from './winder-state'

/** A label needs a number; without a network it follows, and there is nothing to print yet. */
export const goesToLabel = (roll: Pick<Roll, 'number'>): boolean => roll.number !== null || isOnline()

/** What follows a doff, one step leading to the next: the scale, then the label. Closing a step ends it. */
export function useAfterDoff(
  { doffed: rolls }: Winder,
  change: Change,
): { toWeigh: Roll | null; doffed: (rollId: string | null) => void; weighed: (roll: Roll | null) => void } {
  const [rollId, setRoll] = useState<string | null>(null)
  const mayWeigh = useMayCall(weighRoll)
  const found = rolls.find((one) => one.id === rollId) ?? null
  const label = (roll: Roll | null) => {
    if (roll && goesToLabel(roll)) change({ labels: roll.id })
  }
  return {
    toWeigh: found,
    doffed: (id) => {
      change({ step: null, labels: id && !mayWeigh && isOnline() ? id : null })
      if (mayWeigh) setRoll(id)
    },
    weighed: (roll) => {
      setRoll(null)
      label(roll)
    },
  }
}
