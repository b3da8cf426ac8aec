/** What a line made over the era: order after order, roll after roll. */
import { seasonAt } from '@/areas/standards/rules/season'
import { DAY, MINUTE, toMoment, type Day } from '@/plant/rules/plant-time'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { changeoverMinutes } from '@/areas/orders/rules/schedule'
import type { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slittingPatternText } from '@/areas/rolls/rules/slitting-pattern'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { webKg, webLength } from '@/areas/rolls/rules/dimensions'
import { jumboNumber } from '@/areas/rolls/rules/roll-number'
import type { feed } from '@/areas/feeding/contract/feed'
import type { hopperContent } from '@/areas/rolls/contract/hopper-content'
import type { recycle } from '@/areas/feeding/contract/recycle'
import { stamps, type Draft } from '../draft'
import type { Era } from '../era'
import type { PlantLine } from '../lines'
import type { Staff } from '../people'
import { rounded, type Dice } from '../random'
import { fillings, leastSets, type Lane } from './lanes'
import { feedOrder, wasteOf, type Lots } from './feeding'
import { LineHoppers } from './hoppers'
import { capacity, type Buyer, type Made, type Making, type Masters } from './masters'
import { Running, type Standing } from './running'
import { both } from '../said'

export type OrderRow = Draft<typeof workOrder>
export type Jumbo = Draft<typeof jumboRoll> & { readonly startedAt: string }
export interface Order {
  readonly row: OrderRow
  readonly product: Made
  readonly buyer: Buyer
  readonly line: PlantLine
  readonly startsAt: number
  endsAt: number
  readonly jumbos: Jumbo[]
  readonly lanes: readonly Lane[]
  /** Sets a jumbo is slit into. */
  readonly sets: number
  /** Jumbos that give what was ordered. */
  readonly wanted: number
  /** How long the change from the order before took. */
  readonly changeover: { readonly startsAt: number; readonly minutes: number }
  goodKg: number
  downgradedKg: number
  wasteKg: number
  goodRolls: number
  /** Slit rolls that were downgraded one by one. */
  badRolls: number
  /** What did not become rolls. */
  back: Draft<typeof recycle>[]
  /** Jumbos that no slitter has begun yet. */
  waiting: number
}
export interface LineHistory {
  readonly orders: Order[]
  readonly feeds: Draft<typeof feed>[]
  contents: Draft<typeof hopperContent>[]
  readonly serials: Map<Day, number>
}
export interface Floor {
  readonly dice: Dice
  readonly era: Era
  readonly staff: Staff
  readonly masters: Masters
  readonly lots: Lots
  readonly tail: string
  readonly from: number
  numbers: Map<Day, number>
}

/** Core and shaft of a jumbo, kg. */
export const CORE_KG = 38
const KEPT_OPEN_DAYS = 12
/** Part of the rolls planned that is wound beyond the order, for what is downgraded. */
const SPARE = 0.01

export function runLine(floor: Floor, line: PlantLine & { kind: Making }, stops: readonly Standing[]): LineHistory {
  const { era } = floor
  const history: LineHistory = { orders: [], feeds: [], contents: [], serials: new Map() }
  const running = new Running(stops)
  let before: Order | null = null
  const hoppers = new LineHoppers(floor.masters)
  for (let at = floor.from; at < era.now;) {
    const order = newOrder(floor, line, before, at, running)
    history.orders.push(order)
    const planned = order.wanted - shortfall(floor, order)
    wind(floor, order, running, planned, history.serials)
    order.back = wasteOf(floor, order)
    const feeds = feedOrder(floor, order, before, hoppers)
    history.feeds.push(...feeds)
    hoppers.count(order, feeds)
    order.row.fedKg = fedKg(feeds, order.row.id)
    finish(floor, order, (at = order.endsAt), planned)
    before = order
  }
  history.contents = hoppers.contents(floor.dice.branch('contents'), line.id, era.now)
  return history
  // A line is never without an order here; what comes after now is planned elsewhere.
  function finish({ era: { now } }: Floor, order: Order, end: number, wanted: number): void {
    const done = order.jumbos.filter(({ state }) => state !== 'winding').length >= wanted && end < now
    Object.assign(order.row, {
      state: done ? (end < now - KEPT_OPEN_DAYS * DAY ? 'closed' : 'finished') : 'running',
      finishedAt: done ? toMoment(end) : null,
      closedAt: done && end < now - KEPT_OPEN_DAYS * DAY ? toMoment(end + KEPT_OPEN_DAYS * DAY) : null,
      updatedAt: toMoment(Math.min(end, now)),
    })
  }
}

