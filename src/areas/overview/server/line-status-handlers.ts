/** Handlers of the live states of lines and of the live values of their keys (measured quantities such as `MPS`). */
import type { EndpointInput } from '@/contract/endpoint'
import { loadProcessVersions } from '@/areas/standards/server/queries/cost-quantities'
import { loadLineKeyValues, loadMinuteValues, type PlacedLiveValue } from '@/areas/telemetry/server/queries'
import type { LineKey } from '@/areas/telemetry/rules/tag'
import { isOutsideLimits } from '@/plant/rules/limits'
import { HOUR_MS, toMoment } from '@/plant/rules/plant-time'
import type { HandlerEntry } from '@/server/area'
import { handle } from '@/server/area'
import type { Context } from '@/server/context'
import { lineKeyEndpoints, lineStatus, displayedLineKeys } from '../contract/line-endpoints'
import { indexLimitsByKey, type ParameterLimits } from '../rules/parameter-keys'
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

/** GET /LINE_STATUS_DATA. Runs eight SQL statements for any number of lines. */
export const listLineStatus = handle(lineStatus, async (ctx) => {
  const [lines, tags] = await Promise.all([loadLineStatuses(ctx), loadLineKeyValues(ctx)])
  const limits = await loadLineLimits(ctx, lines)
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
