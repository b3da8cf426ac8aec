/** Handlers of the process parameters of lines, compared with the standards of their orders. */
import { listOrderStarts } from '@/areas/orders/server/queries/runs'
import { listLastMeasurements, listLineMeasurements } from '@/areas/quality/server/queries/measured-parameters'
import { loadProcessVersions } from '@/areas/standards/server/queries/cost-quantities'
import type { LineKey } from '@/areas/telemetry/rules/tag'
import { loadGaugeSlots, loadLineKeyValues, type PlacedLiveValue } from '@/areas/telemetry/server/queries'
import { isOutsideLimits } from '@/plant/rules/limits'
import { isWebLineKind } from '@/plant/rules/line'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import type { Context } from '@/server/context'
import { displayedLineKeys, lineParameterHistory, lineParametersNow } from '../contract/line-endpoints'
import { getLineKey } from '../rules/parameter-keys'
import { loadLineStatuses, omitInternalFields, type LineStatusRow } from './load-line-statuses'
import { loadHourTrends } from './line-status-handlers'
import { roundToSixDecimals } from './metric-rows'
import { resolveHourSpan } from './hour-span'
import { handle } from '@/server/area'

interface DisplayedParameter {
  readonly key: string
  readonly label: string
  readonly unit: string | null
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
  readonly lineKey: LineKey | null
}
type Standards = ReadonlyMap<string, Awaited<ReturnType<typeof loadProcessVersions>>[number]>

/** Returns the parameters of the standard, followed by the other keys of the line with the limits of their tags. */
function buildParameters(
  ctx: Context,
  line: LineStatusRow,
  standards: Standards,
  tags: readonly PlacedLiveValue[],
): DisplayedParameter[] {
  const standard = line.processStandardId ? standards.get(line.processStandardId) : undefined
  const standardParameters = (standard?.parameters ?? []).map((parameter) => ({
    key: parameter.key,
    label: (ctx.language === 'en' ? parameter.labelEn : null) ?? parameter.label,
    unit: parameter.unit,
    low: parameter.low,
    target: parameter.target,
    high: parameter.high,
    lineKey: getLineKey(parameter.key),
  }))
  const standardKeys = new Set(standardParameters.map(({ lineKey }) => lineKey))
  const tagParameters = tags
    .filter((tag) => tag.lineId === line.lineId && tag.lineKey && !standardKeys.has(tag.lineKey))
    .filter(({ lineKey }) => (displayedLineKeys as readonly (LineKey | null)[]).includes(lineKey))
    .map(({ lineKey, unit, low, high }) => ({
      key: lineKey!,
      // The name of a tag repeats its line, which the heading already shows.
      label: `${lineKey} ${ctx.t(`telemetry:tag.options.lineKey.${lineKey}`)}`,
      unit,
      low,
      target: null,
      high,
      lineKey,
    }))
  return [...standardParameters, ...tagParameters]
}
const loadStandards = async (ctx: Context, lines: readonly LineStatusRow[]): Promise<Standards> => {
  const ids = [...new Set(lines.flatMap(({ processStandardId }) => processStandardId ?? []))]
  return new Map((ids.length ? await loadProcessVersions(ctx, ids) : []).map((standard) => [standard.id, standard]))
}

/** GET /HOME_MS_PARAM. Runs ten SQL statements for any number of lines. */
export const listLineParameters = handle(lineParametersNow, async (ctx, { lineId }) => {
  const lines = (await loadLineStatuses(ctx, lineId)).filter(({ kind }) => isWebLineKind(kind))
  const [standards, tags, measurements] = await Promise.all([
    loadStandards(ctx, lines),
    loadLineKeyValues(ctx, { lineId: lineId ?? null }),
    listLastMeasurements(
      ctx,
      lines.flatMap(({ workOrderId }) => workOrderId ?? []),
    ),
  ])
  const getTrend = await loadHourTrends(
    ctx,
    tags.map(({ tagId }) => tagId),
  )
  return lines.map((line) => {
    const standard = line.processStandardId ? standards.get(line.processStandardId) : undefined
    return {
      ...omitInternalFields(line),
      standardId: standard?.id ?? null,
      standard: standard ? `${standard.code} ${standard.revision}` : null,
      parameters: buildParameters(ctx, line, standards, tags).map((parameter) => {
        const tag =
          parameter.lineKey &&
          tags.find((candidate) => candidate.lineId === line.lineId && candidate.lineKey === parameter.lineKey)
        const lastMeasurement = measurements.find(
          ({ orderId, key }) => orderId === line.workOrderId && key === parameter.key,
        )
        const liveValue = tag && !tag.stale ? tag.value : null
        return {
          ...parameter,
          live: tag ? tag.value : null,
          liveAt: tag ? tag.at : null,
          stale: tag ? tag.stale : false,
          measured: lastMeasurement?.value ?? null,
          measuredAt: lastMeasurement?.at ?? null,
          outside: line.state === 'running' && isOutsideLimits(liveValue ?? lastMeasurement?.value ?? null, parameter),
          trend: tag ? getTrend(tag.tagId) : [],
        }
      }),
    }
  })
})

/** GET /HOME_MS_DATA. The default is the first line that makes web. */
export const loadLineParameterHistory = handle(lineParameterHistory, async (ctx, { lineId, key, ...hours }) => {
  const span = resolveHourSpan(ctx, hours)
  const spanFields = { from: span.from, to: span.to, step: span.minutes }
  const [line] = (await loadLineStatuses(ctx, lineId)).filter(({ kind }) => isWebLineKind(kind))
  if (!line) return { lineId: null, ...spanFields, stops: [], orders: [], series: [] }
  const { lineId: id } = line
  const [standards, tags, measurements, stops, orders] = await Promise.all([
    loadStandards(ctx, [line]),
    loadLineKeyValues(ctx, { lineId: line.lineId }),
    listLineMeasurements(ctx, { lineId: id, from: span.from, to: span.to }),
    listStopsInPeriod(ctx, { lineId: id, from: span.from, to: span.to, keepIfTooMany: 'newest', maxRows: 200 }),
    listOrderStarts(ctx, { lineId: id, from: span.from, to: span.to }),
  ])
  const parameters = buildParameters(ctx, line, standards, tags).filter((parameter) => !key || parameter.key === key)
  const findTag = (lineKey: LineKey | null) => (lineKey ? tags.find((tag) => tag.lineKey === lineKey) : undefined)
  const slots = await loadGaugeSlots(ctx, {
    tagIds: parameters.flatMap(({ lineKey }) => findTag(lineKey)?.tagId ?? []),
    ...span,
  })
  return {
    lineId: line.lineId,
    ...spanFields,
    stops: stops.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt })),
    orders,
    series: parameters.map(({ lineKey, ...parameter }) => {
      const tagId = findTag(lineKey)?.tagId
      return {
        ...parameter,
        points: slots
          .filter((slot) => slot.tagId === tagId)
          .map(({ at, mean, low, high }) => ({
            at,
            mean: roundToSixDecimals(mean),
            low: roundToSixDecimals(low),
            high: roundToSixDecimals(high),
          })),
        inspections: measurements
          .filter((measurement) => measurement.key === parameter.key)
          .map(({ at, value }) => ({ at, value })),
      }
    }),
  }
})
