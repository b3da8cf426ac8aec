/** Queries of the finished rolls of orders, each with its jumbo, whose tests also apply to the roll. */
import type { Context } from '@/server/context'
import { columns, computed, limit, options, sql, type SqlRow } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { rework } from '../../contract/rework'
import { slitRoll } from '../../contract/slitting'
import { endedSlitStates } from '../../rules/slit-roll'
import { type Grade } from '@/areas/rolls/rules/grade'
import { buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'

/** SQL condition: slit rolls `r` that can be delivered to a customer and were not regraded. */
const finishedRollsSql = sql`r.state not in (${options(slitRoll.fields.state, ...endedSlitStates)}) and not exists (select 1 from rework w
  where w.site_id = r.site_id and w.slit_roll_id = r.id and w.kind = ${options(rework.fields.kind, 'regrade')})`
const MAX_ROLLS = 2000
const rollColumns = columns(
  slitRoll,
  ['id', 'number', 'jumboRollId', 'workOrderId', 'widthMm', 'lengthM', { madeOn: 'businessDate' }],
  'r',
)
/**
 * SQL of the order for which the jumbo of a slit roll `r` was wound (its batch). The roll may be cut for another order.
 */
const windingOrderSql = sql`(select j.work_order_id from jumbo_roll j where j.site_id = r.site_id and j.id = r.jumbo_roll_id)`
/** `holds` are the numbers of the active holds on the roll. */
const certificateColumns = computed<{
  kg: number | null
  grade: Grade
  woundFor: string
  holds: string[]
}>`${buildSlitRollKgSql('r')} as kg,
  coalesce(r.grade, 'good') as grade, ${windingOrderSql} as "woundFor",
  (select coalesce(jsonb_agg(h.number order by h.number), '[]') from hold h where h.site_id = r.site_id and r.holds <> '[]' and r.holds @> to_jsonb(h.id::text)) as holds`
/** A finished roll as a certificate lists it. */
export type FinishedRoll = SqlRow<typeof rollColumns> & SqlRow<typeof certificateColumns>

/** Lists the finished rolls of an order, or the given rolls, in production order, without waste. At most 2,000. */
export const listFinishedRolls = (
  ctx: Context,
  filter: { readonly workOrderId: string } | { readonly rollIds: readonly string[] },
): Promise<FinishedRoll[]> =>
  ctx.query(
    sql`select ${rollColumns}, ${certificateColumns} from slit_roll r where r.site_id = ${ctx.site} and ${finishedRollsSql}
      and ${
        'rollIds' in filter ? sql`r.id = any(${filter.rollIds}::uuid[])` : sql`r.work_order_id = ${filter.workOrderId}`
      } and coalesce(r.grade, 'good') <> 'waste'
      order by r.doffed_at, r.number ${limit(MAX_ROLLS)}`,
  )

/** A jumbo and the order for which it was wound (its batch). */
export interface WoundJumbo {
  readonly id: string
  readonly woundFor: string
}
const MAX_JUMBOS = 5000
/** Lists all jumbos wound for orders; at most 5,000. */
export const listJumbosWoundFor = (ctx: Context, orderIds: readonly string[]): Promise<WoundJumbo[]> =>
  ctx.query(
    sql`select ${columns(jumboRoll, ['id', { woundFor: 'workOrderId' }])} from jumbo_roll
      where site_id = ${ctx.site} and work_order_id = any(${orderIds}::uuid[]) order by id ${limit(MAX_JUMBOS)}`,
  )

/** Lists, for each order, the good rolls with their jumbos and the number of downgraded rolls. */
export const listGoodRollsOfOrders = (ctx: Context, orderIds: readonly string[]) =>
  ctx.query(
    sql`select ${columns(slitRoll, ['workOrderId'], 'r')}, ${computed<{
      jumbos: WoundJumbo[]
      rollIds: string[]
      rolls: number
      downgraded: number
    }>`coalesce(jsonb_agg(distinct jsonb_build_object('id', r.jumbo_roll_id, 'woundFor', j.work_order_id)) filter (where coalesce(r.grade, 'good') = 'good'), '[]') as jumbos,
        coalesce(jsonb_agg(r.id) filter (where coalesce(r.grade, 'good') = 'good'), '[]') as "rollIds", count(*) filter (where coalesce(r.grade, 'good') = 'good')::int as rolls, count(*) filter (where r.grade = 'downgraded')::int as downgraded`}
      from slit_roll r join jumbo_roll j on j.site_id = r.site_id and j.id = r.jumbo_roll_id
      where r.site_id = ${ctx.site} and r.work_order_id = any(${orderIds}::uuid[]) and ${finishedRollsSql} and coalesce(r.grade, 'good') <> 'waste'
      group by r.work_order_id`,
  )
/**
 * Lists rolls of orders that may no longer match their certificate: rolls that were recycled, reworked or undone
 * (`gone`), are held, or have a lower grade.
 */
export const listChangedRolls = (ctx: Context, orderIds: readonly string[]) =>
  ctx.query(
    sql`select ${columns(slitRoll, ['id', 'number', 'workOrderId'], 'r')}, ${computed<{
      gone: boolean
      grade: Grade
      held: boolean
    }>`r.state in (${options(slitRoll.fields.state, ...endedSlitStates)}) as gone,
        case when not ${finishedRollsSql} then 'downgraded' else coalesce(r.grade, 'good') end as grade, r.holds <> '[]' as held`}
      from slit_roll r where r.site_id = ${ctx.site} and r.work_order_id = any(${orderIds}::uuid[])
        and (coalesce(r.grade, 'good') <> 'good' or r.holds <> '[]' or not ${finishedRollsSql})`,
  )
/** Finds the order of a slit roll in any state, or null. */
export async function findOrderOfSlitRoll(ctx: Context, id: string): Promise<string | null> {
  const [row] = await ctx.query(
    sql`select ${columns(slitRoll, ['workOrderId'])} from slit_roll where site_id = ${ctx.site} and id = ${id}`,
  )
  return row?.workOrderId ?? null
}
/** Finds the order of a roll by the number on its label, or null. */
export async function findOrderByRollNumber(ctx: Context, number: string): Promise<string | null> {
  const [row] = await ctx.query(
    sql`select ${columns(slitRoll, ['workOrderId'], 's')} from slit_roll s where s.site_id = ${ctx.site} and s.number = ${number}
      union all select ${columns(jumboRoll, ['workOrderId'], 'j')} from jumbo_roll j where j.site_id = ${ctx.site} and j.number = ${number} ${limit(1)}`,
  )
  return row?.workOrderId ?? null
}
