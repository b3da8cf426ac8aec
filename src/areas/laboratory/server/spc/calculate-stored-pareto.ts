import { testResult } from '../../contract/test-result'
import { columns, columnsNotNull, options, sql, type Sql } from '@/server/sql'
import { testBatch } from '../../contract/test-batch'
import type { EndpointInput } from '@/contract/endpoint'
import { listRollDowngrades } from '@/areas/slitting/server/queries/tested-rolls'
import { listSeasonChanges } from '@/areas/standards/server/queries'
import type { Day, Moment } from '@/plant/rules/plant-time'
import { toPlantDay, getDayStart } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { storedPareto } from '../../contract/stored-charts'
import { buildParetoBars } from '@/areas/laboratory/rules/spc/histogram'
import { getComparedDigits, judgeTestValue, judgeBelowDetection } from '../../rules/judge-results'
import { notWithdrawnBatchStates } from '../../rules/test-batch'
import { findApplicableLimits } from '../data/applicable-limits'
import { loadTestIndexes } from '../data/test-data-lists'
import { resolveChartScope } from './chart-scope'
import { handle } from '@/server/area'

/** Calculates the Pareto chart of values outside limits, or of downgraded kilograms. */
export const calculateStoredPareto = handle(storedPareto, async (ctx, input) => {
  const scope = await resolveChartScope(ctx, input)
  const period = { from: scope.from, to: scope.to }
  const causeKind = input.of ?? 'defects'
  const causes =
    causeKind === 'indexes'
      ? await countOutsideByIndex(ctx, scope, input)
      : await sumDowngradesByDefect(ctx, scope, input)
  const indexNames = causeKind === 'indexes' ? await loadTestIndexes(ctx) : null
  const bars = buildParetoBars(causes).map((bar) => ({
    ...bar,
    value: Number(bar.value.toFixed(3)),
    label: indexNames
      ? (indexNames.get(bar.key)?.localizedName ?? bar.key)
      : ctx.t(`rolls:jumboRoll.subOptions.downgrades.defect.${bar.key}`, { defaultValue: bar.key }),
  }))
  const total = bars.reduce((sum, { value }) => sum + value, 0)
  return {
    of: causeKind,
    unit: causeKind === 'indexes' ? null : 'kg',
    ...period,
    total: Number(total.toFixed(3)),
    bars,
  }
})
interface ParetoScope {
  from: string
  to: string
  productId: string
  lineId: string
}
/** Results `r` of batches that are not withdrawn. */
const FROM_RESULTS_SQL = sql`from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...notWithdrawnBatchStates)})`
/** Builds the condition for first results `r` of a period and of the requested rolls. */
function buildResultCondition(ctx: Context, { from, to }: ParetoScope, input: EndpointInput<typeof storedPareto>): Sql {
  const { productId = null, lineId = null, workOrderId = null } = input
  return sql`r.site_id = ${ctx.site} and r.retest = 0 and r.rolled_at >= ${from} and r.rolled_at < ${to} and (${productId}::uuid is null or r.product_id = ${productId}) and (${lineId}::uuid is null or r.line_id = ${lineId}) and (${workOrderId}::uuid is null or r.work_order_id = ${workOrderId})`
}
/**
 * Counts values outside the limits of their rolls by index. The query reads only values near or beyond a limit, and
 * each distinct value once. `by_set` is the index of the applicable limits in `limitSets`.
 */
