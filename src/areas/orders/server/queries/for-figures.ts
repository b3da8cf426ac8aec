/** Order queries for the shift totals. */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, limit, options, sql } from '@/server/sql'
import { workOrder } from '../../contract/work-order'
import { cancelledOrderStates } from '../../rules/work-order'

/** Lists orders due from one day to another, both inclusive, with their finishing times. One statement. */
export const listOrdersDueOn = (ctx: Context, { from, to }: { readonly from: Day; readonly to: Day }) =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'productId', 'customerId', 'lineId', 'finishedAt'])}, ${computed<{ dueOn: Day }>`due_on::text as "dueOn"`} from work_order
     where site_id = ${ctx.site} and due_on >= ${from} and due_on <= ${to} and state not in (${options(workOrder.fields.state, ...cancelledOrderStates)}) ${limit(20_000)}`,
  )
/** Loads the attributes stored with shift totals: product, customer, process version and wound kg. One statement. */
export const loadOrderAttributes = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    sql`select ${columns(workOrder, ['id', 'productId', 'customerId', 'processStandardId', 'jumboKg'])} from work_order where site_id = ${ctx.site} and id = any(${[...new Set(ids)]}::uuid[])`,
  )
