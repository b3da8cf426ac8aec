/** Scheduled jobs of telemetry. */
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { addToMonth, dropPartitionsBefore, ensureMonthPartitions, toUtcMonth } from '@/server/db/partitions'
import { sql } from '@/server/sql'
import { getRetentionStart } from '@/areas/telemetry/rules/odd-reading'

/** Creates the partitions of this month and the next before their readings arrive. */
export async function createMonthPartitions(ctx: Context): Promise<void> {
  const currentMonth = toUtcMonth(ctx.now.getTime())
  await ensureMonthPartitions(ctx.query, 'reading', [currentMonth, addToMonth(currentMonth, 1)])
}

/** Deletes raw readings that are older than the plant's retention setting, by whole months. Roll-ups stay. */
export async function deleteOldReadings(ctx: Context): Promise<void> {
  const { readingMonths } = await loadPlantSettings(ctx)
  const retentionStart = getRetentionStart(ctx.now.getTime(), readingMonths)
  // Roll-ups before this moment cannot be recalculated, so new readings for that time become odd readings.
  await ctx.query(
    sql`update tag_state set kept_from = ${retentionStart} where site_id = ${ctx.site} and (kept_from is null or kept_from < ${retentionStart})
       and exists (select 1 from reading r where r.site_id = tag_state.site_id and r.tag_id = tag_state.tag_id and r.at < ${retentionStart})`,
  )
  await dropPartitionsBefore(ctx.query, 'reading', toUtcMonth(retentionStart))
  await ctx.query(sql`delete from reading_revision where site_id = ${ctx.site} and at < ${retentionStart}`)
}
