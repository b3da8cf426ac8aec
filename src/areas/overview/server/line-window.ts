/** Line windows: the tags of a line that a person wants to see. */
import type { EndpointInput } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { line } from '@/plant/contract/line'
import { webLineKinds } from '@/plant/rules/line'
import { requirePerson } from '@/plant/server/plant'
import { liveAtLine } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { lineWindow, type LineWindow, type setWindow, type showWindow } from '../contract/line-calls'
import { linesNow, type LineNow } from './line-states'
import { limitsOfLines, shownLive } from './line-status'

/** Number of tags with a key that are shown by default. */
const USUAL = 8

/** GET /LINE_WINDOW_DATA */
export async function show(ctx: Context, { lineId }: EndpointInput<typeof showWindow>): Promise<LineWindow> {
  const lines = await linesNow(ctx, lineId)
  if (lineId && lines.length === 0) throw refuseInput([{ path: ['lineId'], code: 'unknownId' }])
  const web = lines.find(({ kind }) => (webLineKinds as readonly string[]).includes(kind)) ?? lines[0]
  return web ? windowOf(ctx, web) : { lineId: null, label: null, own: false, version: null, tags: [] }
}
async function windowOf(ctx: Context, of: LineNow): Promise<LineWindow> {
  const { lineId, label } = of
  const [tags, limits, kept] = await Promise.all([
    liveAtLine(ctx, lineId),
    limitsOfLines(ctx, [of]),
    ctx.rows.find(lineWindow, { where: { userId: requirePerson(ctx).id, lineId }, limit: 1 }),
  ])
  const [own] = kept.filter(({ tagIds }) => tagIds.length > 0)
  const usual = tags.filter(({ lineKey }) => lineKey !== null).slice(0, USUAL)
  const shown = new Set(own?.tagIds ?? usual.map(({ tagId }) => tagId))
  const place = new Map((own?.tagIds ?? []).map((id, i) => [id, i]))
  const rank = (tagId: string) => place.get(tagId) ?? tags.length
  return {
    lineId,
    label,
    own: own !== undefined,
    version: kept[0]?.version ?? null,
    tags: tags
      .map((tag) => ({
        tagId: tag.tagId,
        label: tag.label,
        unit: tag.unit,
        lineKey: tag.lineKey,
        shown: shown.has(tag.tagId),
        ...shownLive(tag, tag.lineKey ? limits.get(lineId)?.get(tag.lineKey) : undefined, of.state === 'running'),
      }))
      .sort((a, b) => rank(a.tagId) - rank(b.tagId)),
  }
}

/** POST /LINE_WINDOW_DATA */
export async function set(ctx: Context, { lineId, tagIds }: EndpointInput<typeof setWindow>): Promise<LineWindow> {
  await ctx.rows.get(line, lineId)
  const wanted = [...new Set(tagIds ?? [])]
  const known = new Set((await liveAtLine(ctx, lineId)).map(({ tagId }) => tagId))
  if (wanted.some((id) => !known.has(id))) throw refuseInput([{ path: ['tagIds'], code: 'unknownId' }])
  const userId = requirePerson(ctx).id
  // If two devices of one person write at once, the later choice wins.
  await ctx.query(`select pg_advisory_xact_lock(hashtext('line_window' || $1))`, [userId + lineId])
  const [kept] = await ctx.rows.find(lineWindow, { where: { userId, lineId }, limit: 1, lock: true })
  if (kept) await ctx.rows.update(lineWindow, kept.id, { tagIds: wanted })
  else await ctx.rows.insert(lineWindow, { userId, lineId, tagIds: wanted })
  return show(ctx, { lineId })
}
