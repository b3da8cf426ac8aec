/** Holds 扣留: a suspect item stays where it is until quality releases it. */
import { defineStateMachine, getOpenStates } from '@/contract/state-machine'
import { presentJumboStates, takenBackJumboStates, scrappedJumboStates, type JumboState } from './jumbo-roll'
import { endedSlitStates, slitRollLifecycle, type SlitState } from './slit-roll'
import { existingPackageStates } from './package'

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
/** Kinds of subjects of a recall list. A customer stands for all ordered goods and cannot be put on hold. */
export const recallableKinds = [...holdableKinds, 'customer'] as const
export type RecallableKind = (typeof recallableKinds)[number]

/**
 * True if a pellet lot in store can hold the plant's trace threshold or more of a lot by its recorded sources. A hold on the
 * lot blocks such pellet lots.
 */
export const isAboveTrace = (
  pelletLot: { readonly maxKg: number; readonly leftKg: number },
  traceKg: number,
): boolean => pelletLot.leftKg > 0 && pelletLot.maxKg > 0 && pelletLot.maxKg >= traceKg
/** States of items that a hold reaches: they have neither left the plant nor been pelletised. */
export const reachableStates = {
  jumboRoll: presentJumboStates,
  slitRoll: slitRollLifecycle.states.filter((state) => state === 'made' || state === 'packed' || state === 'stored'),
  package: existingPackageStates.filter((state) => state !== 'shipped'),
} as const

/** States of holds that are still in force. */
export const activeHoldStates = getOpenStates(holdLifecycle)
/** States of rolls that have left the plant; a recall notifies their customers. */
export const departedStates = {
  jumboRoll: ['consumed'] satisfies JumboState[],
  slitRoll: ['shipped'] satisfies SlitState[],
} as const
/** States of rolls that no longer exist: slit, scrapped, taken back, pelletised or reworked. */
export const endedStates = {
  jumboRoll: ['cut', ...scrappedJumboStates, ...takenBackJumboStates] satisfies JumboState[],
  slitRoll: endedSlitStates,
} as const

/** True if an item is on hold. Rows cached from an older server have no such field. */
export const isHeld = (holds: readonly string[] | null | undefined): boolean => (holds?.length ?? 0) > 0

/** The fields of a hold that block an action. */
export interface BlockingHold {
  readonly number: string
  readonly reason: string
  readonly heldAt: string
}
/**
 * Returns the hold that blocks an action at the given moment, or null. Actions before the hold remain valid, as an
 * offline phone may report them later.
 */
export const findBlockingHold = <H extends BlockingHold>(holds: readonly H[], moment: string): H | null =>
  holds.find(({ heldAt }) => Date.parse(heldAt) <= Date.parse(moment)) ?? null
