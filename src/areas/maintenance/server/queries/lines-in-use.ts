/** Start of the counted time of lines and machines: one rule for availability, MTBF and all pages that show them. */
import { listLinesAtWork, type LineAtWork } from '@/areas/rolls/server/queries/lines-at-work'
import { toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import { getDayStart } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columnsFilled, options, sql } from '@/server/sql'
import { repair } from '../../contract/repair'
import type { InUse } from '../../rules/indicators'

/**
 * Lists lines with the start of their counted time. A line with breakdowns but without orders, rolls and stops counts
 * from the day it was put in use.
 */
export async function linesInUse(
  ctx: Context,
  asked: Parameters<typeof listLinesAtWork>[1] = {},
): Promise<LineAtWork[]> {
  const lines = await listLinesAtWork(ctx, asked)
  const idle = lines.flatMap(({ id, worksSince }) => (worksSince === null ? [id] : []))
  if (idle.length === 0) return lines
  const failed = await ctx.query(
    sql`select distinct ${columnsFilled(repair, ['lineId'])} from repair
      where site_id = ${ctx.site} and line_id = any(${idle}::uuid[]) and breakdown and state <> ${options(repair.fields.state, 'withdrawn')}`,
  )
  const broken = new Set(failed.map(({ lineId }) => lineId))
  return lines.map((line) =>
    broken.has(line.id) ? { ...line, worksSince: toMillis(getDayStart(ctx, line.since)) } : line,
  )
}

/**
 * Loads the start of the counted time of lines or machines: that of their line, but not before they were put in use
 * themselves. If the line has never worked, the time starts now.
 */
export async function inUseSince(
  ctx: Context,
  things: readonly { readonly id: string; readonly lineId: string | null; readonly since: Day }[],
): Promise<InUse> {
  const ids = things.flatMap(({ lineId }) => lineId ?? [])
  const lines = new Map((await linesInUse(ctx, { includeIds: ids })).map(({ id, worksSince }) => [id, worksSince]))
  return new Map(
    things.map(({ id, lineId, since }) => {
      const own = toMillis(getDayStart(ctx, since))
      const ofLine = lineId === null ? own : (lines.get(lineId) ?? ctx.now.getTime())
      return [id, toMoment(Math.max(own, ofLine))]
    }),
  )
}
