/** Production history of a line: order after order, roll after roll. */
import { getSeasonForDay } from '@/areas/standards/rules/season'
import { DAY_MS, MINUTE_MS, toMoment, type Day } from '@/plant/rules/plant-time'
import type { workOrder } from '@/areas/orders/contract/work-order'
import { calculateChangeoverMinutes } from '@/areas/orders/rules/line-schedule'
import type { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { formatSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { calculateWebLength } from '@/areas/rolls/rules/dimensions'
import type { feed } from '@/areas/feeding/contract/feed'
import type { hopperContent } from '@/areas/rolls/contract/hopper-content'
import type { recycle } from '@/areas/feeding/contract/recycle'
import { stamps, type Draft } from '../draft'
import type { Era } from '../era'
import type { PlantLine } from '../lines'
import type { Staff } from '../people'
import { rounded, type Dice } from '../random'
import { fillings, leastSets, type Lane } from './lanes'
import { feedOrder, wasteOf } from './feeding'
import { LineHoppers } from './hoppers'
import type { Lots } from './lots'
import { capacity, type Buyer, type Made, type Making, type Masters } from './masters'
import { Running, type Standing } from './running'
import { cutTogether, orderedOf, withMore, yieldOf, type OwnedLane } from './together'
import { wind } from './winding'
import { both, type Said } from '../said'

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
  /** Sets per jumbo. */
  readonly sets: number
  /** Jumbos needed for the ordered quantity. */
  readonly wanted: number
  /** Planned slit rolls, including those from shared jumbos of an adjacent order: total, by width, and mass. */
  planned: { readonly rolls: number; readonly widths: ReadonlyMap<number, number>; readonly kg: number }
  /** Lanes of the jumbos shared with an adjacent order, by jumbo id. */
  readonly shared: Map<string, readonly OwnedLane[]>
  /** Changeover from the previous order. */
  readonly changeover: { readonly startsAt: number; readonly minutes: number }
  goodKg: number
  downgradedKg: number
  wasteKg: number
  goodRolls: number
  /** Number of individually downgraded slit rolls by width. */
  readonly badRolls: Map<number, number>
  /** Material that did not become rolls. */
  back: Draft<typeof recycle>[]
  /** Number of jumbos that no slitter has started yet. */
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

const KEPT_OPEN_DAYS = 12
/** Probability that two consecutive orders of the same product are planned to share jumbos. */
const TOGETHER = 0.8

/** Generates the orders, jumbos and feeds of a line from the start of the history until now. */
export function runLine(floor: Floor, line: PlantLine & { kind: Making }, stops: readonly Standing[]): LineHistory {
  const { era } = floor
  const history: LineHistory = { orders: [], feeds: [], contents: [], serials: new Map() }
  const running = new Running(stops)
  let before: Order | null = null
  const hoppers = new LineHoppers(floor.masters)
  const together = floor.dice.branch('together')
  for (let at = floor.from; at < era.now;) {
    const product = nextProduct(floor, line, before)
    const beside = before?.product === product && together.chance(TOGETHER) ? before : null
    const order = newOrder(floor, line, { before, product, beside, ended: at }, running)
    history.orders.push(order)
    const shortage = shortageOf(floor, order)
    const planned = order.wanted - (shortage ? 1 : 0)
    wind(floor, order, running, planned, history.serials)
    if (beside) cutTogether(together, beside, order, capacity[line.kind].widthMm)
    order.back = wasteOf(floor, order)
    const feeds = feedOrder(floor, order, before, hoppers)
    history.feeds.push(...feeds)
    hoppers.count(order, feeds)
    order.row.fedKg = fedKg(feeds, order.row.id)
    finish(floor, order, (at = order.endsAt), planned, shortage)
    before = order
  }
  history.contents = hoppers.contents(floor.dice.branch('contents'), line.id, era.now)
  return history
  // The line always has an order; orders after now are planned in `planUpcomingOrders`.
  function finish(
    { era: { now, say } }: Floor,
    order: Order,
    end: number,
    wanted: number,
    shortage: Said | null,
  ): void {
    const done = order.jumbos.filter(({ state }) => state !== 'winding').length >= wanted && end < now
    Object.assign(order.row, {
      state: done ? (end < now - KEPT_OPEN_DAYS * DAY_MS ? 'closed' : 'finished') : 'running',
      finishedAt: done ? toMoment(end) : null,
      shortReason: done && shortage ? say(shortage) : null,
      closedAt: done && end < now - KEPT_OPEN_DAYS * DAY_MS ? toMoment(end + KEPT_OPEN_DAYS * DAY_MS) : null,
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
/** Returns the reason why an order is closed one jumbo short; null for most orders. */
const shortageOf = ({ dice }: Floor, { wanted }: Order): Said | null =>
  wanted >= 4 && dice.chance(0.02) ? dice.pick(shortages) : null
/** Sums the feeds of an order without packing; counter rows belong to the order that filled the hopper. */
const fedKg = (feeds: readonly Draft<typeof feed>[], orderId: string): number =>
  rounded(
    feeds
      .filter(({ kind, workOrderId }) => kind !== 'pack' && workOrderId === orderId)
      .reduce((sum, { kg }) => sum + (kg ?? 0), 0),
    3,
  )

/** Builds the order number and batch from the day of release. */
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

/** Picks the next product: often the same or a similar one, because changeovers cost time. */
function nextProduct({ dice, masters }: Floor, line: PlantLine, before: Order | null): Made {
  const makes = masters.products.filter((p) => p.line.id === line.id)
  if (before && dice.chance(0.35)) return before.product
  const near = makes.filter(
    (p) => before && p.colour === before.product.colour && Math.abs(p.gsm - before.product.gsm) <= 6,
  )
  return dice.pick(near.length > 0 && dice.chance(0.6) ? near : makes)
}

/** Drafts an order: customer, slitting pattern, quantity and due date. */
export function draftOrder(
  floor: Floor,
  line: PlantLine & { kind: Making },
  product: Made,
  released: number,
  setsOf?: number,
): Pick<Order, 'row' | 'product' | 'buyer' | 'line' | 'lanes' | 'sets' | 'wanted' | 'planned'> {
  const { dice, masters, era } = floor
  const { widthMm, jumboKg } = capacity[line.kind]
  const buyer = dice.pick(masters.buyers.filter((one) => fillings(one.widths, widthMm).length > 0))
  const patterns = fillings(buyer.widths, widthMm)
  const ofOne = patterns.filter(({ length }) => length === 1)
  const lanes = dice.pick(ofOne.length > 0 && dice.chance(0.2) ? ofOne : patterns)
  const count = lanes.reduce((n, lane) => n + lane.count, 0)
  const fullM = calculateWebLength(product.gsm, widthMm, jumboKg) ?? 0
  const usual = count >= 12 ? 1 : count >= 6 ? dice.int(1, 2) : dice.int(2, 3)
  const sets = setsOf ?? Math.max(usual, leastSets(product, fullM))
  const rollLengthM = Math.floor(fullM / sets / 10) * 10
  const wantedKg = dice.lognormal(line.kind === 'meltblown' ? 2000 : jumboKg * 11, 0.45)
  const wanted = Math.max(2, Math.round(wantedKg / jumboKg))
  const each = yieldOf({ product, row: { rollLengthM }, sets }, lanes)
  const planned = withMore(each, each, wanted - 1)
  const [only] = lanes.length === 1 ? lanes : []
  const due = era.dayOf(released + dice.int(8, 25) * DAY_MS)
  return {
    product,
    buyer,
    line,
    lanes,
    sets,
    wanted,
    planned,
    row: {
      id: dice.id(released),
      ...orderNumber(floor, released),
      customerId: buyer.id,
      productId: product.id,
      gsm: product.gsm,
      webWidthMm: widthMm,
      widthMm: only?.width ?? null,
      colour: era.say(product.colour),
      ...orderedOf(planned),
      jumboLengthM: rollLengthM * sets,
      rollLengthM,
      rollKg: only ? rounded(each.kg / each.rolls, 3) : null,
      slittingPattern: formatSlittingPattern(lanes),
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
  /** `sharedWith`: the previous order, if the two are planned to share jumbos. */
  { before, product, beside, ended }: { before: Order | null; product: Made; beside: Order | null; ended: number },
  running: Running,
): Order {
  // The changeover begins after any other stop, and ends before the next one.
  const at = Math.min(running.past(ended), floor.era.now - 3 * MINUTE_MS)
  const { dice } = floor
  const base = draftOrder(floor, line, product, at - dice.int(4, 12) * DAY_MS, beside?.sets)
  const recipe = (o: Pick<Order, 'product' | 'row'>) => ({
    productId: o.product.id,
    gsm: o.product.gsm,
    colour: o.product.colour.zh,
    treatment: o.product.treatment,
    webWidthMm: o.row.webWidthMm ?? 0,
  })
  const minutes = Math.max(
    6,
    Math.round(calculateChangeoverMinutes(before && recipe(before), recipe(base)) * dice.normal(0.8, 0.12)),
  )
  // The running order has started, even if its changeover would have taken longer.
  const startsAt = Math.min(at + minutes * MINUTE_MS, running.next(at), floor.era.now - 2 * MINUTE_MS)
  Object.assign(base.row, {
    plannedStart: toMoment(at + dice.int(-90, 60) * MINUTE_MS),
    startedAt: toMoment(startsAt),
    runSince: null,
    team: floor.era.shiftAt(startsAt).team,
    productStandardId:
      base.product.variant?.buyer === base.buyer ? base.product.variant.id : base.product.productStandardId,
    season: getSeasonForDay(floor.masters.seasons, floor.era.dayOf(startsAt)),
  })
  return {
    ...base,
    startsAt,
    endsAt: startsAt,
    jumbos: [],
    shared: new Map(),
    changeover: { startsAt: at, minutes },
    goodKg: 0,
    downgradedKg: 0,
    wasteKg: 0,
    goodRolls: 0,
    badRolls: new Map(),
    back: [],
    waiting: 0,
  }
}
