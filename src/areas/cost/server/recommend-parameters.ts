/** GET /craft_optimize: differences between the cheapest runs of a product and its other runs. */
import { listOrderParameterMeans } from '@/areas/quality/server/queries/measured-parameters'
import { getParameterLabel } from '@/areas/standards/rules/process-standard'
import { loadProcessVersions } from '@/areas/standards/server/queries/cost-quantities'
import type { Context } from '@/server/context'
import { columns, sql } from '@/server/sql'
import { optimiseProcess } from '../contract/analysis-endpoints'
import { orderCost } from '../contract/order-cost'
import { MIN_RUNS, compareBestRuns, type CostedRun } from '../rules/compare-best-runs'
import { findBusiestProduct } from './list-order-costs'
import { buildEndedInCondition, resolveCostPeriod, buildProductLineCondition } from './cost-rows'
import { handle } from '@/server/area'

/** Default minimum good share of a run, percent. */
const DEFAULT_QUALITY_PERCENT = 90
const MAX_RUNS = 2000
/** Compares runs by the parameter means of their inspections. */
export const recommendParameters = handle(optimiseProcess, async (ctx, input) => {
  const productId = input.productId ?? (await findBusiestProduct(ctx))
  const dayRange = resolveCostPeriod(ctx, input)
  const quality = input.quality ?? DEFAULT_QUALITY_PERCENT
  const rows = productId
    ? await ctx.query(
        sql`select ${columns(orderCost, ['workOrderId', 'perKg', 'quality', 'processStandardId'], 'c')} from order_cost c
          where ${buildEndedInCondition(ctx, dayRange)} and ${buildProductLineCondition({ ...input, productId })} and c.whole and c.per_kg is not null order by c.finished_at desc limit ${MAX_RUNS}`,
      )
    : []
  const parameterMeans = await listOrderParameterMeans(
    ctx,
    rows.map(({ workOrderId }) => workOrderId),
  )
  const meanByKey = new Map(parameterMeans.map((parameterMean) => [parameterMean.key, parameterMean]))
  const labelByKey = await loadParameterLabels(
    ctx,
    rows.flatMap(({ processStandardId }) => processStandardId ?? []),
  )
  const parametersByOrder = new Map<string, Record<string, number>>()
  for (const { orderId, key, mean } of parameterMeans)
    parametersByOrder.set(orderId, { ...parametersByOrder.get(orderId), [key]: mean })
  const runs = rows.map((row): CostedRun => ({
    id: row.workOrderId,
    perKg: row.perKg ?? 0,
    quality: row.quality,
    parameters: parametersByOrder.get(row.workOrderId) ?? {},
  }))
  const comparison = compareBestRuns(runs, quality / 100)
  const roundTo4 = (value: number) => Math.round(value * 10_000) / 10_000
  return {
    productId,
    ...dayRange,
    quality,
    runs: runs.length,
    goodRuns: comparison.goodRunCount,
    bestRuns: comparison.bestRunIds.length,
    // The best runs are the cheapest quarter, and they must be at least `MIN_RUNS`.
    leastRuns: MIN_RUNS * 4,
    tooFew: comparison.tooFew,
    bestPerKg: comparison.bestPerKg === null ? null : roundTo4(comparison.bestPerKg),
    restPerKg: comparison.restPerKg === null ? null : roundTo4(comparison.restPerKg),
    findings: comparison.findings.map(({ key, test, effect, p, bestMean, restMean, ...otherFields }) => ({
      key,
      label: labelByKey.get(key) ?? meanByKey.get(key)?.label ?? key,
      unit: meanByKey.get(key)?.unit ?? null,
      ...otherFields,
      bestMean: roundTo4(bestMean),
      restMean: roundTo4(restMean),
      difference: roundTo4(test.difference),
      low: roundTo4(test.low),
      high: roundTo4(test.high),
      effect: effect === null ? null : roundTo4(effect),
      p: roundTo4(p),
    })),
  }
})
/**
 * Loads parameter labels in the reader's language. Inspections store one name; the process standards of the orders have
 * both.
 */
async function loadParameterLabels(ctx: Context, standardIds: readonly string[]): Promise<Map<string, string>> {
  if (standardIds.length === 0) return new Map()
  const versions = await loadProcessVersions(ctx, [...new Set(standardIds)])
  // The newest version wins.
  const versionsOldestFirst = versions.toSorted((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
  return new Map(
    versionsOldestFirst.flatMap(({ parameters }) =>
      parameters.map((parameter) => [parameter.key, getParameterLabel(parameter, ctx.language)] as const),
    ),
  )
}