const shortages = [
  both('客户同意短交一卷母卷', 'Customer agreed to one jumbo less'),
  both(
    '原料断供，短交一卷母卷，余量并入下一订单',
    'Resin ran out: one jumbo short, the balance goes with the next order',
  ),
]
/** Some orders are closed a jumbo short, and it is said why. */
function shortfall({ dice, era }: Floor, { wanted, row }: Order): number {
  if (wanted < 4 || !dice.chance(0.02)) return 0
  row.note = era.say(dice.pick(shortages))
  return 1
}
/** What was fed to an order itself; the lines that empty a hopper are of the orders that filled it. */
const fedKg = (feeds: readonly Draft<typeof feed>[], orderId: string): number =>
  rounded(
    feeds
      .filter(({ kind, workOrderId }) => kind !== 'pack' && workOrderId === orderId)
      .reduce((sum, { kg }) => sum + (kg ?? 0), 0),
    3,
  )

/** The number an order gets: of the day it was released on. */
export function orderNumber(floor: Floor, at: number): { number: string; batch: string } {
  const day = floor.era.dayOf(at)
  const serial = (floor.numbers.get(day) ?? 0) + 1
  floor.numbers.set(day, serial)
  const short = day.slice(2).replaceAll('-', '')
  return {
    number: `WO${short}-${String(serial).padStart(3, '0')}${floor.tail}`,
    batch: `B${short}${String(serial).padStart(2, '0')}${floor.tail.replace('-', 'P')}`,
  }
}

/** The same product goes on for a while, then one like it: changes cost time. */
function nextProduct({ dice, masters }: Floor, line: PlantLine, before: Order | null): Made {
  const makes = masters.products.filter((p) => p.line.id === line.id)
  if (before && dice.chance(0.35)) return before.product
  const near = makes.filter(
    (p) => before && p.colour === before.product.colour && Math.abs(p.gsm - before.product.gsm) <= 6,
  )
  return dice.pick(near.length > 0 && dice.chance(0.6) ? near : makes)
}

