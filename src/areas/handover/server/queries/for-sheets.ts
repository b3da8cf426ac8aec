/** What sheets and the closing of a month ask of handovers. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { handover } from '../../contract/handover'
import { openHandovers } from '../../rules/handover'

/** A person who worked in a signed shift, and at how many lines; `lineId` is one of them, in the order of their ids. */
export interface PersonSigned {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  readonly userId: string
  /** Lines whose handover of this shift names the person: the hours are shared by them. */
  readonly lines: number
}
const MOST = 200_000
/** People of signed shifts on business dates, both included, without those absent: one row a person, shift and line. One statement. */
export const peopleSigned = (
  ctx: Context,
  { from, to, lineId, team }: { from: Day; to: Day; lineId?: string | null; team?: string | null },
): Promise<PersonSigned[]> =>
  ctx.query<PersonSigned>(
    // Lines are counted before one of them is chosen.
    sql<PersonSigned>`select "lineId", "businessDate", shift, team, person as "userId", lines from (
      select *, count(*) over (partition by "businessDate", shift, person)::int as lines from (
        select ${columns(handover, ['lineId', 'businessDate', 'shift'], 'h')}, max(h.team) as team, p.id as person
        from handover h, jsonb_array_elements_text(h.people) as p(id)
        where h.site_id = ${ctx.site} and h.business_date >= ${from} and h.business_date <= ${to}
          and h.state = ${options(handover.fields.state, 'taken')} and not h.absent @> to_jsonb(p.id)
          and (${team ?? null}::text is null or h.team = ${team ?? null})
        group by h.line_id, h.business_date, h.shift, p.id) each_line) counted
      where ${lineId ?? null}::uuid is null or "lineId" = ${lineId ?? null}
      order by "businessDate", shift, "lineId", person ${limit(MOST)}`,
  )

/** How many handovers of business dates, both included, still wait for a signature. One statement. */
export async function handoversUnsigned(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<number> {
  const [row] = await ctx.query(
    sql`select ${computed<{ n: number }>`count(*)::int as n`} from handover
      where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to}
        and state in (${options(handover.fields.state, ...openHandovers)})`,
  )
  return row?.n ?? 0
}
