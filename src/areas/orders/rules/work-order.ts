/** Lifecycle of a work order 工单, from planning to closing, and its running time. */
import { defineStateMachine, getFinalStates, type StateName } from '@/contract/state-machine'

export const workOrderLifecycle = defineStateMachine('workOrder', {
  states: ['planned', 'running', 'paused', 'finished', 'closed', 'cancelled'],
  initial: 'planned',
  actions: {
    plan: { from: [null], to: 'planned', permission: 'productionScheduleAdd', requiredInputs: ['productId'] },
    start: { from: ['planned'], to: 'running', permission: 'rollInteractiveEdit', requiredInputs: ['lineId'] },
    pause: { from: ['running'], to: 'paused', permission: 'rollInteractiveEdit', requiredInputs: ['reason'] },
    resume: { from: ['paused'], to: 'running', permission: 'rollInteractiveEdit' },
    finish: { from: ['running', 'paused'], to: 'finished', permission: 'rollInteractiveEdit' },
    // For further production before the books are closed.
    reopen: { from: ['finished'], to: 'paused', permission: 'productionScheduleEdit', requiredInputs: ['reason'] },
    close: { from: ['finished'], to: 'closed', permission: 'productionScheduleEdit' },
    cancel: { from: ['planned'], to: 'cancelled', permission: 'productionScheduleDelete', requiredInputs: ['reason'] },
  },
})
export type WorkOrderState = StateName<typeof workOrderLifecycle>
/** States in which material may be fed and rolls made. */
export const producingStates = ['running', 'paused'] as const satisfies readonly WorkOrderState[]
/** True if material may be fed and rolls made in this state. */
export const canProduce = (state: WorkOrderState): boolean => (producingStates as readonly string[]).includes(state)
/** States of orders still to be made, in display order: running orders first. */
export const openOrderStates = [
  ...producingStates,
  workOrderLifecycle.initial,
] as const satisfies readonly WorkOrderState[]
/** States in which production has ended. */
export const endedOrderStates: readonly WorkOrderState[] = workOrderLifecycle.states.filter(
  (state) => !(openOrderStates as readonly string[]).includes(state),
)
/** True if production has ended in this state. */
export const isOrderEnded = (state: WorkOrderState): boolean => endedOrderStates.includes(state)
/** States in which the books of an order are closed: it cannot be changed and is in no plan. */
export const settledOrderStates: readonly WorkOrderState[] = getFinalStates(workOrderLifecycle)
/** True if the books are closed in this state. */
export const isOrderSettled = (state: string): boolean => (settledOrderStates as readonly string[]).includes(state)
/** True if the books were closed at a moment. Events from before remain valid: an offline phone may send them later. */
export const isOrderSettledAt = (
  { state, closedAt }: { readonly state: string; readonly closedAt: string | null },
  at: string,
): boolean => isOrderSettled(state) && (closedAt === null || Date.parse(closedAt) <= Date.parse(at))
/** States in which the books of an order are open: further output still counts. */
export const unsettledOrderStates: readonly WorkOrderState[] = workOrderLifecycle.states.filter(
  (state) => !isOrderSettled(state),
)
/** States of orders without any output, past or future. */
export const cancelledOrderStates = ['cancelled'] as const satisfies readonly WorkOrderState[]
/** True if the order has begun: changes from the ERP then need a person's decision. */
export const hasOrderBegun = (state: WorkOrderState): boolean => state !== 'planned' && state !== 'cancelled'
/** States of orders whose production has ended normally. */
export const completedOrderStates: readonly WorkOrderState[] = endedOrderStates.filter(hasOrderBegun)
/** States of orders that may have output. */
export const begunOrderStates: readonly WorkOrderState[] = workOrderLifecycle.states.filter(hasOrderBegun)

