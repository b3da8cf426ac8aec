/** Locks and checks that apply both to planned cuts and to cuts on a slitter. */
import { workOrder } from '@/areas/orders/contract/work-order'
import { findSlittingPatternProblems } from '@/areas/orders/rules/slitting-pattern'
import { isOrderSettledAt } from '@/areas/orders/rules/work-order'
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { OrderedLanes } from '../../rules/slit-set'
import { toSlitLimits, type SlitterLimits } from '../../rules/slitter-limits'
import type { JumboRow } from '@/areas/rolls/server/queries/roll-checks'
import type { CuttingRow } from '../slit-scope'

export type OrderRow = Row<typeof workOrder>

/** Locks the orders whose metrics a command will change, sorted by id to avoid deadlocks. */
export async function lockOrders(
  ctx: Context,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, OrderRow>> {
  const orderById = new Map<string, OrderRow>()
  for (const id of [...new Set(ids)].filter((orderId) => orderId != null).sort())
    orderById.set(id, await ctx.rows.lock(workOrder, id))
  return orderById
}

/** Adds an order to each lane: the order of the jumbo, unless the lane names another order. */
export const toOrderedLanes = (
  lanes: readonly { width: number; count: number; workOrderId?: string | null }[],
  jumbo: Pick<JumboRow, 'workOrderId'>,
): OrderedLanes[] =>
  lanes.map(({ width, count, workOrderId }) => ({ width, count, workOrderId: workOrderId ?? jumbo.workOrderId }))

/** @throws 6000 with the first reason why the lanes cannot be cut from the jumbo */
export function assertLanesFit(lanes: readonly OrderedLanes[], jumbo: JumboRow, limits: SlitterLimits): void {
  if (!jumbo.widthMm) throw refuse('slitting:refusals.noWidth', { number: jumbo.number ?? '' })
  const [problem] = findSlittingPatternProblems(lanes, toSlitLimits(limits, jumbo.widthMm))
  if (!problem) return
  if (problem.code === 'empty') throw refuseInput([{ path: ['lanes'], code: 'missing' }])
  throw refuse(`slitting:refusals.slittingPattern.${problem.code}`, {
    ...problem,
    jumbo: jumbo.widthMm,
    trim: limits.minTrimMm,
  })
}
/**
 * Asserts that the lanes are for orders of the jumbo's product that were open at `moment`. Orders of the current
 * cutting are checked at the start of the cutting, because an order cannot be closed while its roll is on a slitter.
 * @throws 6000 naming the first order that was closed or makes another product
 */
export function assertLaneOrdersUsable(
  jumbo: JumboRow,
  orders: ReadonlyMap<string, OrderRow>,
  lanes: readonly OrderedLanes[],
  moment: string,
  currentCutting: Pick<CuttingRow, 'lanes' | 'startedAt'> | null = null,
): void {
  const startedAtByOrder = new Map(
    currentCutting?.lanes.map(({ workOrderId }) => [workOrderId, currentCutting.startedAt]),
  )
  for (const id of new Set(lanes.map((l) => l.workOrderId))) {
    const order = id ? orders.get(id) : undefined
    if (!order) throw refuseInput([{ path: ['lanes'], code: 'unknownId' }])
    if (isOrderSettledAt(order, startedAtByOrder.get(order.id) ?? moment))
      throw refuse('slitting:refusals.laneOrderClosed', { number: order.number })
    if (order.productId !== jumbo.productId)
      throw refuse('slitting:refusals.otherProduct', { number: order.number, jumbo: jumbo.number ?? '' })
  }
}
