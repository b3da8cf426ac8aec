/**
 * Invalidation of costs by source rows, prices and closed months. A job or the first reader recalculates invalidated
 * costs soon after.
 */
import {
  listLotsReceived,
  listOrdersFedWith,
  listOrdersOfLot,
  listOrdersWastingLots,
} from '@/areas/feeding/server/queries/cost-sources'
import { listLinesSharingPeople } from '@/areas/handover/server/queries/signed-shifts'
import { listOrderIdsInPeriod } from '@/areas/orders/server/queries/costed-orders'
import { findOrderOfJumbo } from '@/areas/packing/server/queries/slitting-waste'
import { listOrdersCutInShift, listOrdersHoldingLots } from '@/areas/slitting/server/queries/roll-draws'
import type { Day } from '@/plant/rules/plant-time'
import { getShiftsOfDay } from '@/plant/rules/shift'
import type { PriceKind } from '@/plant/rules/price-kind'
import type { SourceRowChange } from '@/plant/server/events'
import { loadPlantCalendar } from '@/plant/server/plant'
import { createUuid7 } from '@/contract/id'
import type { AnyRow } from '@/contract/resource'
import type { Context } from '@/server/context'
import { options, sql } from '@/server/sql'
import { costCause, orderCost, type costCauses } from '../contract/order-cost'

/** Reason of an invalidation, stored as a cost cause. */
export interface InvalidationReason {
  readonly cause: (typeof costCauses)[number]
  readonly resource?: string | null
  readonly rowId?: string | null
  readonly priceKind?: PriceKind | null
  readonly detail?: string | null
}
/**
 * Invalidates the costs of orders in any state, because a process may be calculating a cost from older rows at this
 * moment. Only inserts causes, so that nobody has to wait. A recalculation deletes only the causes that it has read.
 */
export async function invalidateCosts(
  ctx: Context,
  orderIds: readonly string[],
  reason: InvalidationReason,
): Promise<void> {
  const ids = [...new Set(orderIds)]
  if (ids.length === 0) return
  await ctx.query(
    sql`insert into cost_cause (site_id, id, version, created_at, updated_at, work_order_id, cause, resource, row_id, price_kind, detail, at, user_id)
      select ${ctx.site}, i.id, 1, ${ctx.now}, ${ctx.now}, i.order_id, ${reason.cause}, ${reason.resource ?? null}, ${reason.rowId ?? null}, ${reason.priceKind ?? null}, ${reason.detail ?? null}, ${ctx.now}, ${ctx.person?.id ?? null}::uuid
      from unnest(${ids.map(() => createUuid7(ctx.now.getTime()))}::uuid[], ${ids}::uuid[]) as i(id, order_id)`,
  )
}
/**
 * Condition that an invalidation `w` of an order with cost `c` is due now. Running orders are recalculated every few
 * minutes anyway, so their invalidations wait for the next recalculation, unless the order itself changed.
 */
export const isDueSql = sql`(c.state is distinct from ${options(orderCost.fields.state, 'running')} or w.cause = ${options(costCause.fields.cause, 'order')})`

/** Invalidates orders that used energy on a day whose energy was recalculated. */
export const invalidateForEnergy = (
  ctx: Context,
  { day, orderIds }: { day: string; orderIds: readonly string[] },
): Promise<void> => invalidateCosts(ctx, orderIds, { cause: 'energy', detail: day })

/** Invalidates orders whose rolls or waste now hold other lots. */
export const invalidateForLots = (ctx: Context, { orderIds }: { orderIds: readonly string[] }): Promise<void> =>
  invalidateCosts(ctx, orderIds, { cause: 'feed' })

/** Lists orders that used lots of a material, by feed or by the draws of their rolls or waste. */
export async function listOrdersUsingMaterial(
  ctx: Context,
  { materialId, lotId, from, to }: { materialId: string; lotId: string | null; from: Day; to: Day | null },
): Promise<string[]> {
  const lots = lotId ? [{ id: lotId, receivedOn: null }] : await listLotsReceived(ctx, { materialId, from, to })
  const lotsQuery = {
    materialId,
    lotIds: lots.map(({ id }) => id),
    // Days on which the price applies to kilograms without a lot. The price of one lot never does, so no day matches.
    from: lotId ? END_OF_TIME : from,
    to: lotId ? null : to,
    firstPossibleUse: lots.some(({ receivedOn }) => receivedOn === null) ? START_OF_TIME : from,
  }
  const [fedOrders, woundOrders, wastingOrders] = await Promise.all([
    lotId ? listOrdersOfLot(ctx, lotId) : listOrdersFedWith(ctx, { materialId, from, to }),
    listOrdersHoldingLots(ctx, lotsQuery),
    listOrdersWastingLots(ctx, lotsQuery),
  ])
  return [...new Set([...fedOrders, ...woundOrders, ...wastingOrders])]
}
const END_OF_TIME: Day = '9999-12-31'
const START_OF_TIME: Day = '0001-01-01'

/** Invalidates the orders to which a changed source row belongs. */
export async function invalidateForSourceRow(
  ctx: Context,
  { resource, before, after }: SourceRowChange,
): Promise<void> {
  const rows = [before, after].filter((row): row is AnyRow => row !== null)
  const id = String(rows[0]?.['id'] ?? '')
  const cause = CAUSE_BY_RESOURCE[resource]
  if (!cause) return
  const orders = (await Promise.all(rows.map((row) => listAffectedOrders(ctx, resource, row)))).flat()
  await invalidateCosts(ctx, orders, { cause, resource, rowId: id })
}
const CAUSE_BY_RESOURCE: Readonly<Record<string, InvalidationReason['cause']>> = {
  feed: 'feed',
  recycle: 'recycle',
  jumboRoll: 'roll',
  slitRoll: 'roll',
  cutting: 'roll',
  handover: 'handover',
  materialLot: 'lot',
}
/** Lists the orders to which a source row belongs. */
async function listAffectedOrders(ctx: Context, resource: string, row: AnyRow): Promise<string[]> {
  if (resource === 'materialLot')
    return listOrdersUsingMaterial(ctx, {
      materialId: String(row['materialId']),
      lotId: String(row['id']),
      // Unused, because the lot is given.
      from: END_OF_TIME,
      to: null,
    })
  if (resource === 'handover') return listOrdersInShift(ctx, row)
  if (resource === 'cutting') {
    const orderId = await findOrderOfJumbo(ctx, String(row['jumboRollId']))
    return orderId ? [orderId] : []
  }
  const order = row['workOrderId']
  return typeof order === 'string' ? [order] : []
}
/**
 * Lists the orders affected by the crew of a shift: those that ran on the line or were slit there. Orders of other lines
 * with one of these people are affected too, because the hours of a person are split between the lines.
 */
async function listOrdersInShift(ctx: Context, row: AnyRow): Promise<string[]> {
  const businessDate = String(row['businessDate'])
  const shift = String(row['shift'])
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const span = getShiftsOfDay(businessDate, rotation, timeZone).find((shiftOfDay) => shiftOfDay.shift === shift)
  const people = Array.isArray(row['people']) ? row['people'].map(String) : []
  const lines = new Set([
    String(row['lineId']),
    ...(await listLinesSharingPeople(ctx, { businessDate, shift, people })),
  ])
  const orders: string[] = []
  for (const lineId of lines) {
    if (span) orders.push(...(await listOrderIdsInPeriod(ctx, { from: span.startsAt, to: span.endsAt, lineId })))
    orders.push(...(await listOrdersCutInShift(ctx, { slitterId: lineId, businessDate, shift })))
  }
  return orders
}
