/** Feeds of each order, and the material that did not become rolls. */
import type { feed } from '@/areas/feeding/contract/feed'
import type { recycle } from '@/areas/feeding/contract/recycle'
import { toKg } from '@/areas/feeding/rules/hopper-queue'
import { getMinResidenceMs, type LineDraw } from '@/areas/feeding/rules/allocate-lots'
import { HOUR_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { DEFAULT_RESIDENCE } from '@/plant/rules/settings'
import { buildStamps, type RowDraft } from '../draft'
import type { Era } from '../era'
import type { HopperKey, PlantLine } from '../lines'
import { roundDecimals } from '../random'
import { materialSpecs, getProductRecipe, type MaterialKey } from './catalogue'
import { buildLineDraws, type LineHoppers } from './line-hoppers'
import { lineCapacity, type WebLineKind } from './master-data'
import type { ShopFloor, ProductionOrder } from './orders'
import { toTexts } from '../bilingual-text'

export type FeedRowDraft = RowDraft<typeof feed>

/** Builds the waste rows of an order: start-up web, edge trim, purgings. */
export function buildWasteRows({ dice, era, staff }: ShopFloor, order: ProductionOrder): RowDraft<typeof recycle>[] {
  const woundKg = order.jumbos.reduce((sum, roll) => sum + (roll.netKg ?? 0), 0)
  const end = Math.min(order.endsAt, era.now - MINUTE_MS)
  return (
    [
      ['startUp', 'sold', order.changeover.minutes * dice.between(0.5, 1.2), Math.min(order.startsAt + HOUR_MS, end)],
      ['edgeTrim', 'pellets', woundKg * dice.between(0.008, 0.014), end],
      ['purge', 'disposed', woundKg * dice.between(0.003, 0.006), end],
    ] as const
  ).flatMap(([kind, destination, mass, at]): RowDraft<typeof recycle>[] => {
    const { businessDate, shift, team } = era.getShift(at)
    const kg = roundDecimals(mass, 1)
    if (kg <= 0) return []
    return [
      {
        id: dice.id(at),
        workOrderId: order.row.id,
        lineId: order.line.id,
        kind,
        destination,
        kg,
        occurredAt: toMoment(at),
        businessDate,
        shift,
        team,
        ...buildStamps(at, dice.pick(staff.listOnShift('line', at)).id),
      },
    ]
  })
}

/** A hopper is filled for this many hours of running beyond the need of the shift. */
const HOPPER_STOCK_HOURS = 1.3
const MIN_RESIDENCE_MS = getMinResidenceMs(DEFAULT_RESIDENCE)
/**
 * Builds the feeds of an order: as much as its rolls and waste draw, depending on the hopper levels. A hopper is
 * emptied before another colour is fed; resin follows resin in the silo.
 * @returns feed rows, including the counter rows that empty a hopper
 */
export function buildOrderFeeds(
  floor: ShopFloor,
  order: ProductionOrder,
  previousOrder: ProductionOrder | null,
  hoppers: LineHoppers,
): FeedRowDraft[] {
  const { dice, era } = floor
  const draws = buildLineDraws(order)
  const { kgPerHour, widthMm, jumboKg } = lineCapacity[order.line.kind as WebLineKind]
  const sets = order.jumbos.length * order.sets
  // While the hoppers are prepared for the next order, the line still winds material drawn earlier.
  const readyAt = previousOrder
    ? previousOrder.endsAt - MIN_RESIDENCE_MS + 2 * MINUTE_MS
    : order.startsAt - 25 * MINUTE_MS
  const rows: FeedRowDraft[] = previousOrder ? emptyForColourChange(floor, order, hoppers, readyAt) : []
  const emptiedHoppers = new Set(rows.map(({ hopperId }) => hopperId))
  const refills = planRefills(era, order, readyAt + MINUTE_MS)
  for (const [key, share] of getProductRecipe(order.product)) {
    const hopperId = getHopperId(order.line, key) ?? ''
    const stock = (kgPerHour * HOPPER_STOCK_HOURS * share) / 100
    let level = emptiedHoppers.has(hopperId) ? 0 : hoppers.getContents(hopperId).reduce((sum, { kg }) => sum + kg, 0)
    for (const { at, until } of refills) {
      const drawnKg = (sumDraws(draws, at, until) * share) / 100
      // Material that the running shift will draw until its end.
      const expectedKg = until > era.now ? (kgPerHour * 0.9 * share * (until - era.now)) / HOUR_MS / 100 : 0
      const neededKg = (drawnKg + expectedKg) * dice.between(0.97, 1.03) + stock - level
      const fedMs = at + dice.int(0, at === refills[0]!.at ? 1 : 8) * MINUTE_MS
      const feedRows =
        fedMs < era.now ? buildFeedRows(floor, order, key, roundDecimals(Math.max(0, neededKg), 1), fedMs) : []
      rows.push(...feedRows)
      level += feedRows.reduce((sum, { kg }) => sum + (kg ?? 0), 0) - drawnKg
    }
  }
  rows.push(
    ...buildFeedRows(
      floor,
      order,
      'core',
      roundDecimals((sets * 6 * widthMm) / 3200, 1),
      order.startsAt + 10 * MINUTE_MS,
    ),
    ...buildFeedRows(
      floor,
      order,
      'film',
      roundDecimals((order.jumbos.length * 1.6 * jumboKg) / 1080, 1),
      order.startsAt + 12 * MINUTE_MS,
    ),
  )
  return rows
}
/** Plans the refills: before an order and at each shift start, each for the period until the next one. */
function planRefills(
  era: Era,
  { startsAt, endsAt }: ProductionOrder,
  readyAt: number,
): { at: number; until: number }[] {
  const starts = [readyAt]
  for (
    let at = Date.parse(era.getShift(startsAt).endsAt);
    at < endsAt - 30 * MINUTE_MS;
    at = Date.parse(era.getShift(at).endsAt)
  )
    starts.push(at + 2 * MINUTE_MS)
  const lastEnd = endsAt < era.now - MINUTE_MS ? endsAt : Date.parse(era.getShift(era.now).endsAt)
  return starts.map((at, i) => ({ at, until: starts[i + 1] ?? lastEnd }))
}
/** Sums the kilograms drawn between two moments. */
function sumDraws(draws: readonly LineDraw[], from: number, to: number): number {
  return toKg(
    draws.reduce((sum, draw) => {
      if (draw.to <= draw.from) return sum + (draw.from >= from && draw.from < to ? draw.grams : 0)
      const overlapShare = Math.max(0, Math.min(to, draw.to) - Math.max(from, draw.from)) / (draw.to - draw.from)
      return sum + draw.grams * overlapShare
    }, 0),
  )
}
/** Empties the masterbatch hopper of another colour; 96 to 100 % of the content goes back to the store. */
function emptyForColourChange(
  floor: ShopFloor,
  order: ProductionOrder,
  hoppers: LineHoppers,
  at: number,
): FeedRowDraft[] {
  const materialByHopper = new Map(
    [...getProductRecipe(order.product).keys()].map((key) => [getHopperId(order.line, key), key]),
  )
  const hopperId = order.line.hoppers.H3 ?? ''
  const key = materialByHopper.get(hopperId)
  const contents = hoppers.getContents(hopperId)
  if (!key || contents.every(({ materialId }) => materialId === floor.masters.materials[key])) return []
  const { dice, era, staff, lots } = floor
  const { businessDate, shift, team } = era.getShift(at)
  const operatorId = dice.pick(staff.listOnShift('line', at)).id
  return contents.flatMap(({ feedId, kg }): FeedRowDraft[] => {
    const filledBy = hoppers.findFeed(feedId)
    if (!filledBy) return []
    const returnedKg = roundDecimals(kg * dice.between(0.96, 1), 1)
    lots.returnToLot(order.line.code, filledBy.row.lotId ?? '', returnedKg, at)
    filledBy.order.row.fedKg = roundDecimals((filledBy.order.row.fedKg ?? 0) - returnedKg, 3)
    const { kind, workOrderId, lineId, materialId, lotId } = filledBy.row
    return [
      {
        id: dice.id(at),
        kind,
        workOrderId,
        lineId,
        hopperId,
        materialId,
        lotId,
        kg: 0 - returnedKg,
        entry: 'typed',
        fedAt: toMoment(at),
        userId: operatorId,
        businessDate,
        shift,
        team,
        counterOf: feedId,
        cause: 'changedOver',
        reason: era.localize(toTexts('换色清斗', 'Hopper emptied for the colour change')),
        findings: [],
        ...buildStamps(at, operatorId),
      },
    ]
  })
}

/** Hopper of each material; H3 if missing, none for packing. */
const hopperByMaterial: Partial<Record<MaterialKey, HopperKey | null>> = {
  resinSpun: 'H1',
  resinSoft: 'H1',
  resinMelt: 'H1',
  pellets: 'H2',
  antistatic: 'H4',
  surfactant: 'OIL',
  core: null,
  film: null,
}
const getHopperId = (line: PlantLine, key: MaterialKey): string | null => {
  const hopper = key === 'resinMelt' && line.hoppers.M1 ? 'M1' : hopperByMaterial[key]
  return hopper === null ? null : (line.hoppers[hopper ?? 'H3'] ?? null)
}
function buildFeedRows(
  { dice, era, staff, lots }: ShopFloor,
  order: ProductionOrder,
  key: MaterialKey,
  kg: number,
  at: number,
): FeedRowDraft[] {
  if (kg <= 0) return []
  const { businessDate, shift, team } = era.getShift(at)
  const operatorId = dice.pick(staff.listOnShift('line', at)).id
  return lots.take(order.line.code, key, kg, at).map((part, i): FeedRowDraft => {
    const fedAt = at + i * 20_000
    return {
      id: dice.id(fedAt),
      kind: materialSpecs[key].kind,
      workOrderId: order.row.id,
      lineId: order.line.id,
      hopperId: getHopperId(order.line, key),
      materialId: part.lot.materialId ?? '',
      lotId: part.lot.id,
      kg: part.kg,
      entry: dice.chance(0.9) ? 'scanned' : 'typed',
      fedAt: toMoment(fedAt),
      userId: operatorId,
      businessDate,
      shift,
      team,
      findings: [],
      ...buildStamps(fedAt, operatorId),
    }
  })
}
