/** Start of the time of lines and machines that availability and MTBF count. All pages share this rule. */
import { listLinesWithWorkStart, type LineWithWorkStart } from '@/areas/slitting/server/queries/lines-at-work'
import { toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import { getDayStart } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columnsNotNull, options, sql } from '@/server/sql'
import { repair } from '../../contract/repair'
import type { InUseSinceById } from '../../rules/indicators'

/**
 * Lists lines with the start of their counted time. For a line with breakdowns, but without orders, rolls and stops, the
 * counted time starts on the day the line was put in use.
 */
export async function listLinesInUse(
  ctx: Context,
  filter: Parameters<typeof listLinesWithWorkStart>[1] = {},
): Promise<LineWithWorkStart[]> {
  const lines = await listLinesWithWorkStart(ctx, filter)
  const neverWorkedLineIds = lines.flatMap(({ id, countedSinceMs }) => (countedSinceMs === null ? [id] : []))
  if (neverWorkedLineIds.length === 0) return lines
  const failedRows = await ctx.query(
    sql`select distinct ${columnsNotNull(repair, ['lineId'])} from repair
      where site_id = ${ctx.site} and line_id = any(${neverWorkedLineIds}::uuid[]) and breakdown and state <> ${options(repair.fields.state, 'withdrawn')}`,
  )
  const failedLineIds = new Set(failedRows.map(({ lineId }) => lineId))
  return lines.map((line) =>
    failedLineIds.has(line.id) ? { ...line, countedSinceMs: toMillis(getDayStart(ctx, line.since)) } : line,
  )
}

/**
 * Loads the start of the counted time of each line or machine. The time of a machine starts with the time of its line,
 * but not before the machine was put in use. If the line has never worked, the time starts now.
 */
export async function loadInUseSince(
  ctx: Context,
  subjects: readonly { readonly id: string; readonly lineId: string | null; readonly since: Day }[],
): Promise<InUseSinceById> {
  const lineIds = subjects.flatMap(({ lineId }) => lineId ?? [])
  const countedSinceMsByLine = new Map(
    (await listLinesInUse(ctx, { includeIds: lineIds })).map(({ id, countedSinceMs }) => [id, countedSinceMs]),
  )
  return new Map(
    subjects.map(({ id, lineId, since }) => {
      const ownStartMs = toMillis(getDayStart(ctx, since))
      const lineStartMs = lineId === null ? ownStartMs : (countedSinceMsByLine.get(lineId) ?? ctx.now.getTime())
      return [id, toMoment(Math.max(ownStartMs, lineStartMs))]
    }),
  )
}
