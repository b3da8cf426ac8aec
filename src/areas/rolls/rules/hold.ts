/** Holds 扣留: a suspect item stays where it is until quality releases it. */
import { defineStateMachine, getOpenStates } from '@/contract/state-machine'

export const holdLifecycle = defineStateMachine('hold', {
  states: ['held', 'released'],
  initial: 'held',
  actions: {
    hold: {
      from: [null],
      to: 'held',
      permission: 'qualityTrackingAdd',
      requiredInputs: ['kind', 'subjectId', 'reason'],
    },
    release: {
      from: ['held'],
      to: 'released',
      permission: 'qualityTrackingApprove',
      requiredInputs: ['releaseReason'],
    },
  },
})
/** Kinds of items that can be put on hold. A hold extends to everything that contains the item or was made of it. */
export const holdableKinds = ['materialLot', 'jumboRoll', 'slitRoll', 'package', 'workOrder'] as const
export type HoldableKind = (typeof holdableKinds)[number]

/** States of holds that are still in force. */
export const activeHoldStates = getOpenStates(holdLifecycle)
/** Returns true if an item is on hold. Rows that a phone cached from an older server lack the field `holds`. */
export const isHeld = (holds: readonly string[] | null | undefined): boolean => (holds?.length ?? 0) > 0

/** The fields of a hold that block an action. */
export interface BlockingHold {
  readonly number: string
  readonly reason: string
  readonly heldAt: string
}
/**
 * Returns the hold that blocks an action at the given moment, or null. Actions before the hold are valid even if an
 * offline phone reports them later.
 */
export const findBlockingHold = <H extends BlockingHold>(holds: readonly H[], moment: string): H | null =>
  holds.find(({ heldAt }) => Date.parse(heldAt) <= Date.parse(moment)) ?? null
