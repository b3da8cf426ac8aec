/** Queries of signed and unsigned handovers, for work hours and for closing a month. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, limit, options, sql, type Sql } from '@/server/sql'
import { handover } from '../../contract/handover'
import { openHandoverStates } from '../../rules/handover'

/** A person who worked in a signed shift of a line. */
export interface SignedPerson {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  readonly userId: string
  /** Number of lines whose handovers of this shift name the person. The person's hours are divided by this number. */
  readonly lines: number
}
/**
 * Builds the query of people in signed shifts on business dates, both included, without absent people: one row per
 * person, shift and line. The query counts the lines of a person, so callers must not filter lines inside it.
 */
export const buildSignedPeopleSql = (ctx: Context, { from, to }: { from: Day; to: Day }): Sql<SignedPerson> =>
  sql<SignedPerson>`select "lineId", "businessDate", shift, team, worker as "userId",
      count(*) over (partition by "businessDate", shift, worker)::int as lines from (
    select ${columns(handover, ['lineId', 'businessDate', 'shift'], 'h')}, max(h.team) as team, p.id as worker
    from handover h, jsonb_array_elements_text(h.people) as p(id)
    where h.site_id = ${ctx.site} and h.business_date >= ${from} and h.business_date <= ${to}
      and h.state = ${options(handover.fields.state, 'taken')} and not h.absent @> to_jsonb(p.id)
    group by h.line_id, h.business_date, h.shift, p.id) each_line`

const MAX_ROWS = 200_000
/** Lists people of signed shifts on business dates, both included, optionally of one line or team. */
export const listSignedPeople = (
  ctx: Context,
  { from, to, lineId, team }: { from: Day; to: Day; lineId?: string | null; team?: string | null },
): Promise<SignedPerson[]> =>
  ctx.query<SignedPerson>(
    sql<SignedPerson>`select * from (${buildSignedPeopleSql(ctx, { from, to })}) counted
      where (${lineId ?? null}::uuid is null or "lineId" = ${lineId ?? null}) and (${team ?? null}::text is null or team = ${team ?? null})
      order by "businessDate", shift, "lineId", "userId" ${limit(MAX_ROWS)}`,
  )

/** Counts handovers of business dates, both included, that await a signature. */
export async function countUnsignedHandovers(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<number> {
  const [row] = await ctx.query(
    sql`select ${computed<{ n: number }>`count(*)::int as n`} from handover
      where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to}
        and state in (${options(handover.fields.state, ...openHandoverStates)})`,
  )
  return row?.n ?? 0
}
