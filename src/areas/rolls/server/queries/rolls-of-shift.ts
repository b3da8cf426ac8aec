/** Rolls of a shift: what a line or slitter made, what lay in the hall, and which slitters run. */
import { machineRun } from '../../contract/machine-run'
import { columns, columnsNotNull, limit, options, sql, type Sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { rollMovement } from '../../contract/roll-movement'
import { cutting, slitRoll, slitSet } from '../../contract/slitting'
import { calculateSlitRollMetrics } from '../../rules/order-roll-metrics'
import { takenBackSlitStates } from '../../rules/slit-roll'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { hallJumboStates, type JumboState } from '../../rules/jumbo-roll'
import type { Downgrade, Grade } from '../../rules/slit-roll'
import { buildJumboKgSql, buildSlitRollKgSql } from './mass-sql'

/** A line or slitter and a period. */
export interface ShiftSpan {
  readonly lineId: string
  readonly from: Moment
  readonly to: Moment
}
/** A roll as produced. Recycled and scrapped rolls count as waste, even if graded better. */
export interface ProducedRoll {
  rollKind: 'jumbo' | 'slit'
  number: string
  workOrderId: string
  doffedAt: Moment
  kg: number
  lengthM: number
  grade: Grade
  downgrades: readonly Downgrade[]
  weightUnusual: boolean
  /** True if the roll was removed later. */
  deleted: boolean
}
/** Safety limit; no shift makes that many rolls. */
const MAX_ROLLS = 20_000
const buildRollColumns = (kgSql: Sql, wasteStateSql: Sql): Sql =>
  sql`${columns(slitRoll, ['number', 'workOrderId', 'doffedAt', 'weightUnusual'])}, (${kgSql})::float as kg, coalesce(length_m, 0)::float as "lengthM",
   case when state = ${wasteStateSql} then 'waste' else coalesce(grade, 'good') end as grade, case when state = ${wasteStateSql} then '[]'::jsonb else downgrades end as downgrades`

/** Lists the jumbos that a line wound or the rolls that a slitter cut in a period; rolls of undone sets are left out. */
export const listProducedRolls = (ctx: Context, { lineId, from, to }: ShiftSpan): Promise<ProducedRoll[]> =>
  ctx.query(
    sql<ProducedRoll>`(select 'jumbo' as "rollKind", ${buildRollColumns(sql`coalesce(${buildJumboKgSql()}, 0)`, options(jumboRoll.fields.state, 'scrapped'))}, state = ${options(jumboRoll.fields.state, 'deleted')} as deleted from jumbo_roll
       where site_id = ${ctx.site} and line_id = ${lineId} and doffed_at >= ${from} and doffed_at < ${to} ${limit(MAX_ROLLS)})
     union all (select 'slit', ${buildRollColumns(sql`coalesce(${buildSlitRollKgSql()}, 0)`, options(slitRoll.fields.state, 'recycled'))}, false from slit_roll
       where site_id = ${ctx.site} and reworked_from_id is null and slitter_id = ${lineId} and doffed_at >= ${from} and doffed_at < ${to} and state not in (${options(slitRoll.fields.state, ...takenBackSlitStates)}) ${limit(MAX_ROLLS)})`,
  )

export interface HallMetrics {
  /** Waste of the finished cuttings, such as roll ends; without edge trim. */
  cutWasteKg: number
  /** Edge trim of the finished cuttings. */
  trimKg: number
  /** Number and mass of the packages closed in the period that hold rolls of the line or slitter. */
  packages: number
  packedKg: number
  /** Number of jumbos in the hall at the given moment: jumbos of the line, or all jumbos for a slitter. */
  uncutRolls: number
  uncutKg: number
  /** The oldest of these jumbos, at most 60. */
  uncut: { jumboRollId: string; workOrderId: string; kg: number; leftM: number | null }[]
}
type UncutJumbo = HallMetrics['uncut'][number]
type HallMetricsRow = Omit<HallMetrics, 'uncut'> & { [K in keyof UncutJumbo]: UncutJumbo[K] | null }
/** Builds the SQL of the metres of a jumbo `j` that were uncut at a moment. */
const buildUncutMetresSql = (moment: Moment): Sql =>
  sql`coalesce((select min(s.from_m) from slit_set s where s.site_id = j.site_id and s.jumbo_roll_id = j.id and s.state = ${options(slitSet.fields.state, 'made')} and s.doffed_at <= ${moment}), j.length_m)`

/** Loads cutting waste and packed mass of a period, and the jumbos that were uncut at `moment`. */
export async function loadHallMetrics(
  ctx: Context,
  { lineId, from, to, moment }: ShiftSpan & { readonly moment: Moment },
  isSlitter: boolean,
): Promise<HallMetrics> {
  const uncutMetresSql = buildUncutMetresSql(moment)
  const uncutKgSql = sql`${buildJumboKgSql('j')} * coalesce(${uncutMetresSql} / nullif(j.length_m, 0), 1)`
  const jumbosGoneSince = await listJumbosGoneSince(ctx, moment)
  const rows = await ctx.query(
    sql<HallMetricsRow>`select cut.waste as "cutWasteKg", cut.trim as "trimKg", pack.n as packages, pack.mass as "packedKg", coalesce(hall.rolls, 0) as "uncutRolls", coalesce(hall.total, 0) as "uncutKg",
       ${columns(jumboRoll, [{ jumboRollId: 'id' }, 'workOrderId', 'leftM'], 'hall')}, hall.kg from
       (select coalesce(sum(waste_kg), 0)::float as waste, coalesce(sum(trim_kg), 0)::float as trim from cutting where site_id = ${ctx.site} and slitter_id = ${lineId} and ended_at >= ${from} and ended_at < ${to} and state = ${options(cutting.fields.state, 'finished')}) cut
       cross join (select count(*)::int as n, coalesce(sum(p.net_kg), 0)::float as mass from "package" p where p.site_id = ${ctx.site} and p.packed_at >= ${from} and p.packed_at < ${to} and exists
         (select 1 from slit_roll r join jumbo_roll j on j.site_id = r.site_id and j.id = r.jumbo_roll_id where r.site_id = p.site_id and r.package_id = p.id and (r.slitter_id = ${lineId} or j.line_id = ${lineId}))) pack
       left join (select j.id, j.work_order_id, j.doffed_at, (${uncutKgSql})::float as kg, (${uncutMetresSql})::float as left_m, count(*) over ()::int as rolls, coalesce(sum(${uncutKgSql}) over (), 0)::float as total
         from jumbo_roll j where j.site_id = ${ctx.site} and (j.state in (${options(jumboRoll.fields.state, ...hallJumboStates)}) or j.id = any(${jumbosGoneSince}::uuid[])) and j.doffed_at <= ${moment} and (${isSlitter}::boolean or j.line_id = ${lineId}) order by j.doffed_at limit 60) hall on true
     order by hall.doffed_at`,
  )
  const { jumboRollId: _j, workOrderId: _o, kg: _k, leftM: _m, ...metrics } = rows[0]!
  const uncut = rows.flatMap((row) =>
    row.jumboRollId && row.workOrderId
      ? [{ jumboRollId: row.jumboRollId, workOrderId: row.workOrderId, kg: row.kg ?? 0, leftM: row.leftM }]
      : [],
  )
  return { ...metrics, uncut }
}
/**
 * Lists jumbos that left the hall after a moment: those whose cutting ended, and those that were consumed or scrapped
 * whole. They may have been in the hall or on a slitter at that moment.
 */
async function listJumbosGoneSince(ctx: Context, moment: Moment): Promise<string[]> {
  if (toMillis(moment) >= ctx.now.getTime()) return []
  const rows = await ctx.query(
    sql`select ${columns(cutting, ['jumboRollId'])} from cutting where site_id = ${ctx.site} and state = ${options(cutting.fields.state, 'finished')} and ended_at > ${moment}
     union select ${columns(rollMovement, ['jumboRollId'])} from roll_movement where site_id = ${ctx.site} and kind = ${options(rollMovement.fields.kind, 'jumboRoll')} and at > ${moment}
       and from_state in (${options(rollMovement.fields.fromState, ...hallJumboStates)}) and state in (${options(rollMovement.fields.state, ...GONE_STATES)})`,
  )
  return rows.map(({ jumboRollId }) => jumboRollId)
}
/** States of jumbos that left the hall. A removed jumbo counts as never wound. */
const GONE_STATES = ['cut', 'consumed', 'scrapped'] as const satisfies readonly JumboState[]
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
/** Finds the order that a slitter runs for, else the first of its queue. */
export async function findOrderAtSlitter(ctx: Context, slitterId: string): Promise<string | null> {
  const [orderRow] = await ctx.query(
    sql<{
      id: string
    }>`select id from (select work_order_id as id, 0 as rank, on_at as at from machine_run where site_id = ${ctx.site} and line_id = ${slitterId} and off_at is null and work_order_id is not null
       union all select work_order_id, 1 + sequence, null from cut_order where site_id = ${ctx.site} and slitter_id = ${slitterId}) orders order by rank, at desc limit 1`,
  )
  return orderRow?.id ?? null
}
