/** Records the stock movements of rolls at the end of each call that changed rolls. */
import { toMonth } from '@/plant/rules/month'
import type { Moment } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import { resolveShift } from '@/plant/server/plant'
import { lockMonths, isMonthClosed } from '@/plant/server/queries/closed-months'
import type { Context } from '@/server/context'
import { watchFields, defineRowTrigger, type GetWrittenIds } from '@/server/crud/written-rows'
import { limit, options, sql, Sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { rollMovement } from '../contract/roll-movement'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '../contract/package'
import { buildJumboKgSql, buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'

/** SQL of the kilograms of a jumbo `j` that are not cut yet. */
export const uncutKgSql = sql`round(coalesce(${buildJumboKgSql('j')}, 0) * coalesce(j.left_m / nullif(j.length_m, 0), 1), 3)`
const kindField = rollMovement.fields.kind
/** Builds SQL that selects the state of doffed jumbos `j` in the columns of a movement. */
export const buildJumboStateSql = (where: Sql): Sql => sql`
  select ${options(kindField, 'jumboRoll')} as kind, j.id, j.id as jumbo_roll_id, j.number, j.state, j.grade, null::text as place, ${uncutKgSql} as kg, j.width_mm, j.work_order_id, j.product_id, null::uuid as package_id, j.doffed_at
    from jumbo_roll j where ${where} and j.doffed_at is not null`
/**
 * Builds SQL that selects the state of slit rolls `r` in the columns of a movement. `place` is the place of the
 * package.
 */
export const buildSlitRollStateSql = (where: Sql): Sql => sql`
  select ${options(kindField, 'slitRoll')} as kind, r.id, r.jumbo_roll_id, r.number, r.state, r.grade, p.place, round(coalesce(${buildSlitRollKgSql('r')}, 0), 3) as kg, r.width_mm, r.work_order_id, r.product_id, r.package_id, r.doffed_at
    from slit_roll r left join package p on p.site_id = r.site_id and p.id = r.package_id where ${where}`

/** Columns whose change creates a movement. */
const WATCHED_COLUMNS = ['state', 'grade', 'place', 'kg', 'width_mm', 'work_order_id', 'package_id']
const rawSql = (text: string): Sql => new Sql([text])
const joinColumns = (names: readonly string[]): Sql => rawSql(names.join(', '))
const joinWatchedColumns = (table: string): Sql => joinColumns(WATCHED_COLUMNS.map((name) => `${table}.${name}`))

/** Writes a movement for each written roll whose state differs from its last movement. */
async function recordMovements(ctx: Context, getWrittenIds: GetWrittenIds, occurredAt: Moment): Promise<void> {
  const { moment, businessDate, shift, team } = await resolveBooking(ctx, occurredAt)
  const jumboIds = getWrittenIds(jumboRoll)
  const slitRollIds = getWrittenIds(slitRoll)
  const packageIds = getWrittenIds(rollPackage)
  const insertedRows = await ctx.query(
    sql<{ id: string }>`with now as (
        ${buildJumboStateSql(sql`j.site_id = ${ctx.site} and j.id = any(${jumboIds}::uuid[])`)}
        union all ${buildSlitRollStateSql(sql`r.site_id = ${ctx.site} and (r.id = any(${slitRollIds}::uuid[]) or r.package_id = any(${packageIds}::uuid[]))`)}),
      moved as (
        select n.*, l.step, l.at, l.business_date, l.shift, l.team, l.state as from_state, l.grade as from_grade, l.place as from_place, l.kg as from_kg, l.width_mm as from_width_mm, l.work_order_id as from_order_id
        from now n left join lateral (select m.* from roll_movement m where m.site_id = ${ctx.site} and m.roll_id = n.id::text order by m.step desc ${limit(1)}) l on true
        where l.step is null or (${joinWatchedColumns('n')}) is distinct from (${joinWatchedColumns('l')}))
      insert into roll_movement (site_id, id, created_at, updated_at, created_by, user_id, kind, roll_id, step, number, jumbo_roll_id, at, business_date, shift, team, ${joinColumns(CHANGE_COLUMNS)}, product_id, package_id, doffed_at)
      select ${ctx.site}, gen_random_uuid(), ${ctx.now}, ${ctx.now}, ${ctx.person?.id ?? null}::uuid, ${ctx.person?.id ?? null}::uuid, kind, id::text, coalesce(step, 0) + 1, number, jumbo_roll_id,
        ${buildNotEarlierSql(moment, 'at', 'timestamptz', moment)}, ${buildNotEarlierSql(moment, 'business_date', 'date', businessDate)}, ${buildNotEarlierSql(moment, 'shift', 'text', shift)}, ${buildNotEarlierSql(moment, 'team', 'text', team)}, ${joinColumns(CHANGE_COLUMNS)}, product_id, package_id, doffed_at
      from moved returning id`,
  )
  if (insertedRows.length > 0) ctx.touch(rollMovement.name)
}
/** Columns of a movement with the previous values (`from_…`) and the new values. */
const CHANGE_COLUMNS = [
  'from_state',
  'state',
  'from_grade',
  'grade',
  'from_place',
  'place',
  'from_kg',
  'kg',
  'from_width_mm',
  'width_mm',
  'from_order_id',
  'work_order_id',
]
/**
 * Builds SQL that keeps the movements of a roll in order. The previous movement of the roll may be later than `moment`,
 * e.g. because a phone reports late. The SQL then returns `column` of the previous movement, else `value`.
 */
const buildNotEarlierSql = (moment: Moment, column: string, type: string, value: string | null): Sql =>
  sql`case when at > ${moment}::timestamptz then ${rawSql(column)} else ${value}::${rawSql(type)} end`

/**
 * Resolves the moment and shift to which a movement is booked: the moment when it occurred, or now if that month is
 * closed.
 */
async function resolveBooking(ctx: Context, occurredAt: Moment): Promise<Shift & { moment: Moment }> {
  const occurredShift = await resolveShift(ctx, occurredAt)
  const currentShift = await resolveShift(ctx)
  if (toMonth(occurredShift.businessDate) === toMonth(currentShift.businessDate))
    return { ...occurredShift, moment: occurredAt }
  await lockMonths(ctx)
  return (await isMonthClosed(ctx, occurredShift.businessDate))
    ? { ...currentShift, moment: ctx.now.toISOString() }
    : { ...occurredShift, moment: occurredAt }
}

/** Writes movements when a roll or the place of its package changes. */
export const rollMovementTrigger = defineRowTrigger(
  [
    watchFields(jumboRoll, 'state', 'grade', 'netKg', 'expectedKg', 'leftM', 'lengthM', 'widthMm', 'workOrderId'),
    watchFields(slitRoll, 'state', 'grade', 'kg', 'expectedKg', 'widthMm', 'workOrderId', 'packageId'),
    watchFields(rollPackage, 'place'),
  ],
  recordMovements,
)
