/** Helpers for every area that writes line stops: repairs, telemetry and people report the same stops. */
import type { Moment } from '../rules/plant-time'
import { askQuestion } from '@/server/events'
import { orderRunningAt } from './events'
import type { Context } from '@/server/context'
import { resolveShift } from './plant'
import { sql } from '@/server/sql'

/**
 * Locks the stops of a line until the end of the transaction, so that one standstill stays one stop. To avoid deadlocks,
 * lock the rows of repair and machine before, and the rows of stops after; lock several lines in the order of their ids.
 */
export const lockLineStops = (ctx: Context, lineId: string): Promise<unknown> =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('line_stop'), hashtext(${lineId}))`)

/** Returns the shift in which a stop began and the order that ran then. */
export async function resolveStopShiftAndOrder(
  ctx: Context,
  lineId: string,
  startedAt: Moment,
): Promise<{ businessDate: string; shift: string; team: string | null; workOrderId: string | null }> {
  const { businessDate, shift, team } = await resolveShift(ctx, startedAt)
  const workOrderId = await askQuestion(ctx, orderRunningAt, { lineId, at: startedAt })
  return { businessDate, shift, team, workOrderId }
}
