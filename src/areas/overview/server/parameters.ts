/** Parameters of lines next to the standard of their orders. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { lastMeasured, measuredAtLine } from '@/areas/quality/server/queries/for-overview'
import { loadProcessVersions } from '@/areas/standards/server/queries/cost-quantities'
import type { LineKey } from '@/areas/telemetry/rules/tag'
import { gaugeOf, liveKeys, type LiveAtPlace } from '@/areas/telemetry/server/queries'
import { isOutsideLimits } from '@/plant/rules/limits'
import { isWebLineKind } from '@/plant/rules/line'
import type { Context } from '@/server/context'
import { shownKeys, type parametersCourse, type parametersNow } from '../contract/line-calls'
import { lineKeyOf } from '../rules/parameters'
import { linesNow, shownState, type LineNow } from './line-states'
import { round } from './figure-rows'
import { hoursOf } from './spans'

interface Parameter {
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
function parametersOf(ctx: Context, line: LineNow, standards: Standards, tags: readonly LiveAtPlace[]): Parameter[] {
  const standard = line.processStandardId ? standards.get(line.processStandardId) : undefined
  const asked = (standard?.parameters ?? []).map((one) => ({
    key: one.key,
    label: (ctx.language === 'en' ? one.labelEn : null) ?? one.label,
    unit: one.unit,
    low: one.low,
    target: one.target,
    high: one.high,
    lineKey: lineKeyOf(one.key),
  }))
  const known = new Set(asked.map(({ lineKey }) => lineKey))
  const others = tags
    .filter((tag) => tag.lineId === line.lineId && tag.lineKey && !known.has(tag.lineKey))
    .filter(({ lineKey }) => (shownKeys as readonly (LineKey | null)[]).includes(lineKey))
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
  return [...asked, ...others]
}
const standardsOf = async (ctx: Context, lines: readonly LineNow[]): Promise<Standards> => {
  const ids = [...new Set(lines.flatMap(({ processStandardId }) => processStandardId ?? []))]
  return new Map((ids.length ? await loadProcessVersions(ctx, ids) : []).map((one) => [one.id, one]))
}

/** GET /HOME_MS_PARAM: nine statements, however many lines. */
export async function now(
  ctx: Context,
  { lineId }: EndpointInput<typeof parametersNow>,
): Promise<EndpointOutput<typeof parametersNow>> {
  const lines = (await linesNow(ctx, lineId)).filter(({ kind }) => isWebLineKind(kind))
  const [standards, tags, measured] = await Promise.all([
    standardsOf(ctx, lines),
    liveKeys(ctx, { lineId: lineId ?? null }),
    lastMeasured(
      ctx,
      lines.flatMap(({ workOrderId }) => workOrderId ?? []),
    ),
  ])
  return lines.map((line) => {
    const standard = line.processStandardId ? standards.get(line.processStandardId) : undefined
    return {
      ...shownState(line),
      standardId: standard?.id ?? null,
      standard: standard ? `${standard.code} ${standard.revision}` : null,
      parameters: parametersOf(ctx, line, standards, tags).map((one) => {
        const tag = one.lineKey && tags.find((t) => t.lineId === line.lineId && t.lineKey === one.lineKey)
        const last = measured.find(({ orderId, key }) => orderId === line.workOrderId && key === one.key)
        const live = tag && !tag.stale ? tag.value : null
        return {
          ...one,
          live: tag ? tag.value : null,
          liveAt: tag ? tag.at : null,
          stale: tag ? tag.stale : false,
          measured: last?.value ?? null,
          measuredAt: last?.at ?? null,
          outside: line.state === 'running' && isOutsideLimits(live ?? last?.value ?? null, one),
        }
      }),
    }
  })
}

/** GET /HOME_MS_DATA: by default of the first line that makes web. */
export async function course(
  ctx: Context,
  { lineId, key, ...hours }: EndpointInput<typeof parametersCourse>,
): Promise<EndpointOutput<typeof parametersCourse>> {
  const span = hoursOf(ctx, hours)
  const head = { from: span.from, to: span.to, step: span.minutes }
  const [line] = (await linesNow(ctx, lineId)).filter(({ kind }) => isWebLineKind(kind))
  if (!line) return { lineId: null, ...head, series: [] }
  const [standards, tags, measured] = await Promise.all([
    standardsOf(ctx, [line]),
    liveKeys(ctx, { lineId: line.lineId }),
    measuredAtLine(ctx, { lineId: line.lineId, from: span.from, to: span.to }),
  ])
  const parameters = parametersOf(ctx, line, standards, tags).filter((one) => !key || one.key === key)
  const tagOf = (lineKey: LineKey | null) => (lineKey ? tags.find((tag) => tag.lineKey === lineKey) : undefined)
  const slots = await gaugeOf(ctx, {
    tagIds: parameters.flatMap(({ lineKey }) => tagOf(lineKey)?.tagId ?? []),
    ...span,
  })
  return {
    lineId: line.lineId,
    ...head,
    series: parameters.map(({ lineKey, ...one }) => {
      const tagId = tagOf(lineKey)?.tagId
      return {
        ...one,
        points: slots
          .filter((slot) => slot.tagId === tagId)
          .map(({ at, mean, low, high }) => ({ at, mean: round(mean), low: round(low), high: round(high) })),
        inspections: measured.filter((m) => m.key === one.key).map(({ at, value }) => ({ at, value })),
      }
    }),
  }
}
