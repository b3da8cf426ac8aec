/** Sums the web that lines wound in a period. */
import type { Day, Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, columnsNotNull, computed, limit, joinSql, options, Sql, sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { machineRun } from '../../contract/machine-run'
import { buildJumboKgSql } from './mass-sql'

export type WebGrouping = 'day' | 'line' | 'product' | 'order' | 'team'
const NOT_WOUND_STATES = options(jumboRoll.fields.state, 'deleted', 'winding')
const MAX_ROWS = 50_000

export interface WebTotals {
  kg: number
  /** Number of orders that the web was made for. */
  orders: number
}
/**
 * Sums the web wound in a period, in kg (expected kg if unweighed), by each requested grouping. Jumbos count except
 * removed ones and those of `excludedDays`. Slit rolls do not count, because they are the same web. One SQL statement
 * reads the rolls once for all groupings.
 */
export async function sumWebBy<const B extends WebGrouping>(
  ctx: Context,
  filter: {
    readonly from: Moment
    readonly to: Moment
    readonly groupings: readonly B[]
    readonly lineId?: string | null
    readonly excludedDays?: readonly Day[]
  },
): Promise<Readonly<Record<B, ReadonlyMap<string, WebTotals>>>> {
  const groupSql: Readonly<Record<WebGrouping, Sql>> = {
    day: sql`(j.doffed_at at time zone ${ctx.timeZone})::date`,
    line: sql`j.line_id`,
    product: sql`j.product_id`,
    order: sql`j.work_order_id`,
    team: sql`coalesce(j.team, '')`,
  }
  const groupings = [...new Set(filter.groupings)]
  const buildColumnSql = (i: number) => new Sql([`key_${i}`])
  // Casts to text after grouping, because casting the key of each roll is slower.
  const rows = await ctx.query(
    sql`select ${columns(jumboRoll, [{ orderId: 'workOrderId' }])}, ${computed<{ keys: string[]; kg: number }>`array[${joinSql(groupings.map((_, i) => sql`${buildColumnSql(i)}::text`))}] as keys, kg::float8 as kg`}
     from (select j.work_order_id, ${joinSql(groupings.map((grouping, i) => sql`${groupSql[grouping]} as ${buildColumnSql(i)}`))}, sum(coalesce(${buildJumboKgSql('j')}, 0)) as kg
       from jumbo_roll j where j.site_id = ${ctx.site} and j.doffed_at >= ${filter.from} and j.doffed_at < ${filter.to} and j.state not in (${NOT_WOUND_STATES})
         and (${filter.lineId ?? null}::uuid is null or j.line_id = ${filter.lineId ?? null})
         and not ((j.doffed_at at time zone ${ctx.timeZone})::date = any(${[...(filter.excludedDays ?? [])]}::date[]))
       group by j.work_order_id, ${joinSql(groupings.map((_, i) => buildColumnSql(i)))}) made ${limit(MAX_ROWS)}`,
  )
  const totalsByGrouping = {} as Record<B, Map<string, WebTotals>>
  for (const [i, grouping] of groupings.entries()) {
    const totalsByValue = new Map<string, WebTotals & { orderIds: Set<string> }>()
    for (const { keys: groupValues, orderId, kg } of rows) {
      const totals = totalsByValue.get(groupValues[i]!) ?? { kg: 0, orders: 0, orderIds: new Set() }
      totalsByValue.set(groupValues[i]!, totals)
      totals.kg += kg
      totals.orders = totals.orderIds.add(orderId).size
    }
    totalsByGrouping[grouping] = totalsByValue
  }
  return totalsByGrouping
}

/** Sums the web wound in a period in kg; null if nothing was wound. */
export async function sumWeb(
  ctx: Context,
  filter: {
    readonly from: Moment
    readonly to: Moment
    readonly lineId?: string | null
    readonly excludedDays?: readonly Day[]
  },
): Promise<number | null> {
  const { line: totalsByLine } = await sumWebBy(ctx, { ...filter, groupings: ['line'] })
  return totalsByLine.size ? [...totalsByLine.values()].reduce((sum, { kg }) => sum + kg, 0) : null
}

export interface WebDay {
  readonly day: Day
  readonly orderId: string
  readonly kg: number
  /** Means weighted by kg: speed in m/min, grammage in g/m². */
  readonly speed: number
  readonly gsm: number
}
/** Lists the output of a line by calendar day (plant time) and order. Omits rolls without a speed or grammage. */
export const listWebDays = (
  ctx: Context,
  filter: { readonly lineId: string; readonly productId: string | null; readonly from: Moment; readonly to: Moment },
): Promise<WebDay[]> =>
  ctx.query(
    sql`select ${columns(jumboRoll, [{ orderId: 'workOrderId' }])}, ${computed<
      Omit<WebDay, 'orderId'>
    >`((doffed_at at time zone ${ctx.timeZone})::date)::text as day, sum(kg)::float8 as kg,
       (sum(speed * kg) / sum(kg))::float8 as speed, (sum(gsm * kg) / sum(kg))::float8 as gsm`}
     from (select doffed_at, work_order_id, speed, gsm, ${buildJumboKgSql()} as kg from jumbo_roll
       where site_id = ${ctx.site} and line_id = ${filter.lineId} and (${filter.productId}::uuid is null or product_id = ${filter.productId})
         and doffed_at >= ${filter.from} and doffed_at < ${filter.to} and state not in (${NOT_WOUND_STATES}) and speed > 0 and gsm > 0) j
     where kg > 0 group by 1, 2 order by 2, 1 ${limit(MAX_ROWS)}`,
  )
/** Lists the runs of slitters for orders in a period; `offAt` is null while they run. */
export const listSlitterRunsBetween = (ctx: Context, { from, to }: { readonly from: Moment; readonly to: Moment }) =>
  ctx.query(
    sql`select ${columns(machineRun, ['lineId', 'onAt', 'offAt'])}, ${columnsNotNull(machineRun, ['workOrderId'])} from machine_run
     where site_id = ${ctx.site} and machine = ${options(machineRun.fields.machine, 'slitter')} and work_order_id is not null
       and on_at < ${to} and (off_at is null or off_at > ${from}) order by on_at ${limit(MAX_ROWS)}`,
  )
