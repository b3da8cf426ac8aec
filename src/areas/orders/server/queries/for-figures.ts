/** What the sums of shifts ask of orders. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { workOrder } from '../../contract/work-order'
import { droppedStates } from '../../rules/work-order'

/** Orders that were due on some days, both included, with when they were finished. One statement. */
export const ordersDueOn = (ctx: Context, { from, to }: { readonly from: Day; readonly to: Day }) =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'productId', 'customerId', 'lineId', 'finishedAt'])}, ${computed<{ dueOn: Day }>`due_on::text as "dueOn"`} from work_order
     where site_id = ${ctx.site} and due_on >= ${from} and due_on <= ${to} and state not in (${options(workOrder.fields.state, ...droppedStates)}) ${limit(20_000)}`,
  )
/** What sums of shifts keep beside an order: product, customer, version of its process, and all that was wound of it, kg. One statement. */
export const ordersKept = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'productId', 'customerId', 'processStandardId', 'jumboKg'])} from work_order where site_id = ${ctx.site} and id = any(${[...new Set(ids)]}::uuid[])`,
  )
