/** What every area needs that writes the stop of a line: repairs, telemetry and people tell of the same ones. */
import type { Moment } from '../rules/plant-time'
import { ask } from '@/server/events'
import { orderAt } from './events'
import type { Context } from '@/server/context'
import { shiftOf } from './plant'

/**
 * From here to the end of the transaction nobody else writes stops of this line, so that one standstill stays one stop.
 * Taken after the rows of repair and machine, before those of stops; several lines in the order of their ids.
 */
export const lockStops = (ctx: Context, lineId: string): Promise<unknown> =>
  ctx.query(`select pg_advisory_xact_lock(hashtext('line_stop'), hashtext($1))`, [lineId])

/** To which shift a stop belongs, by when it began, and which order stood. */
export async function placeOfStop(
  ctx: Context,
  lineId: string,
  startedAt: Moment,
): Promise<{ businessDate: string; shift: string; team: string | null; workOrderId: string | null }> {
  const { businessDate, shift, team } = await shiftOf(ctx, startedAt)
  const workOrderId = await ask(ctx, orderAt, { lineId, at: startedAt })
  return { businessDate, shift, team, workOrderId }
}
