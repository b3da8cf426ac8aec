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
import texts from '../data/texts.json' with { type: 'json' }
import { buildAuditFields, type RowDraft } from '../draft'
import type { DemoEra } from '../demo-era'
import type { PlantLine } from '../lines'
import type { Staff } from '../people'
import { roundDecimals, type Dice } from '../random'
import { findSlittingPatterns, calculateMinSets, type SlitLane } from './slitting-patterns'
import { buildOrderFeeds, buildWasteRows } from './feeding'
import { LineHoppers } from './line-hoppers'
import type { MaterialStore } from './material-store'
import { lineCapacity, type Buyer, type DemoProduct, type WebLineKind, type MasterData } from './master-data'
import { LineClock, type LineStandstill } from './line-clock'
import { shareJumbos, calculateOrderedAmount, addYield, calculateJumboYield, type OwnedLane } from './shared-jumbos'
import { windOrder } from './wind-order'
import type { BilingualText } from '../bilingual-text'

export type WorkOrderDraft = RowDraft<typeof workOrder>
export type JumboDraft = RowDraft<typeof jumboRoll> & { readonly startedAt: string }
export interface ProductionOrder {
  readonly row: WorkOrderDraft
  readonly product: DemoProduct
  readonly buyer: Buyer
  readonly line: PlantLine
  readonly startMs: number
  endMs: number
  readonly jumbos: JumboDraft[]
  readonly lanes: readonly SlitLane[]
  readonly setsPerJumbo: number
  /** Jumbos needed for the ordered quantity. */
  readonly neededJumbos: number
  /** Planned slit rolls, including those from shared jumbos of an adjacent order: total, by width, and mass. */
  plannedYield: { readonly rolls: number; readonly widths: ReadonlyMap<number, number>; readonly kg: number }
  /** Lanes of the jumbos shared with an adjacent order, by jumbo id. */
  readonly sharedLanes: Map<string, readonly OwnedLane[]>
  /** Changeover from the previous order. */
  readonly changeover: { readonly startMs: number; readonly minutes: number }
  goodKg: number
  downgradedKg: number
  wasteKg: number
  goodRolls: number
  /** Number of individually downgraded slit rolls by width. */
  readonly downgradedRolls: Map<number, number>
  /** Material that did not become rolls. */
  recycleRows: RowDraft<typeof recycle>[]
  /** Number of jumbos that no slitter has started yet. */
  uncutJumbos: number
}
export interface LineHistory {
  readonly orders: ProductionOrder[]
  readonly feeds: RowDraft<typeof feed>[]
  contents: RowDraft<typeof hopperContent>[]
  readonly serials: Map<Day, number>
}
/** Data and helpers that the generators of a place's production share. */
export interface ShopFloor {
  readonly dice: Dice
  readonly era: DemoEra
  readonly staff: Staff
  readonly masters: MasterData
  readonly materialStore: MaterialStore
  /** Distinguishes the codes of a place from those of the first place, for which it is empty. */
  readonly codeSuffix: string
  /** Start of the production history, ms since 1970. */
  readonly fromMs: number
  /** Last serial of the order numbers of each day. */
  orderSerials: Map<Day, number>
}

/** An order is closed this many days after its end. */
const OPEN_DAYS_AFTER_END = 12
/** Probability that two consecutive orders of the same product are planned to share jumbos. */
const SHARED_CUT_CHANCE = 0.8

