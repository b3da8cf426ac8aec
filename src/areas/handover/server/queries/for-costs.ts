/** What costs and figures ask of handovers: who worked. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { handover } from '../../contract/handover'
import { signedPeople } from './signed-people'

/**
 * People of a shift of a line or slitter, as both sides signed: everybody who stands in any of its handovers, without those
 * absent. Who stands in those of several lines counts at each by the share of it, so that over all lines everybody is one.
 */
export interface SignedShift {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly people: number
}
/** Signed shifts of lines on business dates, both included. One statement. */
export const signedShifts = (
  ctx: Context,
  { lineIds, from, to }: { readonly lineIds: readonly string[]; readonly from: Day; readonly to: Day },
): Promise<SignedShift[]> =>
  ctx.query<SignedShift>(
    sql<SignedShift>`select "lineId", "businessDate", shift, round(sum(1.0 / lines), 6)::float8 as people
      from (${signedPeople(ctx, { from, to })}) counted where "lineId" = any(${lineIds}::uuid[])
      group by 1, 2, 3 order by "businessDate", shift, "lineId"`,
  )

const MOST_LINES = 500
/**
 * Lines whose handovers of a shift name any of some people, signed or not: what one of them says of a person changes the
 * share at each. One statement.
 */
export async function linesSharing(
  ctx: Context,
  { businessDate, shift, people }: { businessDate: Day; shift: string; people: readonly string[] },
): Promise<string[]> {
  const rows = await ctx.query(
    sql`select distinct ${columns(handover, ['lineId'], 'h')} from handover h
      where h.site_id = ${ctx.site} and h.business_date = ${businessDate} and h.shift = ${shift} and h.people ?| ${people}::text[] ${limit(MOST_LINES)}`,
  )
  return rows.map(({ lineId }) => lineId)
}
