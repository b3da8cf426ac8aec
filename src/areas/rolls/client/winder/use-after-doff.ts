import { useState } from 'react'
import { isRefusedState } from '@/client/resource/UnsentBadge'
import { isOnline } from '@/client/api/notify-saved'
import { useCanCall } from '@/client/session/use-session'
import { weighRoll } from '../../contract/jumbo-commands'
import { waitForLabel } from './label-waits'
import type { Winder } from './use-winder'
import type { Change, Roll } from './winder-state'

/** The roll whose label comes next. It needs a number; without a network that follows, and the label is offered then. */
export function labelNext({ id, number }: Pick<Roll, 'id' | 'number'>): string | null {
  if (number !== null || isOnline()) return id
  waitForLabel(id)
  return null
}

/** What follows a doff, one step leading to the next: the scale, then the label. Closing a step ends it. */
export function useAfterDoff(
  { doffed: rolls, roll: wound }: Winder,
  change: Change,
): { toWeigh: Roll | null; doffed: (rollId: string | null) => void; weighed: (roll: Roll | null) => void } {
  const [rollId, setRoll] = useState<string | null>(null)
  const mayWeigh = useCanCall(weighRoll)
  // Refused, the doff leaves the roll on the winder: the scale says so, and does not just go.
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
