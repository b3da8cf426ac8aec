/** Endpoints of the statistics page: ranking of products, all media, and today so far. */
import { HOUR_MS, toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import { toPlantDay, loadPlantSettings, getDayStart, getToday } from '@/plant/server/plant'
import { sumMeterUsage } from '@/areas/telemetry/server/queries'
import { sumWebBy, sumWeb } from '@/areas/rolls/server/queries/web-output'
import { allEnergy, energyNow, energyRanking } from '../contract/analysis-endpoints'
import { energyMedia, mediumUnits, calculateOwnUse } from '../rules/meter-tree'
import { calculateLineSeries } from '../rules/allocate-energy'
import { getCoalFactors, toStandardCoalTonnes } from '../rules/standard-coal'
import { loadEarlierSpans, buildBandRows, prepareSpans } from './energy-analysis'
import {
  calculateChangePercent,
  buildComparison,
  buildUseMetrics,
  calculateSharePercent,
  roundToDigits,
} from './energy-metrics'
import { loadSourcesBetween } from './energy-sources'
import { loadMeterTree, listSilentMeters, type MeterTree } from './meters'
import { listUncountedDays, loadDataGaps, resolveSpans } from './energy-spans'
import { sumUseBy, type PreparedSpan } from './energy-sums'
import { handle } from '@/server/area'
import type { Context } from '@/server/context'

/** Number of ranked products according to the specification. */
const MAX_RANKED_PRODUCTS = 30

/** GET /ENERGY_STATISTICAL: products ranked by consumption per kg. */
export const rankProducts = handle(energyRanking, async (ctx, input) => {
  const medium = input.medium ?? 'electricity'
  const filter = { medium, lineId: input.lineId ?? null }
  const spans = resolveSpans(ctx, input)
  const comparedSpans = prepareSpans(ctx, await loadMeterTree(ctx), spans)
  const loadSpan = (span: PreparedSpan) => sumUseBy(ctx, span, ['product', 'band'], filter)
  const uncountedDays = await listUncountedDays(ctx, comparedSpans.current)
  const [previousSums, yearEarlierSums] = await loadEarlierSpans(ctx, comparedSpans, uncountedDays, loadSpan)
  const currentSums = await loadSpan(comparedSpans.current)
  const { product: webByProduct } = await sumWebBy(ctx, {
    from: comparedSpans.current.begin,
    to: comparedSpans.current.end,
    groupings: ['product'],
    lineId: filter.lineId,
    excludedDays: uncountedDays,
  })
  const rows = [...currentSums.product].map(([productId, sums]) => ({
    productId,
    orders: webByProduct.get(productId)?.orders ?? 0,
    ...buildUseMetrics(sums, webByProduct.get(productId)?.kg ?? null),
    ...buildComparison(sums, previousSums?.product.get(productId), yearEarlierSums?.product.get(productId)),
  }))
  // Products that were not weighed yet have no value per kg and come last.
  rows.sort((a, b) => (b.perKg ?? -1) - (a.perKg ?? -1) || b.used - a.used)
  const rankedRows = rows.slice(0, MAX_RANKED_PRODUCTS)
  return {
    period: spans.kind,
    medium,
    unit: mediumUnits[medium],
    ...spans.dayRange,
    running: spans.isRunning,
    products: rankedRows,
    others: rows.length - rankedRows.length,
    bands: buildBandRows(currentSums.band),
    ...(await loadDataGaps(ctx, spans.current)),
  }
})

/** POST /ALL_ENERGY: all media of a period in their units, in tce and in CNY. */
export const loadEnergyTotals = handle(allEnergy, async (ctx, input) => {
  const spans = resolveSpans(ctx, input)
  const comparedSpans = prepareSpans(ctx, await loadMeterTree(ctx), spans)
  const filter = { lineId: input.lineId ?? null }
  const loadSpan = async (span: PreparedSpan) => (await sumUseBy(ctx, span, ['medium'], filter)).medium
  const uncountedDays = await listUncountedDays(ctx, comparedSpans.current)
  const [previousSums, yearEarlierSums] = await loadEarlierSpans(ctx, comparedSpans, uncountedDays, loadSpan)
  const currentSums = await loadSpan(comparedSpans.current)
  const outputKg = await sumWeb(ctx, {
    from: comparedSpans.current.begin,
    to: comparedSpans.current.end,
    lineId: filter.lineId,
    excludedDays: uncountedDays,
  })
  const factors = getCoalFactors(await loadPlantSettings(ctx))
  const media = energyMedia
    .filter((medium) => currentSums.has(medium) || previousSums?.has(medium))
    .map((medium) => ({
      medium,
      unit: mediumUnits[medium],
      ...buildUseMetrics(currentSums.get(medium), outputKg),
      ...buildComparison(currentSums.get(medium), previousSums?.get(medium), yearEarlierSums?.get(medium)),
      tce: roundToDigits(toStandardCoalTonnes(currentSums.get(medium)?.used ?? 0, factors[medium])),
      factor: factors[medium],
    }))
  const tce = media.reduce((sum, row) => sum + row.tce, 0)
  return {
    period: spans.kind,
    ...spans.dayRange,
    tce: roundToDigits(tce),
    cost: roundToDigits(
      media.reduce((sum, { cost }) => sum + cost, 0),
      2,
    ),
    kg: outputKg === null ? null : roundToDigits(outputKg, 1),
    tcePerTonne: outputKg ? roundToDigits((tce / outputKg) * 1000, 4) : null,
    media,
    ...(await loadDataGaps(ctx, spans.current)),
  }
})

/** Slot length of meter readings in ms. */
const QUARTER_MS = HOUR_MS / 4
/** GET /NOW_ENERGY_STATISTICAL: today's consumption so far, compared with yesterday and last week. */
export const loadEnergyNow = handle(energyNow, async (ctx) => {
  const tree = await loadMeterTree(ctx)
  const day = getToday(ctx)
  const dayStartMs = toMillis(getDayStart(ctx, day))
  // Compares whole 15-minute slots only, because the running slot is complete for earlier days but not for today.
  const elapsedMs = Math.floor((ctx.now.getTime() - dayStartMs) / QUARTER_MS) * QUARTER_MS
  const until = toMoment(dayStartMs + elapsedMs)
  const buildPeriodDaysAgo = (daysAgo: number) => {
    // Aims at the middle of the earlier day, so that a clock change does not lead to a neighbouring day.
    const middleOfDay = toMoment(dayStartMs - (daysAgo * 24 - 12) * HOUR_MS)
    const from = getDayStart(ctx, toPlantDay(ctx, middleOfDay))
    return { key: String(daysAgo), from, to: toMoment(toMillis(from) + elapsedMs) }
  }
  // The key of a period is the number of days ago.
  const periods = [{ key: '0', from: getDayStart(ctx, day), to: until }, buildPeriodDaysAgo(1), buildPeriodDaysAgo(7)]
  const sums = await sumMeterUsage(ctx, { meterIds: tree.meterIds, periods })
  const energyMeterIdByMeterId = new Map(tree.physicalMeters.map(({ id, meterId }) => [meterId, id]))
  /** Returns the own use of each meter in a period, see `periods` for the keys. */
  const calculateOwnUseInPeriod = (key: string, name: 'used' | 'estimated') =>
    calculateOwnUse(
      tree.physicalMeters,
      new Map(
        sums
          .filter((meterSum) => meterSum.key === key)
          .map((meterSum) => [energyMeterIdByMeterId.get(meterSum.meterId) ?? '', meterSum[name]]),
      ),
    )
  const usedToday = calculateOwnUseInPeriod('0', 'used')
  const estimatedToday = calculateOwnUseInPeriod('0', 'estimated')
  const usedYesterday = calculateOwnUseInPeriod('1', 'used')
  const usedWeekBefore = calculateOwnUseInPeriod('7', 'used')
  const sumMeters = (
    valueByMeter: ReadonlyMap<string, number>,
    matchesMeter: (meter: (typeof tree.physicalMeters)[number]) => boolean,
  ): number =>
    roundToDigits(
      tree.physicalMeters.filter(matchesMeter).reduce((sum, { id }) => sum + (valueByMeter.get(id) ?? 0), 0),
    )
  const usedByLineToday = await sumUseByLine(ctx, tree, periods[0]!)
  const usedByLineYesterday = await sumUseByLine(ctx, tree, periods[1]!)
  const lineIds = [
    ...new Set([
      ...tree.physicalMeters.flatMap(({ lineId, medium }) => (lineId && medium === 'electricity' ? [lineId] : [])),
      ...[...usedByLineToday].flatMap(([lineId, used]) => (used > 0 ? [lineId] : [])),
    ]),
  ]
  return {
    day,
    until,
    media: energyMedia
      .filter((medium) => tree.physicalMeters.some((meter) => meter.medium === medium))
      .map((medium) => {
        const sumValues = (valueByMeter: ReadonlyMap<string, number>) =>
          sumMeters(valueByMeter, (meter) => meter.medium === medium)
        return {
          medium,
          unit: mediumUnits[medium],
          used: sumValues(usedToday),
          estimatedPercent: calculateSharePercent(sumValues(estimatedToday), sumValues(usedToday)),
          yesterday: sumValues(usedYesterday),
          yesterdayPercent: calculateChangePercent(sumValues(usedToday), sumValues(usedYesterday)),
          weekBefore: sumValues(usedWeekBefore),
          weekBeforePercent: calculateChangePercent(sumValues(usedToday), sumValues(usedWeekBefore)),
        }
      }),
    lines: lineIds.map((lineId) => ({
      lineId,
      used: roundToDigits(usedByLineToday.get(lineId) ?? 0),
      yesterday: roundToDigits(usedByLineYesterday.get(lineId) ?? 0),
    })),
    silentMeters: (await listSilentMeters(ctx, tree)).length,
  }
})
/** Sums the electricity of each line in a period, with its part of the shared meters. */
async function sumUseByLine(
  ctx: Context,
  tree: MeterTree,
  { from, to }: { readonly from: Moment; readonly to: Moment },
): Promise<ReadonlyMap<string, number>> {
  const series = calculateLineSeries(await loadSourcesBetween(ctx, tree, from, to), 'electricity')
  return new Map([...series].map(([lineId, { used }]) => [lineId, used.reduce((sum, value) => sum + value, 0)]))
}
