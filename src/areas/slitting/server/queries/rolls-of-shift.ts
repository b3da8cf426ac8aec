/** Queries of the rolls that a line or slitter made in a shift, and of the slitters that run. */
import { machineRun } from '@/areas/rolls/contract/machine-run'
import { columns, columnsNotNull, limit, options, sql, type Sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll } from '../../contract/slitting'
import { calculateSlitRollMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import { lostSlitStates } from '../../rules/slit-roll'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import type { Downgrade, Grade } from '@/areas/rolls/rules/grade'
import { buildJumboKgSql } from '@/areas/rolls/server/queries/mass-sql'
import { buildJumboWasteKgSql } from '@/areas/rolls/server/queries/graded-sql'
import { buildRollsOfSetsSql } from '../rolls-of-sets-sql'

/** A line or slitter and a period. */
export interface ShiftSpan {
  readonly lineId: string
  readonly from: Moment
  readonly to: Moment
}
/**
 * A roll as produced. Waste metres of a jumbo count as waste only after the jumbo is used up. Recycled and scrapped
 * rolls are waste as a whole, even if graded better.
 */
export interface ProducedRoll {
  rollKind: 'jumbo' | 'slit'
  number: string
  workOrderId: string
  doffedAt: Moment
  kg: number
  lengthM: number
  grade: Grade
  downgrades: readonly Downgrade[]
  /** Waste of a jumbo as counted for its order; null for a slit roll, whose waste follows from grade and downgrades. */
  wasteKg: number | null
  weightUnusual: boolean
  /** True if the roll was removed later. */
  deleted: boolean
  /** True if the roll was made by reworking another roll, which is listed too. */
  madeByRework: boolean
}
/** Safety limit; no shift makes that many rolls. */
const MAX_ROLLS = 20_000
const buildRollColumns = (kgSql: Sql, wasteStatesSql: Sql): Sql =>
  sql`${columns(slitRoll, ['number', 'workOrderId', 'doffedAt', 'weightUnusual'])}, (${kgSql})::float as kg, coalesce(length_m, 0)::float as "lengthM",
   case when state in (${wasteStatesSql}) then 'waste' else coalesce(grade, 'good') end as grade, case when state in (${wasteStatesSql}) then '[]'::jsonb else downgrades end as downgrades`

/**
 * Lists the jumbos that a line wound or the rolls that a slitter cut in a period. Omits rolls of undone sets. A
 * reworked roll is listed only with the mass that rework lost, as waste; the rolls made of it are listed with their own
 * mass.
 */
export const listProducedRolls = (ctx: Context, { lineId, from, to }: ShiftSpan): Promise<ProducedRoll[]> =>
  ctx.query(
    sql<ProducedRoll>`(select 'jumbo' as "rollKind", ${buildRollColumns(sql`coalesce(${buildJumboKgSql()}, 0)`, options(jumboRoll.fields.state, 'scrapped'))}, state = ${options(jumboRoll.fields.state, 'deleted')} as deleted, false as "madeByRework", (${buildJumboWasteKgSql()})::float as "wasteKg" from jumbo_roll
       where site_id = ${ctx.site} and line_id = ${lineId} and doffed_at >= ${from} and doffed_at < ${to} ${limit(MAX_ROLLS)})
     union all (select 'slit', ${buildRollColumns(sql`kg`, options(slitRoll.fields.state, ...lostSlitStates))}, false, made_by_rework, null
       from (${buildRollsOfSetsSql(ctx, sql`s.slitter_id = ${lineId} and s.doffed_at >= ${from} and s.doffed_at < ${to}`)}) r ${limit(MAX_ROLLS)})`,
  )

/** Sums the good kg that slitters made since a moment, by order. */
export async function sumGoodCutSince(
  ctx: Context,
  orderIds: readonly string[],
  since: Moment,
): Promise<Map<string, number>> {
  const kgByOrder = new Map<string, number>()
  if (toMillis(since) >= ctx.now.getTime()) return kgByOrder
  const rows = await ctx.query(
    sql`select ${columnsNotNull(slitRoll, ['workOrderId'])}, ${columns(slitRoll, ['state', 'reworkedKg', 'kg', 'expectedKg', 'lengthM', 'grade', 'downgrades'])} from slit_roll
      where site_id = ${ctx.site} and work_order_id = any(${[...orderIds]}::uuid[]) and doffed_at > ${since}`,
  )
  for (const { workOrderId, ...roll } of rows)
    kgByOrder.set(workOrderId, (kgByOrder.get(workOrderId) ?? 0) + calculateSlitRollMetrics(roll).goodKg)
  return kgByOrder
}

/** Lists the running slitters with their order. */
export const listRunningSlitters = (ctx: Context): Promise<{ lineId: string; workOrderId: string | null }[]> =>
  ctx.query(
    sql`select ${columns(machineRun, ['lineId', 'workOrderId'])} from machine_run
      where site_id = ${ctx.site} and machine = ${options(machineRun.fields.machine, 'slitter')} and off_at is null ${limit(400)}`,
  )
/** Lists the slitters with an open cutting, including slitters that nobody turned on. */
export const listCuttingSlitters = async (ctx: Context): Promise<readonly string[]> =>
  (
    await ctx.query(
      sql`select distinct ${columns(cutting, ['slitterId'])} from cutting where site_id = ${ctx.site} and state = ${options(cutting.fields.state, 'open')}`,
    )
  ).map(({ slitterId }) => slitterId)
/** Finds the order for which a slitter runs, else the first order of its queue. */
export async function findOrderAtSlitter(ctx: Context, slitterId: string): Promise<string | null> {
  const [orderRow] = await ctx.query(
    sql<{
      id: string
    }>`select id from (select work_order_id as id, 0 as rank, on_at as at from machine_run where site_id = ${ctx.site} and line_id = ${slitterId} and off_at is null and work_order_id is not null
       union all select work_order_id, 1 + sequence, null from cut_order where site_id = ${ctx.site} and slitter_id = ${slitterId}) orders order by rank, at desc limit 1`,
  )
  return orderRow?.id ?? null
}

const MAX_BUSY_TIMES = 20_000
/** The time in which a slitter was on or a jumbo was being cut; `to` is null while it lasts. */
export interface SlitterBusyTime {
  readonly lineId: string
  readonly from: Moment
  readonly to: Moment | null
}
/**
 * Lists when slitters were busy in a period: turned on by a person, or with an open cutting. Open cuttings count
 * because not everybody records turning the slitter on.
 */
export const listSlitterBusyTimes = (
  ctx: Context,
  { from, to }: { readonly from: Moment; readonly to: Moment },
): Promise<SlitterBusyTime[]> =>
  ctx.query(
    sql<SlitterBusyTime>`(select ${columns(machineRun, ['lineId', { from: 'onAt', to: 'offAt' }])} from machine_run
       where site_id = ${ctx.site} and machine = ${options(machineRun.fields.machine, 'slitter')} and on_at < ${to} and (off_at is null or off_at > ${from}) ${limit(MAX_BUSY_TIMES)})
     union all (select ${columns(cutting, [{ lineId: 'slitterId', from: 'startedAt', to: 'endedAt' }])} from cutting
       where site_id = ${ctx.site} and started_at < ${to} and (ended_at is null or ended_at > ${from}) ${limit(MAX_BUSY_TIMES)})`,
  )
