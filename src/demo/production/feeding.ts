/** Lots as they come in, and what is fed of them to each order. */
import type { feed } from '@/areas/feeding/contract/feed'
import type { materialLot } from '@/areas/feeding/contract/material'
import type { recycle } from '@/areas/feeding/contract/recycle'
import { toKg } from '@/areas/feeding/rules/hopper-queue'
import { soonest, type LineDraw } from '@/areas/feeding/rules/lots-of-line'
import { DAY, HOUR, MINUTE, toMoment } from '@/plant/rules/plant-time'
import { usualResidence } from '@/plant/rules/settings'
import { stamps, type Draft } from '../draft'
import type { Era } from '../era'
import type { HopperKey, PlantLine } from '../lines'
import type { Staff } from '../people'
import { rounded, type Dice } from '../random'
import { materialSpecs, recipeOf, type MaterialKey } from './catalogue'
import { rejectedOnArrival } from './material-items'
import { drawsOf, type LineHoppers } from './hoppers'
import { capacity, type Making, type Masters } from './masters'
import type { Floor, Order } from './orders'
import { both } from '../said'

export type FeedRow = Draft<typeof feed>
type LotRow = Draft<typeof materialLot>

/** The store of materials: a lot is used up before the next is begun. Asked line by line, so each line has lots of its own. */
export class Lots {
  readonly rows: LotRow[] = []
  /** Lots of a bay and a material that are begun, the oldest first. */
  private readonly open = new Map<string, LotRow[]>()
  private serial = 0
  constructor(
    private readonly dice: Dice,
    private readonly era: Era,
    private readonly staff: Staff,
    private readonly masters: Masters,
    private readonly tail: string,
  ) {}

  /** Takes from the lots of a line's bay, the oldest first. @returns what came from which lot */
  take(bay: string, key: MaterialKey, kg: number, at: number): { lot: LotRow; kg: number }[] {
    const taken: { lot: LotRow; kg: number }[] = []
    const open = this.openOf(bay, this.masters.materials[key])
    for (let left = kg; left > 0.0005;) {
      if (open.length === 0) open.push(this.receive(key, at))
      const lot = open[0]!
      const part = rounded(Math.min(left, lot.leftKg ?? 0), 3)
      lot.leftKg = rounded((lot.leftKg ?? 0) - part, 3)
      lot.updatedAt = toMoment(at)
      if (lot.leftKg <= 0.001) open.shift()
      if (part > 0) taken.push({ lot, kg: part })
      left = rounded(left - part, 3)
    }
    return taken
  }
  /** Takes back what came out of a hopper: it is used first. */
  giveBack(bay: string, lotId: string, kg: number, at: number): void {
    const lot = this.rows.find(({ id }) => id === lotId)
    if (!lot) return
    lot.leftKg = rounded((lot.leftKg ?? 0) + kg, 3)
    lot.updatedAt = toMoment(at)
    const open = this.openOf(bay, lot.materialId ?? '')
    if (!open.includes(lot)) open.unshift(lot)
  }
  private openOf(bay: string, materialId: string): LotRow[] {
    const name = `${bay}/${materialId}`
    const open = this.open.get(name) ?? []
    this.open.set(name, open)
    return open
  }
  /** Lots that nobody has used yet: some to be judged, one that may not be used. */
  receiveForStore(): void {
    for (const key of Object.keys(materialSpecs) as MaterialKey[])
      for (let i = 0; i < 2; i++) {
        const lot = this.receive(key, this.era.now - this.dice.int(1, 4) * HOUR)
        if (i === 1) Object.assign(lot, { state: 'quarantine', decidedBy: null, decidedAt: null })
        if (i === 1 && key === 'white')
          Object.assign(lot, {
            state: 'blocked',
            decidedBy: this.staff.lead('qualityLead').id,
            decidedAt: lot.updatedAt,
            reason: this.era.say(both('颗粒不匀，有杂质，待退货', 'Uneven pellets with contamination, to be returned')),
          })
        if (i === 0 && key === 'surfactant')
          Object.assign(lot, {
            state: 'concession',
            decidedBy: this.staff.lead('qualityLead').id,
            reason: this.era.say(
              both('色度略深，可用于白色以外产品', 'Slightly too dark, may be used for products other than white'),
            ),
          })
      }
    this.sendBack()
  }
  /** Lots that quality rejected, not used: they stand apart until the supplier fetches them. */
  private sendBack(): void {
    for (const [key, days, reason] of rejectedOnArrival)
      Object.assign(this.receive(key, this.era.now - days * DAY), { state: 'blocked', reason: this.era.say(reason) })
  }
  private receive(key: MaterialKey, at: number): LotRow {
    const spec = materialSpecs[key]
    const came = Math.max(this.era.from - 20 * DAY, at - this.dice.int(2, 9) * DAY)
    const day = this.era.dayOf(came)
    this.serial += 1
    const kg = rounded(spec.lotKg * this.dice.between(0.9, 1), 0)
    const lot: LotRow = {
      id: this.dice.id(came),
      number: `L${day.slice(2).replaceAll('-', '')}-${spec.code}-${String(this.serial).padStart(4, '0')}${this.tail}`,
      materialId: this.masters.materials[key],
      supplierLot: `${this.dice.int(10_000, 99_999)}`,
      receivedOn: day,
      expiresOn: spec.keepsDays ? this.era.dayOf(came + spec.keepsDays * DAY) : null,
      receivedKg: kg,
      leftKg: kg,
      state: 'released',
      decidedBy: this.staff.lead('qualityLead').id,
      decidedAt: toMoment(came + 5 * HOUR),
      place: `${spec.kind === 'main' ? 'S' : 'R'}${this.dice.int(1, 6)}-${this.dice.int(1, 20)}`,
      ...stamps(came, this.staff.lead('stores').id, came + 5 * HOUR),
    }
    this.rows.push(lot)
    return lot
  }
}

