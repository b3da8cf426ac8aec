/** Queries of the orders on the lines, of late orders, and of the orders completed by their due day. */
import { translatePresets } from '@/contract/preset'
import { addDays, countDaysInRange, MINUTE_MS, toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import { loadPlantCalendar } from '@/plant/server/plant'
import { product } from '@/areas/standards/contract/product'
import { productsSql } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { buildLocalizedFieldSql } from '@/server/crud/refs'
import { columns, columnsNotNull, computed, limit, options, sql } from '@/server/sql'
import { customer } from '../../contract/customer'
import { workOrder } from '../../contract/work-order'
import { calculateDueEnd } from '../../rules/order-progress'
import { cancelledOrderStates, openOrderStates, producingStates } from '../../rules/work-order'
import { listLateOrders } from './late-orders'

export interface CurrentLineOrder {
  readonly workOrderId: string
  readonly lineId: string
  readonly number: string
  readonly product: string
  readonly productId: string
  readonly processStandardId: string | null
  readonly running: boolean
  /** Start of the current run or pause. */
  readonly since: Moment | null
  /** Reason of the pause in the reader's language. */
  readonly reason: string | null
}
/** Lists the order on each line: the running one, else the paused one that was begun last. One SQL statement. */
export async function listOrdersAtLines(ctx: Context): Promise<readonly CurrentLineOrder[]> {
  const orders = await ctx.query(
    sql`select distinct on (o.line_id) ${columns(workOrder, [{ workOrderId: 'id' }, 'number', 'productId', 'processStandardId'], 'o')},
       ${columnsNotNull(workOrder, ['lineId'], 'o')}, ${computed<{
         product: string
         running: boolean
         since: Moment | null
         reason: string | null
       }>`p.code || ' ' || ${buildLocalizedFieldSql(product, 'name', ctx.language, 'p')} as product, o.state = ${options(workOrder.fields.state, 'running')} as running,
         case when o.state = ${options(workOrder.fields.state, 'running')} then coalesce(o.run_since, o.started_at) else (o.pauses->-1->>'from')::timestamptz end as since, o.pauses->-1->>'reason' as reason`}
     from work_order o join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id
     where o.site_id = ${ctx.site} and o.line_id is not null and o.state in (${options(workOrder.fields.state, ...producingStates)})
     order by o.line_id, o.state = ${options(workOrder.fields.state, 'running')} desc, o.started_at desc ${limit(500)}`,
  )
  return orders.map((order) => ({ ...order, reason: order.reason && translatePresets(order.reason, ctx.t) }))
}

export interface LateOrderDetail {
  readonly workOrderId: string
  readonly number: string
  readonly product: string
  readonly customer: string | null
  readonly dueOn: Day
  readonly orderedKg: number | null
  readonly goodKg: number
  readonly lateMinutes: number
}
export interface LateOrdersSummary {
  /** Number of all late orders. */
  readonly ordersLate: number
  /** Number of unfinished orders that are due on the day. */
  readonly ordersDueToday: number
  /** Most delayed first. */
  readonly late: LateOrderDetail[]
}
/**
 * Loads the most delayed orders, the number of all late orders and of orders due on a day. At most five SQL statements.
 */
export async function loadLateOrders(ctx: Context, day: Day, maxOrders: number): Promise<LateOrdersSummary> {
  const allLateOrders = await listLateOrders(ctx)
  const mostDelayedOrders = allLateOrders.slice(0, maxOrders)
  const delayById = new Map(mostDelayedOrders.map(({ id, delayMs: delay }) => [id, delay]))
  const [[dueToday], orders] = await Promise.all([
    ctx.query(
      sql<{
        n: number
      }>`select count(*)::int as n from work_order where site_id = ${ctx.site} and due_on = ${day} and state in (${options(workOrder.fields.state, ...openOrderStates)})`,
    ),
    ctx.query(
      sql`select ${columns(workOrder, [{ workOrderId: 'id' }, 'number', 'orderedKg', 'goodKg'], 'o')},
       ${computed<{ dueOn: Day }>`o.due_on::text as "dueOn"`}, ${computed<{
         product: string
         customer: string | null
       }>`p.code || ' ' || ${buildLocalizedFieldSql(product, 'name', ctx.language, 'p')} as product, ${buildLocalizedFieldSql(customer, 'name', ctx.language, 'c')} as customer`}
     from work_order o join ${productsSql} p on p.site_id = o.site_id and p.id = o.product_id left join customer c on c.site_id = o.site_id and c.id = o.customer_id
     where o.site_id = ${ctx.site} and o.id = any(${mostDelayedOrders.map(({ id }) => id)}::uuid[])`,
    ),
  ])
  const lateRows = orders.map((order) => ({
    ...order,
    lateMinutes: Math.ceil((delayById.get(order.workOrderId) ?? 0) / MINUTE_MS),
  }))
  return {
    ordersLate: allLateOrders.length,
    ordersDueToday: dueToday?.n ?? 0,
    late: lateRows.sort((a, b) => b.lateMinutes - a.lateMinutes),
  }
}

/** Orders due on a day: their number in total and by outcome, and their kilograms. */
export interface DayCompletion {
  readonly day: Day
  readonly due: number
  readonly onTime: number
  readonly finishedLate: number
  readonly open: number
  readonly orderedKg: number
  readonly goodKg: number
  /** Good kg without overproduction: of each order at most the ordered kg. */
  readonly filledKg: number
}
/**
 * Counts orders by due date: finished by the end of the due date's last shift, finished later, still open. Excludes
 * cancelled orders. One SQL statement.
 */
export async function loadCompletionByDay(
  ctx: Context,
  { from, to, lineId }: { readonly from: Day; readonly to: Day; readonly lineId?: string | null },
): Promise<readonly DayCompletion[]> {
  const calendar = await loadPlantCalendar(ctx)
  const days = Array.from({ length: countDaysInRange({ from, to }) }, (_, i) => addDays(from, i))
  const dayEnds = days.map((day) => toMoment(calculateDueEnd(day, calendar)!))
  return ctx.query(
    sql<DayCompletion>`select due_on::text as day, count(*)::int as due,
       count(*) filter (where finished and finished_at <= ends_at)::int as "onTime",
       count(*) filter (where finished and finished_at > ends_at)::int as "finishedLate",
       count(*) filter (where not finished)::int as open, coalesce(sum(ordered_kg), 0)::float8 as "orderedKg", coalesce(sum(good_kg), 0)::float8 as "goodKg",
       coalesce(sum(least(good_kg, ordered_kg)), 0)::float8 as "filledKg"
     from (select due_on, ends_at, finished_at, ordered_kg, good_kg, finished_at is not null and state not in (${options(workOrder.fields.state, ...openOrderStates)}) as finished
         from work_order join unnest(${days}::date[], ${dayEnds}::timestamptz[]) as d (on_day, ends_at) on on_day = due_on
       where site_id = ${ctx.site} and due_on >= ${from} and due_on <= ${to} and state not in (${options(workOrder.fields.state, ...cancelledOrderStates)})
         and (${lineId ?? null}::uuid is null or line_id = ${lineId ?? null})) o
     group by due_on order by due_on`,
  )
}
