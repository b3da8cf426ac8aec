/**
 * Sums finished and wound rolls, grouped by any keys. Masses in kg; an unweighed roll counts with its expected mass.
 */
import type { Day } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { columns, computed, limit, options, sql, type Sql, buildGrouping } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '../../contract/slitting'
import { takenBackJumboStates, scrappedJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { endedSlitStates, takenBackSlitStates } from '../../rules/slit-roll'
import { type Grade } from '@/areas/rolls/rules/grade'
import { buildRegradedRollsSql, buildRollsOfSetsSql } from '../rolls-of-sets-sql'
import { buildJumboKgSql, buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'

export const finishedKeys = [
  'product',
  'width',
  'grade',
  'order',
  'package',
  'line',
  'day',
  'month',
  'shift',
  'team',
] as const
export type FinishedKey = (typeof finishedKeys)[number]
export interface FinishedFilter {
  /** Business dates, both included. */
  readonly from: Day
  readonly to: Day
  readonly groupBy: readonly FinishedKey[]
  /** Id of the slitter. */
  readonly lineId?: string | null
  readonly team?: string | null
  readonly shift?: string | null
  readonly productId?: string | null
  readonly workOrderId?: string | null
  readonly grade?: Grade | null
  readonly maxRows: number
}
export interface FinishedRow {
  /** Ids, days, grades and widths (mm) of the requested grouping; null if the roll has none, e.g. no package. */
  readonly key: Readonly<Partial<Record<FinishedKey, string | null>>>
  readonly rolls: number
  readonly kg: number
  readonly metres: number
  readonly squareMetres: number
  /** Number of unweighed rolls among `rolls`. */
  readonly unweighed: number
}
const finishedKeySql: Readonly<Record<FinishedKey, string>> = {
  product: 'r.product_id::text',
  width: 'r.width_mm::text',
  grade: 'r.grade',
  order: 'r.work_order_id::text',
  package: 'r.package_id::text',
  line: 'r.slitter_id::text',
  day: 'r.business_date::text',
  month: "to_char(r.business_date, 'YYYY-MM') || '-01'",
  shift: 'r.shift',
  team: 'r.team',
}
const buildFilterSql = (filter: Omit<FinishedFilter, 'from' | 'to' | 'groupBy' | 'maxRows'>): Sql =>
  sql`(${filter.lineId ?? null}::uuid is null or r.slitter_id = ${filter.lineId ?? null})
        and (${filter.productId ?? null}::uuid is null or r.product_id = ${filter.productId ?? null})
        and (${filter.workOrderId ?? null}::uuid is null or r.work_order_id = ${filter.workOrderId ?? null})
        and (${filter.team ?? null}::text is null or r.team = ${filter.team ?? null})
        and (${filter.shift ?? null}::text is null or r.shift = ${filter.shift ?? null})
        and (${filter.grade ?? null}::text is null or coalesce(r.grade, 'good') = ${filter.grade ?? null})`
/** Sums the slitter output in kg for a filter: every roll that came off a slitter, including recycled ones. */
export async function sumSlitOutput(
  ctx: Context,
  filter: Omit<FinishedFilter, 'groupBy' | 'maxRows'>,
): Promise<number> {
  const [row] = await ctx.query(
    sql<{ kg: number }>`select coalesce(sum(${buildSlitRollKgSql('r')}), 0)::float8 as kg from slit_roll r
      where r.site_id = ${ctx.site} and r.business_date >= ${filter.from} and r.business_date <= ${filter.to}
        and r.reworked_from_id is null and r.state not in (${options(slitRoll.fields.state, ...takenBackSlitStates)}) and ${buildFilterSql(filter)}`,
  )
  return row?.kg ?? 0
}
/**
 * Sums the finished rolls cut in a range of business dates by the requested keys. Omits undone, recycled and reworked
 * rolls. Rolls made by rework count for the day, shift and team of the reworked roll, as in the metrics.
 */
export async function sumFinishedRolls(ctx: Context, filter: FinishedFilter): Promise<FinishedRow[]> {
  const grouping = buildGrouping(filter.groupBy, finishedKeySql, { finalOrder: 'kg desc' })
  const rows = await ctx.query(
    sql<Record<string, string | number | null>>`
      select ${grouping.selectKeys} count(*)::int as rolls, coalesce(sum(r.kg), 0)::float8 as kg,
        coalesce(sum(r.length_m), 0)::float8 as metres, coalesce(sum(r.length_m * r.width_mm / 1000), 0)::float8 as area,
        count(*) filter (where not r.weighed)::int as unweighed
      from (${buildRegradedRollsSql(ctx, filter)}) r where r.state not in (${options(slitRoll.fields.state, ...endedSlitStates)}) and ${buildFilterSql(filter)}
      ${grouping.groupBy} order by ${grouping.orderBy} ${limit(filter.maxRows)}`,
  )
  return rows.map((row) => ({
    key: grouping.readKeys(row),
    rolls: Number(row['rolls']),
    kg: Number(row['kg']),
    metres: Number(row['metres']),
    squareMetres: Number(row['area']),
    unweighed: Number(row['unweighed']),
  }))
}

export interface DefectDowngrades {
  readonly defect: string
  readonly rolls: number
  readonly metres: number
  readonly kg: number
}
/**
 * Sums the downgrades of slit rolls by defect, largest mass first, for sets cut in a range of business dates. Metres
 * with two defects count for both. The kg follow from the roll's weight per metre. Recycled rolls are omitted, because
 * they are waste as a whole. Reworked rolls are replaced by the rolls made of them. If no defects overlap, the kg
 * therefore match the downgraded kg and waste metres of `sumSlitInShifts`.
 */
export const sumDowngradesByDefect = (
  ctx: Context,
  filter: Pick<FinishedFilter, 'from' | 'to' | 'lineId' | 'team' | 'productId' | 'workOrderId'>,
): Promise<DefectDowngrades[]> =>
  ctx.query(
    sql<DefectDowngrades>`select d->>'defect' as defect, count(distinct r.number)::int as rolls,
        sum((d->>'toM')::numeric - (d->>'fromM')::numeric)::float8 as metres,
        coalesce(sum(r.kg * ((d->>'toM')::numeric - (d->>'fromM')::numeric) / nullif(r.length_m, 0)), 0)::float8 as kg
      from (${buildRollsOfSetsSql(ctx, sql`s.business_date >= ${filter.from} and s.business_date <= ${filter.to}`)}) r, jsonb_array_elements(r.downgrades) d
      where r.state not in (${options(slitRoll.fields.state, ...endedSlitStates)})
        and (${filter.lineId ?? null}::uuid is null or r.slitter_id = ${filter.lineId ?? null})
        and (${filter.productId ?? null}::uuid is null or r.product_id = ${filter.productId ?? null})
        and (${filter.workOrderId ?? null}::uuid is null or r.work_order_id = ${filter.workOrderId ?? null})
        and (${filter.team ?? null}::text is null or r.team = ${filter.team ?? null})
      group by 1 order by kg desc, 1 ${limit(100)}`,
  )

export const woundKeys = ['product', 'order', 'line', 'day', 'month', 'shift', 'team', 'grade'] as const
export type WoundKey = (typeof woundKeys)[number]
export interface WoundRow {
  readonly key: Readonly<Partial<Record<WoundKey, string | null>>>
  readonly rolls: number
  readonly kg: number
  readonly metres: number
}
const woundKeySql: Readonly<Record<WoundKey, string>> = {
  product: 'j.product_id::text',
  order: 'j.work_order_id::text',
  line: 'j.line_id::text',
  day: 'j.business_date::text',
  month: "to_char(j.business_date, 'YYYY-MM') || '-01'",
  shift: 'j.shift',
  team: 'j.team',
  grade: "coalesce(j.grade, 'good')",
}
/** Sums the jumbos wound in a range of business dates by the requested keys. Omits removed jumbos. */
export async function sumWoundRolls(
  ctx: Context,
  filter: Pick<FinishedFilter, 'from' | 'to' | 'lineId' | 'team' | 'shift' | 'workOrderId' | 'maxRows'> & {
    readonly groupBy: readonly WoundKey[]
  },
): Promise<WoundRow[]> {
  const grouping = buildGrouping(filter.groupBy, woundKeySql, { finalOrder: 'kg desc' })
  const rows = await ctx.query(
    sql<Record<string, string | number | null>>`
      select ${grouping.selectKeys} count(*)::int as rolls, coalesce(sum(${buildJumboKgSql('j')}), 0)::float8 as kg, coalesce(sum(j.length_m), 0)::float8 as metres
      from jumbo_roll j where j.site_id = ${ctx.site} and j.business_date >= ${filter.from} and j.business_date <= ${filter.to}
        and j.doffed_at is not null and j.state not in (${options(jumboRoll.fields.state, ...takenBackJumboStates)})
        and (${filter.lineId ?? null}::uuid is null or j.line_id = ${filter.lineId ?? null})
        and (${filter.workOrderId ?? null}::uuid is null or j.work_order_id = ${filter.workOrderId ?? null})
        and (${filter.team ?? null}::text is null or j.team = ${filter.team ?? null})
        and (${filter.shift ?? null}::text is null or j.shift = ${filter.shift ?? null})
      ${grouping.groupBy} order by ${grouping.orderBy} ${limit(filter.maxRows)}`,
  )
  return rows.map((row) => ({
    key: grouping.readKeys(row),
    rolls: Number(row['rolls']),
    kg: Number(row['kg']),
    metres: Number(row['metres']),
  }))
}

/** Builds SQL of unweighed jumbos doffed in a range of business dates (inclusive). Scrapped jumbos need no weight. */
const buildUnweighedJumbosSql = (ctx: Context, { from, to }: { from: Day; to: Day }): Sql =>
  sql`from jumbo_roll
      where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to} and doffed_at is not null and net_kg is null
        and state not in (${options(jumboRoll.fields.state, ...takenBackJumboStates, ...scrappedJumboStates)})`
/** Counts unweighed jumbos doffed in a range of business dates (inclusive). */
export async function countUnweighedJumbos(ctx: Context, dayRange: { from: Day; to: Day }): Promise<number> {
  const [row] = await ctx.query(
    sql`select ${computed<{ n: number }>`count(*)::int as n`} ${buildUnweighedJumbosSql(ctx, dayRange)}`,
  )
  return row?.n ?? 0
}
/** Lists the numbers of unweighed jumbos doffed in a range of business dates (inclusive), oldest first. */
export const listUnweighedJumbos = (ctx: Context, dayRange: { from: Day; to: Day }, maxRows: number) =>
  ctx.query(
    sql`select ${columns(jumboRoll, ['id', 'number', 'businessDate'])} ${buildUnweighedJumbosSql(ctx, dayRange)}
      order by doffed_at, id ${limit(maxRows)}`,
  )
/** Lists the orders that rolls were wound for in a range of business dates (inclusive). */
export async function listOrdersWound(ctx: Context, { from, to }: { from: Day; to: Day }): Promise<string[]> {
  const rows = await ctx.query(
    sql`select distinct ${columns(jumboRoll, [{ id: 'workOrderId' }])} from jumbo_roll
      where site_id = ${ctx.site} and business_date >= ${from} and business_date <= ${to} ${limit(2000)}`,
  )
  return rows.map(({ id }) => id)
}
