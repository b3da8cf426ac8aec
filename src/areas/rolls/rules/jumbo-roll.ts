/** Lifecycle of a jumbo roll 母卷: wound, doffed, slit. A part-used roll 余卷 returns to the hall and is cut later. */
import { decideTransition, defineStateMachine, type TransitionDecision, type StateName } from '@/contract/state-machine'
import { OWN_MISTAKE_HOURS } from './own-mistake'
export const jumboRollLifecycle = defineStateMachine('jumboRoll', {
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
    // Allowed until a knife has touched the roll. The number of the roll is not reused. Operators may remove only their
    // own recent mistakes.
    remove: {
      from: ['winding', 'uncut'],
      to: 'deleted',
      permission: ['rollInteractiveDelete', 'productionSheetDelete'],
      ownerRule: {
        field: 'userId',
        permission: 'rollInteractiveAdd',
        timeLimit: { hours: OWN_MISTAKE_HOURS, since: ['doffedAt', 'startedAt'] },
      },
      requiredInputs: ['reason'],
    },
    startSlitting: { from: ['uncut', 'remnant'], to: 'slitting', permission: 'divideInteractiveAdd' },
    // All sets of the cutting were taken back.
    stopSlitting: { from: ['slitting'], to: 'uncut', permission: 'divideInteractiveEdit' },
    finishSlitting: { from: ['slitting'], to: 'cut', permission: 'divideInteractiveEdit' },
    // The roll is taken off the slitter before its end. The uncut metres return to the hall.
    returnRemnant: { from: ['slitting'], to: 'remnant', permission: 'divideInteractiveEdit' },
    reopen: {
      from: ['cut', 'remnant'],
      to: 'slitting',
      permission: 'divideInteractiveEdit',
      requiredInputs: ['reason'],
    },
    // The roll or its remnant is sold or used without further slitting.
    consume: {
      from: ['uncut', 'remnant'],
      to: 'consumed',
      permission: 'rollInteractiveEdit',
      requiredInputs: ['reason'],
    },
    scrap: { from: ['uncut'], to: 'scrapped', permission: 'rollInteractiveEdit', requiredInputs: ['reason'] },
    // The remnant is discarded: the roll counts as cut, and its remnant as waste of the slitter.
    scrapRemnant: { from: ['remnant'], to: 'cut', permission: 'rollInteractiveEdit', requiredInputs: ['reason'] },
  },
})
export type JumboState = StateName<typeof jumboRollLifecycle>
/** Decides whether an action is allowed in a state of a jumbo, and the state that follows. */
export const decideJumboTransition = (
  state: string | null,
  action: string,
  values: Readonly<Record<string, unknown>>,
): TransitionDecision<JumboState> => decideTransition(jumboRollLifecycle, state, action, values)

/** States of jumbos that were taken back, as if never wound. */
export const takenBackJumboStates = ['deleted'] as const satisfies readonly JumboState[]
/** States of jumbos that were doffed and not taken back. */
export const doffedJumboStates = jumboRollLifecycle.states.filter((state) => state !== 'winding' && state !== 'deleted')
/** States of jumbos that were scrapped whole. */
export const scrappedJumboStates = ['scrapped'] as const satisfies readonly JumboState[]
/**
 * States of jumbos that were sold, used or scrapped without further slitting. Their waste metres count at the winder.
 */
export const retiredJumboStates = ['consumed', ...scrappedJumboStates] as const satisfies readonly JumboState[]
/** States of jumbos that a slitter has begun to cut. */
export const slitJumboStates = ['slitting', 'remnant', 'cut'] as const satisfies readonly JumboState[]
/** States of jumbos in the hall. */
export const hallJumboStates = ['uncut', 'remnant', 'slitting'] as const satisfies readonly JumboState[]
/** True if a jumbo in this state lies in the hall. */
export const isInHall = (state: string): boolean => (hallJumboStates as readonly string[]).includes(state)
/** States of jumbos that are on the winder or in the hall. */
export const presentJumboStates = ['winding', ...hallJumboStates] as const satisfies readonly JumboState[]
/** Returns the metres of a jumbo that can still be cut; 0 once the jumbo is used up or gone. */
export const getMetresLeft = (roll: {
  readonly state: string
  readonly leftM: number | null
  readonly lengthM: number | null
}): number | null => ((presentJumboStates as readonly string[]).includes(roll.state) ? (roll.leftM ?? roll.lengthM) : 0)
/** States from which a jumbo can be mounted on a slitter. */
export const cuttableJumboStates = ['uncut', 'remnant'] as const satisfies readonly JumboState[]
/** True if a jumbo in this state can be mounted on a slitter. */
export const isCuttable = (state: string): boolean => (cuttableJumboStates as readonly string[]).includes(state)
/** Returns true if the weight of the whole jumbo can still be entered. A remnant no longer has this weight. */
export const isWeighable = (state: string): boolean => state === 'uncut' || state === 'slitting'
