import type { Context } from '@/server/context'
import { toMillis, type Day, type Moment } from '@/plant/rules/plant-time'
import { findFirstStops } from '@/plant/server/queries/stops-in-period'
import { listLines, type LabelledLine } from '@/plant/server/queries/list-lines'
import { getDayStart } from '@/plant/server/plant'
import { loadFirstRuns } from '@/areas/orders/server/queries/runs'
import { columns, computed, sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting } from '../../contract/slitting'

/**
 * A line and the moment from which its working and stopped time counts, ms since 1970; null if the line never worked.
 */
export type LineWithWorkStart = LabelledLine & { readonly countedSinceMs: number | null }
/**
 * Lists lines in plant order with the moment from which availability and time between failures count. A line counts
 * from its first order or roll, or from an earlier stop, but not before its first day of use. A line that has only
 * stops counts from its first day of use. A line without order, roll or stop never worked.
 */
export async function listLinesWithWorkStart(
  ctx: Context,
  filter: Parameters<typeof listLines>[1] = {},
): Promise<LineWithWorkStart[]> {
  const lines = await listLines(ctx, filter)
  const ids = lines.map(({ id }) => id)
  const firstRunByLine = await loadFirstRuns(ctx, ids)
  // Rolls belong to orders, so the large roll table is read only for lines without any order.
  const idsWithoutRun = ids.filter((id) => !firstRunByLine.has(id))
  const firstRollByLine = await loadFirstStarts(ctx, idsWithoutRun)
  const firstStopByLine = await findFirstStops(ctx, ids)
  return lines.map(({ id, ...line }) => {
    const firstWorkAt = firstRunByLine.get(id) ?? firstRollByLine.get(id)
    const firstStopAt = firstStopByLine.get(id)
    const usedSinceMs = toMillis(getDayStart(ctx, line.since))
    const firstMs =
      firstWorkAt === undefined ? usedSinceMs : Math.min(toMillis(firstWorkAt), toMillis(firstStopAt ?? firstWorkAt))
    return {
      id,
      ...line,
      countedSinceMs: firstWorkAt === undefined && firstStopAt === undefined ? null : Math.max(usedSinceMs, firstMs),
    }
  })
}

/** Loads when lines wound their first roll and slitters started their first cutting. Omits lines without any. */
async function loadFirstStarts(ctx: Context, lineIds: readonly string[]): Promise<ReadonlyMap<string, Moment>> {
  const woundRows = await ctx.query(
    sql`select ${columns(jumboRoll, ['lineId'])}, ${computed<{ at: Moment }>`min(started_at) as at`} from jumbo_roll
     where site_id = ${ctx.site} and line_id = any(${lineIds}::uuid[]) group by line_id`,
  )
  const cutRows = await ctx.query(
    sql`select ${columns(cutting, ['slitterId'])}, ${computed<{ at: Moment }>`min(started_at) as at`} from cutting
     where site_id = ${ctx.site} and slitter_id = any(${lineIds}::uuid[]) group by slitter_id`,
  )
  return new Map([
    ...woundRows.map(({ lineId, at }) => [lineId, at] as const),
    ...cutRows.map(({ slitterId, at }) => [slitterId, at] as const),
  ])
}

/** Lists the shifts of a business date in which a line or a slitter (`slits`) had output, with the team. */
export const listShiftsWithOutput = (
  ctx: Context,
  day: Day,
): Promise<{ lineId: string; shift: string; team: string | null; slits: boolean }[]> =>
  ctx.query(
    sql`select ${columns(jumboRoll, ['lineId'])}, ${computed<{ shift: string; team: string | null; slits: boolean }>`shift, max(team) as team, false as slits`} from jumbo_roll where site_id = ${ctx.site} and business_date = ${day} and doffed_at is not null and shift is not null group by 1, 2
     union all select slitter_id, shift, max(team), true from slit_set where site_id = ${ctx.site} and business_date = ${day} and shift is not null group by 1, 2 order by 1, 2`,
  )
