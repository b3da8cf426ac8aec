/** Queries of roll checks, for the sums of shifts and for the release of goods. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, limit, options, Sql, sql } from '@/server/sql'
import { qualityCheck } from '../../contract/quality-check'

const { result } = qualityCheck.fields
/** SQL condition on `quality_check c`: the first complete check of its roll. */
export const firstCompleteCheckSql = new Sql([
  `c.result in (${options(result, 'ok', 'notOk')}) and not exists (select from quality_check e where e.site_id = c.site_id and e.jumbo_roll_id = c.jumbo_roll_id
     and e.slit_roll_id is not distinct from c.slit_roll_id and e.result in (${options(result, 'ok', 'notOk')}) and (e.checked_at, e.id) < (c.checked_at, c.id))`,
])
export interface ShiftChecks {
  readonly lineId: string | null
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  readonly workOrderId: string | null
  readonly rolls: number
  readonly passed: number
}
/**
 * Counts the first complete checks by line, business date, shift, team and order; both days included. One SQL
 * statement.
 */
export const countShiftChecks = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<ShiftChecks[]> =>
  ctx.query<ShiftChecks>(
    sql<ShiftChecks>`select ${columns(qualityCheck, ['lineId', 'businessDate', 'shift', 'team', 'workOrderId'])}, count(*)::int as rolls,
       count(*) filter (where result = ${options(result, 'ok')})::int as passed
     from quality_check c where c.site_id = ${ctx.site} and c.business_date >= ${from} and c.business_date <= ${to} and c.shift is not null and ${firstCompleteCheckSql}
     group by 1, 2, 3, 4, 5 ${limit(50_000)}`,
  )

/**
 * Lists the ids of slit rolls whose last check did not pass, or that have no check. A check of the slit roll takes
 * precedence over a check of its jumbo.
 */
export async function listRollsNotPassed(
  ctx: Context,
  rolls: readonly { readonly id: string; readonly jumboRollId: string }[],
): Promise<string[]> {
  const rows = await ctx.query(
    sql<{ id: string }>`
    select r.id from unnest(${rolls.map(({ id }) => id)}::uuid[], ${rolls.map(({ jumboRollId }) => jumboRollId)}::uuid[]) r(id, jumbo_roll_id)
    left join lateral (
      select c.result from quality_check c where c.site_id = ${ctx.site} and c.slit_roll_id = r.id order by c.checked_at desc ${limit(1)}) own on true
    left join lateral (
      select c.result from quality_check c where c.site_id = ${ctx.site} and c.jumbo_roll_id = r.jumbo_roll_id and c.slit_roll_id is null
      order by c.checked_at desc ${limit(1)}) jumbo on true
    where coalesce(own.result, jumbo.result) is distinct from ${options(qualityCheck.fields.result, 'ok')}`,
  )
  return rows.map(({ id }) => id)
}
