/** Stores the newest reading of each tag and the base of each counter. */
import { toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import type { CounterState } from './fold-counters'
import type { ClassifiedReadings } from './reading-store'

/** Updates the states of tags whose newest reading or counter base has changed. */
export async function writeTagStates(
  ctx: Context,
  source: string,
  sorted: readonly ClassifiedReadings[],
  counters: readonly CounterState[],
): Promise<void> {
  const newestEntries = new Map(sorted.map(({ tagId, newer, revised }) => [tagId, newer.at(-1) ?? revised.at(-1)]))
  const counterStates = new Map(counters.map((one) => [one.tagId, one]))
  const rows = [...new Set([...newestEntries.keys(), ...counterStates.keys()])].map((tagId) => {
    const [newestEntry, state] = [newestEntries.get(tagId), counterStates.get(tagId)]
    return {
      tag_id: tagId,
      ...(newestEntry ? { at: toMoment(newestEntry.at), value: newestEntry.value, quality: newestEntry.quality } : {}),
      counted: state !== undefined,
      ...(state?.base ? { base_at: toMoment(state.base.at), base_value: state.base.value } : {}),
      ...(state?.pending ? { pending_at: toMoment(state.pending.at), pending_value: state.pending.value } : {}),
    }
  })
  if (rows.length === 0) return
  // A late reading does not replace the newest one.
  const isNewest = sql`case when r.at is not null and (s.at is null or s.at <= r.at) then`
  await ctx.query(
    sql`update tag_state s set at = ${isNewest} r.at else s.at end, value = ${isNewest} r.value else s.value end, quality = ${isNewest} r.quality else s.quality end,
       received_at = ${isNewest} ${ctx.now}::timestamptz else s.received_at end, source = ${isNewest} ${source}::text else s.source end,
       base_at = case when r.counted then r.base_at else s.base_at end, base_value = case when r.counted then r.base_value else s.base_value end,
       pending_at = case when r.counted then r.pending_at else s.pending_at end, pending_value = case when r.counted then r.pending_value else s.pending_value end
     from json_to_recordset(${JSON.stringify(rows)}::json) as r(tag_id uuid, at timestamptz, value float8, quality smallint, counted boolean,
       base_at timestamptz, base_value float8, pending_at timestamptz, pending_value float8)
     where s.site_id = ${ctx.site} and s.tag_id = r.tag_id`,
  )
}
