/** Forwards line speeds to the plant module, which detects stops from them. */
import { toMoment } from '@/plant/rules/plant-time'
import { storeSpeeds } from '@/plant/server/line-speeds'
import type { Context } from '@/server/context'
import type { TagRow } from './assign-to-tags'
import type { ClassifiedReadings } from './reading-store'

const BAD_QUALITY = 2
/** Forwards speeds from tags with the line key `speed`; readings of bad quality are skipped. */
export async function forwardLineSpeeds(
  ctx: Context,
  tags: readonly TagRow[],
  sorted: readonly ClassifiedReadings[],
): Promise<void> {
  const lineIdByTag = new Map(tags.flatMap((of) => (of.lineKey === 'speed' && of.lineId ? [[of.id, of.lineId]] : [])))
  const speeds = sorted.flatMap((s) => {
    const lineId = lineIdByTag.get(s.tagId)
    if (!lineId) return []
    return [...s.newer, ...s.late, ...s.revised]
      .filter((e) => e.quality !== BAD_QUALITY)
      .map((e) => ({ lineId, at: toMoment(e.at), speed: e.value }))
  })
  if (speeds.length > 0) await storeSpeeds(ctx, speeds)
}