async function countOutsideByIndex(
  ctx: Context,
  scope: ParetoScope,
  input: EndpointInput<typeof storedPareto>,
): Promise<Map<string, number>> {
  const resultCondition = buildResultCondition(ctx, scope, input)
  const testedOrders = await ctx.query(
    sql`select distinct ${columns(testResult, ['productId', 'workOrderId'], 'r')} ${FROM_RESULTS_SQL} where ${resultCondition}`,
  )
  // Results without an order are judged by the season of their day, and the period may span several seasons.
  const seasonSpans = await listSeasonSpans(ctx, scope)
  const judgedSpans = testedOrders.flatMap((order) => seasonSpans.map((span) => ({ ...order, ...span })))
  const limitsBySpan = await findApplicableLimits(
    ctx,
    judgedSpans.map(({ since, ...order }) => ({ ...order, at: since })),
  )
  const limitSets = [...new Set(limitsBySpan)]
  const limitSpans = judgedSpans.map(({ productId, workOrderId, since, until }, i) => {
    return {
      product: productId,
      order_or_product: workOrderId ?? productId,
      since,
      until,
      by_set: limitSets.indexOf(limitsBySpan[i] ?? null),
    }
  })
  const narrowedLimits = limitSets.flatMap((set, by_set) =>
    [...(set?.values() ?? [])].map((limits) => {
      const { indexId, lsl, usl, comparison } = limits
      // Rounding moves a value by up to half a digit. A value that is closer to a limit than half a digit may be
      // outside after rounding.
      const halfDigit = comparison === 'rounded' ? 0.5 * 10 ** -getComparedDigits(limits) : 0
      return {
        by_set,
        index: indexId,
        low: lsl === null ? null : lsl + halfDigit,
        high: usl === null ? null : usl - halfDigit,
      }
    }),
  )
  // Ids of orders and products never coincide, so one column can hold either.
  const candidates = await ctx.query(
    sql<{
      indexId: string
      by_set: number
      value: string | null
      n: number
    }>`select ${columns(testResult, ['indexId'], 'r')}, j.by_set, s.value::text as value, count(*)::int as n ${FROM_RESULTS_SQL}
       join jsonb_to_recordset(${JSON.stringify(limitSpans)}::jsonb) as j(product uuid, order_or_product uuid, since timestamptz, until timestamptz, by_set int) on j.product = r.product_id and j.order_or_product = coalesce(r.work_order_id, r.product_id) and r.rolled_at >= j.since and r.rolled_at < j.until
       join jsonb_to_recordset(${JSON.stringify(narrowedLimits)}::jsonb) as l(by_set int, index uuid, low numeric, high numeric) on l.by_set = j.by_set and l.index = r.index_id
       cross join lateral jsonb_to_recordset(r.samples) as s(value numeric, below boolean, excluded boolean)
     where ${resultCondition} and (r.min < l.low or r.max > l.high or (r.below > 0 and l.low is not null)) and not coalesce(s.excluded, false) and (s.value < l.low or s.value > l.high or (s.below and l.low is not null)) group by 1, 2, 3`,
  )
  const countByIndex = new Map<string, number>()
  for (const { indexId, by_set, value, n } of candidates) {
    const limits = limitSets[by_set]?.get(indexId)
    if (!limits) continue
    const judgement = value === null ? judgeBelowDetection(limits) : judgeTestValue(value, limits)
    if (judgement !== 'ok') countByIndex.set(indexId, (countByIndex.get(indexId) ?? 0) + n)
  }
  return countByIndex
}
/** Splits a period at changes of season, each part with its first day. */
async function listSeasonSpans(
  ctx: Context,
  { from, to }: ParetoScope,
): Promise<{ day: Day; since: Moment; until: Moment }[]> {
  const changeDays = (await listSeasonChanges(ctx))
    .map(({ startsOn }) => startsOn)
    .filter((day) => getDayStart(ctx, day) > from && getDayStart(ctx, day) < to)
  const spanStarts = [
    { day: toPlantDay(ctx, from), since: from },
    ...changeDays.map((day) => ({ day, since: getDayStart(ctx, day) })),
  ]
  return spanStarts.map((start, i) => ({ ...start, until: spanStarts[i + 1]?.since ?? to }))
}
/** Sums the downgraded kilograms of tested rolls by defect. */
async function sumDowngradesByDefect(
  ctx: Context,
  scope: ParetoScope,
  input: EndpointInput<typeof storedPareto>,
): Promise<Map<string, number>> {
  const testedRolls = await ctx.query(
    sql`select distinct ${columnsNotNull(testResult, ['jumboRollId'], 'r')} ${FROM_RESULTS_SQL}
      where ${buildResultCondition(ctx, scope, input)} and r.jumbo_roll_id is not null`,
  )
  const rolls = await listRollDowngrades(
    ctx,
    testedRolls.map(({ jumboRollId }) => jumboRollId),
  )
  const kgByDefect = new Map<string, number>()
  for (const { kg, lengthM, downgrades } of rolls)
    for (const { defect, fromM, toM } of downgrades)
      if (kg && lengthM) kgByDefect.set(defect, (kgByDefect.get(defect) ?? 0) + (kg * (toM - fromM)) / lengthM)
  return kgByDefect
}
