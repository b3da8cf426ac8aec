/** Queries of the people of signed shifts, for costs and metrics. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { handover } from '../../contract/handover'
import { buildSignedPeopleSql } from './handover-signatures'

/**
 * A signed shift of a line or slitter, with the number of people that its handovers name, without absent people. A
 * person named at several lines counts as an equal fraction at each line, so that each person counts as one in total.
 */
export interface SignedShift {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly people: number
}
/** Lists signed shifts of lines on business dates, both included. */
export const listSignedShifts = (
  ctx: Context,
  { lineIds, from, to }: { readonly lineIds: readonly string[]; readonly from: Day; readonly to: Day },
): Promise<SignedShift[]> =>
  ctx.query<SignedShift>(
    sql<SignedShift>`select "lineId", "businessDate", shift, round(sum(1.0 / lines), 6)::float8 as people
      from (${buildSignedPeopleSql(ctx, { from, to })}) counted where "lineId" = any(${lineIds}::uuid[])
      group by 1, 2, 3 order by "businessDate", shift, "lineId"`,
  )

const MAX_LINES = 500
/**
 * Lists the lines whose handovers of a shift, signed or not, name at least one of the given people. A change at one
 * line affects the shares of these people at the other lines.
 */
export async function listLinesSharingPeople(
  ctx: Context,
  { businessDate, shift, people }: { businessDate: Day; shift: string; people: readonly string[] },
): Promise<string[]> {
  const rows = await ctx.query(
    sql`select distinct ${columns(handover, ['lineId'], 'h')} from handover h
      where h.site_id = ${ctx.site} and h.business_date = ${businessDate} and h.shift = ${shift} and h.people ?| ${people}::text[] ${limit(MAX_LINES)}`,
  )
  return rows.map(({ lineId }) => lineId)
}
