import type { ReportInput } from '@/contract/report'
import { listStandardsInForce, type StandardInForce } from '@/areas/standards/server/queries'
import { getToday } from '@/plant/server/plant'
import { loadWebWidths } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import type { standardCosts } from '../contract/analysis-endpoints'
import { buildStandard, type StandardRate } from '../rules/standard-rates'
import { calculateStandardCost, standardParts } from '../rules/variances'
import { loadStandardRates } from './load-cost-sources'
import { loadCostsByProduct, toPerKg } from './compare-product-costs'
import type { LoadedReport } from '@/plant/server/report/handle-report'

/** Standards are priced for this mass, so that small parts survive the rounding to fen. */
const REFERENCE_KG = 1_000_000
/** GET /plant/standard_cost: lists the standard and the actual cost per kilogram of each product. */
export async function listStandardCosts(
  ctx: Context,
  input: ReportInput<typeof standardCosts>,
): Promise<LoadedReport<typeof standardCosts>> {
  const day = input.day ?? getToday(ctx)
  const rates = await loadStandardRates(ctx)
  const currentStandards = await listStandardsInForce(ctx)
  const actualByProduct = new Map(
    (await loadCostsByProduct(ctx, {})).map((row) => [row.productId, toPerKg(row.total, row.goodKg)]),
  )
  const webWidthByLine = await loadWebWidths(ctx)
  return currentStandards.map((productStandard) =>
    buildStandardRow(productStandard, {
      rates,
      day,
      lineId: input.lineId ?? null,
      webWidthByLine,
      actualByProduct,
    }),
  )
}
function buildStandardRow(
  productStandard: StandardInForce,
  {
    rates,
    day,
    lineId,
    webWidthByLine,
    actualByProduct,
  }: {
    rates: readonly StandardRate[]
    day: string
    lineId: string | null
    webWidthByLine: ReadonlyMap<string, number>
    actualByProduct: ReadonlyMap<string, number | null>
  },
): LoadedReport<typeof standardCosts>[number] {
  // Without a line in the request, the first line for which the standard states energy.
  const costedLineId = lineId ?? productStandard.energy[0]?.lineId ?? ''
  const costBasis = buildStandard(productStandard, rates, {
    lineId: costedLineId,
    day,
    // As for orders, the web is as wide as its line, regardless of the widths that are slit.
    webM: webWidthByLine.get(costedLineId) ?? productStandard.webM,
    webGsm: productStandard.webGsm,
  })
  const cost = costBasis && calculateStandardCost(costBasis, REFERENCE_KG)
  const toPerKgCny = (fen: number) => Math.round((fen / 100 / REFERENCE_KG) * 10_000) / 10_000
  return {
    productId: productStandard.productId,
    standard: `${productStandard.code} ${productStandard.revision}`,
    ...(Object.fromEntries(standardParts.map((part) => [part, cost ? toPerKgCny(cost.parts[part]) : null])) as Record<
      (typeof standardParts)[number],
      number | null
    >),
    perKg: cost ? toPerKgCny(cost.total) : null,
    actualPerKg: actualByProduct.get(productStandard.productId) ?? null,
  }
}
