/** Queries of rolls that can be tested, by id, number or order, and of their downgrades. */
import type { Row } from '@/contract/resource'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, limit, options, sql, Sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '../../contract/slitting'
import { takenBackSlitStates } from '../../rules/slit-roll'
import { type Grade } from '@/areas/rolls/rules/grade'
import { buildJumboKgSql, buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'

/**
 * A roll that can be tested: a jumbo, or a slit roll of one. A slit roll may belong to another order than its jumbo.
 */
export interface TestedRoll {
  rollKind: 'jumbo' | 'slit'
  id: string
  number: string
  jumboRollId: string
  slitRollId: string | null
  lane: number | null
  productId: string
  workOrderId: string
  lineId: string
  doffedAt: Moment
}
const MAX_ROLLS = 20_000
const NOT_WOUND_STATES = options(jumboRoll.fields.state, 'deleted', 'winding')
const TAKEN_BACK_STATES = options(slitRoll.fields.state, ...takenBackSlitStates)
const buildJumbosSql = (siteId: number): Sql =>
  sql`select 'jumbo' as "rollKind", j.id, j.number, ${columns(jumboRoll, [{ jumboRollId: 'id' }], 'j')}, null::uuid as "slitRollId", null::int as lane, ${columns(jumboRoll, ['productId', 'workOrderId', 'lineId', 'doffedAt'], 'j')}
  from jumbo_roll j where j.site_id = ${siteId} and j.state not in (${NOT_WOUND_STATES}) and j.doffed_at is not null`
const buildSlitRollsSql = (siteId: number): Sql =>
  sql`select 'slit' as "rollKind", s.id, s.number, s.jumbo_roll_id, s.id, s.lane, s.product_id, coalesce(s.work_order_id, j.work_order_id), j.line_id, s.doffed_at
  from slit_roll s join jumbo_roll j on j.site_id = s.site_id and j.id = s.jumbo_roll_id where s.site_id = ${siteId} and s.state not in (${TAKEN_BACK_STATES})`

/** Normalizes a roll number: full width to half width, upper case. */
export const normalizeRollNumber = (number: string): string => number.normalize('NFKC').trim().toUpperCase()
/** Lists all rolls with the given numbers. Ignores upper and lower case, and full and half width of characters. */
export const listRollsByNumber = (ctx: Context, numbers: readonly string[]): Promise<TestedRoll[]> => {
  const wantedNumbers = numbers.map(normalizeRollNumber)
  // ASCII-only numbers skip the expensive `normalize`, which would not change them.
  const buildWantedCondition = (column: Sql) =>
    sql`(upper(${column}) = any(${wantedNumbers}::text[]) or (octet_length(${column}) > char_length(${column}) and upper(normalize(${column}, nfkc)) = any(${wantedNumbers}::text[])))`
  return ctx.query(
    sql<TestedRoll>`(${buildJumbosSql(ctx.site)} and ${buildWantedCondition(new Sql(['j.number']))})
      union all (${buildSlitRollsSql(ctx.site)} and ${buildWantedCondition(new Sql(['s.number']))})`,
  )
}
/** Lists jumbos and slit rolls by id. */
export const listRollsById = (ctx: Context, ids: readonly string[]): Promise<TestedRoll[]> =>
  ctx.query(
    sql<TestedRoll>`(${buildJumbosSql(ctx.site)} and j.id = any(${ids}::uuid[]))
      union all (${buildSlitRollsSql(ctx.site)} and s.id = any(${ids}::uuid[]))`,
  )
/** Lists the jumbos of an order, oldest first. Without `workOrderId`, uses the order of the newest jumbo. */
export const listJumbosOfOrder = (ctx: Context, workOrderId: string | null): Promise<TestedRoll[]> =>
  ctx.query(
    sql<TestedRoll>`${buildJumbosSql(ctx.site)} and j.work_order_id = coalesce(${workOrderId}::uuid, (select work_order_id from jumbo_roll where site_id = ${ctx.site} and doffed_at is not null and state not in (${NOT_WOUND_STATES}) order by doffed_at desc limit 1))
     order by j.doffed_at ${limit(MAX_ROLLS)}`,
  )

/** A roll with its scannable number. */
export interface RollCode {
  rollKind: 'jumbo' | 'slit'
  id: string
  number: string
  state: string
  widthMm: number | null
  lengthM: number | null
  kg: number | null
  grade: Grade
  packageId: string | null
  doffedAt: Moment
}
/** Lists all numbered rolls of an order, jumbos first. */
export const listRollCodes = (ctx: Context, workOrderId: string): Promise<RollCode[]> =>
  ctx.query(
    sql<RollCode>`(select 'jumbo' as "rollKind", id, number, state, ${columns(jumboRoll, ['widthMm'])}, length_m::float as "lengthM", ${buildJumboKgSql()}::float as kg, grade, null::uuid as "packageId", ${columns(jumboRoll, ['doffedAt'])}
       from jumbo_roll where site_id = ${ctx.site} and work_order_id = ${workOrderId} and state not in (${NOT_WOUND_STATES}) and number is not null order by doffed_at ${limit(MAX_ROLLS)})
     union all (select 'slit', id, number, state, width_mm, length_m::float, ${buildSlitRollKgSql()}::float, grade, package_id, doffed_at
       from slit_roll where site_id = ${ctx.site} and work_order_id = ${workOrderId} and state not in (${TAKEN_BACK_STATES}) order by doffed_at, number ${limit(MAX_ROLLS)})`,
  )

/** Downgrades of a roll, with their position. */
export interface RollDowngrades {
  rollKind: 'jumbo' | 'slit'
  id: string
  jumboRollId: string
  number: string
  lane: number | null
  lengthM: number | null
  kg: number | null
  team: string | null
  downgrades: Row<typeof jumboRoll>['downgrades']
}
/**
 * Lists the downgrades of jumbos and of the rolls cut from them. A slit roll inherits the downgrades of its jumbo, and
 * a roll made by rework inherits those of the reworked roll. To list each downgrade once, the query omits rolls made
 * by rework, and jumbos from which slit rolls were cut.
 */
export const listRollDowngrades = (ctx: Context, jumboIds: readonly string[]): Promise<RollDowngrades[]> =>
  ctx.query(
    sql<RollDowngrades>`(select 'jumbo' as "rollKind", id, ${columns(jumboRoll, [{ jumboRollId: 'id' }])}, number, null::int as lane, length_m::float as "lengthM", ${buildJumboKgSql()}::float as kg, team, downgrades
       from jumbo_roll j where site_id = ${ctx.site} and id = any(${jumboIds}::uuid[]) and downgrades <> '[]'
         and not exists (select 1 from slit_roll s where s.site_id = ${ctx.site} and s.jumbo_roll_id = j.id and s.state not in (${TAKEN_BACK_STATES})) order by number)
     union all (select 'slit', id, jumbo_roll_id, number, lane, length_m::float, ${buildSlitRollKgSql()}::float, team, downgrades
       from slit_roll where site_id = ${ctx.site} and jumbo_roll_id = any(${jumboIds}::uuid[]) and state not in (${TAKEN_BACK_STATES}) and reworked_from_id is null and downgrades <> '[]' order by number)`,
  )

/** Kilograms of slit rolls of one order, width and grade. */
export interface WeightByGrade {
  workOrderId: string | null
  productId: string
  widthMm: number
  grade: Grade
  rolls: number
  kg: number
}
const WEIGHT_COLUMNS = computed<
  Pick<WeightByGrade, 'grade' | 'rolls' | 'kg'>
>`coalesce(grade, 'good') as grade, count(*)::int as rolls, coalesce(sum(${buildSlitRollKgSql()}), 0)::float as kg`
/** Sums the weights of slit rolls by order, width and grade, for a period or an order. */
export const sumWeightsByGrade = (
  ctx: Context,
  { workOrderId, from, to }: { workOrderId: string | null; from: Moment; to: Moment },
): Promise<WeightByGrade[]> =>
  ctx.query(
    sql`select ${columns(slitRoll, ['workOrderId', 'productId', 'widthMm'])}, ${WEIGHT_COLUMNS} from slit_roll
     where site_id = ${ctx.site} and reworked_from_id is null and state not in (${TAKEN_BACK_STATES}) and case when ${workOrderId}::uuid is null then doffed_at >= ${from} and doffed_at < ${to} else work_order_id = ${workOrderId} end
     group by 1, 2, 3, 4 order by max(doffed_at) desc, 1, 3, 4 ${limit(MAX_ROLLS)}`,
  )
