import { useState } from 'react'
import { isRefusedState } from '@/client/resource/UnsentBadge'
import { isOnline } from '@/client/api/notify-saved'
import { useCanCall } from '@/client/session/use-session'
import { weighRoll } from '../../contract/jumbo-commands'
import { addLabelWait } from './label-waits'
import type { WinderStatus } from './use-winder'
import type { ChangeParams, WinderRoll } from '../shared/winder-state'

/**
 * Returns the id of the roll whose label to print next. If the phone is offline and the roll has no number, returns
 * null and remembers the roll, so that its label is offered later.
 */
export function resolveNextLabel({ id, number }: Pick<WinderRoll, 'id' | 'number'>): string | null {
  if (number !== null || isOnline()) return id
  addLabelWait(id)
  return null
}

/** Leads through the steps after a doff: weighing, then the label. Closing a step ends the sequence. */
export function useDoffFollowUp(
  { doffedRolls, roll: rollOnWinder }: WinderStatus,
  changeParams: ChangeParams,
): {
  rollToWeigh: WinderRoll | null
  onDoffed: (rollId: string | null) => void
  onWeighed: (roll: WinderRoll | null) => void
} {
  const [rollId, setRollId] = useState<string | null>(null)
  const canWeigh = useCanCall(weighRoll)
  // A refused doff leaves the roll on the winder. The weighing dialog then stays open and explains the refusal.
  const refusedRoll = rollOnWinder?.id === rollId && isRefusedState(rollOnWinder?.pending) ? rollOnWinder : null
  const rollToWeigh = doffedRolls.find((doffedRoll) => doffedRoll.id === rollId) ?? refusedRoll
  return {
    rollToWeigh,
    onDoffed: (id) => {
      changeParams({ step: null, labels: id && !canWeigh ? resolveNextLabel({ id, number: null }) : null })
      if (canWeigh) setRollId(id)
    },
    onWeighed: (roll) => {
      setRollId(null)
      if (roll) changeParams({ labels: resolveNextLabel(roll) })
    },
  }
}
