/** The life of a work order 工单, from the plan to the books, and how long it ran. */
import { defineStateMachine, getFinalStates, type StateName } from '@/contract/state-machine'

export const workOrder = defineStateMachine('workOrder', {
  states: ['planned', 'running', 'paused', 'finished', 'closed', 'cancelled'],
  initial: 'planned',
  actions: {
    plan: { from: [null], to: 'planned', permission: 'productionScheduleAdd', requiredInputs: ['productId'] },
    start: { from: ['planned'], to: 'running', permission: 'rollInteractiveEdit', requiredInputs: ['lineId'] },
    pause: { from: ['running'], to: 'paused', permission: 'rollInteractiveEdit', requiredInputs: ['reason'] },
    resume: { from: ['paused'], to: 'running', permission: 'rollInteractiveEdit' },
    finish: { from: ['running', 'paused'], to: 'finished', permission: 'rollInteractiveEdit' },
    // More is wanted after all, before the books are closed.
    reopen: { from: ['finished'], to: 'paused', permission: 'productionScheduleEdit', requiredInputs: ['reason'] },
    close: { from: ['finished'], to: 'closed', permission: 'productionScheduleEdit' },
    cancel: { from: ['planned'], to: 'cancelled', permission: 'productionScheduleDelete', requiredInputs: ['reason'] },
  },
})
export type WorkOrderState = StateName<typeof workOrder>
/** States in which material is fed and rolls are made. */
export const producing = ['running', 'paused'] as const satisfies readonly WorkOrderState[]
export const mayProduce = (state: WorkOrderState): boolean => (producing as readonly string[]).includes(state)
/** States of orders still to be made, in the order in which people look for them: what runs comes first. */
export const openStates = [...producing, workOrder.initial] as const satisfies readonly WorkOrderState[]
/** States in which nothing is made of an order any more. */
export const overStates: readonly WorkOrderState[] = workOrder.states.filter(
  (state) => !(openStates as readonly string[]).includes(state),
)
export const isOver = (state: WorkOrderState): boolean => overStates.includes(state)
/** States in which the books of an order are closed: it can't be changed, and stands in no plan. */
export const settledStates: readonly WorkOrderState[] = getFinalStates(workOrder)
export const isSettled = (state: string): boolean => (settledStates as readonly string[]).includes(state)
/** Whether they were closed at a moment. What came before stays true: a phone that was without a network tells of it later. */
export const isSettledAt = (
  { state, closedAt }: { readonly state: string; readonly closedAt: string | null },
  at: string,
): boolean => isSettled(state) && (closedAt === null || Date.parse(closedAt) <= Date.parse(at))
/** States in which the books of an order are open: what is made still counts for it. */
export const unsettledStates: readonly WorkOrderState[] = workOrder.states.filter((state) => !isSettled(state))
/** States of orders of which nothing was ever made, nor will be. */
export const droppedStates = ['cancelled'] as const satisfies readonly WorkOrderState[]
/** States in which what was agreed can't be changed any more without a person deciding. */
export const begun = (state: WorkOrderState): boolean => state !== 'planned' && state !== 'cancelled'
/** States of orders that were made to their end. */
export const madeStates: readonly WorkOrderState[] = overStates.filter(begun)
/** States of orders that anything may have been made of. */
export const begunStates: readonly WorkOrderState[] = workOrder.states.filter(begun)

/** What of an order's sizes cannot be, or null: nothing is slit wider than its web, nor longer than its jumbo. Widths in mm, lengths in m. */
export function sizeProblem({
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

/** A time an order stood still; open while it stands. */
export interface Pause {
  readonly from: string
  readonly to: string | null
  readonly reason: string | null
}
/** The last pause that nobody ended yet. */
export const openPause = <P extends Pause>(pauses: readonly P[]): P | null => {
  const last = pauses.at(-1)
  return last && last.to === null ? last : null
}
/** The pauses with the open one ended at `to`. */
export const ended = (pauses: readonly Pause[], to: string): Pause[] =>
  pauses.map((pause, i) => (i === pauses.length - 1 && pause.to === null ? { ...pause, to } : pause))

/**
 * How long an order ran within a span, its pauses not counted, in ms.
 * @param times ISO moments; an order that has not ended runs until `until`
 */
export function ranWithin(
  order: { startedAt: string | null; finishedAt: string | null; pauses: readonly Pause[] },
  from: number,
  until: number,
): number {
  if (!order.startedAt) return 0
  const cut = (start: string, end: string | null): number =>
    Math.max(0, Math.min(end ? Date.parse(end) : until, until) - Math.max(Date.parse(start), from))
  return Math.max(
    0,
    cut(order.startedAt, order.finishedAt) -
      order.pauses.reduce((sum, pause) => sum + cut(pause.from, pause.to ?? order.finishedAt), 0),
  )
}

/** What an order tells of its life. */
export interface OrderTimes {
  readonly state: WorkOrderState
  readonly startedAt: string | null
  readonly finishedAt: string | null
  readonly closedAt: string | null
  readonly pauses: readonly Pause[]
}
/** The state that an order was in at a moment; null before it was started, where nobody can say whether it was planned already. */
export function stateAt(
  { state, startedAt, finishedAt, closedAt, pauses }: OrderTimes,
  at: string,
): WorkOrderState | null {
  if (!startedAt) return begun(state) ? state : null
  const by = (moment: string | null) => moment !== null && Date.parse(moment) <= Date.parse(at)
  if (!by(startedAt)) return null
  if (by(closedAt)) return 'closed'
  if (by(finishedAt)) return 'finished'
  return pauses.some(({ from, to }) => by(from) && !by(to)) ? 'paused' : 'running'
}

/** What the people at the line do with an order that has begun. */
export const switches = ['pause', 'resume', 'finish'] as const
const MOST_PAUSES = 500
/** The pauses with one more that begins; the oldest fall out of a list that is full. */
export const withPause = (pauses: readonly Pause[], from: string, reason: string | null): Pause[] =>
  [...pauses, { from, to: null, reason }].slice(-MOST_PAUSES)
/** What an order's times are after it was paused, went on or ended at a moment. Minutes to a tenth. */
export function switched(
  { startedAt, pauses: before }: { readonly startedAt: string | null; readonly pauses: readonly Pause[] },
  action: (typeof switches)[number],
  at: string,
  reason: string | null,
): { pauses: Pause[]; ranMinutes: number; runSince: string | null } {
  const pauses = action === 'pause' ? withPause(before, at, reason) : ended(before, at)
  const ran = startedAt ? ranWithin({ startedAt, finishedAt: null, pauses }, Date.parse(startedAt), Date.parse(at)) : 0
  return { pauses, ranMinutes: Math.round(ran / 6000) / 10, runSince: action === 'resume' ? at : null }
}
