/** Feeds of each order, and the material that did not become rolls. */
import type { feed } from '@/areas/feeding/contract/feed'
import type { recycle } from '@/areas/feeding/contract/recycle'
import { toKg } from '@/areas/feeding/rules/hopper-queue'
import { getMinResidenceMs, type LineDraw } from '@/areas/feeding/rules/allocate-lots'
import { HOUR_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { DEFAULT_RESIDENCE } from '@/plant/rules/settings'
import { stamps, type Draft } from '../draft'
import type { Era } from '../era'
import type { HopperKey, PlantLine } from '../lines'
import { rounded } from '../random'
import { materialSpecs, recipeOf, type MaterialKey } from './catalogue'
import { drawsOf, type LineHoppers } from './hoppers'
import { capacity, type Making } from './masters'
import type { Floor, Order } from './orders'
import { both } from '../said'

export type FeedRow = Draft<typeof feed>

/** Builds the waste rows of an order: start-up web, edge trim, purgings. */
export function wasteOf({ dice, era, staff }: Floor, order: Order): Draft<typeof recycle>[] {
  const made = order.jumbos.reduce((sum, roll) => sum + (roll.netKg ?? 0), 0)
  const end = Math.min(order.endsAt, era.now - MINUTE_MS)
  return (
    [
      ['startUp', 'sold', order.changeover.minutes * dice.between(0.5, 1.2), Math.min(order.startsAt + HOUR_MS, end)],
      ['edgeTrim', 'pellets', made * dice.between(0.008, 0.014), end],
      ['purge', 'disposed', made * dice.between(0.003, 0.006), end],
    ] as const
  ).flatMap(([kind, destination, mass, at]): Draft<typeof recycle>[] => {
    const { businessDate, shift, team } = era.shiftAt(at)
    const kg = rounded(mass, 1)
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
        ...stamps(at, dice.pick(staff.onShift('line', at)).id),
      },
    ]
  })
}

/** A hopper is filled for this many hours of running beyond the need of the shift. */
const STOCK_HOURS = 1.3
const EARLY = getMinResidenceMs(DEFAULT_RESIDENCE)
/**
 * Builds the feeds of an order: as much as its rolls and waste draw, depending on the hopper levels. A hopper is
 * emptied before another colour is fed; resin follows resin in the silo.
 * @returns feed rows, including the counter rows that empty a hopper
 */
