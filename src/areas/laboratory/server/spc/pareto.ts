import { testResult } from '../../contract/test-result'
import { columns } from '@/server/sql'
import type { InOf, OutOf } from '@/contract/endpoint'
import { downgradesOf } from '@/areas/rolls/server/queries/for-tests'
import { productLimits, seasonsOf } from '@/areas/standards/server/queries'
import type { Day, Moment } from '@/plant/rules/plant-time'
import { dayOf, startOf } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { oneOf } from '@/server/crud/sql'
import type { storedPareto, yearlyFigures } from '../../contract/stored-charts'
import { deviationFrom } from '../../rules/reading'
import { capabilityOf } from '../../rules/spc/capability'
import { paretoOf } from '../../rules/spc/pareto'
import { counting } from '../../rules/test-batch'
import { indexesOf, productsOf } from '../data/lists'
import { scopeOf } from './scope'

type Pareto = OutOf<typeof storedPareto>
/** GET /quality/pareto. */
export async function pareto(ctx: Context, input: InOf<typeof storedPareto>): Promise<Pareto> {
  const scope = await scopeOf(ctx, input)
  const span = { from: scope.from, to: scope.to }
  const of = input.of ?? 'defects'
  const causes = of === 'indexes' ? await byIndex(ctx, scope, input) : await byDefect(ctx, scope, input)
  const words = of === 'indexes' ? await indexesOf(ctx) : null
  const bars = paretoOf(causes).map((bar) => ({
    ...bar,
    value: Number(bar.value.toFixed(3)),
    label: words
      ? (words.get(bar.key)?.word ?? bar.key)
      : ctx.t(`rolls:jumboRoll.subOptions.downgrades.defect.${bar.key}`, { defaultValue: bar.key }),
  }))
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  return { of, unit: of === 'indexes' ? null : 'kg', ...span, total: Number(total.toFixed(3)), bars }
}
interface Span {
  from: string
  to: string
  productId: string
  lineId: string
}
/** First results in a time, of the rolls asked for; `$1` to `$6` of the statement. */
const testedSql = `from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${oneOf(counting)})`
const whereSql = `r.site_id = $1 and r.retest = 0 and r.rolled_at >= $2 and r.rolled_at < $3 and ($4::uuid is null or r.product_id = $4) and ($5::uuid is null or r.line_id = $5) and ($6::uuid is null or r.work_order_id = $6)`
const askedOf = (ctx: Context, { from, to }: Span, input: InOf<typeof storedPareto>) => [
  ctx.site,
  from,
  to,
  input.productId ?? null,
  input.lineId ?? null,
  input.workOrderId ?? null,
]
/** Values outside the limits of their product, counted by index: in the database, however many there are. */
async function byIndex(ctx: Context, scope: Span, input: InOf<typeof storedPareto>): Promise<Map<string, number>> {
  const asked = askedOf(ctx, scope, input)
  const products = await ctx.query<{ productId: string }>(
    `select distinct ${columns(testResult, ['productId'], 'r')} ${testedSql} where ${whereSql}`,
    asked,
  )
  // A roll is judged by the season of its own day: the period may hold more than one.
  const times = await seasonTimes(ctx, scope)
  const of = products.flatMap(({ productId }) => times.map((time) => ({ ...time, productId })))
  const found = await productLimits(
    ctx,
    of.map(({ productId, day }) => ({ productId, day })),
  )
  const limits = found.flatMap((standard, i) =>
    (standard?.limits ?? []).map(({ indexId, lsl, usl }) => ({
      product: of[i]?.productId,
      since: of[i]?.since,
      until: of[i]?.until,
      index: indexId,
      lsl,
      usl,
    })),
  )
  const counted = await ctx.query<{ indexId: string; n: number }>(
    `select ${columns(testResult, ['indexId'], 'r')}, count(*)::int as n ${testedSql}
       join jsonb_to_recordset($7::jsonb) as l(product uuid, since timestamptz, until timestamptz, index uuid, lsl numeric, usl numeric) on l.product = r.product_id and l.index = r.index_id and r.rolled_at >= l.since and r.rolled_at < l.until
       cross join lateral jsonb_to_recordset(r.samples) as s(value numeric, excluded boolean)
     where ${whereSql} and (r.min < l.lsl or r.max > l.usl) and not coalesce(s.excluded, false) and (s.value < l.lsl or s.value > l.usl) group by 1`,
    [...asked, JSON.stringify(limits)],
  )
  return new Map(counted.map(({ indexId, n }) => [indexId, n]))
}
/** The times of a span in which one season holds, each with a day of it. */
async function seasonTimes(ctx: Context, { from, to }: Span): Promise<{ day: Day; since: Moment; until: Moment }[]> {
  const changes = (await seasonsOf(ctx))
    .map(({ startsOn }) => startsOn)
    .filter((day) => startOf(ctx, day) > from && startOf(ctx, day) < to)
  const begins = [{ day: dayOf(ctx, from), since: from }, ...changes.map((day) => ({ day, since: startOf(ctx, day) }))]
  return begins.map((one, i) => ({ ...one, until: begins[i + 1]?.since ?? to }))
}
/** Kilograms downgraded of the rolls that were tested, by defect. */
async function byDefect(ctx: Context, scope: Span, input: InOf<typeof storedPareto>): Promise<Map<string, number>> {
  const tested = await ctx.query<{ id: string }>(
    `select distinct r.jumbo_roll_id as id ${testedSql} where ${whereSql} and r.jumbo_roll_id is not null`,
    askedOf(ctx, scope, input),
  )
  const rolls = await downgradesOf(
    ctx,
    tested.map(({ id }) => id),
  )
  const causes = new Map<string, number>()
  for (const { kg, lengthM, downgrades } of rolls)
    for (const { defect, fromM, toM } of downgrades)
      if (kg && lengthM) causes.set(defect, (causes.get(defect) ?? 0) + (kg * (toM - fromM)) / lengthM)
  return causes
}

