/** Groups slit rolls by one or two dimensions and sums each group, in one SQL statement. */
import type { Day } from '@/plant/rules/plant-time'
import { orderCustomerIdsSql } from '@/areas/orders/server/queries/orders'
import type { Context } from '@/server/context'
import { limit, Sql, sql } from '@/server/sql'
import { MAX_STATISTIC_GROUPS, type StatisticKey } from '../../rules/roll-statistics'
import { type Grade } from '@/areas/rolls/rules/grade'
import { buildRegradedRollsSql } from '../rolls-of-sets-sql'

export interface StatisticsFilter {
  /** Business dates of the doffs, both included. */
  readonly from: Day
  readonly to: Day
  readonly row: StatisticKey
  readonly column: StatisticKey | null
  readonly productId?: string | null
  readonly customerId?: string | null
  readonly workOrderId?: string | null
  /** Line that slit the rolls. */
  readonly lineId?: string | null
  /** Another name of `lineId`; rolls must match both. */
  readonly slitterId?: string | null
  /** Line that wound the jumbos of the rolls. */
  readonly windingLineId?: string | null
  readonly team?: string | null
  readonly shift?: string | null
  readonly grade?: Grade | null
  readonly widthMm?: number | null
  readonly defect?: string | null
}
/**
 * A group, or the sum of a row, of a column or of all groups. `allRows` and `allColumns` mark the summed dimensions.
 */
export interface StatisticGroup {
  readonly row: string | null
  readonly column: string | null
  readonly allRows: boolean
  readonly allColumns: boolean
  readonly rolls: number
  readonly kg: number
  readonly metres: number
  readonly downgradedKg: number
}
const rawSql = (text: string): Sql => new Sql([text])
/**
 * SQL of the first grouping, by stored columns of rolls. Customers are grouped by order first, because there are a
 * hundred times fewer orders than rolls to join with customers.
 */
const GROUP_SQL: Readonly<Record<StatisticKey, string>> = {
  product: 's.product_id',
  width: 's.width_mm',
  grade: 's.grade',
  customer: 's.work_order_id',
  order: 's.work_order_id',
  line: 's.slitter_id',
  slitter: 's.slitter_id',
  windingLine: 'j.line_id',
  team: 's.team',
  shift: 's.shift',
  day: 's.business_date',
  week: 's.business_date',
  month: 's.business_date',
  // Defect of the first downgrade.
  defect: `s.downgrades->0->>'defect'`,
}
/**
 * Wraps a column so that no index matches. With an index, the planner would read all rolls in random instead of stored
 * order.
 */
const buildUnindexedSql = (columnSql: string): string =>
  /^s\.\w+$/.test(columnSql) ? `coalesce(${columnSql}, ${columnSql})` : columnSql
/** Builds SQL of the name of a group from its grouping value. */
function buildNameSql(key: StatisticKey, groupingSql: string): string {
  if (key === 'week' || key === 'month') return `date_trunc('${key}', ${groupingSql})::date::text`
  return key === 'customer' ? 'o.customer_id::text' : `${groupingSql}::text`
}
/**
 * Builds SQL of the kg of metres that downgrades cover, each metre once. Must match `divideKgByGrade` in
 * `rolls/rules/grade`.
 * @param conditionSql selects downgrades `d`; ends with `and` unless it is empty
 */
const buildCoveredKgSql = (conditionSql: string): string =>
  `round(s.kg * (select coalesce(sum(upper(m) - lower(m)), 0) from unnest((select range_agg(numrange(greatest((d->>'fromM')::numeric, 0), least((d->>'toM')::numeric, s.length_m)))
     from jsonb_array_elements(s.downgrades) d where ${conditionSql} greatest((d->>'fromM')::numeric, 0) < least((d->>'toM')::numeric, s.length_m))) m) / s.length_m, 3)`
/**
 * SQL of the downgraded kg of a roll with a single downgrade. Most rolls have no more, and this SQL is ten times
 * faster.
 */
const SINGLE_DOWNGRADE_KG_SQL = `case when s.downgrades->0->>'grade' = 'waste' then 0 else
     round(s.kg * greatest(least((s.downgrades->0->>'toM')::numeric, s.length_m) - greatest((s.downgrades->0->>'fromM')::numeric, 0), 0) / s.length_m, 3) end`
const DOWNGRADED_KG_SQL = `sum(case when jsonb_array_length(s.downgrades) = 1 then ${SINGLE_DOWNGRADE_KG_SQL} else ${buildCoveredKgSql('')} - ${buildCoveredKgSql(`d->>'grade' = 'waste' and`)} end)
     filter (where s.downgrades <> '[]' and not s.lost and s.length_m > 0)`

