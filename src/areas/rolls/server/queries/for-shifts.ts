import { machineRun } from '../../contract/machine-run'
import { columns, columnsFilled, options, sql, type Sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '../../contract/slitting'
import { slitFigures } from '../../rules/order-figures'
import { takenBack } from '../../rules/slit-roll'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { inHall } from '../../rules/jumbo-roll'
import type { Downgrade, Grade } from '../../rules/slit-roll'

/** A line, or a slitter, over a time. */
export interface ShiftSpan {
  readonly lineId: string
  readonly from: Moment
  readonly to: Moment
}
/** A roll as it was made; what went back to pellets or was scrapped is waste, however good it was. */
export interface RollMade extends Record<string, unknown> {
  of: 'jumbo' | 'slit'
  number: string
  workOrderId: string
  doffedAt: Moment
  kg: number
  lengthM: number
  grade: Grade
  downgrades: readonly Downgrade[]
  weightUnusual: boolean
  /** Taken out of the books since. */
  deleted: boolean
}
/** More rolls than any shift makes: a guard, not a page. */
const MOST_ROLLS = 20_000
const made = (kg: string, wasted: Sql): string =>
  `${columns(slitRoll, ['number', 'workOrderId', 'doffedAt', 'weightUnusual'])}, (${kg})::float as kg, coalesce(length_m, 0)::float as "lengthM",
   case when state = ${wasted} then 'waste' else coalesce(grade, 'good') end as grade, case when state = ${wasted} then '[]'::jsonb else downgrades end as downgrades`

/** Jumbos that a line wound and rolls that a slitter cut; rolls of a set that was undone were never made. */
export const rollsMadeIn = (ctx: Context, { lineId, from, to }: ShiftSpan): Promise<RollMade[]> =>
  ctx.query<RollMade>(
    `(select 'jumbo' as of, ${made('coalesce(net_kg, expected_kg, 0)', options(jumboRoll.fields.state, 'scrapped'))}, state = ${options(jumboRoll.fields.state, 'deleted')} as deleted from jumbo_roll
       where site_id = $1 and line_id = $2 and doffed_at >= $3 and doffed_at < $4 limit ${MOST_ROLLS})
     union all (select 'slit', ${made('coalesce(kg, expected_kg, 0)', options(slitRoll.fields.state, 'recycled'))}, false from slit_roll
       where site_id = $1 and reworked_from_id is null and slitter_id = $2 and doffed_at >= $3 and doffed_at < $4 and state not in (${options(slitRoll.fields.state, ...takenBack)}) limit ${MOST_ROLLS})`,
    [ctx.site, lineId, from, to],
  )

export interface HallFigures {
  /** Of cuttings finished: edges and ends, and edge trim. */
  cutWasteKg: number
  trimKg: number
  packages: number
  packedKg: number
  /** Jumbos in the hall at the moment asked for: those of the line, all of them for a slitter. */
  uncutRolls: number
  uncutKg: number
  /** The oldest of them. */
  uncut: { jumboRollId: string; workOrderId: string; kg: number; leftM: number | null }[]
}
type Uncut = HallFigures['uncut'][number]
type Row = Omit<HallFigures, 'uncut'> & { [K in keyof Uncut]: Uncut[K] | null } & Record<string, unknown>
/** Of a jumbo, the metres that no set had cut at `$7`, and what they weigh. */
const LEFT_M = `coalesce((select min(s.from_m) from slit_set s where s.site_id = j.site_id and s.jumbo_roll_id = j.id and s.state = ${options(slitSet.fields.state, 'made')} and s.doffed_at <= $7), j.length_m)`
const LEFT_KG = `coalesce(j.net_kg, j.expected_kg) * coalesce(${LEFT_M} / nullif(j.length_m, 0), 1)`

/** What was cut off and packed in a span, and what lay uncut `at`; packing is no mass of the web. */
export async function hallFigures(
  ctx: Context,
  { lineId, from, to, at }: ShiftSpan & { readonly at: Moment },
  isSlitter: boolean,
): Promise<HallFigures> {
  const rows = await ctx.query<Row>(
    `select cut.waste as "cutWasteKg", cut.trim as "trimKg", pack.n as packages, pack.mass as "packedKg", coalesce(hall.rolls, 0) as "uncutRolls", coalesce(hall.total, 0) as "uncutKg",
       ${columns(jumboRoll, [{ jumboRollId: 'id' }, 'workOrderId', 'leftM'], 'hall')}, hall.kg from
       (select coalesce(sum(waste_kg), 0)::float as waste, coalesce(sum(trim_kg), 0)::float as trim from cutting where site_id = $1 and slitter_id = $2 and ended_at >= $3 and ended_at < $4 and state = ${options(cutting.fields.state, 'finished')}) cut
       cross join (select count(*)::int as n, coalesce(sum(p.net_kg), 0)::float as mass from "package" p where p.site_id = $1 and p.packed_at >= $3 and p.packed_at < $4 and exists
         (select 1 from slit_roll r join jumbo_roll j on j.site_id = r.site_id and j.id = r.jumbo_roll_id where r.site_id = p.site_id and r.package_id = p.id and (r.slitter_id = $2 or j.line_id = $2))) pack
       left join (select j.id, j.work_order_id, j.doffed_at, (${LEFT_KG})::float as kg, (${LEFT_M})::float as left_m, count(*) over ()::int as rolls, coalesce(sum(${LEFT_KG}) over (), 0)::float as total
         from jumbo_roll j where j.site_id = $1 and (j.state = any($5) or j.id = any($8::uuid[])) and j.doffed_at <= $7 and ($6 or j.line_id = $2) order by j.doffed_at limit 60) hall on true
     order by hall.doffed_at`,
    [ctx.site, lineId, from, to, inHall, isSlitter, at, await cutSince(ctx, at)],
  )
  const { jumboRollId: _j, workOrderId: _o, kg: _k, leftM: _m, ...figures } = rows[0]!
  const uncut = rows.flatMap((row) =>
    row.jumboRollId && row.workOrderId
      ? [{ jumboRollId: row.jumboRollId, workOrderId: row.workOrderId, kg: row.kg ?? 0, leftM: row.leftM }]
      : [],
  )
  return { ...figures, uncut }
}
/** Jumbos whose last cutting ended since a moment: they lay in the hall, or on a slitter, then. */
const cutSince = async (ctx: Context, at: Moment): Promise<string[]> =>
  toMillis(at) >= ctx.now.getTime()
    ? []
    : (
        await ctx.query(
          sql`select ${columns(cutting, ['jumboRollId'])} from cutting where site_id = ${ctx.site} and state = ${options(cutting.fields.state, 'finished')} and ended_at > ${at}`,
        )
      ).map(({ jumboRollId }) => jumboRollId)
/** Good kilograms that slitters made of orders since a moment. */
export async function goodCutSince(
  ctx: Context,
  orderIds: readonly string[],
  at: Moment,
): Promise<Map<string, number>> {
  const since = new Map<string, number>()
  if (toMillis(at) >= ctx.now.getTime()) return since
  const rows = await ctx.query(
    sql`select ${columnsFilled(slitRoll, ['workOrderId'])}, ${columns(slitRoll, ['state', 'reworkedKg', 'kg', 'expectedKg', 'lengthM', 'grade', 'downgrades'])} from slit_roll
      where site_id = ${ctx.site} and work_order_id = any(${[...orderIds]}::uuid[]) and doffed_at > ${at}`,
  )
  for (const { workOrderId, ...roll } of rows)
    since.set(workOrderId, (since.get(workOrderId) ?? 0) + slitFigures(roll).goodKg)
  return since
}

/** Slitters that run now, and for which order. */
export const slittersOn = (ctx: Context): Promise<{ lineId: string; workOrderId: string | null }[]> =>
  ctx.query(
    `select ${columns(machineRun, ['lineId', 'workOrderId'])} from machine_run where site_id = $1 and machine = 'slitter' and off_at is null limit 400`,
    [ctx.site],
  )
/** Slitters with a jumbo on that is being cut, whether or not somebody switched them on. */
export const slittersCutting = async (ctx: Context): Promise<readonly string[]> =>
  (
    await ctx.query(
      sql`select distinct ${columns(cutting, ['slitterId'])} from cutting where site_id = ${ctx.site} and state = ${options(cutting.fields.state, 'open')}`,
    )
  ).map(({ slitterId }) => slitterId)
/** The order that a slitter runs for, else the first of its queue. */
export async function orderAtSlitter(ctx: Context, slitterId: string): Promise<string | null> {
  const [found] = await ctx.query<{ id: string }>(
    `select id from (select work_order_id as id, 0 as rank, on_at as at from machine_run where site_id = $1 and line_id = $2 and off_at is null and work_order_id is not null
       union all select work_order_id, 1 + sequence, null from cut_order where site_id = $1 and slitter_id = $2) asked order by rank, at desc limit 1`,
    [ctx.site, slitterId],
  )
  return found?.id ?? null
}
