import { columns, columnsNotNull, limit, options, sql } from '@/server/sql'
import { workOrder } from '../../contract/work-order'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { canProduce, producingStates, getWorkOrderStateAt, type WorkOrderState } from '../../rules/work-order'

export interface OrderInShift {
  readonly id: string
  readonly state: WorkOrderState
  readonly orderedKg: number | null
  /** Good kg of the whole order up to now. */
  readonly goodKg: number
}
const MAX_ORDERS = 60
/** Maximum number of rows of a query, before orders in another state at the moment are left out. */
const MAX_ROWS = 400
/**
 * Lists the orders with the given ids, and the orders in production on the line at a moment. Each has its state at that
 * moment; running orders come first.
 */
export async function listOrdersInShift(
  ctx: Context,
  lineId: string,
  ids: readonly string[],
  moment: Moment,
): Promise<OrderInShift[]> {
  const rows = await ctx.query(
    sql`select ${columns(workOrder, ['id', 'number', 'state', 'startedAt', 'finishedAt', 'closedAt', 'pauses', 'orderedKg', 'goodKg'])} from work_order
     where site_id = ${ctx.site} and (id = any(${[...ids]}::uuid[]) or
       (line_id = ${lineId} and (state in (${options(workOrder.fields.state, ...producingStates)}) or started_at <= ${moment} and finished_at > ${moment}))) ${limit(MAX_ROWS)}`,
  )
  return rows
    .map(({ startedAt, finishedAt, closedAt, pauses, state, ...row }) => ({
      ...row,
      stateAtMoment: getWorkOrderStateAt({ state, startedAt, finishedAt, closedAt, pauses }, moment),
      state,
    }))
    .filter(({ id, stateAtMoment }) => ids.includes(id) || canProduce(stateAtMoment ?? 'planned'))
    .sort((a, b) => rankState(b.stateAtMoment) - rankState(a.stateAtMoment) || (a.number < b.number ? -1 : 1))
    .slice(0, MAX_ORDERS)
    .map(({ id, state, stateAtMoment, orderedKg, goodKg }) => ({
      id,
      state: stateAtMoment ?? state,
      orderedKg,
      goodKg,
    }))
}
const rankState = (state: WorkOrderState | null): number => Number(state === 'running') * 2 + Number(state === 'paused')
/** Lists running orders with their lines. */
export const listRunningOrders = (
  ctx: Context,
): Promise<{ lineId: string; workOrderId: string; startedAt: Moment | null }[]> =>
  ctx.query(
    sql`select ${columnsNotNull(workOrder, ['lineId'])}, ${columns(workOrder, [{ workOrderId: 'id' }, 'startedAt'])} from work_order
     where site_id = ${ctx.site} and state = ${options(workOrder.fields.state, 'running')} and line_id is not null ${limit(MAX_ROWS)}`,
  )