/** Generates the orders, jumbos and feeds of a line from the start of the history until now. */
export function runLine(
  floor: ShopFloor,
  line: PlantLine & { kind: WebLineKind },
  stops: readonly LineStandstill[],
): LineHistory {
  const { era } = floor
  const history: LineHistory = { orders: [], feeds: [], contents: [], serials: new Map() }
  const clock = new LineClock(stops)
  let previousOrder: ProductionOrder | null = null
  const hoppers = new LineHoppers(floor.masters)
  const sharingDice = floor.dice.branch('together')
  let cursorMs = floor.fromMs
  while (cursorMs < era.now) {
    const product = pickNextProduct(floor, line, previousOrder)
    const sharingOrder =
      previousOrder?.product === product && sharingDice.chance(SHARED_CUT_CHANCE) ? previousOrder : null
    const order = buildRunningOrder(
      floor,
      line,
      { previousOrder, product, sharingOrder, previousEndMs: cursorMs },
      clock,
    )
    history.orders.push(order)
    const shortageReason = pickShortageReason(floor, order)
    const jumbosToWind = order.neededJumbos - (shortageReason ? 1 : 0)
    windOrder(floor, order, clock, jumbosToWind, history.serials)
    if (sharingOrder) shareJumbos(sharingDice, sharingOrder, order, lineCapacity[line.kind].widthMm)
    order.recycleRows = buildWasteRows(floor, order)
    const feeds = buildOrderFeeds(floor, order, previousOrder, hoppers)
    history.feeds.push(...feeds)
    hoppers.allocateOrder(order, feeds)
    order.row.fedKg = sumFedKg(feeds, order.row.id)
    finishOrder(floor, order, jumbosToWind, shortageReason)
    cursorMs = order.endMs
    previousOrder = order
  }
  history.contents = hoppers.buildStoredContents(floor.dice.branch('contents'), line.id, era.now)
  return history
  /** Sets the final state of an order. The last order is still running, because the line always has an order. */
  function finishOrder(
    { era: { now, localize } }: ShopFloor,
    order: ProductionOrder,
    jumbosToWind: number,
    shortageReason: BilingualText | null,
  ): void {
    const { endMs } = order
    const isDone = order.jumbos.filter(({ state }) => state !== 'winding').length >= jumbosToWind && endMs < now
    const closedMs = endMs + OPEN_DAYS_AFTER_END * DAY_MS
    const isClosed = isDone && closedMs < now
    Object.assign(order.row, {
      state: isClosed ? 'closed' : isDone ? 'finished' : 'running',
      finishedAt: isDone ? toMoment(endMs) : null,
      shortReason: isDone && shortageReason ? localize(shortageReason) : null,
      closedAt: isClosed ? toMoment(closedMs) : null,
      updatedAt: toMoment(Math.min(endMs, now)),
    })
  }
}

/** Returns the reason why an order is closed one jumbo short; null for most orders. */
const pickShortageReason = ({ dice }: ShopFloor, { neededJumbos }: ProductionOrder): BilingualText | null =>
  neededJumbos >= 4 && dice.chance(0.02) ? dice.pick(texts.shortageReasons) : null
/** Sums the feeds of an order without packing; counter rows belong to the order that filled the hopper. */
const sumFedKg = (feeds: readonly RowDraft<typeof feed>[], orderId: string): number =>
  roundDecimals(
    feeds
      .filter(({ kind, workOrderId }) => kind !== 'pack' && workOrderId === orderId)
      .reduce((sum, { kg }) => sum + (kg ?? 0), 0),
    3,
  )

/** Builds the order number and batch from the day of release. */
export function buildOrderNumbers(floor: ShopFloor, releasedMs: number): { number: string; batch: string } {
  const day = floor.era.toDay(releasedMs)
  const serial = (floor.orderSerials.get(day) ?? 0) + 1
  floor.orderSerials.set(day, serial)
  const dayCode = day.slice(2).replaceAll('-', '')
  return {
    number: `WO${dayCode}-${String(serial).padStart(3, '0')}${floor.codeSuffix}`,
    batch: `B${dayCode}${String(serial).padStart(2, '0')}${floor.codeSuffix.replace('-', 'P')}`,
  }
}

/** Picks the next product: often the same or a similar one, because changeovers cost time. */
function pickNextProduct(
  { dice, masters }: ShopFloor,
  line: PlantLine,
  previousOrder: ProductionOrder | null,
): DemoProduct {
  const lineProducts = masters.products.filter((candidate) => candidate.line.id === line.id)
  if (previousOrder && dice.chance(0.35)) return previousOrder.product
  const similarProducts = lineProducts.filter(
    (candidate) =>
      previousOrder &&
      candidate.colour === previousOrder.product.colour &&
      Math.abs(candidate.gsm - previousOrder.product.gsm) <= 6,
  )
  return dice.pick(similarProducts.length > 0 && dice.chance(0.6) ? similarProducts : lineProducts)
}

/** Drafts an order: customer, slitting pattern, quantity and due date. */
export function draftOrder(
  floor: ShopFloor,
  line: PlantLine & { kind: WebLineKind },
  product: DemoProduct,
  releasedMs: number,
  requiredSets?: number,
): Pick<
  ProductionOrder,
  'row' | 'product' | 'buyer' | 'line' | 'lanes' | 'setsPerJumbo' | 'neededJumbos' | 'plannedYield'
