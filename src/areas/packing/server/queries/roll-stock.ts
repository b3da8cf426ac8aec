/**
 * Queries of the stock now and at the end of any day. A movement changes a roll from one state to another. Each
 * movement has two legs: the previous state leaves the stock (`n` = -1), and the new state enters the stock (`n` = 1).
 */
import { addDays, type Day, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, limit, options, Sql, sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { rollMovement } from '../../contract/roll-movement'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { ageClassDays, ageClassNames, stockStates, type StockKey } from '../../rules/roll-stock'
import { grades, type Downgrade, type Grade } from '@/areas/rolls/rules/grade'
import { buildJumboStateSql, uncutKgSql, buildSlitRollStateSql } from '../movements'
import { buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'

/** Filter of rolls; missing fields match all. */
export interface StockFilter {
  readonly kind?: 'slitRoll' | 'jumboRoll' | null
  readonly productId?: string | null
  readonly workOrderId?: string | null
  readonly grade?: Grade | null
  readonly widthMm?: number | null
}
/** Stock of one group, or the total (`all`). */
export interface StockGroup extends Readonly<Partial<Record<StockKey, string | null>>> {
  readonly all: boolean
  readonly rolls: number
  readonly kg: number
  /** Meaningful only for the stock now, because movements keep no history of packages. */
  readonly packages: number
  readonly oldestAt: Moment | null
  /** Number of groups, without the total. */
  readonly groups: number
}
const rawSql = (text: string): Sql => new Sql([text])
const { kind: kindField } = rollMovement.fields
/** Builds SQL that is true if the state of a row of `table` counts as stock. */
const buildInStockSql = (
  table: string,
): Sql => sql`case ${rawSql(table)}.kind when ${options(kindField, 'slitRoll')} then ${rawSql(table)}.state in (${options(slitRoll.fields.state, ...stockStates.slitRoll)})
  else ${rawSql(table)}.state in (${options(jumboRoll.fields.state, ...stockStates.jumboRoll)}) end`
const buildFilterSql = ({
  kind: kindFilter,
  productId,
  workOrderId,
  grade,
  widthMm,
}: StockFilter): Sql => sql`(${kindFilter ?? null}::text is null or s.kind = ${kindFilter ?? null})
  and (${productId ?? null}::uuid is null or s.product_id = ${productId ?? null}::uuid) and (${workOrderId ?? null}::uuid is null or s.work_order_id = ${workOrderId ?? null}::uuid)
  and (${grade ?? null}::text is null or s.grade = ${grade ?? null}) and (${widthMm ?? null}::int is null or s.width_mm = ${widthMm ?? null}::int)`

/** Builds SQL of the age class of a roll `s` at a moment; null without a doff time. */
const buildAgeSql = (moment: Moment): Sql =>
  sql`(array[${rawSql(ageClassNames.map((name) => `'${name}'`).join(', '))}])[1 + width_bucket(extract(epoch from ${moment}::timestamptz - s.doffed_at)::float8 / 86400, array[${rawSql(ageClassDays.join(', '))}]::float8[])]`
const buildKeySql = (key: StockKey, moment: Moment): Sql => {
  if (key === 'age') return buildAgeSql(moment)
  const columnByKey = {
    product: 'product_id',
    width: 'width_mm',
    grade: 'grade',
    order: 'work_order_id',
    place: 'place',
    kind: 'kind',
  }
  return rawSql(`s.${columnByKey[key]}::text`)
}
interface StockQuery {
  readonly groupBy: readonly StockKey[]
  readonly moment: Moment
  readonly filter: StockFilter
  readonly maxGroups: number
}
/**
 * Builds SQL of the groups of `s`: the total first, then the heaviest groups. Column `n` of `s` is the number of rolls
 * of a row, negative for rolls that leave the stock.
 */
const buildGroupsSql = (
  { groupBy: groupKeys, moment, filter, maxGroups }: StockQuery,
  stockSql: Sql,
): Sql<StockGroup> => {
  const keyList = rawSql(groupKeys.map((key) => `"${key}"`).join(', '))
  const keyedRows = groupKeys.reduce(
    (selectSql, key) => sql`${selectSql}, ${buildKeySql(key, moment)} as ${rawSql(`"${key}"`)}`,
    sql`select s.n as times, s.kg as mass, s.package_id as pack, s.doffed_at as made_at`,
  )
  return sql<StockGroup>`with s as (${stockSql}), keyed as (${keyedRows} from s where ${buildFilterSql(filter)}),
    found as (select ${keyList}, grouping(${keyList}) > 0 as "all", coalesce(sum(times), 0)::int as rolls, round(coalesce(sum(times * mass), 0), 3)::float8 as kg,
        count(distinct pack)::int as packages, to_char(min(made_at) filter (where made_at <= ${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "oldestAt"
      from keyed group by grouping sets ((${keyList}), ()) having sum(times) <> 0 or grouping(${keyList}) > 0)
    select found.*, (count(*) over () - 1)::int as groups from found order by "all" desc, kg desc, ${keyList} ${limit(maxGroups + 1)}`
}

/** Builds SQL of the stock now in the columns of movements. */
const buildStockNowSql = (ctx: Context): Sql => sql`
  select 1 as n, h.kind, h.state, h.grade, h.place, h.kg, h.width_mm, h.work_order_id, h.product_id, h.package_id, h.doffed_at, null::date as business_date from (
    ${buildJumboStateSql(sql`j.site_id = ${ctx.site} and j.state in (${options(jumboRoll.fields.state, ...stockStates.jumboRoll)})`)}
    union all ${buildSlitRollStateSql(sql`r.site_id = ${ctx.site} and r.state in (${options(slitRoll.fields.state, ...stockStates.slitRoll)})`)}) h`
/** Loads the stock now by groups: the total first, then the heaviest groups. */
export const loadStockNow = (ctx: Context, query: Omit<StockQuery, 'moment'>): Promise<StockGroup[]> =>
  ctx.query(buildGroupsSql({ ...query, moment: ctx.now.toISOString() }, buildStockNowSql(ctx)))

/** Builds SQL that splits each movement since a business date into its two legs. */
const buildLegsSql = (ctx: Context, since: Day): Sql => sql`select * from (
  select l.n, m.kind, l.state, l.grade, l.place, l.kg, l.width_mm, l.work_order_id, m.product_id, null::uuid as package_id, m.doffed_at, m.business_date
    from roll_movement m cross join lateral (values (1, m.state, m.grade, m.place, m.kg, m.width_mm, m.work_order_id),
      (-1, m.from_state, m.from_grade, m.from_place, m.from_kg, m.from_width_mm, m.from_order_id)) l(n, state, grade, place, kg, width_mm, work_order_id)
    where m.site_id = ${ctx.site} and m.business_date >= ${since}) s where ${buildInStockSql('s')}`
/**
 * Loads the stock at the end of a business date: the stock now minus the movements since then. Recent days are
 * therefore quick to load, even with a long history.
 * @param query `moment` is the end of that day
 */
export const loadStockOn = (ctx: Context, day: Day, query: StockQuery): Promise<StockGroup[]> =>
  ctx.query(
    buildGroupsSql(
      query,
      sql`${buildStockNowSql(ctx)} union all select -l.n, l.kind, l.state, l.grade, l.place, l.kg, l.width_mm, l.work_order_id, l.product_id, l.package_id, l.doffed_at, l.business_date
        from (${buildLegsSql(ctx, addDays(day, 1))}) l`,
    ),
  )

/** Change of stock on a business date by grade. If `day` is null, the stock now. */
export interface StockChange {
  readonly day: Day | null
  readonly grade: Grade
  readonly rolls: number
  readonly kg: number
}
/**
 * Builds SQL that sums movements since a business date before it splits the sums into legs. It groups by day, kind,
 * states and grades, and by those columns that the filter restricts. A month has a hundred thousand movements, but only a
 * few hundred such groups.
 */
const buildLegSumsSql = (ctx: Context, since: Day, { productId, workOrderId, widthMm }: StockFilter): Sql => {
  const keys = rawSql(
    [
      'business_date, kind, state, from_state, grade, from_grade',
      ...(productId ? ['product_id'] : []),
      ...(workOrderId ? ['work_order_id, from_order_id'] : []),
      ...(widthMm ? ['width_mm, from_width_mm'] : []),
    ].join(', '),
  )
  // The sums have no column that the filter does not restrict, so the legs have null instead.
  const buildColumn = (filterValue: unknown, column: string, type: string): Sql =>
    rawSql(filterValue ? column : `null::${type}`)
  const buildOrderColumn = (name: string) => buildColumn(workOrderId, name, 'uuid')
  const buildWidthColumn = (name: string) => buildColumn(widthMm, name, 'int')
  return sql`select * from (
    select l.n, l.rolls, l.kg, g.business_date, g.kind, l.state, l.grade, ${buildColumn(productId, 'g.product_id', 'uuid')} as product_id, l.work_order_id, l.width_mm
      from (select ${keys}, count(*) as rolls, sum(kg) as kg, sum(from_kg) as from_kg from roll_movement m where m.site_id = ${ctx.site} and m.business_date >= ${since} group by ${keys}) g
      cross join lateral (values (1, g.rolls, g.kg, g.state, g.grade, ${buildOrderColumn('g.work_order_id')}, ${buildWidthColumn('g.width_mm')}),
        (-1, g.rolls, g.from_kg, g.from_state, g.from_grade, ${buildOrderColumn('g.from_order_id')}, ${buildWidthColumn('g.from_width_mm')})) l(n, rolls, kg, state, grade, work_order_id, width_mm)) s where ${buildInStockSql('s')}`
}
/** Lists the daily changes of stock since a business date, and the stock now. */
export const listStockChanges = (
  ctx: Context,
  { from, filter }: { from: Day; filter: StockFilter },
): Promise<StockChange[]> =>
  ctx.query(
    sql<StockChange>`select s.business_date::text as day, s.grade, sum(s.n * s.rolls)::int as rolls, round(sum(s.n * s.kg), 3)::float8 as kg
      from (select 1 as n, 1 as rolls, h.kg, h.business_date, h.kind, h.state, h.grade, h.product_id, h.work_order_id, h.width_mm from (${buildStockNowSql(ctx)}) h
        union all ${buildLegSumsSql(ctx, from, filter)}) s where ${buildFilterSql(filter)} group by 1, 2`,
  )
/** Finds the business date of the first movement. The stock before this date is unknown. */
export async function findFirstMovementDay(ctx: Context): Promise<Day | null> {
  const [firstMovement] = await ctx.query(
    sql`select ${columns(rollMovement, ['businessDate'])} from roll_movement where site_id = ${ctx.site} order by business_date ${limit(1)}`,
  )
  return firstMovement?.businessDate ?? null
}

/** A roll in stock with a grade other than good. */
export interface DowngradedStock extends Record<string, unknown> {
  readonly kind: 'slitRoll' | 'jumboRoll'
  readonly id: string
  readonly number: string
  readonly grade: Grade
  readonly kg: number
  /** Length of the roll or, for a jumbo, of its uncut part. */
  readonly lengthM: number
  readonly downgrades: readonly (Downgrade & { readonly defect: string; readonly reason: string | null })[]
  readonly widthMm: number | null
  readonly workOrderId: string | null
  readonly productId: string
  readonly place: string | null
  readonly doffedAt: Moment
}
const LOWER_GRADES = grades.filter((grade) => grade !== 'good')
const buildRollColumns = (table: 'j' | 'r', resource: typeof jumboRoll | typeof slitRoll): Sql =>
  sql`${rawSql(`${table}.id, ${table}.number, ${table}.grade, ${table}.downgrades`)}, ${columns(resource, ['widthMm', 'workOrderId', 'productId', 'doffedAt'], table)}`
/** Lists downgraded and waste rolls in stock, oldest first. */
export const listDowngradedStock = (ctx: Context): Promise<DowngradedStock[]> =>
  ctx.query(
    sql<DowngradedStock>`select * from (
      select ${options(kindField, 'slitRoll')} as kind, ${buildRollColumns('r', slitRoll)}, round(coalesce(${buildSlitRollKgSql('r')}, 0), 3)::float8 as kg, r.length_m::float8 as "lengthM", p.place
        from slit_roll r left join package p on p.site_id = r.site_id and p.id = r.package_id
        where r.site_id = ${ctx.site} and r.grade in (${options(slitRoll.fields.grade, ...LOWER_GRADES)}) and r.state in (${options(slitRoll.fields.state, ...stockStates.slitRoll)})
      union all
      select ${options(kindField, 'jumboRoll')}, ${buildRollColumns('j', jumboRoll)}, ${uncutKgSql}::float8, coalesce(j.left_m, j.length_m, 0)::float8, null
        from jumbo_roll j where j.site_id = ${ctx.site} and j.grade in (${options(jumboRoll.fields.grade, ...LOWER_GRADES)}) and j.state in (${options(jumboRoll.fields.state, ...stockStates.jumboRoll)})
      ) down order by "doffedAt", id`,
  )
