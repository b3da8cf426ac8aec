import type { Context } from '@/server/context'
import { toMoment } from '@/plant/rules/plant-time'

/** Notes of tags that their sender is gone: what they showed before that moment is none of now, until something newer comes. */
export async function markGone(
  ctx: Context,
  gone: readonly { readonly tag: string; readonly at: number }[],
): Promise<void> {
  if (gone.length === 0) return
  const rows = gone.map(({ tag, at }) => ({ code: tag, at: toMoment(at) }))
  await ctx.query(
    `update tag_state s set gone_at = r.at from json_to_recordset($2::json) as r(code text, at timestamptz)
       join tag t on t.site_id = $1 and t.code = r.code
     where s.site_id = $1 and s.tag_id = t.id and (s.at is null or s.at <= r.at)`,
    [ctx.site, JSON.stringify(rows)],
  )
}
