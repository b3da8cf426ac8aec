/** Planned orders, ERP order lines, the schedule of the lines and the queue of the slitters. */
import { DAY_MS, HOUR_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import { erpOrder, erpSource } from '@/areas/orders/contract/erp-order'
import { scheduleEntry } from '@/areas/orders/contract/schedule'
import { getStartUpWasteKg } from '@/areas/feeding/rules/mass-balance'
import { calculateChangeoverMinutes, type Recipe } from '@/areas/orders/rules/line-schedule'
import { cutOrder } from '@/areas/slitting/contract/slitting'
import { formatSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { toBatch, buildAuditFields, type RowBatch, type RowDraft } from '../draft'
import type { PlantLine } from '../lines'
import { roundDecimals } from '../random'
import { lineCapacity, type WebLineKind } from './master-data'
import { draftOrder, type ShopFloor, type LineHistory, type ProductionOrder, type WorkOrderDraft } from './orders'
import { toBilingualName } from '../bilingual-text'

type ScheduleEntryDraft = RowDraft<typeof scheduleEntry>
type ErpOrderDraft = RowDraft<typeof erpOrder>
const PLAN_AHEAD_MS = 10 * DAY_MS

/** Plans orders for the next days after the running one, with their schedule entries. */
export function planUpcomingOrders(
  floor: ShopFloor,
  line: PlantLine & { kind: WebLineKind },
  runningOrder: ProductionOrder | undefined,
): { orders: WorkOrderDraft[]; entries: ScheduleEntryDraft[] } {
  const { dice, era, masters } = floor
  const orders: WorkOrderDraft[] = []
  const entries: ScheduleEntryDraft[] = []
  let lineFreeMs = Math.max(era.now + HOUR_MS, Date.parse(runningOrder?.row.plannedEnd ?? '') || 0)
  const lineProducts = masters.products.filter((p) => p.line.id === line.id)
  let previousRecipe = runningOrder ? toRecipe(runningOrder) : null
  while (lineFreeMs < era.now + PLAN_AHEAD_MS) {
    const draft = draftOrder(floor, line, dice.pick(lineProducts), era.now - dice.int(1, 4) * DAY_MS)
    const { row } = draft
    const changeoverMinutes = calculateChangeoverMinutes(previousRecipe, toRecipe(draft))
    previousRecipe = toRecipe(draft)
    const startMs = Math.ceil((lineFreeMs + changeoverMinutes * MINUTE_MS) / (15 * MINUTE_MS)) * 15 * MINUTE_MS
    const endMs =
      startMs + Math.ceil(((row.orderedKg ?? 0) / (lineCapacity[line.kind].kgPerHour * 0.85)) * 4) * 15 * MINUTE_MS
    Object.assign(row, { state: 'planned', plannedStart: toMoment(startMs), plannedEnd: toMoment(endMs) })
    orders.push(row)
    entries.push(buildScheduleEntry(floor, row, line.id, startMs, endMs, changeoverMinutes))
    lineFreeMs = endMs
  }
  return { orders, entries }
}
const toRecipe = ({ product, row }: Pick<ProductionOrder, 'product' | 'row'>): Recipe => ({
  productId: product.id,
  gsm: product.gsm,
  colour: product.colour.zh,
  treatment: product.treatment,
  webWidthMm: row.webWidthMm ?? 0,
})
const buildScheduleEntry = (
  { dice }: ShopFloor,
  row: WorkOrderDraft,
  lineId: string,
  startMs: number,
  endMs: number,
  changeoverMinutes: number,
): ScheduleEntryDraft => ({
  id: dice.id(Date.parse(row.createdAt ?? '')),
  workOrderId: row.id,
  lineId,
  startsAt: toMoment(startMs),
  endsAt: toMoment(endMs),
  changeoverMinutes,
  ...buildAuditFields(Date.parse(row.createdAt ?? ''), row.createdBy ?? null),
})
/** Builds the schedule entries of past orders at their actual times. */
export const buildPastEntries = (floor: ShopFloor, { orders }: LineHistory): ScheduleEntryDraft[] =>
  orders.map((order) =>
    buildScheduleEntry(
      floor,
      order.row,
      order.line.id,
      order.startMs,
      order.row.state === 'running' ? Math.max(order.endMs, Date.parse(order.row.plannedEnd ?? '')) : order.endMs,
      order.changeover.minutes,
    ),
  )

/** Builds the ERP line of each order, and some open ones: new lines, a conflict, an ignored line. */
export function buildErpRows(floor: ShopFloor, rows: readonly WorkOrderDraft[]): RowBatch[] {
  const { dice, era, codeSuffix } = floor
  const releasedRows: ErpOrderDraft[] = rows.map((row, i) => {
    const erp = {
      ...buildErpOrder(floor, row, `SO${String(240_000 + i)}${codeSuffix}-10`),
      state: 'released' as const,
      workOrderId: row.id,
    }
    row.erpOrderId = erp.id
    return erp
  })
  const waitingRows = Array.from({ length: 14 }, (_, i): ErpOrderDraft => {
    const exampleRow = rows[Math.max(0, rows.length - 1 - i * 3)]!
    return {
      ...buildErpOrder(floor, exampleRow, `SO${String(290_000 + i)}${codeSuffix}-10`),
      orderedKg: Math.round(dice.between(2000, 15_000)),
      dueOn: era.toDay(era.now + dice.int(8, 30) * DAY_MS),
      state: i === 13 ? 'ignored' : 'new',
      receivedAt: toMoment(era.now - dice.int(1, 30) * HOUR_MS),
      ...buildAuditFields(era.now - 30 * HOUR_MS, null),
    }
  })
  addConflict(releasedRows, rows)
  const source: RowDraft<typeof erpSource> = {
    id: dice.id(era.from),
    name: `ERP${codeSuffix}`,
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
    ...buildAuditFields(era.from, floor.staff.getPersonOfTrade('lead').id),
  }
  return [toBatch(erpSource, [source]), toBatch(erpOrder, [...releasedRows, ...waitingRows])]
}
/** Adds a conflict: the ERP has raised the quantity of a running order. */
function addConflict(releasedRows: ErpOrderDraft[], rows: readonly WorkOrderDraft[]): void {
  for (const [i, row] of rows.entries()) {
    const erp = releasedRows[i]
    if (row.state !== 'running' || !erp) continue
    const erpKg = Math.round((row.orderedKg ?? 0) * 1.2)
    Object.assign(erp, { state: 'conflict', conflict: { orderedKg: erpKg } })
    return
  }
}
function buildErpOrder({ dice, era, masters }: ShopFloor, row: WorkOrderDraft, externalNumber: string): ErpOrderDraft {
  const buyer = masters.buyers.find(({ id }) => id === row.customerId)
  const product = masters.products.find(({ id }) => id === row.productId)
  const createdMs = Date.parse(row.createdAt ?? '')
  return {
    id: dice.id(createdMs),
    externalNumber,
    customerCode: buyer?.code,
    customerName: buyer && era.localize(toBilingualName(buyer)),
    purchaseOrder: `PO-${dice.int(10_000, 99_999)}`,
    productCode: product?.code ?? '',
    productName: product && era.localize(toBilingualName(product)),
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
    ...buildAuditFields(createdMs, null),
  }
}
/** Builds the queue of the slitters: jumbos shared by two orders, and orders with jumbos to slit. */
export function buildCutQueue(
  floor: ShopFloor,
  slitters: readonly PlantLine[],
  orders: readonly ProductionOrder[],
): RowBatch {
  const waitingOrders = orders.filter(({ uncutJumbos, row }) => uncutJumbos > 0 || row.state === 'running').slice(-12)
  const sharedCuts = orders.flatMap(({ jumbos, sharedLanes, row, setsPerJumbo }) =>
    jumbos.flatMap(({ id, state }) => {
      const lanes = state === 'uncut' ? sharedLanes.get(id) : undefined
      return lanes
        ? [
            {
              workOrderId: lanes[0]!.order.row.id,
              jumboRollId: id,
              slittingPattern: formatSlittingPattern(lanes),
              lanes: lanes.map(({ width, count, order }) => ({ width, count, workOrderId: order.row.id })),
              lengthM: row.rollLengthM,
              sets: setsPerJumbo,
            },
          ]
        : []
    }),
  )
  const queue = [
    ...sharedCuts,
    ...waitingOrders.map(({ row }) => ({ workOrderId: row.id, slittingPattern: row.slittingPattern })),
  ]
  return toBatch(
    cutOrder,
    queue.map((entry, i) => ({
      id: floor.dice.id(floor.era.now - HOUR_MS),
      slitterId: slitters[i % slitters.length]!.id,
      sequence: Math.floor(i / slitters.length) + 1,
      ...entry,
      ...buildAuditFields(floor.era.now - HOUR_MS, floor.staff.getPersonOfTrade('lead').id),
    })),
  )
}
const sumStartUpWaste = ({ recycleRows }: ProductionOrder): number =>
  recycleRows.reduce((sum, { kind, kg }) => sum + getStartUpWasteKg({ kind: kind ?? 'edgeTrim', kg: kg ?? 0 }), 0)
/** Builds the totals stored in an order row. */
export const buildOrderTotals = (order: ProductionOrder): Partial<WorkOrderDraft> => {
  const doffedJumbos = order.jumbos.filter(({ state }) => state !== 'winding')
  return {
    jumboRolls: doffedJumbos.length,
    jumboKg: roundDecimals(
      doffedJumbos.reduce((sum, { netKg }) => sum + (netKg ?? 0), 0),
      3,
    ),
    goodRolls: order.goodRolls,
    goodKg: roundDecimals(order.goodKg, 3),
    downgradedKg: roundDecimals(order.downgradedKg, 3),
    wasteKg: roundDecimals(order.wasteKg + sumStartUpWaste(order), 3),
  }
}
