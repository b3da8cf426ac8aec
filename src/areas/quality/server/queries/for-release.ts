/** Queries for the release of goods: checks of rolls. */
import type { Context } from '@/server/context'
import { limit, options, sql } from '@/server/sql'
import { qualityCheck } from '../../contract/quality-check'

/**
 * Lists the slit rolls whose last check did not pass, or that have none. A check of the slit roll counts before one of
 * its jumbo.
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
