import { useState } from 'react'
import { isRefusedState } from '@/client/resource/UnsentBadge'
import { isOnline } from '@/client/api/notify-saved'
import { useCanCall } from '@/client/session/use-session'
import { weighRoll } from '../../contract/jumbo-commands'
import { waitForLabel } from './label-waits'
import type { Winder } from './use-winder'
import type { Change, Roll } from './winder-state'

/**
 * Returns the roll whose label to print next. Without a number it returns null offline and remembers the roll, so that
 * its label is offered later.
 */
export function labelNext({ id, number }: Pick<Roll, 'id' | 'number'>): string | null {
  if (number !== null || isOnline()) return id
  waitForLabel(id)
  return null
}

/** Leads through the steps after a doff: weighing, then the label. Closing a step ends the sequence. */
export function useAfterDoff(
  { doffed: rolls, roll: wound }: Winder,
  change: Change,
): { toWeigh: Roll | null; doffed: (rollId: string | null) => void; weighed: (roll: Roll | null) => void } {
  const [rollId, setRoll] = useState<string | null>(null)
  const mayWeigh = useCanCall(weighRoll)
  // A refused doff leaves the roll on the winder; the weighing dialog explains it instead of closing.
  const stays = wound?.id === rollId && isRefusedState(wound?.pending) ? wound : null
  const found = rolls.find((one) => one.id === rollId) ?? stays
  return {
    toWeigh: found,
    doffed: (id) => {
      change({ step: null, labels: id && !mayWeigh ? labelNext({ id, number: null }) : null })
      if (mayWeigh) setRoll(id)
    },
    weighed: (roll) => {
      setRoll(null)
      if (roll) change({ labels: labelNext(roll) })
    },
  }
}
