/** The life of a work order 工单, from the plan to the books. */
import { decide, defineMachine, type Decision, type StateOf } from '@/contract/state-machine'

export const workOrder = defineMachine('workOrder', {
  states: ['planned', 'running', 'paused', 'finished', 'closed', 'cancelled'],
  initial: 'planned',
  actions: {
    plan: { from: [null], to: 'planned', permission: 'productionScheduleAdd', requires: ['productId'] },
    start: { from: ['planned'], to: 'running', permission: 'rollInteractiveEdit', requires: ['lineId'] },
    pause: { from: ['running'], to: 'paused', permission: 'rollInteractiveEdit', requires: ['reason'] },
    resume: { from: ['paused'], to: 'running', permission: 'rollInteractiveEdit' },
    finish: { from: ['running', 'paused'], to: 'finished', permission: 'rollInteractiveEdit' },
    // More is wanted after all, before the books are closed.
    reopen: { from: ['finished'], to: 'paused', permission: 'productionScheduleEdit', requires: ['reason'] },
    close: { from: ['finished'], to: 'closed', permission: 'productionScheduleEdit' },
    cancel: { from: ['planned'], to: 'cancelled', permission: 'productionScheduleDelete', requires: ['reason'] },
  },
})
export type WorkOrderState = StateOf<typeof workOrder>
export const decideOrder = (state: string | null, action: string, given: Readonly<Record<string, unknown>>): Decision<WorkOrderState> => decide(workOrder, state, action, given)

/** States in which material is fed and rolls are made. */
export const producing = ['running', 'paused'] as const satisfies readonly WorkOrderState[]
export const mayProduce = (state: WorkOrderState): boolean => (producing as readonly string[]).includes(state)
/** States in which what was agreed can't be changed any more without a person deciding. */
export const begun = (state: WorkOrderState): boolean => state !== 'planned' && state !== 'cancelled'
