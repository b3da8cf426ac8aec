/** Signatures of handovers, for work hours and for closing a month. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { computed, limit, options, sql } from '@/server/sql'
import { handover } from '../../contract/handover'
import { openHandoverStates } from '../../rules/handover'
import { buildSignedPeopleSql, type SignedPerson } from './signed-people'

export type { SignedPerson } from './signed-people'
const MAX_ROWS = 200_000
/** Lists people of signed shifts on business dates, both included, optionally of one line or team. One statement. */
export const listSignedPeople = (
  ctx: Context,
  { from, to, lineId, team }: { from: Day; to: Day; lineId?: string | null; team?: string | null },
): Promise<SignedPerson[]> =>
  ctx.query<SignedPerson>(
    sql<SignedPerson>`select * from (${buildSignedPeopleSql(ctx, { from, to })}) counted
      where (${lineId ?? null}::uuid is null or "lineId" = ${lineId ?? null}) and (${team ?? null}::text is null or team = ${team ?? null})
      order by "businessDate", shift, "lineId", "userId" ${limit(MAX_ROWS)}`,
  )

/** Counts handovers of business dates, both included, that await a signature. One statement. */
export async function countUnsignedHandovers(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<number> {
  const [row] = await ctx.query(
    sql`select ${computed<{ n: number }>`count(*)::int as n`} from handover
      where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to}
        and state in (${options(handover.fields.state, ...openHandoverStates)})`,
  )
  return row?.n ?? 0
}
