import { testResult } from '../../contract/test-result'
import { columns } from '@/server/sql'
import type { InOf, OutOf } from '@/contract/endpoint'
import { downgradesOf } from '@/areas/rolls/server/queries/for-tests'
import { productLimits, seasonsOf } from '@/areas/standards/server/queries'
import type { Day, Moment } from '@/plant/rules/plant-time'
import { dayOf, startOf } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { oneOf } from '@/server/crud/sql'
import type { storedPareto } from '../../contract/stored-charts'
import { paretoOf } from '../../rules/spc/pareto'
import { counting } from '../../rules/test-batch'
import { indexesOf } from '../data/lists'
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