export function draftOrder(
  floor: Floor,
  line: PlantLine & { kind: Making },
  product: Made,
  released: number,
): Pick<Order, 'row' | 'product' | 'buyer' | 'line' | 'lanes' | 'sets' | 'wanted'> {
  const { dice, masters, era } = floor
  const { widthMm, jumboKg } = capacity[line.kind]
  const buyer = dice.pick(masters.buyers.filter((one) => fillings(one.widths, widthMm).length > 0))
  const patterns = fillings(buyer.widths, widthMm)
  const ofOne = patterns.filter(({ length }) => length === 1)
  const lanes = dice.pick(ofOne.length > 0 && dice.chance(0.2) ? ofOne : patterns)
  const count = lanes.reduce((n, lane) => n + lane.count, 0)
  const fullM = webLength(product.gsm, widthMm, jumboKg) ?? 0
  const usual = count >= 12 ? 1 : count >= 6 ? dice.int(1, 2) : dice.int(2, 3)
  const sets = Math.max(usual, leastSets(product, fullM))
  const rollLengthM = Math.floor(fullM / sets / 10) * 10
  const wantedKg = dice.lognormal(line.kind === 'meltblown' ? 2000 : jumboKg * 11, 0.45)
  const wanted = Math.max(2, Math.round(wantedKg / jumboKg))
  // Ordered is what these jumbos give, less what may be downgraded.
  const planned = wanted * count * sets
  const orderedRolls = planned - Math.floor(planned * SPARE)
  const meanKg = webKg(product.gsm, lanes.reduce((sum, l) => sum + l.width * l.count, 0) / count, rollLengthM)
  const [only] = lanes.length === 1 ? lanes : []
  const due = era.dayOf(released + dice.int(8, 25) * DAY)
  return {
    product,
    buyer,
    line,
    lanes,
    sets,
    wanted,
    row: {
      id: dice.id(released),
      ...orderNumber(floor, released),
      customerId: buyer.id,
      productId: product.id,
      gsm: product.gsm,
      webWidthMm: widthMm,
      widthMm: only?.width ?? null,
      colour: era.say(product.colour),
      orderedKg: Math.round(orderedRolls * meanKg),
      orderedRolls,
      jumboLengthM: rollLengthM * sets,
      rollLengthM,
      rollKg: only ? rounded(meanKg, 3) : null,
      slittingPattern: slittingPatternText(lanes),
      dueOn: due,
      priority: dice.weighted([
        ['normal', 88],
        ['urgent', 10],
        ['critical', 2],
      ] as const),
      processStandardId: product.standardId,
      lineId: line.id,
      ...stamps(released, floor.staff.lead('lead').id),
    },
  }
}
function newOrder(
  floor: Floor,
  line: PlantLine & { kind: Making },
  before: Order | null,
  ended: number,
  running: Running,
): Order {
  // The change to it begins when the line no longer stands for something else, and is over before the next stop.
  const at = Math.min(running.past(ended), floor.era.now - 3 * MINUTE)
  const { dice } = floor
  const base = draftOrder(floor, line, nextProduct(floor, line, before), at - dice.int(4, 12) * DAY)
  const recipe = (o: Pick<Order, 'product' | 'row'>) => ({
    productId: o.product.id,
    gsm: o.product.gsm,
    colour: o.product.colour.zh,
    treatment: o.product.treatment,
    webWidthMm: o.row.webWidthMm ?? 0,
  })
  const minutes = Math.max(
    6,
    Math.round(changeoverMinutes(before && recipe(before), recipe(base)) * dice.normal(0.8, 0.12)),
  )
  // The order that runs has begun, however long the change to it would have taken.
  const startsAt = Math.min(at + minutes * MINUTE, running.next(at), floor.era.now - 2 * MINUTE)
  Object.assign(base.row, {
    plannedStart: toMoment(at + dice.int(-90, 60) * MINUTE),
    startedAt: toMoment(startsAt),
    runSince: null,
    team: floor.era.shiftAt(startsAt).team,
    productStandardId:
      base.product.variant?.buyer === base.buyer ? base.product.variant.id : base.product.productStandardId,
    season: seasonAt(floor.masters.seasons, floor.era.dayOf(startsAt)),
  })
  return {
    ...base,
    startsAt,
    endsAt: startsAt,
    jumbos: [],
    changeover: { startsAt: at, minutes },
    goodKg: 0,
    downgradedKg: 0,
    wasteKg: 0,
    goodRolls: 0,
    badRolls: 0,
    back: [],
    waiting: 0,
  }
}
/** Winds the rolls of an order; the one that is not full by now stays on the winder. */
function wind(floor: Floor, order: Order, running: Running, wanted: number, serials: Map<Day, number>): void {
  const { dice, era, staff } = floor
  const { widthMm } = capacity[order.line.kind as Making]
  const { product, row, line } = order
  const full = row.jumboLengthM ?? 0
  let at = running.past(order.startsAt)
  let good = 0
  while (good < wanted && at < era.now) {
    const speed = rounded(product.idealSpeed * Math.min(1.04, dice.normal(0.94, 0.03)), 1)
    const lengthM = rounded(full + dice.between(60, 170), 0)
    const doffed = running.until(at, lengthM / speed)
    const base = {
      id: dice.id(at),
      workOrderId: row.id,
      productId: product.id,
      lineId: line.id,
      gsm: product.gsm,
      widthMm,
      speed,
      startedAt: toMoment(at),
    }
    const by = dice.pick(staff.onShift('line', Math.min(doffed, era.now))).id
    if (doffed > era.now) {
      const { businessDate, shift, team } = era.shiftAt(at)
      order.jumbos.push({
        ...base,
        state: 'winding',
        number: null,
        lengthM: null,
        businessDate,
        shift,
        team,
        userId: by,
        ...stamps(at, by),
      })
      at = era.now
      break
    }
    const splices = running.openings(at, doffed) + (dice.chance(0.05) ? 1 : 0)
    const roll = doffedRoll(floor, order, { ...base, lengthM, splices }, doffed, by, serials)
    order.jumbos.push(roll)
    // A downgraded jumbo is wound again.
    if (roll.grade === 'good') good += 1
    // A roll that came off just now: the next one has begun already.
    at = doffed + MINUTE < era.now ? doffed + MINUTE : Math.max(doffed, era.now - 1000)
  }
  order.endsAt = at
  row.plannedEnd = toMoment(order.startsAt + (wanted * full * MINUTE) / (product.idealSpeed * 0.9))
  row.ranMinutes = rounded((order.endsAt - order.startsAt) / MINUTE, 1)
}

