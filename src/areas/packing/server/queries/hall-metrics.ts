import { columns, limit, options, sql, type Sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitSet } from '@/areas/slitting/contract/slitting'
import { hallJumboStates, type JumboState } from '@/areas/rolls/rules/jumbo-roll'
import { buildJumboKgSql } from '@/areas/rolls/server/queries/mass-sql'
import type { ShiftSpan } from '@/areas/slitting/server/queries/rolls-of-shift'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { rollMovement } from '../../contract/roll-movement'

/** Metrics of a shift apart from its rolls: cutting waste, packages, and jumbos that wait in the hall. */
export interface HallMetrics {
  /** Waste of the finished cuttings, such as roll ends, without edge trim. */
  cutWasteKg: number
  /** Edge trim of the finished cuttings. */
  trimKg: number
  /** Number and mass of the packages closed in the period that contain rolls of the line or slitter. */
  packages: number
  packedKg: number
  /** Number of jumbos in the hall at the given moment: jumbos of the line, or all jumbos for a slitter. */
  uncutRolls: number
  uncutKg: number
  /** The oldest of these jumbos, at most `MAX_LISTED_JUMBOS`. */
  uncut: { jumboRollId: string; workOrderId: string; kg: number; leftM: number | null }[]
}
const MAX_LISTED_JUMBOS = 60
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
         from jumbo_roll j where j.site_id = ${ctx.site} and (j.state in (${options(jumboRoll.fields.state, ...hallJumboStates)}) or j.id = any(${jumbosGoneSince}::uuid[])) and j.doffed_at <= ${moment} and (${isSlitter}::boolean or j.line_id = ${lineId}) order by j.doffed_at ${limit(MAX_LISTED_JUMBOS)}) hall on true
     order by hall.doffed_at`,
  )
  const { jumboRollId: _jumboRollId, workOrderId: _workOrderId, kg: _kg, leftM: _leftM, ...metrics } = rows[0]!
  const uncut = rows.flatMap((row) =>
    row.jumboRollId && row.workOrderId
      ? [{ jumboRollId: row.jumboRollId, workOrderId: row.workOrderId, kg: row.kg ?? 0, leftM: row.leftM }]
      : [],
  )
  return { ...metrics, uncut }
}
/**
 * Lists jumbos that left the hall after a moment: jumbos whose cutting ended, and jumbos that were consumed or scrapped
 * whole. At that moment they may have been in the hall or on a slitter.
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
