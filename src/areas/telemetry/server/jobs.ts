/** What telemetry does by the clock. */
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { addToMonth, dropPartitionsBefore, ensureMonthPartitions, toUtcMonth } from '@/server/db/partitions'
import { sql } from '@/server/sql'
import { keptFrom } from '../rules/plausible'

/** Partitions of this month and the next are there before anything of them comes. */
export async function prepareMonths(ctx: Context): Promise<void> {
  const now = toUtcMonth(ctx.now.getTime())
  await ensureMonthPartitions(ctx.query, 'reading', [now, addToMonth(now, 1)])
}

/** Raw readings are kept for as many months as the plant set; their roll-ups stay. Whole months go, with their partitions. */
export async function forgetReadings(ctx: Context): Promise<void> {
  const { readingMonths } = await loadPlantSettings(ctx)
  const from = keptFrom(ctx.now.getTime(), readingMonths)
  // Roll-ups before it cannot be worked out anew: readings of that time are kept apart from now on.
  await ctx.query(
    sql`update tag_state set kept_from = ${from} where site_id = ${ctx.site} and (kept_from is null or kept_from < ${from})
       and exists (select 1 from reading r where r.site_id = tag_state.site_id and r.tag_id = tag_state.tag_id and r.at < ${from})`,
  )
  await dropPartitionsBefore(ctx.query, 'reading', toUtcMonth(from))
  await ctx.query(sql`delete from reading_revision where site_id = ${ctx.site} and at < ${from}`)
}
