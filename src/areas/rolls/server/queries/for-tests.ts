/** Roll queries for the laboratory: rolls by number or order, and downgrades. */
import type { Row } from '@/contract/resource'
import type { Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, options } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { slitRoll } from '../../contract/slitting'
import { takenBackSlitStates, type Grade } from '../../rules/slit-roll'

/** A roll that can be tested: a jumbo, or a slit roll of one. */
export interface TestedRoll extends Record<string, unknown> {
  of: 'jumbo' | 'slit'
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
const JUMBOS_SQL = `select 'jumbo' as of, j.id, j.number, ${columns(jumboRoll, [{ jumboRollId: 'id' }], 'j')}, null::uuid as "slitRollId", null::int as lane, ${columns(jumboRoll, ['productId', 'workOrderId', 'lineId', 'doffedAt'], 'j')}
  from jumbo_roll j where j.site_id = $1 and j.state not in (${NOT_WOUND_STATES}) and j.doffed_at is not null`
const SLIT_ROLLS_SQL = `select 'slit' as of, s.id, s.number, s.jumbo_roll_id, s.id, s.lane, s.product_id, j.work_order_id, j.line_id, s.doffed_at
  from slit_roll s join jumbo_roll j on j.site_id = s.site_id and j.id = s.jumbo_roll_id where s.site_id = $1 and s.state not in (${TAKEN_BACK_STATES})`

/** Lists the rolls with the given numbers, ignoring case, without a limit. One statement. */
export const listRollsByNumber = (ctx: Context, numbers: readonly string[]): Promise<TestedRoll[]> =>
  ctx.query<TestedRoll>(
    `(${JUMBOS_SQL} and upper(j.number) = any($2)) union all (${SLIT_ROLLS_SQL} and upper(s.number) = any($2))`,
    [ctx.site, numbers.map((number) => number.toUpperCase())],
  )
/** Lists jumbos and slit rolls by id. */
export const listRollsById = (ctx: Context, ids: readonly string[]): Promise<TestedRoll[]> =>
  ctx.query<TestedRoll>(
    `(${JUMBOS_SQL} and j.id = any($2::uuid[])) union all (${SLIT_ROLLS_SQL} and s.id = any($2::uuid[]))`,
    [ctx.site, ids],
  )
/** Lists the jumbos of an order, oldest first; by default of the newest order that has any. */
export const listJumbosOfOrder = (ctx: Context, workOrderId: string | null): Promise<TestedRoll[]> =>
  ctx.query<TestedRoll>(
    `${JUMBOS_SQL} and j.work_order_id = coalesce($2::uuid, (select work_order_id from jumbo_roll where site_id = $1 and doffed_at is not null and state not in (${NOT_WOUND_STATES}) order by doffed_at desc limit 1))
     order by j.doffed_at limit ${MAX_ROLLS}`,
    [ctx.site, workOrderId],
  )

/** A roll with its scannable number. */
export interface RollCode extends Record<string, unknown> {
  of: 'jumbo' | 'slit'
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
  ctx.query<RollCode>(
    `(select 'jumbo' as of, id, number, state, ${columns(jumboRoll, ['widthMm'])}, length_m::float as "lengthM", coalesce(net_kg, expected_kg)::float as kg, grade, null::uuid as "packageId", ${columns(jumboRoll, ['doffedAt'])}
       from jumbo_roll where site_id = $1 and work_order_id = $2 and state not in (${NOT_WOUND_STATES}) and number is not null order by doffed_at limit ${MAX_ROLLS})
     union all (select 'slit', id, number, state, width_mm, length_m::float, coalesce(kg, expected_kg)::float, grade, package_id, doffed_at
       from slit_roll where site_id = $1 and work_order_id = $2 and state not in (${TAKEN_BACK_STATES}) order by doffed_at, number limit ${MAX_ROLLS})`,
    [ctx.site, workOrderId],
  )

/** Downgrades of a roll, with their position. */
export interface RollDowngrades extends Record<string, unknown> {
  of: 'jumbo' | 'slit'
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
 * Lists the downgrades of jumbos and of the rolls cut from them. Slit rolls inherit the downgrades of their jumbo, and reworked
 * rolls those of their source; each downgrade is returned once, as it came off the slitter.
 */
export const listRollDowngrades = (ctx: Context, jumboIds: readonly string[]): Promise<RollDowngrades[]> =>
  ctx.query<RollDowngrades>(
    `(select 'jumbo' as of, id, ${columns(jumboRoll, [{ jumboRollId: 'id' }])}, number, null::int as lane, length_m::float as "lengthM", coalesce(net_kg, expected_kg)::float as kg, team, downgrades
       from jumbo_roll j where site_id = $1 and id = any($2::uuid[]) and downgrades <> '[]'
         and not exists (select 1 from slit_roll s where s.site_id = $1 and s.jumbo_roll_id = j.id and s.state not in (${TAKEN_BACK_STATES})) order by number)
     union all (select 'slit', id, jumbo_roll_id, number, lane, length_m::float, coalesce(kg, expected_kg)::float, team, downgrades
       from slit_roll where site_id = $1 and jumbo_roll_id = any($2::uuid[]) and state not in (${TAKEN_BACK_STATES}) and reworked_from_id is null and downgrades <> '[]' order by number)`,
    [ctx.site, jumboIds],
  )

/** Kilograms of slit rolls of one order, width and grade. */
export interface WeightByGrade extends Record<string, unknown> {
  workOrderId: string | null
  productId: string
  widthMm: number
  grade: Grade
  rolls: number
  kg: number
}
/** Sums the weights of slit rolls by order, width and grade, for a period or an order. */
export const sumWeightsByGrade = (
  ctx: Context,
  { workOrderId, from, to }: { workOrderId: string | null; from: Moment; to: Moment },
): Promise<WeightByGrade[]> =>
  ctx.query<WeightByGrade>(
    `select ${columns(jumboRoll, ['workOrderId', 'productId', 'widthMm'])}, coalesce(grade, 'good') as grade, count(*)::int as rolls, coalesce(sum(coalesce(kg, expected_kg)), 0)::float as kg
     from slit_roll where site_id = $1 and reworked_from_id is null and state not in (${TAKEN_BACK_STATES}) and case when $2::uuid is null then doffed_at >= $3 and doffed_at < $4 else work_order_id = $2 end
     group by 1, 2, 3, 4 order by max(doffed_at) desc, 1, 3, 4 limit ${MAX_ROLLS}`,
    [ctx.site, workOrderId, from, to],
  )