/** Returns an impossible size of an order or null: slit rolls wider than the web (mm) or longer than the jumbo (m). */
export function findSizeProblem({
  webWidthMm,
  widthMm,
  jumboLengthM,
  rollLengthM,
}: { readonly [K in 'webWidthMm' | 'widthMm' | 'jumboLengthM' | 'rollLengthM']?: number | null }): {
  readonly field: 'widthMm' | 'rollLengthM'
  readonly most: number
} | null {
  if (webWidthMm != null && widthMm != null && widthMm > webWidthMm) return { field: 'widthMm', most: webWidthMm }
  return jumboLengthM != null && rollLengthM != null && rollLengthM > jumboLengthM
    ? { field: 'rollLengthM', most: jumboLengthM }
    : null
}

/** A pause of an order; `to` is null while it lasts. */
export interface Pause {
  readonly from: string
  readonly to: string | null
  readonly reason: string | null
}
/** Returns the last pause if it has not ended, else null. */
export const getOpenPause = <P extends Pause>(pauses: readonly P[]): P | null => {
  const lastPause = pauses.at(-1)
  return lastPause && lastPause.to === null ? lastPause : null
}
/** Returns the pauses with the open one ended at `to`. */
export const endOpenPause = (pauses: readonly Pause[], to: string): Pause[] =>
  pauses.map((pause, i) => (i === pauses.length - 1 && pause.to === null ? { ...pause, to } : pause))

/**
 * Returns the running time of an order within a period, without pauses, in ms. An order that has not ended runs until
 * `until`.
 */
export function calculateRunningMs(
  order: { startedAt: string | null; finishedAt: string | null; pauses: readonly Pause[] },
  from: number,
  until: number,
): number {
  if (!order.startedAt) return 0
  const getOverlapMs = (start: string, end: string | null): number =>
    Math.max(0, Math.min(end ? Date.parse(end) : until, until) - Math.max(Date.parse(start), from))
  return Math.max(
    0,
    getOverlapMs(order.startedAt, order.finishedAt) -
      order.pauses.reduce((sum, pause) => sum + getOverlapMs(pause.from, pause.to ?? order.finishedAt), 0),
  )
}

/** State and times of an order. */
export interface OrderTimes {
  readonly state: WorkOrderState
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly closedAt: string | null
  readonly pauses: readonly Pause[]
}
/** Returns the state of an order at a moment; null before its start, as the time of its planning is unknown. */
export function getStateAt(
  { state, startedAt, finishedAt, closedAt, pauses }: OrderTimes,
  at: string,
): WorkOrderState | null {
  if (!startedAt) return hasOrderBegun(state) ? state : null
  const hasHappened = (moment: string | null) => moment !== null && Date.parse(moment) <= Date.parse(at)
  if (!hasHappened(startedAt)) return null
  if (hasHappened(closedAt)) return 'closed'
  if (hasHappened(finishedAt)) return 'finished'
  return pauses.some(({ from, to }) => hasHappened(from) && !hasHappened(to)) ? 'paused' : 'running'
}

/** Actions of operators at the line on an order that has begun. */
export const switchActions = ['pause', 'resume', 'finish'] as const
const MAX_PAUSES = 500
/** Returns the pauses with a new open one; the oldest is dropped when the list is full. */
export const withPause = (pauses: readonly Pause[], from: string, reason: string | null): Pause[] =>
  [...pauses, { from, to: null, reason }].slice(-MAX_PAUSES)
/** Returns the times of an order after it was paused, resumed or finished at a moment. Minutes rounded to a tenth. */
export function applySwitch(
  { startedAt, pauses: previousPauses }: { readonly startedAt: string | null; readonly pauses: readonly Pause[] },
  action: (typeof switchActions)[number],
  at: string,
  reason: string | null,
): { pauses: Pause[]; ranMinutes: number; runSince: string | null } {
  const pauses = action === 'pause' ? withPause(previousPauses, at, reason) : endOpenPause(previousPauses, at)
  const ranMs = startedAt
    ? calculateRunningMs({ startedAt, finishedAt: null, pauses }, Date.parse(startedAt), Date.parse(at))
    : 0
  return { pauses, ranMinutes: Math.round(ranMs / 6000) / 10, runSince: action === 'resume' ? at : null }
}
