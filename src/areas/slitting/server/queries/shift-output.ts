/** Sums the output of lines and slitters by shift. */
import type { Day, Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, columnsNotNull, computed, limit, options, Sql, sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll } from '../../contract/slitting'
import { takenBackJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { lostSlitStates } from '../../rules/slit-roll'
import { buildGradedSharesSql, buildJumboWasteKgSql, buildWoundBadKgSql } from '@/areas/rolls/server/queries/graded-sql'
import { buildJumboKgSql } from '@/areas/rolls/server/queries/mass-sql'
import { buildRollsOfSetsSql } from '../rolls-of-sets-sql'

const MAX_ROWS = 50_000
export interface BusinessDateRange {
  /** Business dates, both included. */
  readonly from: Day
  readonly to: Day
}
/** Output of a line or slitter in a shift for an order. */
export interface ShiftOutput {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  readonly workOrderId: string | null
  readonly productId: string | null
  readonly rolls: number
  readonly kg: number
  readonly metres: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
  /** Kilograms of whole rolls without any downgrade. */
  readonly firstGradeKg: number
}
/** SQL of the kg of a roll that are not good; `bad` is their share from `buildGradedSharesSql`. */
const BAD_KG_SQL = new Sql(['round(kg * bad, 3)'])
/**
 * Builds SQL that sums the good, downgraded and waste kg of rolls.
 * @param badKgSql SQL of the kg of a roll that are not good, including its waste
 */
const buildGradedSumsSql = (badKgSql: Sql, wasteKgSql: Sql): Sql =>
  sql`coalesce(sum(kg - ${badKgSql}), 0)::float8 as "goodKg", coalesce(sum(${badKgSql} - ${wasteKgSql}), 0)::float8 as "downgradedKg",
   coalesce(sum(${wasteKgSql}), 0)::float8 as "wasteKg"`
/**
 * Sums the doffed jumbos by shift, line, team and order. Only scrapped and consumed jumbos have waste
 * (`buildJumboWasteKgSql`); waste metres of other jumbos count as downgraded.
 */
export const sumWoundInShifts = (ctx: Context, { from, to }: BusinessDateRange): Promise<ShiftOutput[]> =>
  ctx.query<ShiftOutput>(
    sql<ShiftOutput>`select ${columns(jumboRoll, ['lineId', 'businessDate', 'shift', 'team', 'workOrderId', 'productId'])}, count(*)::int as rolls, coalesce(sum(kg), 0)::float8 as kg,
       coalesce(sum(length_m), 0)::float8 as metres, ${buildGradedSumsSql(buildWoundBadKgSql(), new Sql(['waste_kg']))}, coalesce(sum(kg) filter (where bad = 0), 0)::float8 as "firstGradeKg"
     from (select line_id, business_date, shift, team, work_order_id, product_id, length_m, coalesce(${buildJumboKgSql()}, 0) as kg, ${buildJumboWasteKgSql()} as waste_kg,
         ${new Sql([buildGradedSharesSql(`state = ${options(jumboRoll.fields.state, 'scrapped')}`)])}
       from jumbo_roll where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to} and doffed_at is not null
         and state not in (${options(jumboRoll.fields.state, ...takenBackJumboStates)})) roll
     where shift is not null group by line_id, business_date, shift, team, work_order_id, product_id ${limit(MAX_ROWS)}`,
  )
/**
 * Sums the slit rolls by the shift, slitter and team of their set, and by order. Number, mass and metres are those that
 * came off the slitter. For the kg by grade, the rolls made of a reworked roll replace it, and its loss counts as
 * waste, as in `calculateSlitRollMetrics`. Recycled rolls count as waste.
 */
export const sumSlitInShifts = (ctx: Context, { from, to }: BusinessDateRange): Promise<ShiftOutput[]> =>
  ctx.query<ShiftOutput>(
    sql<ShiftOutput>`select ${columns(slitRoll, [{ lineId: 'slitterId' }, 'businessDate', 'shift', 'team', 'workOrderId', 'productId'])},
       count(*) filter (where not made_by_rework)::int as rolls, coalesce(sum(slit_kg) filter (where not made_by_rework), 0)::float8 as kg,
       coalesce(sum(length_m) filter (where not made_by_rework), 0)::float8 as metres, ${buildGradedSumsSql(BAD_KG_SQL, new Sql(['round(kg * lost, 3)']))},
       coalesce(sum(kg) filter (where bad = 0), 0)::float8 as "firstGradeKg"
     from (select slitter_id, business_date, shift, team, work_order_id, product_id, length_m, slit_kg, kg, made_by_rework,
         ${new Sql([buildGradedSharesSql(`state in (${options(slitRoll.fields.state, ...lostSlitStates)})`)])}
       from (${buildRollsOfSetsSql(ctx, sql`s.business_date >= ${from} and s.business_date <= ${to}`)}) r) roll
     where shift is not null group by slitter_id, business_date, shift, team, work_order_id, product_id ${limit(MAX_ROWS)}`,
  )
/** Lists the business dates of slit sets. The rolls of a set count for the date of the set. */
export async function listDaysOfSets(ctx: Context, setIds: readonly string[]): Promise<Day[]> {
  const rows = await ctx.query(
    sql<{
      day: Day
    }>`select distinct business_date::text as day from slit_set where site_id = ${ctx.site} and id = any(${setIds}::uuid[]) and business_date is not null`,
  )
  return rows.map(({ day }) => day)
}
/** Lists the cuttings that ended in a period, with trim, waste and the order of their jumbo. */
export const listCuttingsEnded = (ctx: Context, { from, to }: { readonly from: Moment; readonly to: Moment }) =>
  ctx.query(
    sql`select ${columns(cutting, [{ lineId: 'slitterId' }], 'c')}, ${columnsNotNull(cutting, ['endedAt'], 'c')}, ${computed<{
      trimKg: number
      wasteKg: number
    }>`coalesce(c.trim_kg, 0)::float8 as "trimKg", coalesce(c.waste_kg, 0)::float8 as "wasteKg"`}, ${columns(jumboRoll, ['workOrderId', 'productId'], 'j')}
     from cutting c join jumbo_roll j on j.site_id = c.site_id and j.id = c.jumbo_roll_id
     where c.site_id = ${ctx.site} and c.ended_at >= ${from} and c.ended_at < ${to} and c.state = ${options(cutting.fields.state, 'finished')} ${limit(MAX_ROWS)}`,
  )
/** Lists the business dates on which orders were wound. */
export async function listWindingDays(ctx: Context, orderIds: readonly string[]): Promise<Day[]> {
  const rows = await ctx.query(
    sql<{
      day: Day
    }>`select distinct business_date::text as day from jumbo_roll where site_id = ${ctx.site} and work_order_id = any(${orderIds}::uuid[]) and business_date is not null`,
  )
  return rows.map(({ day }) => day)
}
/** Builds SQL of a scalar subquery: the business date of the first jumbo, or null. */
export const buildFirstWindingDaySql = (siteId: number): Sql =>
  sql`(select min(business_date) from jumbo_roll where site_id = ${siteId})`
/** Finds the business date of the first jumbo; null if there is none. */
export async function findFirstWindingDay(ctx: Context): Promise<Day | null> {
  const [row] = await ctx.query(sql<{ day: Day | null }>`select ${buildFirstWindingDaySql(ctx.site)}::text as day`)
  return row?.day ?? null
}
