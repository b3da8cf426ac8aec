/** Handlers of line windows: the tags of a line that a person wants to see. */
import { refuseInput } from '@/contract/errno'
import { line } from '@/plant/contract/line'
import { webLineKinds } from '@/plant/rules/line'
import { requirePerson } from '@/plant/server/plant'
import { loadPlacedLineValues } from '@/areas/telemetry/server/queries'
import type { Context } from '@/server/context'
import { lineWindow, type LineWindow, setLineWindow, lineWindowNow } from '../contract/line-endpoints'
import { loadLineStatuses, type LineStatusRow } from './load-line-statuses'
import { loadLineLimits, toLiveFields } from './line-status-handlers'
import { handle } from '@/server/area'

/** Number of tags with a key that are shown by default. */
const DEFAULT_TAG_COUNT = 8

/** GET /LINE_WINDOW_DATA */
export const loadLineWindow = handle(lineWindowNow, async (ctx, { lineId }) => {
  const lines = await loadLineStatuses(ctx, lineId)
  if (lineId && lines.length === 0) throw refuseInput([{ path: ['lineId'], code: 'unknownId' }])
  const windowLine = lines.find(({ kind }) => (webLineKinds as readonly string[]).includes(kind)) ?? lines[0]
  return windowLine
    ? buildLineWindow(ctx, windowLine)
    : { lineId: null, label: null, own: false, version: null, tags: [] }
})
async function buildLineWindow(ctx: Context, currentLine: LineStatusRow): Promise<LineWindow> {
  const { lineId, label } = currentLine
  const [tags, limits, storedWindows] = await Promise.all([
    loadPlacedLineValues(ctx, lineId),
    loadLineLimits(ctx, [currentLine]),
    ctx.rows.find(lineWindow, { where: { userId: requirePerson(ctx).id, lineId }, limit: 1 }),
  ])
  const [chosenWindow] = storedWindows.filter(({ tagIds }) => tagIds.length > 0)
  const defaultTags = tags.filter(({ lineKey }) => lineKey !== null).slice(0, DEFAULT_TAG_COUNT)
  const shownTagIds = new Set(chosenWindow?.tagIds ?? defaultTags.map(({ tagId }) => tagId))
  const positionByTag = new Map((chosenWindow?.tagIds ?? []).map((id, i) => [id, i]))
  const getRank = (tagId: string) => positionByTag.get(tagId) ?? tags.length
  return {
    lineId,
    label,
    own: chosenWindow !== undefined,
    version: storedWindows[0]?.version ?? null,
    tags: tags
      .map((tag) => ({
        tagId: tag.tagId,
        label: tag.label,
        unit: tag.unit,
        lineKey: tag.lineKey,
        shown: shownTagIds.has(tag.tagId),
        ...toLiveFields(
          tag,
          tag.lineKey ? limits.get(lineId)?.get(tag.lineKey) : undefined,
          currentLine.state === 'running',
        ),
      }))
      .sort((a, b) => getRank(a.tagId) - getRank(b.tagId)),
  }
}

/** POST /LINE_WINDOW_DATA */
export const storeLineWindow = handle(setLineWindow, async (ctx, { lineId, tagIds }) => {
  await ctx.rows.get(line, lineId)
  const chosenTagIds = [...new Set(tagIds ?? [])]
  const lineTagIds = new Set((await loadPlacedLineValues(ctx, lineId)).map(({ tagId }) => tagId))
  if (chosenTagIds.some((id) => !lineTagIds.has(id))) throw refuseInput([{ path: ['tagIds'], code: 'unknownId' }])
  const userId = requirePerson(ctx).id
  // If two devices of one person write at once, the later choice wins.
  await ctx.query(`select pg_advisory_xact_lock(hashtext('line_window' || $1))`, [userId + lineId])
  const [storedWindow] = await ctx.rows.find(lineWindow, { where: { userId, lineId }, limit: 1, lock: true })
  if (storedWindow) await ctx.rows.update(lineWindow, storedWindow.id, { tagIds: chosenTagIds })
  else await ctx.rows.insert(lineWindow, { userId, lineId, tagIds: chosenTagIds })
  return loadLineWindow.run(ctx, { lineId })
})
