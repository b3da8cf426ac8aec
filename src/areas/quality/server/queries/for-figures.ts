/** What the sums of shifts ask of checks. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, limit, options, Sql, sql } from '@/server/sql'
import { qualityCheck } from '../../contract/quality-check'

const { result } = qualityCheck.fields
/** First whole checks of rolls: a check that was finished, and none of its roll before it. SQL over `quality_check c`. */
export const firstWhole = new Sql([
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
/** First checks by the shift in which they were made and the line of the roll, over business dates, both included. One statement. */
export const checkedInShifts = (
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<ShiftChecks[]> =>
  ctx.query<ShiftChecks>(
    sql<ShiftChecks>`select ${columns(qualityCheck, ['lineId', 'businessDate', 'shift', 'team', 'workOrderId'])}, count(*)::int as rolls,
       count(*) filter (where result = ${options(result, 'ok')})::int as passed
     from quality_check c where c.site_id = ${ctx.site} and c.business_date >= ${from} and c.business_date <= ${to} and c.shift is not null and ${firstWhole}
     group by 1, 2, 3, 4, 5 ${limit(50_000)}`,
  )
