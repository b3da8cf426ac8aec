/** A price that was entered late changes the orders that used what it is for, and no other. */
import { recountEnergy } from '@/areas/energy/server/queries'
import { lotNumbers } from '@/areas/feeding/server/queries/for-costs'
import { ordersBegunIn } from '@/areas/orders/server/queries/for-costs'
import { lanesBetween } from '@/areas/rolls/server/queries/for-costs'
import { toMillis } from '@/plant/rules/plant-time'
import type { PricedOrder, PricesChange } from '@/plant/server/events'
import { dayOf, today } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { orderCost } from '../contract/order-cost'
import { mark, ordersUsing } from './mark'
import { workOut } from './renew'

/** Orders that a price can count for. */
async function ordersPriced(ctx: Context, change: PricesChange): Promise<string[]> {
  const { kind, from, to } = change
  // What is still to come was used by no order; who uses it then is worked out with it.
  if (toMillis(from) > ctx.now.getTime()) return []
  if (kind === 'material')
    return ordersUsing(ctx, {
      materialId: change.materialId ?? (await lotNumbers(ctx, change.lotId ? [change.lotId] : []))[0]?.materialId ?? '',
      lotId: change.lotId ?? null,
      from: dayOf(ctx, from),
      to: to && dayOf(ctx, to),
    })
  // People work at slitters, too, for orders of any line.
  const lineId = kind === 'direct' ? null : (change.lineId ?? null)
  return ordersBegunIn(ctx, { from, to, lineId, productId: change.productId ?? null })
}
/** From which day, and the lot whose invoice it is. */
async function detailOf(ctx: Context, { from, lotId }: PricesChange): Promise<string> {
  const [lot] = lotId ? await lotNumbers(ctx, [lotId]) : []
  return [dayOf(ctx, from), lot?.number].filter(Boolean).join(' ')
}

export const markPrice = async (ctx: Context, change: PricesChange): Promise<void> =>
  mark(ctx, await ordersPriced(ctx, change), {
    cause: 'price',
    resource: change.lotId ? 'materialLot' : change.materialId ? 'material' : null,
    rowId: change.lotId ?? change.materialId ?? null,
    priceKind: change.kind,
    detail: await detailOf(ctx, change),
  })

/** And those whose lanes lie in the rolls of such orders. */
const withSharers = async (ctx: Context, ids: readonly string[]): Promise<string[]> => [
  ...new Set([...ids, ...(await lanesBetween(ctx, ids)).map((lanes) => lanes.cutFor)]),
]
/** So many orders are worked out for a preview. */
const MOST = 2000
/** What orders that a price counts for cost with the prices as they stand now; closed months stay as they are. */
export async function pricedBy(ctx: Context, change: PricesChange): Promise<readonly PricedOrder[] | null> {
  const [any] = await ctx.query(sql<{ n: number }>`select 1 as n from order_cost where site_id = ${ctx.site} limit 1`)
  if (!any) return null
  const { from, to } = change
  // Energy of its days is counted with the prices of now, too, before it is asked for.
  await recountEnergy(ctx, { from: dayOf(ctx, from), to: to ? dayOf(ctx, to) : today(ctx) })
  const ids = await withSharers(ctx, await ordersPriced(ctx, change))
  const open = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[]) and not frozen order by work_order_id limit ${MOST}`,
  )
  const made = await workOut(
    ctx,
    open.map(({ workOrderId }) => workOrderId),
  )
  return made.map(({ workOrderId, total }) => ({ orderId: workOrderId, cost: total }))
}