> {
  const { dice, masters, era } = floor
  const { widthMm, jumboKg } = lineCapacity[line.kind]
  const buyer = dice.pick(
    masters.buyers.filter((candidate) => findSlittingPatterns(candidate.widths, widthMm).length > 0),
  )
  const patterns = findSlittingPatterns(buyer.widths, widthMm)
  const singleWidthPatterns = patterns.filter(({ length }) => length === 1)
  const lanes = dice.pick(singleWidthPatterns.length > 0 && dice.chance(0.2) ? singleWidthPatterns : patterns)
  const laneCount = lanes.reduce((sum, lane) => sum + lane.count, 0)
  const fullLengthM = calculateWebLength(product.gsm, widthMm, jumboKg) ?? 0
  const typicalSets = laneCount >= 12 ? 1 : laneCount >= 6 ? dice.int(1, 2) : dice.int(2, 3)
  const sets = requiredSets ?? Math.max(typicalSets, calculateMinSets(product, fullLengthM))
  const rollLengthM = Math.floor(fullLengthM / sets / 10) * 10
  const neededKg = dice.lognormal(line.kind === 'meltblown' ? 2000 : jumboKg * 11, 0.45)
  const neededJumbos = Math.max(2, Math.round(neededKg / jumboKg))
  const jumboYield = calculateJumboYield({ product, row: { rollLengthM }, setsPerJumbo: sets }, lanes)
  const plannedYield = addYield(jumboYield, jumboYield, neededJumbos - 1)
  const [singleLane] = lanes.length === 1 ? lanes : []
  const dueDay = era.toDay(releasedMs + dice.int(8, 25) * DAY_MS)
  return {
    product,
    buyer,
    line,
    lanes,
    setsPerJumbo: sets,
    neededJumbos,
    plannedYield,
    row: {
      id: dice.id(releasedMs),
      ...buildOrderNumbers(floor, releasedMs),
      customerId: buyer.id,
      productId: product.id,
      gsm: product.gsm,
      webWidthMm: widthMm,
      widthMm: singleLane?.width ?? null,
      colour: era.localize(product.colour),
      ...calculateOrderedAmount(plannedYield),
      jumboLengthM: rollLengthM * sets,
      rollLengthM,
      rollKg: singleLane ? roundDecimals(jumboYield.kg / jumboYield.rolls, 3) : null,
      slittingPattern: formatSlittingPattern(lanes),
      dueOn: dueDay,
      priority: dice.pickWeighted([
        ['normal', 88],
        ['urgent', 10],
        ['critical', 2],
      ] as const),
      processStandardId: product.standardId,
      lineId: line.id,
      ...buildAuditFields(releasedMs, floor.staff.getPersonOfTrade('lead').id),
    },
  }
}
function buildRunningOrder(
  floor: ShopFloor,
  line: PlantLine & { kind: WebLineKind },
  /** `sharingOrder`: the previous order, if the two are planned to share jumbos. */
  {
    previousOrder,
    product,
    sharingOrder,
    previousEndMs,
  }: {
    previousOrder: ProductionOrder | null
    product: DemoProduct
    sharingOrder: ProductionOrder | null
    previousEndMs: number
  },
  clock: LineClock,
): ProductionOrder {
  // The changeover begins after any other stop, and ends before the next one.
  const changeoverStartMs = Math.min(clock.getTimeAfterStop(previousEndMs), floor.era.now - 3 * MINUTE_MS)
  const { dice } = floor
  const draft = draftOrder(
    floor,
    line,
    product,
    changeoverStartMs - dice.int(4, 12) * DAY_MS,
    sharingOrder?.setsPerJumbo,
  )
  const toRecipe = (order: Pick<ProductionOrder, 'product' | 'row'>) => ({
    productId: order.product.id,
    gsm: order.product.gsm,
    colour: order.product.colour.zh,
    treatment: order.product.treatment,
    webWidthMm: order.row.webWidthMm ?? 0,
  })
  const changeoverMinutes = Math.max(
    6,
    Math.round(
      calculateChangeoverMinutes(previousOrder && toRecipe(previousOrder), toRecipe(draft)) * dice.normal(0.8, 0.12),
    ),
  )
  // The running order has started, even if its changeover would have taken longer.
  const startMs = Math.min(
    changeoverStartMs + changeoverMinutes * MINUTE_MS,
    clock.getNextStop(changeoverStartMs),
    floor.era.now - 2 * MINUTE_MS,
  )
  Object.assign(draft.row, {
    plannedStart: toMoment(changeoverStartMs + dice.int(-90, 60) * MINUTE_MS),
    startedAt: toMoment(startMs),
    runSince: null,
    team: floor.era.getShift(startMs).team,
    productStandardId:
      draft.product.variant?.buyer === draft.buyer ? draft.product.variant.id : draft.product.productStandardId,
    season: getSeasonForDay(floor.masters.seasons, floor.era.toDay(startMs)),
  })
  return {
    ...draft,
    startMs,
    endMs: startMs,
    jumbos: [],
    sharedLanes: new Map(),
    changeover: { startMs: changeoverStartMs, minutes: changeoverMinutes },
    goodKg: 0,
    downgradedKg: 0,
    wasteKg: 0,
    goodRolls: 0,
    downgradedRolls: new Map(),
    recycleRows: [],
    uncutJumbos: 0,
  }
}