/** What did not become rolls: until the web was good, the edges, lumps out of the die. */
export function wasteOf({ dice, era, staff }: Floor, order: Order): Draft<typeof recycle>[] {
  const made = order.jumbos.reduce((sum, roll) => sum + (roll.netKg ?? 0), 0)
  const end = Math.min(order.endsAt, era.now - MINUTE)
  return (
    [
      ['startUp', 'sold', order.changeover.minutes * dice.between(0.5, 1.2), Math.min(order.startsAt + HOUR, end)],
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

/** Hours of running that a hopper holds more than the shift needs. */
const STOCK_HOURS = 1.3
const EARLY = soonest(usualResidence)
/**
 * What was fed to an order: as much as its rolls and its waste take, by the level in the hoppers. Another colour waits until
 * the hopper was emptied of the one before; resin follows resin in the silo.
 * @returns lines of feeding, those that empty a hopper among them
 */
export function feedOrder(floor: Floor, order: Order, before: Order | null, hoppers: LineHoppers): FeedRow[] {
  const { dice, era } = floor
  const draws = drawsOf(order)
  const { kgPerHour, widthMm, jumboKg } = capacity[order.line.kind as Making]
  const sets = order.jumbos.length * order.sets
  // The line is still wound from what was drawn before while the hoppers are made ready for the next order.
  const ready = before ? before.endsAt - EARLY + 2 * MINUTE : order.startsAt - 25 * MINUTE
  const rows: FeedRow[] = before ? changeOver(floor, order, hoppers, ready) : []
  const emptied = new Set(rows.map(({ hopperId }) => hopperId))
  const turns = turnsOf(era, order, ready + MINUTE)
  for (const [key, share] of recipeOf(order.product)) {
    const hopperId = hopperOf(order.line, key) ?? ''
    const stock = (kgPerHour * STOCK_HOURS * share) / 100
    let level = emptied.has(hopperId) ? 0 : hoppers.inside(hopperId).reduce((sum, { kg }) => sum + kg, 0)
    for (const { at, until } of turns) {
      const used = (drawnBetween(draws, at, until) * share) / 100
      // What the running shift will need until its end nobody has wound yet.
      const ahead = until > era.now ? (kgPerHour * 0.9 * share * (until - era.now)) / HOUR / 100 : 0
      const wanted = (used + ahead) * dice.between(0.97, 1.03) + stock - level
      const when = at + dice.int(0, at === turns[0]!.at ? 1 : 8) * MINUTE
      const fed = when < era.now ? fill(floor, order, key, rounded(Math.max(0, wanted), 1), when) : []
      rows.push(...fed)
      level += fed.reduce((sum, { kg }) => sum + (kg ?? 0), 0) - used
    }
  }
  rows.push(
    ...fill(floor, order, 'core', rounded((sets * 6 * widthMm) / 3200, 1), order.startsAt + 10 * MINUTE),
    ...fill(
      floor,
      order,
      'film',
      rounded((order.jumbos.length * 1.6 * jumboKg) / 1080, 1),
      order.startsAt + 12 * MINUTE,
    ),
  )
  return rows
}
/** Hoppers are filled before an order and when a shift begins, each time for what is drawn until the next: every team feeds what it makes. */
function turnsOf(era: Era, { startsAt, endsAt }: Order, ready: number): { at: number; until: number }[] {
  const starts = [ready]
  for (
    let at = Date.parse(era.shiftAt(startsAt).endsAt);
    at < endsAt - 30 * MINUTE;
    at = Date.parse(era.shiftAt(at).endsAt)
  )
    starts.push(at + 2 * MINUTE)
  const last = endsAt < era.now - MINUTE ? endsAt : Date.parse(era.shiftAt(era.now).endsAt)
  return starts.map((at, i) => ({ at, until: starts[i + 1] ?? last }))
}
/** Kilograms that draws took between two moments. */
function drawnBetween(draws: readonly LineDraw[], from: number, to: number): number {
  return toKg(
    draws.reduce((sum, draw) => {
      if (draw.to <= draw.from) return sum + (draw.from >= from && draw.from < to ? draw.grams : 0)
      const part = Math.max(0, Math.min(to, draw.to) - Math.max(from, draw.from)) / (draw.to - draw.from)
      return sum + draw.grams * part
    }, 0),
  )
}
/** What is left of another colour is taken out, and goes back to the store but for what sticks. */
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

/** Packing goes into none. */
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
