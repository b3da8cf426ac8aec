import type { Context } from '@/server/context'
import { toMillis } from '@/plant/rules/plant-time'
import { findFirstStops } from '@/plant/server/queries/stops-in-period'
import { listLines, type LabelledLine } from '@/plant/server/queries/list-lines'
import { getDayStart } from '@/plant/server/plant'
import { firstRuns } from '@/areas/orders/server/queries/runs'
import { firstRolls } from './first-rolls'

/** `worksSince`: from when on its time is time in which it ran or stood, ms; null: it never worked. */
export type LineAtWork = LabelledLine & { readonly worksSince: number | null }
/**
 * Lines as the plant orders them, with when their time begins, in availability and between failures alike: on their day of use,
 * yet not before their first order, roll or stop. A line that was only entered did not run; one of which nothing but stops is
 * kept ran before the first of them.
 */
export async function linesAtWork(ctx: Context, asked: Parameters<typeof listLines>[1] = {}): Promise<LineAtWork[]> {
  const lines = await listLines(ctx, asked)
  const ids = lines.map(({ id }) => id)
  const runs = await firstRuns(ctx, ids)
  // What is wound is wound for an order; the many rolls are asked for those lines alone that work without any.
  const unordered = ids.filter((id) => !runs.has(id))
  const [rolls, stops] = [await firstRolls(ctx, unordered), await findFirstStops(ctx, ids)]
  return lines.map(({ id, ...line }) => {
    const [made, stood] = [runs.get(id) ?? rolls.get(id), stops.get(id)]
    const since = toMillis(getDayStart(ctx, line.since))
    const begun = made === undefined ? since : Math.min(...[made, stood ?? made].map(toMillis))
    return { id, ...line, worksSince: made === undefined && stood === undefined ? null : Math.max(since, begun) }
  })
}
