import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { sql, limit } from '@/server/sql'
import { loadMeterTree } from '../meters'
import { recalculateEnergyDay } from '../recalculate-energy-days'

const MAX_DAYS_AT_ONCE = 62
/**
 * Recalculates the days of a range, `to` included, whose energy is stale since a price change; at most the newest
 * `MAX_DAYS_AT_ONCE`. The preview of new prices needs them. Call only within a write. Returns the number of recalculated
 * days.
 */
export async function recalculateStaleEnergy(
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<number> {
  const staleDays = await ctx.query(
    sql<{
      day: Day
    }>`select day::text as day from energy_day where site_id = ${ctx.site} and day >= ${from} and day <= ${to} and counted_at = 'epoch' order by day desc ${limit(MAX_DAYS_AT_ONCE)}`,
  )
  if (staleDays.length === 0) return 0
  const tree = await loadMeterTree(ctx)
  for (const { day } of staleDays) await recalculateEnergyDay(ctx, tree, day)
  return staleDays.length
}
