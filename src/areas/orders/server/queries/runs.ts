import type { Moment, Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, columnsNotNull, computed, limit, options, sql } from '@/server/sql'
import { workOrder } from '../../contract/work-order'
import { cancelledOrderStates } from '../../rules/work-order'

const MAX_ORDERS = 20_000
/**
 * Lists orders that ran on lines in a period, with all their pauses; `finishedAt` is null for an order that has not ended.
 * One SQL statement.
 */
export const listOrdersRunBetween = (ctx: Context, { from, to }: { readonly from: Moment; readonly to: Moment }) =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'productId', 'startedAt', 'finishedAt', 'pauses'])}, ${columnsNotNull(workOrder, ['lineId'])} from work_order
     where site_id = ${ctx.site} and line_id is not null and started_at < ${to} and (finished_at is null or finished_at > ${from})
       and state not in (${options(workOrder.fields.state, ...cancelledOrderStates)}) order by started_at ${limit(MAX_ORDERS)}`,
  )
/** Lists the orders that started on a line in a period, at most 100. */
export const listOrderStarts = (ctx: Context, { lineId, from, to }: { lineId: string; from: Moment; to: Moment }) =>
  ctx.query(
    sql`select ${columns(workOrder, ['number'])}, ${columnsNotNull(workOrder, [{ at: 'startedAt' }])} from work_order
     where site_id = ${ctx.site} and line_id = ${lineId} and started_at >= ${from} and started_at < ${to}
       and state not in (${options(workOrder.fields.state, ...cancelledOrderStates)}) order by started_at ${limit(100)}`,
  )
/** Lists line, start and end of orders. One SQL statement. */
export const listRunsOfOrders = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'number', 'lineId', 'productId', 'startedAt', 'finishedAt'])} from work_order
     where site_id = ${ctx.site} and id = any(${[...new Set(ids)]}::uuid[])`,
  )
/**
 * Loads the start of the first order of each line: line id → moment, without lines that never ran. One SQL statement.
 */
export async function loadFirstRuns(ctx: Context, lineIds: readonly string[]): Promise<ReadonlyMap<string, Moment>> {
  const rows = await ctx.query(
    sql`select ${columnsNotNull(workOrder, ['lineId'])}, ${computed<{ firstStart: Moment }>`min(started_at) as "firstStart"`} from work_order
     where site_id = ${ctx.site} and line_id = any(${lineIds}::uuid[]) and started_at is not null group by line_id`,
  )
  return new Map(rows.map(({ lineId, firstStart }) => [lineId, firstStart]))
}

/** Lists orders due from one day to another, both inclusive, with their finishing times. One SQL statement. */
export const listOrdersDueBetween = (ctx: Context, { from, to }: { readonly from: Day; readonly to: Day }) =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'productId', 'customerId', 'lineId', 'finishedAt'])}, ${computed<{ dueOn: Day }>`due_on::text as "dueOn"`} from work_order
     where site_id = ${ctx.site} and due_on >= ${from} and due_on <= ${to} and state not in (${options(workOrder.fields.state, ...cancelledOrderStates)}) ${limit(MAX_ORDERS)}`,
  )
/**
 * Loads the order attributes that the sums of shifts need: product, customer, process standard and wound kg. One SQL
 * statement.
 */
export const loadOrderAttributes = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'productId', 'customerId', 'processStandardId', 'jumboKg'])} from work_order where site_id = ${ctx.site} and id = any(${[...new Set(ids)]}::uuid[])`,
  )
