/** Lanes from orders whose cost is closed: the stored amounts stay in their months. */
import type { SharedLanes } from '@/areas/slitting/server/queries/roll-draws'
import type { Context } from '@/server/context'
import { columns, computed, sql } from '@/server/sql'
import { orderCost } from '../contract/order-cost'
import { toFen, type CostLine } from '../rules/cost-line'

/** Builds the key of all lanes that one order wound for another. */
export const toLanesKey = ({ woundFor, cutFor }: Omit<SharedLanes, 'kg'>): string => `${woundFor} ${cutFor}`
/**
 * Loads the lines with which closed costs gave lanes to other orders, by `toLanesKey`. Lanes of open costs are left out.
 */
export async function loadClosedLaneLines(
  ctx: Context,
  takenLanes: readonly SharedLanes[],
): Promise<ReadonlyMap<string, readonly CostLine[]>> {
  if (takenLanes.length === 0) return new Map()
  const frozenCosts = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'lines', 'lanes'])} from order_cost where site_id = ${ctx.site} and frozen
      and work_order_id = any(${takenLanes.map(({ woundFor }) => woundFor)}::uuid[])`,
  )
  const costByOrder = new Map(frozenCosts.map((cost) => [cost.workOrderId, cost]))
  return new Map(
    takenLanes.flatMap((takenLane) => {
      const cost = costByOrder.get(takenLane.woundFor)
      if (!cost) return []
      // If both orders gave lanes to each other, the given ones have negative quantities.
      const isMutual = (cost.lanes ?? []).some(({ workOrderId, kg }) => workOrderId === takenLane.cutFor && kg >= 0)
      const closedLines = (cost.lines ?? [])
        .filter(
          ({ resource, rowId, quantity }) =>
            resource === 'workOrder' && rowId === takenLane.cutFor && (!isMutual || quantity < 0),
        )
        .map(({ amount, ...line }): CostLine => ({ ...line, fen: toFen(amount) }))
      return [[toLanesKey(takenLane), closedLines] as const]
    }),
  )
}
/**
 * Lists lanes, with 0 kg, that a stored cost took from a closed one and that are no longer cut. The closed cost still
 * gives them.
 */
export async function listRemovedLanes(
  ctx: Context,
  orderIds: readonly string[],
  takenLanes: readonly SharedLanes[],
): Promise<SharedLanes[]> {
  const storedLanes = await ctx.query(
    sql`select ${computed<SharedLanes>`f.work_order_id as "woundFor", c.work_order_id as "cutFor", 0 as kg`}
      from order_cost c cross join lateral jsonb_array_elements(c.lanes) l
        join order_cost f on f.site_id = c.site_id and f.work_order_id = (l->>'workOrderId')::uuid and f.frozen
      where c.site_id = ${ctx.site} and c.work_order_id = any(${orderIds}::uuid[]) and (l->>'kg')::numeric >= 0`,
  )
  const currentKeys = new Set(takenLanes.map(toLanesKey))
  return storedLanes.filter((storedLane) => !currentKeys.has(toLanesKey(storedLane)))
}
