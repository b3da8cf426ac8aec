/** Roll queries for stock statistics: stock now, and at the end of any day. */
import { addDays, type Day, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, limit, options, Sql, sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { rollMovement } from '../../contract/roll-movement'
import { slitRoll } from '../../contract/slitting'
import { ageClasses, ageNames, stocked, type StockKey } from '../../rules/stocked'
import { grades, type Downgrade, type Grade } from '../../rules/slit-roll'
import { jumbosMoved, leftKg, slitRollsMoved } from '../movements'

/** Filter of rolls; missing fields match all. */
export interface StockChoice {
  readonly kind?: 'slitRoll' | 'jumboRoll' | null
  readonly productId?: string | null
  readonly workOrderId?: string | null
  readonly grade?: Grade | null
  readonly widthMm?: number | null
}
/** Stock of one group, or the total (`all`). */
export interface StockOf extends Readonly<Partial<Record<StockKey, string | null>>> {
  readonly all: boolean
  readonly rolls: number
  readonly kg: number
  /** Only for stock now: movements have no package history. */
  readonly packages: number
  readonly oldestAt: Moment | null
  /** Number of groups, without the total. */
  readonly groups: number
}
const raw = (text: string): Sql => new Sql([text])
const { kind } = rollMovement.fields
const inStock = (
  of: string,
): Sql => sql`case ${raw(of)}.kind when ${options(kind, 'slitRoll')} then ${raw(of)}.state in (${options(slitRoll.fields.state, ...stocked.slitRoll)})
  else ${raw(of)}.state in (${options(jumboRoll.fields.state, ...stocked.jumboRoll)}) end`
const chosen = ({
  kind: of,
  productId,
  workOrderId,
  grade,
  widthMm,
}: StockChoice): Sql => sql`(${of ?? null}::text is null or s.kind = ${of ?? null})
  and (${productId ?? null}::uuid is null or s.product_id = ${productId ?? null}::uuid) and (${workOrderId ?? null}::uuid is null or s.work_order_id = ${workOrderId ?? null}::uuid)
  and (${grade ?? null}::text is null or s.grade = ${grade ?? null}) and (${widthMm ?? null}::int is null or s.width_mm = ${widthMm ?? null}::int)`

/** Builds SQL of the age class of a roll `s` at a moment; null without a doff time. */
const ageAt = (at: Moment): Sql =>
  sql`(array[${raw(ageNames.map((name) => `'${name}'`).join(', '))}])[1 + width_bucket(extract(epoch from ${at}::timestamptz - s.doffed_at)::float8 / 86400, array[${raw(ageClasses.join(', '))}]::float8[])]`
const keySql = (key: StockKey, at: Moment): Sql => {
  if (key === 'age') return ageAt(at)
  const column = {
    product: 'product_id',
    width: 'width_mm',
    grade: 'grade',
    order: 'work_order_id',
    place: 'place',
    kind: 'kind',
  }
  return raw(`s.${column[key]}::text`)
}
interface Asked {
  readonly by: readonly StockKey[]
  readonly at: Moment
  readonly choice: StockChoice
  readonly most: number
}
/** Builds SQL of the groups of `s`, the total first, then the heaviest. Column `n` is the count of a row, negative for outgoing ones. */
const grouped = ({ by, at, choice, most }: Asked, from: Sql): Sql<StockOf> => {
  const list = raw(by.map((key) => `"${key}"`).join(', '))
  const keys = by.reduce(
    (before, key) => sql`${before}, ${keySql(key, at)} as ${raw(`"${key}"`)}`,
    sql`select s.n as times, s.kg as mass, s.package_id as pack, s.doffed_at as made_at`,
  )
  return sql<StockOf>`with s as (${from}), keyed as (${keys} from s where ${chosen(choice)}),
    found as (select ${list}, grouping(${list}) > 0 as "all", coalesce(sum(times), 0)::int as rolls, round(coalesce(sum(times * mass), 0), 3)::float8 as kg,
        count(distinct pack)::int as packages, to_char(min(made_at) filter (where made_at <= ${at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "oldestAt"
      from keyed group by grouping sets ((${list}), ()) having sum(times) <> 0 or grouping(${list}) > 0)
    select found.*, (count(*) over () - 1)::int as groups from found order by "all" desc, kg desc, ${list} ${limit(most + 1)}`
}

/** Builds SQL of the stock now in the columns of movements. */
const here = (ctx: Context): Sql => sql`
  select 1 as n, h.kind, h.state, h.grade, h.place, h.kg, h.width_mm, h.work_order_id, h.product_id, h.package_id, h.doffed_at, null::date as business_date from (
    ${jumbosMoved(sql`j.site_id = ${ctx.site} and j.state in (${options(jumboRoll.fields.state, ...stocked.jumboRoll)})`)}
    union all ${slitRollsMoved(sql`r.site_id = ${ctx.site} and r.state in (${options(slitRoll.fields.state, ...stocked.slitRoll)})`)}) h`
/** Loads the stock now by groups: the total first, then the heaviest groups. One statement. */
export const stockNow = (ctx: Context, asked: Omit<Asked, 'at'>): Promise<StockOf[]> =>
  ctx.query(grouped({ ...asked, at: ctx.now.toISOString() }, here(ctx)))

/** Builds SQL that splits each movement since a business date into its outgoing (`n` -1) and incoming (`n` 1) part. */
const legs = (ctx: Context, since: Day): Sql => sql`select * from (
  select l.n, m.kind, l.state, l.grade, l.place, l.kg, l.width_mm, l.work_order_id, m.product_id, null::uuid as package_id, m.doffed_at, m.business_date
    from roll_movement m cross join lateral (values (1, m.state, m.grade, m.place, m.kg, m.width_mm, m.work_order_id),
      (-1, m.from_state, m.from_grade, m.from_place, m.from_kg, m.from_width_mm, m.from_order_id)) l(n, state, grade, place, kg, width_mm, work_order_id)
    where m.site_id = ${ctx.site} and m.business_date >= ${since}) s where ${inStock('s')}`
/**
 * Loads the stock at the end of a business date: stock now minus the movements since, so that recent days are cheap however
 * long the history is. One statement. @param query `at` is the end of that day
 */
export const stockOn = (ctx: Context, day: Day, asked: Asked): Promise<StockOf[]> =>
  ctx.query(
    grouped(
      asked,
      sql`${here(ctx)} union all select -l.n, l.kind, l.state, l.grade, l.place, l.kg, l.width_mm, l.work_order_id, l.product_id, l.package_id, l.doffed_at, l.business_date
        from (${legs(ctx, addDays(day, 1))}) l`,
    ),
  )

/** Change of stock on a business date by grade; `day` null is the stock now. */
export interface StockChange {
  readonly day: Day | null
  readonly grade: Grade
  readonly rolls: number
  readonly kg: number
}
/**
 * Builds SQL that sums movements since a business date by all filter columns before splitting them into incoming and outgoing
 * parts: a month has a hundred thousand movements, but only some hundred such sums.
 */
const legSums = (ctx: Context, since: Day, { productId, workOrderId, widthMm }: StockChoice): Sql => {
  const keys = raw(
    [
      'business_date, kind, state, from_state, grade, from_grade',
      ...(productId ? ['product_id'] : []),
      ...(workOrderId ? ['work_order_id, from_order_id'] : []),
      ...(widthMm ? ['width_mm, from_width_mm'] : []),
    ].join(', '),
  )
  const of = (given: unknown, column: string, type: string): Sql => raw(given ? column : `null::${type}`)
  const [order, width] = [(name: string) => of(workOrderId, name, 'uuid'), (name: string) => of(widthMm, name, 'int')]
  return sql`select * from (
    select l.n, l.rolls, l.kg, g.business_date, g.kind, l.state, l.grade, ${of(productId, 'g.product_id', 'uuid')} as product_id, l.work_order_id, l.width_mm
      from (select ${keys}, count(*) as rolls, sum(kg) as kg, sum(from_kg) as from_kg from roll_movement m where m.site_id = ${ctx.site} and m.business_date >= ${since} group by ${keys}) g
      cross join lateral (values (1, g.rolls, g.kg, g.state, g.grade, ${order('g.work_order_id')}, ${width('g.width_mm')}),
        (-1, g.rolls, g.from_kg, g.from_state, g.from_grade, ${order('g.from_order_id')}, ${width('g.from_width_mm')})) l(n, rolls, kg, state, grade, work_order_id, width_mm)) s where ${inStock('s')}`
}
/** Lists the daily changes of stock since a business date, and the stock now. One statement. */
export const stockChanges = (
  ctx: Context,
  { from, choice }: { from: Day; choice: StockChoice },
): Promise<StockChange[]> =>
  ctx.query(
    sql<StockChange>`select s.business_date::text as day, s.grade, sum(s.n * s.rolls)::int as rolls, round(sum(s.n * s.kg), 3)::float8 as kg
      from (select 1 as n, 1 as rolls, h.kg, h.business_date, h.kind, h.state, h.grade, h.product_id, h.work_order_id, h.width_mm from (${here(ctx)}) h
        union all ${legSums(ctx, from, choice)}) s where ${chosen(choice)} group by 1, 2`,
  )
/** Finds the business date of the first movement; stock is unknown before it. */
export async function stockSince(ctx: Context): Promise<Day | null> {
  const [first] = await ctx.query(
    sql`select ${columns(rollMovement, ['businessDate'])} from roll_movement where site_id = ${ctx.site} order by business_date ${limit(1)}`,
  )
  return first?.businessDate ?? null
}

/** A roll in stock with a grade other than good. */
export interface DownInStock extends Record<string, unknown> {
  readonly kind: 'slitRoll' | 'jumboRoll'
  readonly id: string
  readonly number: string
  readonly grade: Grade
  readonly kg: number
  /** For a jumbo the length of the uncut part. */
  readonly lengthM: number
  readonly downgrades: readonly (Downgrade & { readonly defect: string; readonly reason: string | null })[]
  readonly widthMm: number | null
  readonly workOrderId: string | null
  readonly productId: string
  readonly place: string | null
  readonly doffedAt: Moment
}
const downGrades = grades.filter((grade) => grade !== 'good')
const shown = (of: 'j' | 'r', doffed: typeof jumboRoll | typeof slitRoll): Sql =>
  sql`${raw(`${of}.id, ${of}.number, ${of}.grade, ${of}.downgrades`)}, ${columns(doffed, ['widthMm', 'workOrderId', 'productId', 'doffedAt'], of)}`
/** Lists downgraded and waste rolls in stock, oldest first. One statement. @param maxRows a guard, not a page size */
export const downInStock = (ctx: Context, most: number): Promise<DownInStock[]> =>
  ctx.query(
    sql<DownInStock>`select * from (
      select ${options(kind, 'slitRoll')} as kind, ${shown('r', slitRoll)}, round(coalesce(r.kg, r.expected_kg, 0), 3)::float8 as kg, r.length_m::float8 as "lengthM", p.place
        from slit_roll r left join package p on p.site_id = r.site_id and p.id = r.package_id
        where r.site_id = ${ctx.site} and r.grade in (${options(slitRoll.fields.grade, ...downGrades)}) and r.state in (${options(slitRoll.fields.state, ...stocked.slitRoll)})
      union all
      select ${options(kind, 'jumboRoll')}, ${shown('j', jumboRoll)}, ${leftKg}::float8, coalesce(j.left_m, j.length_m, 0)::float8, null
        from jumbo_roll j where j.site_id = ${ctx.site} and j.grade in (${options(jumboRoll.fields.grade, ...downGrades)}) and j.state in (${options(jumboRoll.fields.state, ...stocked.jumboRoll)})
      ) down order by "doffedAt", id ${limit(most)}`,
  )
