/** Lots as they come in, and what is fed of them to each order. */
import type { feed } from '@/areas/feeding/contract/feed'
import type { materialLot } from '@/areas/feeding/contract/material'
import type { FeedLine } from '@/areas/feeding/rules/residence'
import { DAY, HOUR, MINUTE, toMoment } from '@/plant/rules/plant-time'
import { stamps, type Draft } from '../draft'
import type { Era } from '../era'
import type { HopperKey, PlantLine } from '../lines'
import type { Staff } from '../people'
import { rounded, type Dice } from '../random'
import { materialSpecs, recipeOf, type MaterialKey } from './catalogue'
import type { Masters } from './masters'
import type { Floor, Order } from './orders'

export type FeedRow = Draft<typeof feed>
type LotRow = Draft<typeof materialLot>

/** The store of materials: a lot is used up before the next is begun. Asked line by line, so each line has lots of its own. */
export class Lots {
  readonly rows: LotRow[] = []
  private readonly open = new Map<string, LotRow>()
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
    for (let left = kg; left > 0.0005;) {
      const name = `${bay}/${key}`
      const lot = this.open.get(name) ?? this.receive(key, at)
      this.open.set(name, lot)
      const part = rounded(Math.min(left, lot.leftKg ?? 0), 3)
      lot.leftKg = rounded((lot.leftKg ?? 0) - part, 3)
      lot.updatedAt = toMoment(at)
      if (lot.leftKg <= 0.001) this.open.delete(name)
      if (part > 0) taken.push({ lot, kg: part })
      left = rounded(left - part, 3)
    }
    return taken
  }
  /** Lots that nobody has used yet: some to be judged, one that may not be used. */
  receiveForStore(): void {
    for (const key of Object.keys(materialSpecs) as MaterialKey[])
      for (let i = 0; i < 2; i++) {
        const lot = this.receive(key, this.era.now - this.dice.int(1, 4) * HOUR)
        if (i === 1) Object.assign(lot, { state: 'quarantine', decidedBy: null })
        if (i === 1 && key === 'white')
          Object.assign(lot, {
            state: 'blocked',
            decidedBy: this.staff.lead('qualityLead').id,
            reason: '水分超标，待退货',
          })
        if (i === 0 && key === 'surfactant')
          Object.assign(lot, {
            state: 'concession',
            decidedBy: this.staff.lead('qualityLead').id,
            reason: '色度略深，可用于白色以外产品',
          })
      }
  }
  private receive(key: MaterialKey, at: number): LotRow {
    const spec = materialSpecs[key]
    const came = Math.max(this.era.from - 20 * DAY, at - this.dice.int(2, 9) * DAY)
    const day = this.era.dayOf(Math.max(this.era.from, came))
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
      place: `${spec.kind === 'main' ? 'S' : 'R'}${this.dice.int(1, 6)}-${this.dice.int(1, 20)}`,
      ...stamps(came, this.staff.lead('stores').id, came + 5 * HOUR),
    }
    this.rows.push(lot)
    return lot
  }
}

/** Of what goes in, this does not come out as web: vapour, filter cakes, drops. */
const LOSS = 0.004

/** What was fed to an order, from just before it began: as much as its rolls weigh, and a little more. */
export function feedOrder(floor: Floor, order: Order): { rows: FeedRow[]; lines: FeedLine[] } {
  const { dice, era } = floor
  const made = order.jumbos.reduce((sum, roll) => sum + (roll.netKg ?? roughKg(order, roll, era.now)), 0)
  order.trimKg = rounded(made * dice.between(0.008, 0.014), 1)
  order.startUpKg = rounded(order.changeover.minutes * dice.between(0.5, 1.2), 1)
  const total = (made + order.trimKg + order.startUpKg) * (1 + LOSS + dice.between(0, 0.006))
  const turns = turnsOf(era, order)
  const rows: FeedRow[] = []
  for (const [key, share] of recipeOf(order.product))
    for (const turn of turns) {
      const at = turn.at + dice.int(0, 9) * MINUTE
      if (at < era.now) rows.push(...fill(floor, order, key, rounded((total * share * turn.part) / 100, 1), at))
    }
  rows.push(
    ...fill(floor, order, 'core', rounded(order.jumbos.length * order.sets * 6, 1), order.startsAt + 10 * MINUTE),
    ...fill(floor, order, 'film', rounded(order.jumbos.length * 1.6, 1), order.startsAt + 12 * MINUTE),
  )
  order.row.fedKg = rounded(
    rows.filter(({ kind }) => kind !== 'pack').reduce((sum, { kg }) => sum + (kg ?? 0), 0),
    3,
  )
  const lines = rows
    .filter((row) => row.kind !== 'pack' && row.lotId)
    .map((row): FeedLine => ({
      id: row.id,
      lotId: row.lotId ?? '',
      materialId: row.materialId ?? '',
      hopper: row.hopperId ?? '',
      at: Date.parse(row.fedAt ?? ''),
      kg: row.kg ?? 0,
    }))
  return { rows, lines }
}
/** Hoppers are filled before an order and when a shift begins, each time for what is wound until the next: every team feeds what it makes. */
function turnsOf(era: Era, { startsAt, endsAt }: Order): { at: number; part: number }[] {
  const starts = [startsAt]
  for (
    let at = Date.parse(era.shiftAt(startsAt).endsAt);
    at < endsAt - 30 * MINUTE;
    at = Date.parse(era.shiftAt(at).endsAt)
  )
    starts.push(at)
  return starts.map((from, i) => ({
    at: i === 0 ? from - 20 * MINUTE : from + 2 * MINUTE,
    part: ((starts[i + 1] ?? endsAt) - from) / Math.max(1, endsAt - startsAt),
  }))
}
/** What lies on the winder by now, from speed and time. */
function roughKg(
  { product }: Order,
  roll: { startedAt: string; speed?: number | null; widthMm?: number | null },
  now: number,
): number {
  const metres = ((now - Date.parse(roll.startedAt)) / MINUTE) * (roll.speed ?? 0) * 0.9
  return Math.max(0, (product.gsm * ((roll.widthMm ?? 0) / 1000) * metres) / 1000)
}

/** Packing goes into none. */
const hoppers: Partial<Record<MaterialKey, HopperKey | null>> = {
  resinSpun: 'H1',
  resinSoft: 'H1',
  resinMelt: 'H1',
  pellets: 'H2',
  surfactant: 'OIL',
  core: null,
  film: null,
}
const hopperOf = (line: PlantLine, key: MaterialKey): string | null => {
  const hopper = hoppers[key]
  return hopper === null ? null : (line.hoppers[hopper ?? 'H3'] ?? null)
}
function fill({ dice, era, staff, lots }: Floor, order: Order, key: MaterialKey, kg: number, at: number): FeedRow[] {
  if (kg <= 0) return []
  const { businessDate, shift, team } = era.shiftAt(at)
  const by = dice.pick(staff.onShift('line', at)).id
  return lots.take(order.line.code, key, kg, at).map((part, i): FeedRow => {
    const fedAt = at + i * 2 * MINUTE
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
