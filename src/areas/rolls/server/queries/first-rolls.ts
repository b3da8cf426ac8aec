import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { cutting } from '../../contract/slitting'

/** Loads the start of the first roll of lines and of the first cutting of slitters; lines without any are left out. Two statements. */
export async function loadFirstStarts(ctx: Context, lineIds: readonly string[]): Promise<ReadonlyMap<string, Moment>> {
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
