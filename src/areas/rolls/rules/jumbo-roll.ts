/** The life of a jumbo roll 母卷: wound, doffed, slit. */
import { decide, defineMachine, type Decision, type StateOf } from '@/contract/state-machine'

export const jumboRoll = defineMachine('jumboRoll', {
  states: ['winding', 'uncut', 'slitting', 'cut', 'consumed', 'scrapped', 'deleted'],
  initial: 'winding',
  actions: {
    wind: { from: [null], to: 'winding', permission: 'rollInteractiveAdd', requires: ['lineId', 'workOrderId'] },
    doff: { from: [null, 'winding'], to: 'uncut', permission: 'rollInteractiveAdd', requires: ['lengthM'] },
    // Taken back the same shift, while no knife has touched it; its number is not given again.
    remove: { from: ['winding', 'uncut'], to: 'deleted', permission: 'rollInteractiveDelete', requires: ['reason'] },
    startSlitting: { from: ['uncut'], to: 'slitting', permission: 'divideInteractiveAdd' },
    // All sets of the cutting were taken back.
    stopSlitting: { from: ['slitting'], to: 'uncut', permission: 'divideInteractiveEdit' },
    finishSlitting: { from: ['slitting'], to: 'cut', permission: 'divideInteractiveEdit' },
    reopen: { from: ['cut'], to: 'slitting', permission: 'divideInteractiveEdit', requires: ['reason'] },
    // Sold or used whole, without slitting.
    consume: { from: ['uncut'], to: 'consumed', permission: 'rollInteractiveEdit', requires: ['reason'] },
    scrap: { from: ['uncut'], to: 'scrapped', permission: 'rollInteractiveEdit', requires: ['reason'] },
  },
})
export type JumboState = StateOf<typeof jumboRoll>
export const decideJumbo = (state: string | null, action: string, given: Readonly<Record<string, unknown>>): Decision<JumboState> => decide(jumboRoll, state, action, given)

/** States in which a jumbo lies in the hall and can be cut. */
export const inHall = ['uncut', 'slitting'] as const satisfies readonly JumboState[]
