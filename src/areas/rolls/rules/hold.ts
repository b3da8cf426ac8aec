/** Holds 扣留: what is suspect stays where it is until quality releases it. */
import { defineStateMachine, getOpenStates } from '@/contract/state-machine'
import { present, takenBack, thrownAway, type JumboState } from './jumbo-roll'
import { notGoods, slitRoll, type SlitState } from './slit-roll'
import { standingPackages } from './package'

export const hold = defineStateMachine('hold', {
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
/** What a hold may be put on: a thing, and with it everything that it is in or that was made of it. */
export const heldKinds = ['materialLot', 'jumboRoll', 'slitRoll', 'package', 'workOrder'] as const
export type HeldKind = (typeof heldKinds)[number]
/** What a recall list may be asked of: all that a customer ordered too, which nobody holds. */
export const recalledKinds = [...heldKinds, 'customer'] as const
export type RecalledKind = (typeof recalledKinds)[number]

/** How a roll came to hold what is recalled: itself, by pellets of its trim, or perhaps by pellets of which sources are not recorded. */
export const recallWays = ['direct', 'pellets', 'unrecorded'] as const
/** States in which a hold still reaches a thing: it has not left the plant, nor gone to pellets. */
export const reachable = {
  jumboRoll: present,
  slitRoll: slitRoll.states.filter((state) => state === 'made' || state === 'packed' || state === 'stored'),
  package: standingPackages.filter((state) => state !== 'shipped'),
} as const

/** States of holds that still bar. */
export const standing = getOpenStates(hold)
/** States in which a roll has left the plant: of these a recall tells the customer. */
export const gone = {
  jumboRoll: ['consumed'] satisfies JumboState[],
  slitRoll: ['shipped'] satisfies SlitState[],
} as const
/** States of rolls that are no more: slit into others, thrown away, taken back or pellets again. */
export const noMore = {
  jumboRoll: ['cut', ...thrownAway, ...takenBack] satisfies JumboState[],
  slitRoll: notGoods,
} as const

/** Whether a thing bears the mark of a hold. What a phone keeps of an older server has no such field. */
export const isHeld = (holds: readonly string[] | null | undefined): boolean => (holds?.length ?? 0) > 0

/** A hold as far as it bars a step. */
export interface Barring {
  readonly number: string
  readonly reason: string
  readonly heldAt: string
}
/**
 * The hold that bars a step taken at a moment, or null. What happened before a hold was put on stays true: a phone that was
 * without a network tells of it later.
 */
export const barring = <H extends Barring>(holds: readonly H[], at: string): H | null =>
  holds.find(({ heldAt }) => Date.parse(heldAt) <= Date.parse(at)) ?? null
