/** Queries of other areas about closed months. */
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { plantMonth } from '../../contract/plant-month'
import { toMonth, type Month } from '../../rules/month'
import type { Day } from '../../rules/plant-time'

/** Lists the months whose books are closed, e.g. `2026-10`, earliest first. */
export async function listClosedMonths(ctx: Pick<Context, 'query' | 'site'>): Promise<readonly Month[]> {
  const rows = await ctx.query(
    sql`select ${columns(plantMonth, ['month'])} from plant_month where site_id = ${ctx.site} and state = ${options(plantMonth.fields.state, 'closed')} order by month`,
  )
  return rows.map(({ month }) => month)
}
/** Lists the closed months that a range of business dates touches, earliest first. */
export async function listClosedMonthsBetween(
  ctx: Pick<Context, 'query' | 'site'>,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<Month[]> {
  return (await listClosedMonths(ctx)).filter((month) => toMonth(from) <= month && month <= toMonth(to))
}
/**
 * Locks the state of months until the transaction ends: shared by writers of late source rows, exclusive for closing
 * and reopening.
 */
export const lockMonths = (
  ctx: Pick<Context, 'query' | 'site'>,
  { exclusive = false }: { exclusive?: boolean } = {},
): Promise<unknown> =>
  ctx.query(
    exclusive
      ? sql`select pg_advisory_xact_lock(hashtext('plant_month'), ${ctx.site})`
      : sql`select pg_advisory_xact_lock_shared(hashtext('plant_month'), ${ctx.site})`,
  )
/** True if the books of the month of a business date are closed. */
export const isMonthClosed = async (ctx: Pick<Context, 'query' | 'site'>, businessDate: Day): Promise<boolean> =>
  (await listClosedMonths(ctx)).includes(toMonth(businessDate))
