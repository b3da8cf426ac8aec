/** Determines the current state of a line. */
import type { Moment } from '@/plant/rules/plant-time'

export const lineStates = ['running', 'standing', 'noOrder'] as const
export type LineState = (typeof lineStates)[number]
export interface LineSituation {
  /** The stop that has not ended. */
  readonly stop: { readonly startsAt: Moment; readonly reason: string | null } | null
  /** End of the last stop. */
  readonly restartedAt: Moment | null
  /** The order on the line; a paused order has a reason. */
  readonly order: {
    readonly running: boolean
    readonly since: Moment | null
    readonly reason: string | null
  } | null
}
/** Returns the state of a line, its start, and the reason for standing. A line without an order is not standing. */
export function determineLineState({ stop, restartedAt, order }: LineSituation): {
  state: LineState
  since: Moment | null
  reason: string | null
} {
  if (!order) return { state: 'noOrder', since: stop?.startsAt ?? null, reason: stop?.reason ?? null }
  if (stop) return { state: 'standing', since: stop.startsAt, reason: stop.reason ?? order.reason }
  if (!order.running) return { state: 'standing', since: order.since, reason: order.reason }
  return { state: 'running', since: order.since && getLaterMoment(order.since, restartedAt), reason: null }
}
const getLaterMoment = (moment: Moment, other: Moment | null): Moment =>
  other !== null && other > moment ? other : moment
