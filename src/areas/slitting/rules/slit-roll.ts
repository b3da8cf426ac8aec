/** Lifecycle of a slit roll 子卷. */
import { decideTransition, defineStateMachine, type TransitionDecision, type StateName } from '@/contract/state-machine'

export const slitRollLifecycle = defineStateMachine('slitRoll', {
  states: ['made', 'packed', 'stored', 'shipped', 'recycled', 'reworked', 'undone'],
  initial: 'made',
  actions: {
    doff: { from: [null], to: 'made', permission: 'divideInteractiveAdd' },
    pack: { from: ['made'], to: 'packed', permission: 'divideInteractiveEdit', requiredInputs: ['packageId'] },
    unpack: { from: ['packed'], to: 'made', permission: 'divideInteractiveEdit' },
    store: { from: ['packed', 'made'], to: 'stored', permission: 'divideInteractiveEdit' },
    unstore: { from: ['stored'], to: 'packed', permission: 'divideInteractiveEdit' },
    ship: { from: ['stored', 'packed'], to: 'shipped', permission: 'divideInteractiveEdit' },
    unship: { from: ['shipped'], to: 'packed', permission: 'divideInteractiveEdit' },
    restock: { from: ['shipped'], to: 'stored', permission: 'divideInteractiveEdit' },
    recycle: { from: ['made'], to: 'recycled', permission: 'divideInteractiveEdit', requiredInputs: ['reason'] },
    // 返修: the roll was made into other rolls.
    rework: { from: ['made'], to: 'reworked', permission: 'productRepairAdd', requiredInputs: ['reason'] },
    // The set was a mistake and is taken back together with its rolls.
    undo: { from: ['made'], to: 'undone', permission: 'divideInteractiveDelete', requiredInputs: ['reason'] },
  },
})
export type SlitState = StateName<typeof slitRollLifecycle>
/** Decides if an action is allowed in a state of a slit roll, and which state follows. */
export const decideSlitRollTransition = (
  state: string | null,
  action: string,
  values: Readonly<Record<string, unknown>>,
): TransitionDecision<SlitState> => decideTransition(slitRollLifecycle, state, action, values)

/** States of slit rolls that were taken back with their set, as if never cut. */
export const takenBackSlitStates = ['undone'] as const satisfies readonly SlitState[]
/** True if a slit roll in this state was taken back with its set. */
export const isTakenBack = (state: string): boolean => (takenBackSlitStates as readonly string[]).includes(state)
/** States of slit rolls that were not taken back. */
export const validSlitStates = slitRollLifecycle.states.filter((state) => state !== 'undone')
/** Filter for slit rolls that came off a slitter. Rolls made by rework are not slitter output. */
export const slitterOutputFilter = { state: validSlitStates, reworkedFromId: null } as const
/** States of slit rolls that were reworked into other rolls. Their kilograms count in the other rolls. */
export const reworkedSlitStates = ['reworked'] as const satisfies readonly SlitState[]
/** True if a slit roll in this state was reworked into others. */
export const isReworked = (state: string | null): boolean =>
  (reworkedSlitStates as readonly (string | null)[]).includes(state)
/**
 * States of slit rolls with waste: a recycled roll is waste as a whole, a reworked roll with the mass that rework lost.
 */
export const lostSlitStates = ['recycled', ...reworkedSlitStates] as const satisfies readonly SlitState[]
/** States of slit rolls that no longer exist as goods: taken back, recycled or reworked. */
export const endedSlitStates = ['undone', 'recycled', 'reworked'] as const satisfies readonly SlitState[]
/** States of slit rolls that are still in the plant and not pelletised; only these can be regraded. */
export const inPlantSlitStates = ['made', 'packed', 'stored'] as const satisfies readonly SlitState[]
/** True if a slit roll in this state is in the plant and can be regraded. */
export const isInPlant = (state: string): boolean => (inPlantSlitStates as readonly string[]).includes(state)

/**
 * States of a cutting 分切 and of its sets. A set that was a mistake is taken back. A cutting without sets can be undone
 * too.
 */
export const cuttingStates = ['open', 'finished', 'undone'] as const
export type CuttingState = (typeof cuttingStates)[number]
export const slitSetStates = ['made', 'undone'] as const

/** States of cuttings and sets that were not taken back. */
export const validCuttingStates = cuttingStates.filter((state) => state !== 'undone')
export const validSetStates = slitSetStates.filter((state) => state !== 'undone')
