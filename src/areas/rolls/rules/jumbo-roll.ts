/** The life of a jumbo roll 母卷: wound, doffed, slit; a part-used one 余卷 goes back to the hall and is cut on later. */
import { decideTransition, defineStateMachine, type TransitionDecision, type StateName } from '@/contract/state-machine'
import { OWN_SLIP_HOURS } from './take-back'
export const jumboRoll = defineStateMachine('jumboRoll', {
  states: ['winding', 'uncut', 'slitting', 'remnant', 'cut', 'consumed', 'scrapped', 'deleted'],
  initial: 'winding',
  actions: {
    wind: { from: [null], to: 'winding', permission: 'rollInteractiveAdd', requiredInputs: ['lineId', 'workOrderId'] },
    doff: {
      from: [null, 'winding'],
      to: 'uncut',
      permission: ['rollInteractiveAdd', 'productionSheetAdd'],
      requiredInputs: ['lengthM'],
    },
    // While no knife has touched it; its number is not given again. Others take back only a slip of their own.
    remove: {
      from: ['winding', 'uncut'],
      to: 'deleted',
      permission: ['rollInteractiveDelete', 'productionSheetDelete'],
      ownerRule: {
        field: 'userId',
        permission: 'rollInteractiveAdd',
        timeLimit: { hours: OWN_SLIP_HOURS, since: ['doffedAt', 'startedAt'] },
      },
      requiredInputs: ['reason'],
    },
    startSlitting: { from: ['uncut', 'remnant'], to: 'slitting', permission: 'divideInteractiveAdd' },
    // All sets of the cutting were taken back.
    stopSlitting: { from: ['slitting'], to: 'uncut', permission: 'divideInteractiveEdit' },
    finishSlitting: { from: ['slitting'], to: 'cut', permission: 'divideInteractiveEdit' },
    // Taken off before its end: what no set has cut goes back to the hall.
    returnRemnant: { from: ['slitting'], to: 'remnant', permission: 'divideInteractiveEdit' },
    reopen: {
      from: ['cut', 'remnant'],
      to: 'slitting',
      permission: 'divideInteractiveEdit',
      requiredInputs: ['reason'],
    },
    // Sold or used whole, without slitting.
    consume: {
      from: ['uncut', 'remnant'],
      to: 'consumed',
      permission: 'rollInteractiveEdit',
      requiredInputs: ['reason'],
    },
    scrap: { from: ['uncut'], to: 'scrapped', permission: 'rollInteractiveEdit', requiredInputs: ['reason'] },
    // Thrown away after all: the roll is cut, its remnant is waste of the slitter.
    scrapRemnant: { from: ['remnant'], to: 'cut', permission: 'rollInteractiveEdit', requiredInputs: ['reason'] },
  },
})
export type JumboState = StateName<typeof jumboRoll>
export const decideJumbo = (
  state: string | null,
  action: string,
  given: Readonly<Record<string, unknown>>,
): TransitionDecision<JumboState> => decideTransition(jumboRoll, state, action, given)

/** States of jumbos that were taken back, as if they had never been wound. */
export const takenBack = ['deleted'] as const satisfies readonly JumboState[]
/** States of jumbos that came off the winder. */
export const woundStates = jumboRoll.states.filter((state) => state !== 'winding' && state !== 'deleted')
/** States of jumbos that were thrown away whole. */
export const thrownAway = ['scrapped'] as const satisfies readonly JumboState[]
/** States of jumbos that a knife has touched: what became of them is said by their slit rolls. */
export const knifed = ['slitting', 'remnant', 'cut'] as const satisfies readonly JumboState[]
/** States in which a jumbo lies in the hall. */
export const inHall = ['uncut', 'remnant', 'slitting'] as const satisfies readonly JumboState[]
export const isInHall = (state: string): boolean => (inHall as readonly string[]).includes(state)
/** States of jumbos that are at the winder or on hand. */
export const present = ['winding', ...inHall] as const satisfies readonly JumboState[]
/** Metres of a jumbo that can still be cut: none of one that is used up or gone, whatever was left when it went. */
export const metresLeft = (roll: {
  readonly state: string
  readonly leftM: number | null
  readonly lengthM: number | null
}): number | null => ((present as readonly string[]).includes(roll.state) ? (roll.leftM ?? roll.lengthM) : 0)
/** States from which a jumbo can be put on a slitter. */
export const cuttable = ['uncut', 'remnant'] as const satisfies readonly JumboState[]
export const isCuttable = (state: string): boolean => (cuttable as readonly string[]).includes(state)
/** Weighed whole: on the scale a remnant weighs less than its roll. */
export const isWeighable = (state: string): boolean => state === 'uncut' || state === 'slitting'
