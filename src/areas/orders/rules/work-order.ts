/** Lifecycle of a work order 工单, from planning to closing, and its running time. */
import { defineStateMachine, getFinalStates, type StateName } from '@/contract/state-machine'
import type { LineKind } from '@/plant/rules/line'

export const workOrderLifecycle = defineStateMachine('workOrder', {
  states: ['planned', 'running', 'paused', 'finished', 'closed', 'cancelled'],
  initial: 'planned',
  actions: {
    plan: { from: [null], to: 'planned', permission: 'productionScheduleAdd', requiredInputs: ['productId'] },
    start: { from: ['planned'], to: 'running', permission: 'rollInteractiveEdit', requiredInputs: ['lineId'] },
    pause: { from: ['running'], to: 'paused', permission: 'rollInteractiveEdit', requiredInputs: ['reason'] },
    resume: { from: ['paused'], to: 'running', permission: 'rollInteractiveEdit' },
    finish: { from: ['running', 'paused'], to: 'finished', permission: 'rollInteractiveEdit' },
    // Allows further production before the books are closed.
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
/**
 * True if the books of an order were closed at a moment. Events before the closing remain valid, because an offline
 * phone may send them later.
 */
export const isOrderSettledAt = (
  { state, closedAt }: { readonly state: string; readonly closedAt: string | null },
  moment: string,
): boolean => isOrderSettled(state) && (closedAt === null || Date.parse(closedAt) <= Date.parse(moment))
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

/**
 * Finds slit rolls wider than the web (mm) or longer than the jumbo (m); `most` is the maximum. Null if the sizes are
 * possible.
 */
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
 * Returns the running time of an order within a period, without pauses, in ms. An order that has not ended counts as
 * running until `untilMs`.
 */
export function calculateRunningMs(
  order: { startedAt: string | null; finishedAt: string | null; pauses: readonly Pause[] },
  fromMs: number,
  untilMs: number,
): number {
  if (!order.startedAt) return 0
  const getOverlapMs = (start: string, end: string | null): number =>
    Math.max(0, Math.min(end ? Date.parse(end) : untilMs, untilMs) - Math.max(Date.parse(start), fromMs))
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
export function getWorkOrderStateAt(
  { state, startedAt, finishedAt, closedAt, pauses }: OrderTimes,
  moment: string,
): WorkOrderState | null {
  if (!startedAt) return hasOrderBegun(state) ? state : null
  const hasHappened = (time: string | null) => time !== null && Date.parse(time) <= Date.parse(moment)
  if (!hasHappened(startedAt)) return null
  if (hasHappened(closedAt)) return 'closed'
  if (hasHappened(finishedAt)) return 'finished'
  return pauses.some(({ from, to }) => hasHappened(from) && !hasHappened(to)) ? 'paused' : 'running'
}

/** Actions with which operators at the line change the run of an order that has begun. */
export const runActions = ['pause', 'resume', 'finish'] as const
const MAX_PAUSES = 500
/** Returns the pauses with a new open one; the oldest is dropped when the list is full. */
export const addPause = (pauses: readonly Pause[], from: string, reason: string | null): Pause[] =>
  [...pauses, { from, to: null, reason }].slice(-MAX_PAUSES)
const TENTH_OF_MINUTE_MS = 6000
/** Returns the times of an order after it was paused, resumed or finished at a moment. Minutes rounded to a tenth. */
export function applyRunAction(
  { startedAt, pauses: previousPauses }: { readonly startedAt: string | null; readonly pauses: readonly Pause[] },
  action: (typeof runActions)[number],
  switchedAt: string,
  reason: string | null,
): { pauses: Pause[]; ranMinutes: number; runSince: string | null } {
  const pauses =
    action === 'pause' ? addPause(previousPauses, switchedAt, reason) : endOpenPause(previousPauses, switchedAt)
  const runningMs = startedAt
    ? calculateRunningMs({ startedAt, finishedAt: null, pauses }, Date.parse(startedAt), Date.parse(switchedAt))
    : 0
  const ranMinutes = Math.round(runningMs / TENTH_OF_MINUTE_MS) / 10
  return { pauses, ranMinutes, runSince: action === 'resume' ? switchedAt : null }
}

/**
 * Kinds of lines (spunbond, meltblown, or composite with both) that make each family of web, the usual kind first. A
 * composite line makes plain spunbond with its meltblown beams off. A family without an entry, such as laminate, does
 * not determine the line.
 */
const lineKindsByFamily: Readonly<Record<string, readonly LineKind[]>> = {
  spunbond: ['spunbond', 'composite'],
  meltblown: ['meltblown'],
  sms: ['composite'],
  ssmms: ['composite'],
}
interface LineCandidate {
  readonly id: string
  readonly kind: LineKind
}
/** True if lines of a kind make webs of a family, or if nothing is known about the family. */
export const canMakeFamily = (kind: LineKind, family: string): boolean =>
  lineKindsByFamily[family]?.includes(kind) ?? true

/** Returns the default line for a product of this family; the first line if none of them makes it. */
export const chooseDefaultLine = (lines: readonly LineCandidate[], family: string | null): string | null => {
  for (const kind of (family && lineKindsByFamily[family]) || []) {
    const suitableLine = lines.find((line) => line.kind === kind)
    if (suitableLine) return suitableLine.id
  }
  return lines[0]?.id ?? null
}