/** Builds SQL of the rolls that match the filter. */
function buildRollsSql(ctx: Context, filter: StatisticsFilter): Sql {
  const { from, to, productId, workOrderId, lineId, slitterId, team, shift, grade, widthMm, defect } = filter
  const buildCondition = <T>(value: T | null | undefined, condition: (value: T) => Sql): Sql =>
    value == null ? sql`` : sql` and ${condition(value)}`
  return sql`select r.* from (${buildRegradedRollsSql(ctx, { from, to })}) r where true${buildCondition(
    productId,
    (id) => sql`r.product_id = ${id}`,
  )}${buildCondition(workOrderId, (id) => sql`r.work_order_id = ${id}`)}${buildCondition(lineId, (id) => sql`r.slitter_id = ${id}`)}${buildCondition(slitterId, (id) => sql`r.slitter_id = ${id}`)}${buildCondition(
    team,
    (name) => sql`r.team = ${name}`,
  )}${buildCondition(shift, (name) => sql`r.shift = ${name}`)}${buildCondition(grade, (gradeValue) => sql`r.grade = ${gradeValue}`)}${buildCondition(
    widthMm,
    (mm) => sql`r.width_mm = ${mm}`,
  )}${buildCondition(defect, (defectKind) => sql`r.downgrades->0->>'defect' = ${defectKind}`)}`
}
/**
 * Loads sums of slit rolls by one or two dimensions, with the totals of rows, of columns and of all groups. The kg are
 * those that came off the slitter. The rolls made of a reworked roll count instead of it, and its loss counts as waste.
 * @returns null if there are more groups than the limit of `rules/roll-statistics`
 */
export async function loadRollStatistics(ctx: Context, filter: StatisticsFilter): Promise<StatisticGroup[] | null> {
  const { row, column, windingLineId, customerId } = filter
  const customerColumnSql = column === 'customer' ? 'g.c' : null
  const customerGroupSql = row === 'customer' ? 'g.r' : customerColumnSql
  const windingLineJoin =
    [row, column].includes('windingLine') || windingLineId
      ? sql` join jumbo_roll j on j.site_id = ${ctx.site} and j.id = s.jumbo_roll_id`
      : sql``
  const customerFilterJoin = customerId
    ? sql` left join ${rawSql(orderCustomerIdsSql)} b on b.site_id = ${ctx.site} and b.id = s.work_order_id`
    : sql``
  const customerGroupJoin = customerGroupSql
    ? sql` left join ${rawSql(orderCustomerIdsSql)} o on o.site_id = ${ctx.site} and o.id = ${rawSql(customerGroupSql)}`
    : sql``
  // `g` sums the many rolls by stored values (row `r`, column `c`). `k` then converts the values of the few groups to
  // names. The outer query adds the totals of rows and columns.
  const groupRows = await ctx.query(
    sql<StatisticGroup & { groups: number }>`with s as (${buildRollsSql(ctx, filter)}),
      g as (select ${rawSql(buildUnindexedSql(GROUP_SQL[row]))} as r, ${rawSql(column ? buildUnindexedSql(GROUP_SQL[column]) : 'null::text')} as c, sum(s.rolls) as n, sum(s.kg) as kg, sum(s.length_m) as m, coalesce(${rawSql(DOWNGRADED_KG_SQL)}, 0) as down from s${windingLineJoin}${customerFilterJoin}
        where (${windingLineId ?? null}::uuid is null or ${rawSql(windingLineId ? 'j.line_id' : 'null')} = ${windingLineId ?? null}::uuid) and (${customerId ?? null}::uuid is null or ${rawSql(customerId ? 'b.customer_id' : 'null')} = ${customerId ?? null}::uuid)
        group by 1, 2),
      k as (select ${rawSql(buildNameSql(row, 'g.r'))} as r, ${rawSql(column ? buildNameSql(column, 'g.c') : 'g.c')} as c, n, kg, m, down from g${customerGroupJoin})
      select f.*, count(*) filter (where not "allRows" and not "allColumns") over ()::int as groups from (select r as row, c as column, grouping(r) = 1 as "allRows", grouping(c) = 1 as "allColumns", coalesce(sum(n), 0)::int as rolls, round(coalesce(sum(kg), 0), 3)::float8 as kg,
        round(coalesce(sum(m), 0), 1)::float8 as metres, round(coalesce(sum(down), 0), 3)::float8 as "downgradedKg"
      from k group by grouping sets ((r, c), (r), (c), ())) f ${limit(3 * MAX_STATISTIC_GROUPS + 2)}`,
  )
  return (groupRows[0]?.groups ?? 0) > MAX_STATISTIC_GROUPS ? null : groupRows
}
