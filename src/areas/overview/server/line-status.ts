/** Live state of lines and their 13 keys. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { loadProcessVersions } from '@/areas/standards/server/queries/cost-quantities'
import { liveKeys, minutesOf, type LiveAtPlace } from '@/areas/telemetry/server/queries'
import type { LineKey } from '@/areas/telemetry/rules/tag'
import { isOutsideLimits } from '@/plant/rules/limits'
import { HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import type { HandlerEntry } from '@/server/area'
import { handle } from '@/server/area'
import type { Context } from '@/server/context'
import { keyCalls, lineStatus, shownKeys } from '../contract/line-calls'
import { limitsByKey, type Limits } from '../rules/parameters'
import { linesNow, shownState, type LineNow } from './line-states'

/** Returns the limits of keys by line, from the standard of its order. One statement; none if no order runs. */
export async function limitsOfLines(
  ctx: Context,
  lines: readonly LineNow[],
): Promise<ReadonlyMap<string, ReadonlyMap<LineKey, Limits>>> {
  const ids = [...new Set(lines.flatMap(({ processStandardId }) => processStandardId ?? []))]
  const standards = new Map(
    (ids.length ? await loadProcessVersions(ctx, ids) : []).map(({ id, parameters }) => [id, limitsByKey(parameters)]),
  )
  return new Map(
    lines.flatMap(({ lineId, processStandardId }) => {
      const limits = processStandardId && standards.get(processStandardId)
      return limits ? [[lineId, limits] as const] : []
    }),
  )
}
/**
 * Returns the fields of a live value with the limits of the standard, else of its tag.
 * @param judgesLimits false for a standing line, which is not expected to keep its limits; stale values are never
 * judged
 */
export function shownLive(tag: LiveAtPlace, limits?: Limits, expected = true) {
  const { low, target, high } = limits ?? { low: tag.low, target: null, high: tag.high }
  return {
    value: tag.value,
    at: tag.at,
    stale: tag.stale,
    low,
    target,
    high,
    outside: expected && !tag.stale && isOutsideLimits(tag.value, { low, high }),
  }
}

/** GET /LINE_STATUS_DATA: eight statements, however many lines. */
export async function status(ctx: Context): Promise<EndpointOutput<typeof lineStatus>> {
  const [lines, tags] = await Promise.all([linesNow(ctx), liveKeys(ctx)])
  const limits = await limitsOfLines(ctx, lines)
  return lines.map((line) => ({
    ...shownState(line),
    values: shownKeys.flatMap((lineKey) => {
      const tag = tags.find((one) => one.lineId === line.lineId && one.lineKey === lineKey)
      return tag
        ? [
            {
              lineKey,
              unit: tag.unit,
              ...shownLive(tag, limits.get(line.lineId)?.get(lineKey), line.state === 'running'),
            },
          ]
        : []
    }),
  }))
}

/** GET /LINE_STATUS_<KEY>, one handler for each key. */
export const keyHandlers: HandlerEntry[] = keyCalls.map(({ key, endpoint }) =>
  handle(endpoint, async (ctx: Context, { lineId }: EndpointInput<typeof endpoint>) => {
    const [lines, tags] = await Promise.all([linesNow(ctx, lineId), liveKeys(ctx, { lineId: lineId ?? null, key })])
    const [limits, minutes] = await Promise.all([
      limitsOfLines(ctx, lines),
      minutesOf(ctx, {
        tagIds: tags.map(({ tagId }) => tagId),
        from: toMoment(ctx.now.getTime() - HOUR_MS),
      }),
    ])
    return lines.flatMap(({ lineId: id, label, state }) => {
      const tag = tags.find((one) => one.lineId === id)
      if (!tag) return []
      const trend = minutes.filter(({ tagId }) => tagId === tag.tagId).map(({ at, value }) => ({ at, value }))
      return [
        {
          lineId: id,
          label,
          state,
          tagId: tag.tagId,
          unit: tag.unit,
          ...shownLive(tag, limits.get(id)?.get(key), state === 'running'),
          trend,
        },
      ]
    })
  }),
)
