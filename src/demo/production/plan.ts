/** Planned orders, ERP order lines, the schedule of the lines and the queue of the slitters. */
import { DAY_MS, HOUR_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { erpOrder, erpSource } from '@/areas/orders/contract/erp-order'
import { scheduleEntry } from '@/areas/orders/contract/schedule'
import { getStartUpWasteKg } from '@/areas/feeding/rules/recycle'
import { calculateChangeoverMinutes, type Recipe } from '@/areas/orders/rules/line-schedule'
import { cutOrder } from '@/areas/rolls/contract/slitting'
import { formatSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { batch, stamps, type Batch, type Draft } from '../draft'
import type { PlantLine } from '../lines'
import { rounded } from '../random'
import { capacity, type Making } from './masters'
import { draftOrder, type Floor, type LineHistory, type Order, type OrderRow } from './orders'
import { named } from '../said'

type Entry = Draft<typeof scheduleEntry>
type Erp = Draft<typeof erpOrder>
const AHEAD = 10 * DAY_MS

/** Plans orders for the next days after the running one, with their schedule entries. */
export function planAhead(
  floor: Floor,
  line: PlantLine & { kind: Making },
  running: Order | undefined,
): { orders: OrderRow[]; entries: Entry[] } {
  const { dice, era, masters } = floor
  const orders: OrderRow[] = []
  const entries: Entry[] = []
  let at = Math.max(era.now + HOUR_MS, Date.parse(running?.row.plannedEnd ?? '') || 0)
  const makes = masters.products.filter((p) => p.line.id === line.id)
  let before = running ? recipeOf(running) : null
  while (at < era.now + AHEAD) {
    const draft = draftOrder(floor, line, dice.pick(makes), era.now - dice.int(1, 4) * DAY_MS)
    const { row } = draft
    const minutes = calculateChangeoverMinutes(before, recipeOf(draft))
    before = recipeOf(draft)
    const startsAt = Math.ceil((at + minutes * MINUTE_MS) / (15 * MINUTE_MS)) * 15 * MINUTE_MS
    const endsAt =
      startsAt + Math.ceil(((row.orderedKg ?? 0) / (capacity[line.kind].kgPerHour * 0.85)) * 4) * 15 * MINUTE_MS
    Object.assign(row, { state: 'planned', plannedStart: toMoment(startsAt), plannedEnd: toMoment(endsAt) })
    orders.push(row)
    entries.push(entryOf(floor, row, line.id, startsAt, endsAt, minutes))
    at = endsAt
  }
  return { orders, entries }
}
const recipeOf = ({ product, row }: Pick<Order, 'product' | 'row'>): Recipe => ({
  productId: product.id,
  gsm: product.gsm,
  colour: product.colour.zh,
  treatment: product.treatment,
  webWidthMm: row.webWidthMm ?? 0,
})
const entryOf = (
  { dice }: Floor,
  row: OrderRow,
  lineId: string,
  startsAt: number,
  endsAt: number,
  minutes: number,
): Entry => ({
  id: dice.id(Date.parse(row.createdAt ?? '')),
  workOrderId: row.id,
  lineId,
  startsAt: toMoment(startsAt),
  endsAt: toMoment(endsAt),
  changeoverMinutes: minutes,
  ...stamps(Date.parse(row.createdAt ?? ''), row.createdBy ?? null),
})
/** Builds the schedule entries of past orders at their actual times. */
export const pastEntries = (floor: Floor, { orders }: LineHistory): Entry[] =>
  orders.map((order) =>
    entryOf(
      floor,
      order.row,
      order.line.id,
      order.startsAt,
      order.row.state === 'running' ? Math.max(order.endsAt, Date.parse(order.row.plannedEnd ?? '')) : order.endsAt,
      order.changeover.minutes,
    ),
  )

/** Builds the ERP line of each order, and some open ones: new lines, a conflict, an ignored line. */
export function erpRows(floor: Floor, rows: readonly OrderRow[]): Batch[] {
  const { dice, era, masters, tail } = floor
  const made: Erp[] = rows.map((row, i) => {
    const erp = {
      ...erpFrom(floor, row, `SO${String(240_000 + i)}${tail}-10`),
      state: 'released' as const,
      workOrderId: row.id,
    }
    row.erpOrderId = erp.id
    return erp
  })
  const waiting = Array.from({ length: 14 }, (_, i): Erp => {
    const model = rows[Math.max(0, rows.length - 1 - i * 3)]!
    return {
      ...erpFrom(floor, model, `SO${String(290_000 + i)}${tail}-10`),
      orderedKg: Math.round(dice.between(2000, 15_000)),
      dueOn: era.dayOf(era.now + dice.int(8, 30) * DAY_MS),
      state: i === 13 ? 'ignored' : 'new',
      receivedAt: toMoment(era.now - dice.int(1, 30) * HOUR_MS),
      ...stamps(era.now - 30 * HOUR_MS, null),
    }
  })
  conflict(made, rows)
  const source: Draft<typeof erpSource> = {
    id: dice.id(era.from),
    name: `ERP${tail}`,
    url: 'https://erp.example.com/api/orders',
    listPath: 'data.rows',
    totalPath: 'data.total',
    pageParameter: 'page',
    pageSize: 100,
    everyMinutes: 15,
    active: false,
    failures: 0,
    mapping: (
      [
        ['externalNumber', 'orderLine'],
        ['customerCode', 'customer.code'],
        ['productCode', 'item.code'],
        ['orderedKg', 'quantity'],
        ['dueOn', 'deliveryDate'],
      ] as const
    ).map(([field, path]) => ({ field, path })),
    ...stamps(era.from, floor.staff.lead('lead').id),
  }
  void masters
  return [batch(erpSource, [source]), batch(erpOrder, [...made, ...waiting])]
}
/** Adds a conflict: the ERP has raised the quantity of a running order. */
function conflict(made: Erp[], rows: readonly OrderRow[]): void {
  for (const [i, row] of rows.entries()) {
    const erp = made[i]
    if (row.state !== 'running' || !erp) continue
    const theirs = Math.round((row.orderedKg ?? 0) * 1.2)
    Object.assign(erp, { state: 'conflict', conflict: { orderedKg: theirs } })
    return
  }
}
function erpFrom({ dice, era, masters }: Floor, row: OrderRow, externalNumber: string): Erp {
  const buyer = masters.buyers.find(({ id }) => id === row.customerId)
  const product = masters.products.find(({ id }) => id === row.productId)
  const at = Date.parse(row.createdAt ?? '')
  return {
    id: dice.id(at),
    externalNumber,
    customerCode: buyer?.code,
    customerName: buyer && era.say(named(buyer)),
    purchaseOrder: `PO-${dice.int(10_000, 99_999)}`,
    productCode: product?.code ?? '',
    productName: product && era.say(named(product)),
    customerId: row.customerId,
    productId: row.productId,
    gsm: row.gsm,
    webWidthMm: row.webWidthMm,
    widthMm: row.widthMm,
    colour: row.colour,
    orderedKg: row.orderedKg ?? 0,
    orderedRolls: row.orderedRolls,
    jumboLengthM: row.jumboLengthM,
    rollLengthM: row.rollLengthM,
    rollKg: row.rollKg,
    slittingPattern: row.slittingPattern,
    dueOn: row.dueOn,
    priority: row.priority,
    orderedOn: row.createdAt?.slice(0, 10),
    source: 'http',
    receivedAt: row.createdAt,
    ...stamps(at, null),
  }
}
/** Builds the queue of the slitters: jumbos shared by two orders, and orders with jumbos to slit. */
export function cutQueue(floor: Floor, slitters: readonly PlantLine[], orders: readonly Order[]): Batch {
  const waiting = orders.filter(({ waiting, row }) => waiting > 0 || row.state === 'running').slice(-12)
  const planned = orders.flatMap(({ jumbos, shared, row, sets }) =>
    jumbos.flatMap(({ id, state }) => {
      const lanes = state === 'uncut' ? shared.get(id) : undefined
      return lanes
        ? [
            {
              workOrderId: lanes[0]!.order.row.id,
              jumboRollId: id,
              slittingPattern: formatSlittingPattern(lanes),
              lanes: lanes.map(({ width, count, order }) => ({ width, count, workOrderId: order.row.id })),
              lengthM: row.rollLengthM,
              sets,
            },
          ]
        : []
    }),
  )
  const queue = [
    ...planned,
    ...waiting.map(({ row }) => ({ workOrderId: row.id, slittingPattern: row.slittingPattern })),
  ]
  return batch(
    cutOrder,
    queue.map((one, i) => ({
      id: floor.dice.id(floor.era.now - HOUR_MS),
      slitterId: slitters[i % slitters.length]!.id,
      sequence: Math.floor(i / slitters.length) + 1,
      ...one,
      ...stamps(floor.era.now - HOUR_MS, floor.staff.lead('lead').id),
    })),
  )
}
const startUpWasteOf = ({ back }: Order): number =>
  back.reduce((sum, { kind, kg }) => sum + getStartUpWasteKg({ kind: kind ?? 'edgeTrim', kg: kg ?? 0 }), 0)
/** Builds the totals stored in an order row. */
export const keptFigures = (order: Order): Partial<OrderRow> => {
  const doffed = order.jumbos.filter(({ state }) => state !== 'winding')
  return {
    jumboRolls: doffed.length,
    jumboKg: rounded(
      doffed.reduce((sum, { netKg }) => sum + (netKg ?? 0), 0),
      3,
    ),
    goodRolls: order.goodRolls,
    goodKg: rounded(order.goodKg, 3),
    downgradedKg: rounded(order.downgradedKg, 3),
    wasteKg: rounded(order.wasteKg + startUpWasteOf(order), 3),
  }
}