export function feedOrder(floor: Floor, order: Order, before: Order | null, hoppers: LineHoppers): FeedRow[] {
  const { dice, era } = floor
  const draws = drawsOf(order)
  const { kgPerHour, widthMm, jumboKg } = capacity[order.line.kind as Making]
  const sets = order.jumbos.length * order.sets
  // While the hoppers are prepared for the next order, the line still winds material drawn earlier.
  const ready = before ? before.endsAt - EARLY + 2 * MINUTE_MS : order.startsAt - 25 * MINUTE_MS
  const rows: FeedRow[] = before ? changeOver(floor, order, hoppers, ready) : []
  const emptied = new Set(rows.map(({ hopperId }) => hopperId))
  const turns = turnsOf(era, order, ready + MINUTE_MS)
  for (const [key, share] of recipeOf(order.product)) {
    const hopperId = hopperOf(order.line, key) ?? ''
    const stock = (kgPerHour * STOCK_HOURS * share) / 100
    let level = emptied.has(hopperId) ? 0 : hoppers.inside(hopperId).reduce((sum, { kg }) => sum + kg, 0)
    for (const { at, until } of turns) {
      const used = (drawnBetween(draws, at, until) * share) / 100
      // Material that the running shift will draw until its end.
      const ahead = until > era.now ? (kgPerHour * 0.9 * share * (until - era.now)) / HOUR_MS / 100 : 0
      const wanted = (used + ahead) * dice.between(0.97, 1.03) + stock - level
      const when = at + dice.int(0, at === turns[0]!.at ? 1 : 8) * MINUTE_MS
      const fed = when < era.now ? fill(floor, order, key, rounded(Math.max(0, wanted), 1), when) : []
      rows.push(...fed)
      level += fed.reduce((sum, { kg }) => sum + (kg ?? 0), 0) - used
    }
  }
  rows.push(
    ...fill(floor, order, 'core', rounded((sets * 6 * widthMm) / 3200, 1), order.startsAt + 10 * MINUTE_MS),
    ...fill(
      floor,
      order,
      'film',
      rounded((order.jumbos.length * 1.6 * jumboKg) / 1080, 1),
      order.startsAt + 12 * MINUTE_MS,
    ),
  )
  return rows
}
/** Plans the refills: before an order and at each shift start, each for the period until the next one. */
function turnsOf(era: Era, { startsAt, endsAt }: Order, ready: number): { at: number; until: number }[] {
  const starts = [ready]
  for (
    let at = Date.parse(era.shiftAt(startsAt).endsAt);
    at < endsAt - 30 * MINUTE_MS;
    at = Date.parse(era.shiftAt(at).endsAt)
  )
    starts.push(at + 2 * MINUTE_MS)
  const last = endsAt < era.now - MINUTE_MS ? endsAt : Date.parse(era.shiftAt(era.now).endsAt)
  return starts.map((at, i) => ({ at, until: starts[i + 1] ?? last }))
}
/** Sums the kilograms drawn between two moments. */
function drawnBetween(draws: readonly LineDraw[], from: number, to: number): number {
  return toKg(
    draws.reduce((sum, draw) => {
      if (draw.to <= draw.from) return sum + (draw.from >= from && draw.from < to ? draw.grams : 0)
      const part = Math.max(0, Math.min(to, draw.to) - Math.max(from, draw.from)) / (draw.to - draw.from)
      return sum + draw.grams * part
    }, 0),
  )
}
/** Empties the masterbatch hopper of another colour; 96 to 100 % of the content goes back to the store. */
function changeOver(floor: Floor, order: Order, hoppers: LineHoppers, at: number): FeedRow[] {
  const wanted = new Map([...recipeOf(order.product).keys()].map((key) => [hopperOf(order.line, key), key]))
  const hopperId = order.line.hoppers.H3 ?? ''
  const key = wanted.get(hopperId)
  const inside = hoppers.inside(hopperId)
  if (!key || inside.every(({ materialId }) => materialId === floor.masters.materials[key])) return []
  const { dice, era, staff, lots } = floor
  const { businessDate, shift, team } = era.shiftAt(at)
  const by = dice.pick(staff.onShift('line', at)).id
  return inside.flatMap(({ feedId, kg }): FeedRow[] => {
    const line = hoppers.lineOf(feedId)
    if (!line) return []
    const back = rounded(kg * dice.between(0.96, 1), 1)
    lots.giveBack(order.line.code, line.row.lotId ?? '', back, at)
    line.order.row.fedKg = rounded((line.order.row.fedKg ?? 0) - back, 3)
    const { kind, workOrderId, lineId, materialId, lotId } = line.row
    return [
      {
        id: dice.id(at),
        kind,
        workOrderId,
        lineId,
        hopperId,
        materialId,
        lotId,
        kg: 0 - back,
        entry: 'typed',
        fedAt: toMoment(at),
        userId: by,
        businessDate,
        shift,
        team,
        counterOf: feedId,
        cause: 'changedOver',
        reason: era.say(both('换色清斗', 'Hopper emptied for the colour change')),
        findings: [],
        ...stamps(at, by),
      },
    ]
  })
}

/** Hopper of each material; H3 if missing, none for packing. */
const hoppers: Partial<Record<MaterialKey, HopperKey | null>> = {
  resinSpun: 'H1',
  resinSoft: 'H1',
  resinMelt: 'H1',
  pellets: 'H2',
  antistatic: 'H4',
  surfactant: 'OIL',
  core: null,
  film: null,
}
const hopperOf = (line: PlantLine, key: MaterialKey): string | null => {
  const hopper = key === 'resinMelt' && line.hoppers.M1 ? 'M1' : hoppers[key]
  return hopper === null ? null : (line.hoppers[hopper ?? 'H3'] ?? null)
}
function fill({ dice, era, staff, lots }: Floor, order: Order, key: MaterialKey, kg: number, at: number): FeedRow[] {
  if (kg <= 0) return []
  const { businessDate, shift, team } = era.shiftAt(at)
  const by = dice.pick(staff.onShift('line', at)).id
  return lots.take(order.line.code, key, kg, at).map((part, i): FeedRow => {
    const fedAt = at + i * 20_000
    return {
      id: dice.id(fedAt),
      kind: materialSpecs[key].kind,
      workOrderId: order.row.id,
      lineId: order.line.id,
      hopperId: hopperOf(order.line, key),
      materialId: part.lot.materialId ?? '',
      lotId: part.lot.id,
      kg: part.kg,
      entry: dice.chance(0.9) ? 'scanned' : 'typed',
      fedAt: toMoment(fedAt),
      userId: by,
      businessDate,
      shift,
      team,
      findings: [],
      ...stamps(fedAt, by),
    }
  })
}
