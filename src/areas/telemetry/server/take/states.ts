/** The newest reading of each tag, and from where counters go on. */
import { toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import type { CounterState } from './fold'
import type { Sorted } from './store'

export async function writeStates(
  ctx: Context,
  source: string,
  sorted: readonly Sorted[],
  counters: readonly CounterState[],
): Promise<void> {
  await writeNewest(ctx, source, sorted)
  if (counters.length === 0) return
  const rows = counters.map(({ tagId, base, pending }) => ({
    tag_id: tagId,
    base_at: base && toMoment(base.at),
    base_value: base?.value ?? null,
    pending_at: pending && toMoment(pending.at),
    pending_value: pending?.value ?? null,
  }))
  await ctx.query(
    sql`update tag_state s set base_at = r.base_at, base_value = r.base_value, pending_at = r.pending_at, pending_value = r.pending_value
     from json_to_recordset(${JSON.stringify(rows)}::json) as r(tag_id uuid, base_at timestamptz, base_value float8, pending_at timestamptz, pending_value float8)
     where s.site_id = ${ctx.site} and s.tag_id = r.tag_id`,
  )
}
async function writeNewest(ctx: Context, source: string, sorted: readonly Sorted[]): Promise<void> {
  const rows = sorted.flatMap(({ tagId, newer, revised }) => {
    const last = newer.at(-1) ?? revised.at(-1)
    return last ? [{ tag_id: tagId, at: toMoment(last.at), value: last.value, quality: last.quality }] : []
  })
  if (rows.length === 0) return
  await ctx.query(
    sql`update tag_state s set at = r.at, value = r.value, quality = r.quality, received_at = ${ctx.now}, source = ${source}
     from json_to_recordset(${JSON.stringify(rows)}::json) as r(tag_id uuid, at timestamptz, value float8, quality smallint)
     where s.site_id = ${ctx.site} and s.tag_id = r.tag_id and (s.at is null or s.at <= r.at)`,
  )
}
