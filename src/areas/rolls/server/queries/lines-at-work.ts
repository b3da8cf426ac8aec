import type { Context } from '@/server/context'
import { toMillis } from '@/plant/rules/plant-time'
import { findFirstStops } from '@/plant/server/queries/stops-in-period'
import { listLines, type LabelledLine } from '@/plant/server/queries/list-lines'
import { getDayStart } from '@/plant/server/plant'
import { loadFirstRuns } from '@/areas/orders/server/queries/runs'
import { firstRolls } from './first-rolls'

/** `worksSince`: start of the line's working or stopped time, ms since 1970; null if it never worked. */
export type LineAtWork = LabelledLine & { readonly worksSince: number | null }
/**
 * Lists lines in plant order with the start of their time for availability and time between failures: their first day of use,
 * but not before their first order, roll or stop. A line without any of these never ran; a line with stops only counts from
 * its day of use.
 */
export async function linesAtWork(ctx: Context, asked: Parameters<typeof listLines>[1] = {}): Promise<LineAtWork[]> {
  const lines = await listLines(ctx, asked)
  const ids = lines.map(({ id }) => id)
  const runs = await loadFirstRuns(ctx, ids)
  // Rolls belong to orders, so the large roll table is read only for lines without any order.
  const unordered = ids.filter((id) => !runs.has(id))
  const [rolls, stops] = [await firstRolls(ctx, unordered), await findFirstStops(ctx, ids)]
  return lines.map(({ id, ...line }) => {
    const [made, stood] = [runs.get(id) ?? rolls.get(id), stops.get(id)]
    const since = toMillis(getDayStart(ctx, line.since))
    const begun = made === undefined ? since : Math.min(...[made, stood ?? made].map(toMillis))
    return { id, ...line, worksSince: made === undefined && stood === undefined ? null : Math.max(since, begun) }
  })
}
