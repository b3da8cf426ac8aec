/** GET /craft_optimize: differences between the cheapest runs of a product and its other runs. */
import type { InOf, OutOf } from '@/contract/endpoint'
import { parametersOfOrders } from '@/areas/quality/server/queries/for-costs'
import { labelIn } from '@/areas/standards/rules/process-standard'
import { processVersions } from '@/areas/standards/server/queries/for-costs'
import type { Context } from '@/server/context'
import { namesIn } from '@/server/crud/names'
import { columns, sql } from '@/server/sql'
import type { optimiseProcess } from '../contract/analysis-calls'
import { orderCost } from '../contract/order-cost'
import { LEAST_RUNS, optimise as find, type Run } from '../rules/optimise'
import { busiestProduct } from './lists'
import { endedIn, halfYear, ofProductAndLine } from './rows'

/** Default minimum good share of a run, percent. */
const USUAL_QUALITY = 90
const MOST = 2000
/** Compares runs by the parameter means of their inspections. */
export async function optimise(
  ctx: Context,
  input: InOf<typeof optimiseProcess>,
): Promise<OutOf<typeof optimiseProcess>> {
  const productId = input.productId ?? (await busiestProduct(ctx))
  const days = halfYear(ctx, input)
  const quality = input.quality ?? USUAL_QUALITY
  const rows = productId
    ? await ctx.query(
        sql`select ${columns(orderCost, ['workOrderId', 'perKg', 'quality', 'processStandardId'], 'c')} from order_cost c
          where ${endedIn(ctx, days)} and ${ofProductAndLine({ ...input, productId })} and c.whole and c.per_kg is not null order by c.finished_at desc limit ${MOST}`,
      )
    : []
  const measured = await parametersOfOrders(
    ctx,
    rows.map(({ workOrderId }) => workOrderId),
  )
  const named = new Map(measured.map((one) => [one.key, one]))
  const words = await namesByStandards(
    ctx,
    rows.flatMap(({ processStandardId }) => processStandardId ?? []),
  )
  const by = new Map<string, Record<string, number>>()
  for (const { orderId, key, mean } of measured) by.set(orderId, { ...by.get(orderId), [key]: mean })
  const runs = rows.map((row): Run => ({
    id: row.workOrderId,
    perKg: row.perKg ?? 0,
    quality: row.quality,
    parameters: by.get(row.workOrderId) ?? {},
  }))
  const found = find(runs, quality / 100)
  const round = (x: number) => Math.round(x * 10_000) / 10_000
  return {
    productId,
    product: productId ? ((await namesIn(ctx, 'product', [productId]))[productId] ?? null) : null,
    ...days,
    quality,
    runs: runs.length,
    goodRuns: found.good,
    bestRuns: found.best.length,
    leastRuns: LEAST_RUNS * 4,
    tooFew: found.tooFew,
    bestPerKg: found.bestPerKg === null ? null : round(found.bestPerKg),
    restPerKg: found.restPerKg === null ? null : round(found.restPerKg),
    findings: found.findings.map(({ key, test, effect, p, bestMean, restMean, ...counts }) => ({
      key,
      label: words.get(key) ?? named.get(key)?.label ?? key,
      unit: named.get(key)?.unit ?? null,
      ...counts,
      bestMean: round(bestMean),
      restMean: round(restMean),
      difference: round(test.difference),
      low: round(test.low),
      high: round(test.high),
      effect: effect === null ? null : round(effect),
      p: round(p),
    })),
  }
}
/**
 * Loads parameter labels in the reader's language. Inspections store one name; the process standards of the orders have
 * both.
 */
async function namesByStandards(ctx: Context, standardIds: readonly string[]): Promise<Map<string, string>> {
  if (standardIds.length === 0) return new Map()
  const versions = await processVersions(ctx, [...new Set(standardIds)])
  // The newest version wins.
  const ordered = versions.toSorted((a, b) => (a.revision ?? 0) - (b.revision ?? 0))
  return new Map(
    ordered.flatMap(({ parameters }) => parameters.map((one) => [one.key, labelIn(one, ctx.language)] as const)),
  )
}