/** No plant has older tests; those before it would count as of the year before. */
const FIRST_YEAR = 2000

/**
 * GET /quality/ps_code_years_data: sums of rolls put together in the database, in one pass; no value is read. Its numbers are
 * exact decimals, so that the difference of sums of squares loses nothing. A year is found among the begins of years: to
 * take it out of each moment in the plant's zone costs more than the sums do.
 */
export async function years(
  ctx: Context,
  { productId }: InOf<typeof yearlyFigures>,
): Promise<OutOf<typeof yearlyFigures>> {
  const rows = await ctx.query<{
    year: number
    productId: string
    indexId: string
    n: number
    mean: number | null
    m2: number | null
    inside: number | null
    freedom: number
    min: number | null
    max: number | null
    below: number
  }>(
    `select year, ${columns(testResult, ['productId', 'indexId'])}, sum(n)::int as n, (sum(nm) / nullif(sum(n), 0))::float as mean, (sum(m2) + sum(nm * mean) - sum(nm) * sum(nm) / nullif(sum(n), 0))::float as m2,
       sum(m2)::float as inside, sum(greatest(n - 1, 0))::int as freedom, min(min)::float as min, max(max)::float as max, sum(below)::int as below
     from (select r.product_id, r.index_id, r.n, r.mean, r.m2, r.min, r.max, r.below, r.n * r.mean as nm, ${FIRST_YEAR} - 1 + width_bucket(r.rolled_at, (select array_agg(make_timestamptz(y, 1, 1, 0, 0, 0, $3) order by y) from generate_series(${FIRST_YEAR}, extract(year from $4::timestamptz)::int + 1) y)) as year
       from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${oneOf(counting)}) where r.site_id = $1 and r.retest = 0 and ($2::uuid is null or r.product_id = $2)) r
     group by 1, 2, 3 order by 1 desc, 2, 3`,
    [ctx.site, productId ?? null, ctx.timeZone, ctx.now],
  )
  const ids = [...new Set(rows.map((row) => row.productId))]
  const products = await productsOf(ctx, ids)
  const indexes = await indexesOf(ctx)
  const found = await productLimits(
    ctx,
    ids.map((id) => ({ productId: id, day: dayOf(ctx, ctx.now.toISOString()) })),
  )
  const limits = new Map(
    found.flatMap((standard, i) =>
      (standard?.limits ?? []).map((line) => [`${ids[i]} ${line.indexId}`, line] as const),
    ),
  )
  return rows.map(({ m2, inside, freedom, ...row }) => {
    const line = limits.get(`${row.productId} ${row.indexId}`)
    const within = freedom > 0 && inside !== null ? Math.sqrt(inside / freedom) : null
    const capability =
      row.mean === null
        ? null
        : capabilityOf({ n: row.n, m2: m2 ?? 0 }, { center: row.mean, sigma: within }, line ?? {})
    return {
      ...row,
      product: products.get(row.productId) ?? '',
      index: indexes.get(row.indexId)?.word ?? '',
      unit: indexes.get(row.indexId)?.unit ?? null,
      deviation: deviationFrom(row.n, m2),
      lsl: line?.lsl ?? null,
      usl: line?.usl ?? null,
      ppk: capability?.ppk ?? null,
      cpk: capability?.cpk ?? null,
    }
  })
}
