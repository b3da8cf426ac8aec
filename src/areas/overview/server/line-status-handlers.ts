/** Handlers of the live states of lines and of the live values of their keys (measured quantities such as `MPS`). */
import type { EndpointInput } from '@/contract/endpoint'
import { loadProcessVersions } from '@/areas/standards/server/queries/cost-quantities'
import { loadLineKeyValues, loadMinuteValues, type PlacedLiveValue } from '@/areas/telemetry/server/queries'
import type { LineKey } from '@/areas/telemetry/rules/tag'
import { isOutsideLimits } from '@/plant/rules/limits'
import { HOUR_MS, MINUTE_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import type { HandlerEntry } from '@/server/area'
import { handle } from '@/server/area'
import type { Context } from '@/server/context'
import { lineKeyEndpoints, lineStatus, displayedLineKeys, TREND_STEP_MINUTES } from '../contract/line-endpoints'
import { indexLimitsByKey, type ParameterLimits } from '../rules/parameter-keys'
import { roundToSixDecimals } from './metric-rows'
import { loadLineStatuses, omitInternalFields, type LineStatusRow } from './load-line-statuses'

/**
 * Loads the limits of each line's keys from the standard of the order on the line. Runs one SQL statement, or none if
 * no line has an order.
 */
export async function loadLineLimits(
  ctx: Context,
  lines: readonly LineStatusRow[],
): Promise<ReadonlyMap<string, ReadonlyMap<LineKey, ParameterLimits>>> {
  const ids = [...new Set(lines.flatMap(({ processStandardId }) => processStandardId ?? []))]
  const limitsByStandard = new Map(
    (ids.length ? await loadProcessVersions(ctx, ids) : []).map(({ id, parameters }) => [
      id,
      indexLimitsByKey(parameters),
    ]),
  )
  return new Map(
    lines.flatMap(({ lineId, processStandardId }) => {
      const limits = processStandardId && limitsByStandard.get(processStandardId)
      return limits ? [[lineId, limits] as const] : []
    }),
  )
}
/**
 * Returns the fields of a live value, with the limits of the standard, else of the tag.
 * @param judgesLimits false for a standing line, which need not keep its limits; stale values are never judged
 */
export function toLiveFields(tag: PlacedLiveValue, limits?: ParameterLimits, judgesLimits = true) {
  const { low, target, high } = limits ?? { low: tag.low, target: null, high: tag.high }
  return {
    value: tag.value,
    at: tag.at,
    stale: tag.stale,
    low,
    target,
    high,
    outside: judgesLimits && !tag.stale && isOutsideLimits(tag.value, { low, high }),
  }
}

/**
 * Loads the last hour of tags in steps of five minutes, null for steps without readings. One SQL statement.
 * @returns a function that returns the trend of a tag, empty without any reading
 */
export async function loadHourTrends(
  ctx: Context,
  tagIds: readonly string[],
): Promise<(tagId: string) => { value: number | null }[]> {
  const stepMs = TREND_STEP_MINUTES * MINUTE_MS
  const firstStep = Math.floor((ctx.now.getTime() - HOUR_MS) / stepMs)
  const rows = await loadMinuteValues(ctx, {
    tagIds,
    from: toMoment(firstStep * stepMs),
    stepMinutes: TREND_STEP_MINUTES,
  })
  const valueByStep = new Map(rows.map(({ tagId, at, value }) => [`${tagId} ${toMillis(at) / stepMs}`, value]))
  const tagsWithReadings = new Set(rows.map(({ tagId }) => tagId))
  return (tagId) =>
    tagsWithReadings.has(tagId)
      ? Array.from({ length: HOUR_MS / stepMs + 1 }, (_, i) => ({
          value: roundToSixDecimals(valueByStep.get(`${tagId} ${firstStep + i}`) ?? null),
        }))
      : []
}

/** GET /LINE_STATUS_DATA. Runs nine SQL statements for any number of lines. */
export const listLineStatus = handle(lineStatus, async (ctx) => {
  const [lines, tags] = await Promise.all([loadLineStatuses(ctx), loadLineKeyValues(ctx)])
  const [limits, getTrend] = await Promise.all([
    loadLineLimits(ctx, lines),
    loadHourTrends(
      ctx,
      tags.map(({ tagId }) => tagId),
    ),
  ])
  return lines.map((line) => ({
    ...omitInternalFields(line),
    values: displayedLineKeys.flatMap((lineKey) => {
      const tag = tags.find((candidate) => candidate.lineId === line.lineId && candidate.lineKey === lineKey)
      return tag
        ? [
            {
              lineKey,
              unit: tag.unit,
              ...toLiveFields(tag, limits.get(line.lineId)?.get(lineKey), line.state === 'running'),
              trend: getTrend(tag.tagId),
            },
          ]
        : []
    }),
  }))
})

/** GET /LINE_STATUS_<KEY>, one handler for each key. */
export const lineKeyHandlers: HandlerEntry[] = lineKeyEndpoints.map(({ key, endpoint }) =>
  handle(endpoint, async (ctx: Context, { lineId }: EndpointInput<typeof endpoint>) => {
    const [lines, tags] = await Promise.all([
      loadLineStatuses(ctx, lineId),
      loadLineKeyValues(ctx, { lineId: lineId ?? null, key }),
    ])
    const [limits, minutes] = await Promise.all([
      loadLineLimits(ctx, lines),
      loadMinuteValues(ctx, {
        tagIds: tags.map(({ tagId }) => tagId),
        from: toMoment(ctx.now.getTime() - HOUR_MS),
      }),
    ])
    return lines.flatMap(({ lineId: id, label, state }) => {
      const tag = tags.find((lineTag) => lineTag.lineId === id)
      if (!tag) return []
      const trend = minutes.filter(({ tagId }) => tagId === tag.tagId).map(({ at, value }) => ({ at, value }))
      return [
        {
          lineId: id,
          label,
          state,
          tagId: tag.tagId,
          unit: tag.unit,
          ...toLiveFields(tag, limits.get(id)?.get(key), state === 'running'),
          trend,
        },
      ]
    })
  }),
)