function doffedRoll(
  { dice, era }: Floor,
  { row, line, product }: Order,
  base: Pick<Jumbo, 'id' | 'startedAt'> & Partial<Jumbo>,
  doffed: number,
  by: string,
  serials: Map<Day, number>,
): Jumbo {
  const { businessDate, shift, team } = era.shiftAt(doffed)
  const serial = (serials.get(businessDate) ?? 0) + 1
  serials.set(businessDate, serial)
  const lengthM = base.lengthM ?? 0
  const widthMm = base.widthMm ?? 0
  const expectedKg = rounded(webKg(product.gsm, widthMm, lengthM), 3)
  const netKg = rounded(expectedKg * dice.normal(1, 0.007), 1)
  const off = Math.abs(netKg / expectedKg - 1) > 0.04
  return {
    ...base,
    number: jumboNumber(row.batch ?? '', line.code, businessDate, serial),
    state: 'uncut',
    doffedAt: toMoment(doffed),
    businessDate,
    shift,
    team,
    userId: by,
    grossKg: rounded(netKg + CORE_KG, 1),
    coreKg: CORE_KG,
    netKg,
    expectedKg,
    weightUnusual: off,
    weighedBy: 'scale',
    ...(dice.chance(0.012) ? downgraded(dice, lengthM) : { grade: 'good' as const }),
    defects: defectsOf(dice, lengthM, widthMm),
    leftM: lengthM,
    labels: 1,
    ...stamps(Date.parse(base.startedAt), by, Math.min(era.now, doffed + 4 * MINUTE)),
  }
}
/** A jumbo that is second choice from end to end. */
const downgraded = (dice: Dice, lengthM: number): Pick<Jumbo, 'grade' | 'downgrades'> => ({
  grade: 'downgraded',
  downgrades: [{ fromM: 0, toM: lengthM, grade: 'downgraded', defect: dice.pick(defectKinds), reason: null }],
})
function defectsOf(dice: Dice, lengthM: number, widthMm: number): NonNullable<Jumbo['defects']> {
  return Array.from(
    {
      length: dice.weighted([
        [0, 62],
        [1, 24],
        [2, 10],
        [3, 4],
      ] as const),
    },
    () => {
      const fromM = Math.round(dice.between(0, lengthM * 0.98))
      const across = dice.chance(0.75) ? Math.round(dice.between(0, widthMm * 0.95)) : null
      return {
        kind: dice.weighted(defectKinds.map((kind, i) => [kind, Math.max(1, 14 - i)] as const)),
        fromM,
        toM: Math.min(lengthM, Math.round(fromM + dice.lognormal(25, 1))),
        fromMm: across,
        toMm: across === null ? null : Math.min(widthMm, across + dice.int(10, 180)),
        images: [],
        note: null,
      }
    },
  ).sort((a, b) => a.fromM - b.fromM)
}
