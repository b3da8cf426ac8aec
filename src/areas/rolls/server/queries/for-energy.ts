/** What areas that count energy ask of the rolls: what was made of it. */
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
  /** Orders that it was made for. */
  orders: number
}
/**
 * Web that came off the winders from a moment up to another, kg as weighed (as expected where it was not), by each of what it is
 * asked by. Jumbos taken back are left out, slit rolls are the same web again; so are days of the plant's clock that are to be left out. One statement that reads the rolls once.
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
  // Texts are made of the groups, not of each roll.
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

/** All of it, kg; null where nothing came off. */
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
  /** Means by kg: m/min and g/m². */
  readonly speed: number
  readonly gsm: number
}
/** What a line made by day of the plant's clock and order, with speed and grammage; rolls without either are left out. */
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
/** When slitters ran for orders in a stretch of time; `offAt` null while they run. One statement. */
export const slitterRunsBetween = (ctx: Context, { from, to }: { readonly from: Moment; readonly to: Moment }) =>
  ctx.query(
    sql`select ${columns(machineRun, ['lineId', 'onAt', 'offAt'])}, ${columnsFilled(machineRun, ['workOrderId'])} from machine_run
     where site_id = ${ctx.site} and machine = ${options(machineRun.fields.machine, 'slitter')} and work_order_id is not null
       and on_at < ${to} and (off_at is null or off_at > ${from}) order by on_at ${limit(MOST)}`,
  )

/** Lines and slitters on which something came off in a shift of a business date. */
export const shiftsWorked = (
  ctx: Context,
  day: Day,
): Promise<{ lineId: string; shift: string; team: string | null; slits: boolean }[]> =>
  ctx.query(
    sql`select ${columns(jumboRoll, ['lineId'])}, ${computed<{ shift: string; team: string | null; slits: boolean }>`shift, max(team) as team, false as slits`} from jumbo_roll where site_id = ${ctx.site} and business_date = ${day} and doffed_at is not null and shift is not null group by 1, 2
     union all select slitter_id, shift, max(team), true from slit_set where site_id = ${ctx.site} and business_date = ${day} and shift is not null group by 1, 2 order by 1, 2`,
  )
