/** Rule of labour hours: who worked in a signed shift, and among how many lines the hours are shared. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, options, sql, type Sql } from '@/server/sql'
import { handover } from '../../contract/handover'

/** A person who worked in a signed shift at `lineId`, and at how many lines in total. */
export interface SignedPerson {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  readonly userId: string
  /** Number of lines whose handover of this shift names the person; they share the hours. */
  readonly lines: number
}
/**
 * Builds the query of people in signed shifts on business dates, both included, without absent ones: one row per
 * person, shift and line. Lines are counted here, before a caller filters them.
 */
export const buildSignedPeopleSql = (ctx: Context, { from, to }: { from: Day; to: Day }): Sql<SignedPerson> =>
  sql<SignedPerson>`select "lineId", "businessDate", shift, team, worker as "userId",
      count(*) over (partition by "businessDate", shift, worker)::int as lines from (
    select ${columns(handover, ['lineId', 'businessDate', 'shift'], 'h')}, max(h.team) as team, p.id as worker
    from handover h, jsonb_array_elements_text(h.people) as p(id)
    where h.site_id = ${ctx.site} and h.business_date >= ${from} and h.business_date <= ${to}
      and h.state = ${options(handover.fields.state, 'taken')} and not h.absent @> to_jsonb(p.id)
    group by h.line_id, h.business_date, h.shift, p.id) each_line`
