import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import { toPlantDay, loadPlantSettings, getDayStart, getToday } from '@/plant/server/plant'
import { usageSums } from '@/areas/telemetry/server/queries'
import { sumWebBy, sumWeb } from '@/areas/rolls/server/queries/for-energy'
import type { Context } from '@/server/context'
import type { allEnergy, energyNow, energyRanking } from '../contract/analysis-calls'
import { energyMedia, mediumUnits, ownUse } from '../rules/meter-tree'
import { coalFactors, standardCoal } from '../rules/standard-coal'
import { earlier, bandsOf, labelsOf, readSpans } from './analysis'
import { changed, comparedOf, figuresOf, percent, round } from './figures'
import { silentMeters } from './silence'
import { treeOf } from './meters'
import { daysNotKept, gapsOf, spansOf } from './spans'
import { usesBy, type ReadSpan } from './sums'

/** Number of ranked products according to the specification. */
const RANKED = 30

/** GET /ENERGY_STATISTICAL: products ranked by consumption per kg. */
export async function rank(
  ctx: Context,
  input: EndpointInput<typeof energyRanking>,
): Promise<EndpointOutput<typeof energyRanking>> {
  const medium = input.medium ?? 'electricity'
  const choice = { medium, lineId: input.lineId ?? null }
  const spans = spansOf(ctx, input)
  const read = readSpans(ctx, await treeOf(ctx), spans)
  const of = (span: ReadSpan) => usesBy(ctx, span, ['product', 'band'], choice)
  const without = await daysNotKept(ctx, read.now)
  const [before, year] = await earlier(ctx, read, without, of)
  const now = await of(read.now)
  const { product: made } = await sumWebBy(ctx, {
    from: read.now.begin,
    to: read.now.end,
    groupings: ['product'],
    lineId: choice.lineId,
    without,
  })
  const rows = [...now.product].map(([productId, sums]) => ({
    productId,
    orders: made.get(productId)?.orders ?? 0,
    ...figuresOf(sums, made.get(productId)?.kg ?? null),
    ...comparedOf(sums, before?.product.get(productId), year?.product.get(productId)),
  }))
  // Products that were not weighed yet have no value per kg and come last.
  rows.sort((a, b) => (b.perKg ?? -1) - (a.perKg ?? -1) || b.used - a.used)
  const first = rows.slice(0, RANKED)
  const names = await labelsOf(
    ctx,
    'product',
    first.map(({ productId }) => productId),
  )
  return {
    period: spans.kind,
    medium,
    unit: mediumUnits[medium],
    ...spans.days,
    running: spans.running,
    products: first.map((row) => ({ ...row, label: names[row.productId] ?? row.productId })),
    others: rows.length - first.length,
    bands: bandsOf(now.band),
    ...(await gapsOf(ctx, spans.now)),
  }
}

/** POST /ALL_ENERGY: all media of a period in their units, in tce and in CNY. */
export async function all(
  ctx: Context,
  input: EndpointInput<typeof allEnergy>,
): Promise<EndpointOutput<typeof allEnergy>> {
  const spans = spansOf(ctx, input)
  const read = readSpans(ctx, await treeOf(ctx), spans)
  const choice = { lineId: input.lineId ?? null }
  const of = async (span: ReadSpan) => (await usesBy(ctx, span, ['medium'], choice)).medium
  const without = await daysNotKept(ctx, read.now)
  const [before, year] = await earlier(ctx, read, without, of)
  const now = await of(read.now)
  const made = await sumWeb(ctx, { from: read.now.begin, to: read.now.end, lineId: choice.lineId, without })
  const factors = coalFactors(await loadPlantSettings(ctx))
  const media = energyMedia
    .filter((medium) => now.has(medium) || before?.has(medium))
    .map((medium) => ({
      medium,
      unit: mediumUnits[medium],
      ...figuresOf(now.get(medium), made),
      ...comparedOf(now.get(medium), before?.get(medium), year?.get(medium)),
      tce: round(standardCoal(now.get(medium)?.used ?? 0, factors[medium])),
      factor: factors[medium],
    }))
  const tce = media.reduce((sum, one) => sum + one.tce, 0)
  return {
    period: spans.kind,
    ...spans.days,
    tce: round(tce),
    cost: round(
      media.reduce((sum, { cost }) => sum + cost, 0),
      2,
    ),
    kg: made === null ? null : round(made, 1),
    tcePerTonne: made ? round((tce / made) * 1000, 4) : null,
    media,
    ...(await gapsOf(ctx, spans.now)),
  }
}

/** Slot length of meter readings in ms. */
const QUARTER = HOUR_MS / 4
/** GET /NOW_ENERGY_STATISTICAL: today's consumption so far, compared with yesterday and last week. */
export async function now(ctx: Context): Promise<EndpointOutput<typeof energyNow>> {
  const tree = await treeOf(ctx)
  const day = getToday(ctx)
  const begin = toMillis(getDayStart(ctx, day))
  // Compares whole 15-minute slots only, because the running slot is complete for earlier days but not for today.
  const passed = Math.floor((ctx.now.getTime() - begin) / QUARTER) * QUARTER
  const until = toMoment(begin + passed)
  const daysAgo = (days: number) => {
    const from = getDayStart(
      ctx,
      toPlantDay(ctx, toMoment(toMillis(getDayStart(ctx, day)) - (days * 24 - 12) * HOUR_MS)),
    )
    return { key: String(days), from, to: toMoment(toMillis(from) + passed) }
  }
  const periods = [{ key: '0', from: getDayStart(ctx, day), to: until }, daysAgo(1), daysAgo(7)]
  const sums = await usageSums(ctx, { meterIds: tree.meterIds, periods })
  const idOf = new Map(tree.counting.map(({ id, meterId }) => [meterId, id]))
  const own = (key: string, name: 'used' | 'estimated') =>
    ownUse(tree.counting, new Map(sums.filter((s) => s.key === key).map((s) => [idOf.get(s.meterId) ?? '', s[name]])))
  const [used, estimated, yesterday, week] = [
    own('0', 'used'),
    own('0', 'estimated'),
    own('1', 'used'),
    own('7', 'used'),
  ]
  const total = (of: ReadonlyMap<string, number>, which: (one: (typeof tree.counting)[number]) => boolean): number =>
    round(tree.counting.filter(which).reduce((sum, { id }) => sum + (of.get(id) ?? 0), 0))
  const lineIds = [
    ...new Set(tree.counting.flatMap(({ lineId, medium }) => (lineId && medium === 'electricity' ? [lineId] : []))),
  ]
  const names = await labelsOf(ctx, 'line', lineIds)
  return {
    day,
    until,
    media: energyMedia
      .filter((medium) => tree.counting.some((one) => one.medium === medium))
      .map((medium) => {
        const of = (figures: ReadonlyMap<string, number>) => total(figures, (one) => one.medium === medium)
        return {
          medium,
          unit: mediumUnits[medium],
          used: of(used),
          estimatedPercent: percent(of(estimated), of(used)),
          yesterday: of(yesterday),
          yesterdayPercent: changed(of(used), of(yesterday)),
          weekBefore: of(week),
          weekBeforePercent: changed(of(used), of(week)),
        }
      }),
    lines: lineIds.map((lineId) => {
      const of = (figures: ReadonlyMap<string, number>) =>
        total(figures, (one) => one.lineId === lineId && one.medium === 'electricity')
      return { lineId, label: names[lineId] ?? lineId, used: of(used), yesterday: of(yesterday) }
    }),
    silentMeters: (await silentMeters(ctx, tree)).length,
  }
}
