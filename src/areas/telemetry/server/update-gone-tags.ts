import { toMoment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import { clampToStorableTime } from '../rules/plausible'
import type { InletMessage } from './inlet-intake'

/**
 * Stores which tags are stale because their sender has gone, and which have a sender again. The last message of the
 * batch decides for each tag. Only tags that were or are gone are written.
 */
export async function updateGoneTags(ctx: Context, batch: readonly InletMessage[]): Promise<void> {
  const goneAtByTag = new Map<string, number | null>()
  for (const message of batch) {
    for (const { tag, historical } of message.readings) if (!historical) goneAtByTag.set(tag, null)
    for (const { tag, at } of message.gone ?? []) goneAtByTag.set(tag, at)
  }
  const rows = [...goneAtByTag].map(([code, at]) => ({
    code,
    at: at === null ? null : toMoment(clampToStorableTime(at)),
  }))
  await ctx.query(
    sql`update tag_state s set gone_at = case when r.at is null then null else greatest(r.at, s.at) end
     from json_to_recordset(${JSON.stringify(rows)}::json) as r(code text, at timestamptz)
       join tag t on t.site_id = ${ctx.site} and t.code = r.code
     where s.site_id = t.site_id and s.tag_id = t.id and (r.at is not null or s.gone_at is not null)`,
  )
}
