/** Roll queries for energy: output of a period. */
import type { Day, Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, columnsFilled, computed, limit, joinSql, options, Sql, sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { machineRun } from '../../contract/machine-run'

export type MadeBy = 'day' | 'line' | 'product' | 'order' | 'team'
const stood = options(jumboRoll.fields.state, 'deleted', 'winding')
const MOST = 50_000

export interface Made {
  kg: number
  /** Number of orders it was made for. */
  orders: number
}
/**
 * Sums the web wound in a period, in kg (expected kg if unweighed), by each requested grouping. Leaves out removed jumbos and
 * the days in `without`; slit rolls would count the same web twice. One statement that reads the rolls once.
 */
export async function webMade<const B extends MadeBy>(
  ctx: Context,
  asked: {
    readonly from: Moment
    readonly to: Moment
    readonly by: readonly B[]
    readonly lineId?: string | null
    readonly without?: readonly Day[]
  },
): Promise<Readonly<Record<B, ReadonlyMap<string, Made>>>> {
  const keys: Readonly<Record<MadeBy, Sql>> = {
    day: sql`(j.doffed_at at time zone ${ctx.timeZone})::date`,
    line: sql`j.line_id`,
    product: sql`j.product_id`,
    order: sql`j.work_order_id`,
    team: sql`coalesce(j.team, '')`,
  }
  const by = [...new Set(asked.by)]
  const name = (i: number) => new Sql([`key_${i}`])
  // Cast to text after grouping, not for each roll.
  const rows = await ctx.query(
    sql`select ${columns(jumboRoll, [{ orderId: 'workOrderId' }])}, ${computed<{ keys: string[]; kg: number }>`array[${joinSql(by.map((_, i) => sql`${name(i)}::text`))}] as keys, kg::float8 as kg`}
     from (select j.work_order_id, ${joinSql(by.map((one, i) => sql`${keys[one]} as ${name(i)}`))}, sum(coalesce(j.net_kg, j.expected_kg, 0)) as kg
       from jumbo_roll j where j.site_id = ${ctx.site} and j.doffed_at >= ${asked.from} and j.doffed_at < ${asked.to} and j.state not in (${stood})
         and (${asked.lineId ?? null}::uuid is null or j.line_id = ${asked.lineId ?? null})
         and not ((j.doffed_at at time zone ${ctx.timeZone})::date = any(${[...(asked.without ?? [])]}::date[]))
       group by j.work_order_id, ${joinSql(by.map((_, i) => name(i)))}) made ${limit(MOST)}`,
  )
  const made = {} as Record<B, Map<string, Made>>
  for (const [i, one] of by.entries()) {
    const sums = new Map<string, Made & { seen: Set<string> }>()
    for (const { keys: of, orderId, kg } of rows) {
      const sum = sums.get(of[i]!) ?? { kg: 0, orders: 0, seen: new Set() }
      sums.set(of[i]!, sum)
      sum.kg += kg
      sum.orders = sum.seen.add(orderId).size
    }
    made[one] = sums
  }
  return made
}

/** Sums the web wound in a period in kg; null if nothing was wound. */
export async function webTotal(
  ctx: Context,
  asked: {
    readonly from: Moment
    readonly to: Moment
    readonly lineId?: string | null
    readonly without?: readonly Day[]
  },
): Promise<number | null> {
  const { line } = await webMade(ctx, { ...asked, by: ['line'] })
  return line.size ? [...line.values()].reduce((sum, { kg }) => sum + kg, 0) : null
}

export interface WebDay {
  readonly day: Day
  readonly orderId: string
  readonly kg: number
  /** Means weighted by kg: speed in m/min, grammage in g/m². */
  readonly speed: number
  readonly gsm: number
}
/** Lists the output of a line by calendar day (plant time) and order, with speed and grammage; rolls without either are left out. */
export const webDays = (
  ctx: Context,
  asked: { readonly lineId: string; readonly productId: string | null; readonly from: Moment; readonly to: Moment },
): Promise<WebDay[]> =>
  ctx.query(
    sql`select ${columns(jumboRoll, [{ orderId: 'workOrderId' }])}, ${computed<
      Omit<WebDay, 'orderId'>
    >`((doffed_at at time zone ${ctx.timeZone})::date)::text as day, sum(kg)::float8 as kg,
       (sum(speed * kg) / sum(kg))::float8 as speed, (sum(gsm * kg) / sum(kg))::float8 as gsm`}
     from (select doffed_at, work_order_id, speed, gsm, coalesce(net_kg, expected_kg) as kg from jumbo_roll
       where site_id = ${ctx.site} and line_id = ${asked.lineId} and (${asked.productId}::uuid is null or product_id = ${asked.productId})
         and doffed_at >= ${asked.from} and doffed_at < ${asked.to} and state not in (${stood}) and speed > 0 and gsm > 0) j
     where kg > 0 group by 1, 2 order by 2, 1 ${limit(MOST)}`,
  )
/** Lists the runs of slitters for orders in a period; `offAt` is null while they run. One statement. */
export const slitterRunsBetween = (ctx: Context, { from, to }: { readonly from: Moment; readonly to: Moment }) =>
  ctx.query(
    sql`select ${columns(machineRun, ['lineId', 'onAt', 'offAt'])}, ${columnsFilled(machineRun, ['workOrderId'])} from machine_run
     where site_id = ${ctx.site} and machine = ${options(machineRun.fields.machine, 'slitter')} and work_order_id is not null
       and on_at < ${to} and (off_at is null or off_at > ${from}) order by on_at ${limit(MOST)}`,
  )

/** Lists the lines and slitters with output in the shifts of a business date. */
export const shiftsWorked = (
  ctx: Context,
  day: Day,
): Promise<{ lineId: string; shift: string; team: string | null; slits: boolean }[]> =>
  ctx.query(
    sql`select ${columns(jumboRoll, ['lineId'])}, ${computed<{ shift: string; team: string | null; slits: boolean }>`shift, max(team) as team, false as slits`} from jumbo_roll where site_id = ${ctx.site} and business_date = ${day} and doffed_at is not null and shift is not null group by 1, 2
     union all select slitter_id, shift, max(team), true from slit_set where site_id = ${ctx.site} and business_date = ${day} and shift is not null group by 1, 2 order by 1, 2`,
  )
