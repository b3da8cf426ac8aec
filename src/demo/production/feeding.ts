/** Feeds of each order, and the material that did not become rolls. */
import type { feed } from '@/areas/feeding/contract/feed'
import type { recycle } from '@/areas/feeding/contract/recycle'
import { getMinResidenceMs, type LineDraw } from '@/areas/feeding/rules/allocate-lots'
import { HOUR_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { DEFAULT_RESIDENCE } from '@/plant/rules/settings'
import { buildAuditFields, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import type { HopperKey, PlantLine } from '../lines'
import { roundDecimals } from '../random'
import { materialSpecs, getProductRecipe, type MaterialKey } from './catalogue'
import { buildLineDraws, type LineHoppers } from './line-hoppers'
import { lineCapacity, type WebLineKind } from './master-data'
import type { ShopFloor, ProductionOrder } from './orders'
import { toBilingualText } from '../bilingual-text'
import { toKg } from '@/plant/rules/quantity'

export type FeedRowDraft = RowDraft<typeof feed>

/** Builds the waste rows of an order: start-up web, edge trim, purgings. */
export function buildWasteRows({ dice, era, staff }: ShopFloor, order: ProductionOrder): RowDraft<typeof recycle>[] {
  const woundKg = order.jumbos.reduce((sum, roll) => sum + (roll.netKg ?? 0), 0)
  const endMs = Math.min(order.endMs, era.now - MINUTE_MS)
  return (
    [
      ['startUp', 'sold', order.changeover.minutes * dice.between(0.5, 1.2), Math.min(order.startMs + HOUR_MS, endMs)],
      ['edgeTrim', 'pellets', woundKg * dice.between(0.008, 0.014), endMs],
      ['purge', 'disposed', woundKg * dice.between(0.003, 0.006), endMs],
    ] as const
  ).flatMap(([kind, destination, rawKg, occurredMs]): RowDraft<typeof recycle>[] => {
    const { businessDate, shift, team } = era.getShift(occurredMs)
    const kg = roundDecimals(rawKg, 1)
    if (kg <= 0) return []
    return [
      {
        id: dice.id(occurredMs),
        workOrderId: order.row.id,
        lineId: order.line.id,
        kind,
        destination,
        kg,
        occurredAt: toMoment(occurredMs),
        businessDate,
        shift,
        team,
        ...buildAuditFields(occurredMs, dice.pick(staff.listOnShift('line', occurredMs)).id),
      },
    ]
  })
}

/** Hours of running that a hopper is filled for in addition to the need of the shift. */
const HOPPER_RESERVE_HOURS = 1.3
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
  const setCount = order.jumbos.length * order.setsPerJumbo
  // The hoppers are prepared before the previous order ends, because its last web consists of material drawn earlier.
  const preparationMs = previousOrder
    ? previousOrder.endMs - MIN_RESIDENCE_MS + 2 * MINUTE_MS
    : order.startMs - 25 * MINUTE_MS
  const rows: FeedRowDraft[] = previousOrder ? emptyForColourChange(floor, order, hoppers, preparationMs) : []
  const emptiedHoppers = new Set(rows.map(({ hopperId }) => hopperId))
  const refills = planRefills(era, order, preparationMs + MINUTE_MS)
  for (const [key, percent] of getProductRecipe(order.product)) {
    const hopperId = getHopperId(order.line, key) ?? ''
    const reserveKg = (kgPerHour * HOPPER_RESERVE_HOURS * percent) / 100
    let levelKg = emptiedHoppers.has(hopperId) ? 0 : hoppers.getContents(hopperId).reduce((sum, { kg }) => sum + kg, 0)
    for (const { fromMs, untilMs } of refills) {
      const drawnKg = (sumDraws(draws, fromMs, untilMs) * percent) / 100
      // Material that the running shift will draw until its end.
      const expectedKg = untilMs > era.now ? (kgPerHour * 0.9 * percent * (untilMs - era.now)) / HOUR_MS / 100 : 0
      const neededKg = (drawnKg + expectedKg) * dice.between(0.97, 1.03) + reserveKg - levelKg
      const fedMs = fromMs + dice.int(0, fromMs === refills[0]!.fromMs ? 1 : 8) * MINUTE_MS
      const feedRows =
        fedMs < era.now ? buildFeedRows(floor, order, key, roundDecimals(Math.max(0, neededKg), 1), fedMs) : []
      rows.push(...feedRows)
      levelKg += feedRows.reduce((sum, { kg }) => sum + (kg ?? 0), 0) - drawnKg
    }
  }
  // Packing material: 6 kg of cores per set and 1.6 kg of film per jumbo, in proportion to its width and mass.
  rows.push(
    ...buildFeedRows(
      floor,
      order,
      'core',
      roundDecimals((setCount * 6 * widthMm) / 3200, 1),
      order.startMs + 10 * MINUTE_MS,
    ),
    ...buildFeedRows(
      floor,
      order,
      'film',
      roundDecimals((order.jumbos.length * 1.6 * jumboKg) / 1080, 1),
      order.startMs + 12 * MINUTE_MS,
    ),
  )
  return rows
}
/** Plans the refills before an order and at each shift start. A refill supplies the line until the next one. */
function planRefills(
  era: DemoEra,
  { startMs, endMs }: ProductionOrder,
  firstRefillMs: number,
): { fromMs: number; untilMs: number }[] {
  const refillTimesMs = [firstRefillMs]
  for (
    let shiftEndMs = Date.parse(era.getShift(startMs).endsAt);
    shiftEndMs < endMs - 30 * MINUTE_MS;
    shiftEndMs = Date.parse(era.getShift(shiftEndMs).endsAt)
  )
    refillTimesMs.push(shiftEndMs + 2 * MINUTE_MS)
  const lastEndMs = endMs < era.now - MINUTE_MS ? endMs : Date.parse(era.getShift(era.now).endsAt)
  return refillTimesMs.map((fromMs, i) => ({ fromMs, untilMs: refillTimesMs[i + 1] ?? lastEndMs }))
}
/** Sums the kilograms drawn between two moments. */
function sumDraws(draws: readonly LineDraw[], fromMs: number, toMs: number): number {
  return toKg(
    draws.reduce((sum, draw) => {
      if (draw.to <= draw.from) return sum + (draw.from >= fromMs && draw.from < toMs ? draw.grams : 0)
      const overlapShare = Math.max(0, Math.min(toMs, draw.to) - Math.max(fromMs, draw.from)) / (draw.to - draw.from)
      return sum + draw.grams * overlapShare
    }, 0),
  )
}
/** Empties the masterbatch hopper if it holds another colour; 96 to 100 % of the content goes back to the store. */
function emptyForColourChange(
  floor: ShopFloor,
  order: ProductionOrder,
  hoppers: LineHoppers,
  emptiedMs: number,
): FeedRowDraft[] {
  const materialByHopper = new Map(
    [...getProductRecipe(order.product).keys()].map((key) => [getHopperId(order.line, key), key]),
  )
  const hopperId = order.line.hopperIds.H3 ?? ''
  const key = materialByHopper.get(hopperId)
  const contents = hoppers.getContents(hopperId)
  if (!key || contents.every(({ materialId }) => materialId === floor.masters.materialIds[key])) return []
  const { dice, era, staff, materialStore } = floor
  const { businessDate, shift, team } = era.getShift(emptiedMs)
  const operatorId = dice.pick(staff.listOnShift('line', emptiedMs)).id
  return contents.flatMap(({ feedId, kg }): FeedRowDraft[] => {
    const originalFeed = hoppers.findFeed(feedId)
    if (!originalFeed) return []
    const returnedKg = roundDecimals(kg * dice.between(0.96, 1), 1)
    materialStore.returnToLot(order.line.code, originalFeed.row.lotId ?? '', returnedKg, emptiedMs)
    originalFeed.order.row.fedKg = roundDecimals((originalFeed.order.row.fedKg ?? 0) - returnedKg, 3)
    const { kind, workOrderId, lineId, materialId, lotId } = originalFeed.row
    return [
      {
        id: dice.id(emptiedMs),
        kind,
        workOrderId,
        lineId,
        hopperId,
        materialId,
        lotId,
        // Unlike `-returnedKg`, never −0.
        kg: 0 - returnedKg,
        entry: 'typed',
        fedAt: toMoment(emptiedMs),
        userId: operatorId,
        businessDate,
        shift,
        team,
        counterOf: feedId,
        cause: 'changedOver',
        reason: era.localize(toBilingualText('换色清斗', 'Hopper emptied for the colour change')),
        findings: [],
        ...buildAuditFields(emptiedMs, operatorId),
      },
    ]
  })
}

/** Hopper of each material. Materials that are not listed go into H3; packing material has no hopper. */
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
  const hopperKey = key === 'resinMelt' && line.hopperIds.M1 ? 'M1' : hopperByMaterial[key]
  return hopperKey === null ? null : (line.hopperIds[hopperKey ?? 'H3'] ?? null)
}
function buildFeedRows(
  { dice, era, staff, materialStore }: ShopFloor,
  order: ProductionOrder,
  key: MaterialKey,
  kg: number,
  startMs: number,
): FeedRowDraft[] {
  if (kg <= 0) return []
  const { businessDate, shift, team } = era.getShift(startMs)
  const operatorId = dice.pick(staff.listOnShift('line', startMs)).id
  return materialStore.withdraw(order.line.code, key, kg, startMs).map((withdrawal, i): FeedRowDraft => {
    const fedMs = startMs + i * 20_000
    return {
      id: dice.id(fedMs),
      kind: materialSpecs[key].kind,
      workOrderId: order.row.id,
      lineId: order.line.id,
      hopperId: getHopperId(order.line, key),
      materialId: withdrawal.lot.materialId ?? '',
      lotId: withdrawal.lot.id,
      kg: withdrawal.kg,
      entry: dice.chance(0.9) ? 'scanned' : 'typed',
      fedAt: toMoment(fedMs),
      userId: operatorId,
      businessDate,
      shift,
      team,
      findings: [],
      ...buildAuditFields(fedMs, operatorId),
    }
  })
}
