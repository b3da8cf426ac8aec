/** What a line does now. */
import type { Moment } from '@/plant/rules/plant-time'

export const lineStates = ['running', 'standing', 'noOrder'] as const
export type LineState = (typeof lineStates)[number]
export interface LineFacts {
  /** The stop that is not over. */
  readonly stop: { readonly startsAt: Moment; readonly reason: string | null } | null
  /** When its last stop was over. */
  readonly restartedAt: Moment | null
  /** The order that is on it: running, or paused with its reason. */
  readonly order: {
    readonly running: boolean
    readonly since: Moment | null
    readonly reason: string | null
  } | null
}
/** State of a line, since when, and why it stands. A line that nothing was ordered of does not stand: it has no order. */
export function lineStateOf({ stop, restartedAt, order }: LineFacts): {
  state: LineState
  since: Moment | null
  reason: string | null
} {
  if (!order) return { state: 'noOrder', since: stop?.startsAt ?? null, reason: stop?.reason ?? null }
  if (stop) return { state: 'standing', since: stop.startsAt, reason: stop.reason ?? order.reason }
  if (!order.running) return { state: 'standing', since: order.since, reason: order.reason }
  return { state: 'running', since: order.since && later(order.since, restartedAt), reason: null }
}
const later = (one: Moment, other: Moment | null): Moment => (other !== null && other > one ? other : one)
