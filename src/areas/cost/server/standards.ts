/** GET /plant/standard_cost */
import type { InOf, OutOf } from '@/contract/endpoint'
import { standardsInForce, type StandardInForce } from '@/areas/standards/server/queries'
import { today } from '@/plant/server/plant'
import { webWidths } from '@/plant/server/queries/line-lists'
import { namesAt } from '@/server/crud/names'
import type { Context } from '@/server/context'
import type { standardCosts } from '../contract/analysis-calls'
import { standardOf, type Rate } from '../rules/standard-rates'
import { standardCost, standardParts } from '../rules/variances'
import { standardRates } from './collect'
import { byProduct, per } from './contrasts'

/** Large enough to keep small parts of a standard when rounding to fen. */
const KG = 1_000_000
/** GET /plant/standard_cost */
export async function standards(ctx: Context, input: InOf<typeof standardCosts>): Promise<OutOf<typeof standardCosts>> {
  const day = input.day ?? today(ctx)
  const rates = await standardRates(ctx)
  const inForce = await standardsInForce(ctx)
  const actual = new Map((await byProduct(ctx, {})).map((row) => [row.productId, per(row.total, row.goodKg)]))
  const names = await namesAt(ctx, 'product', inForce, 'productId')
  const widths = await webWidths(ctx)
  return inForce.map((one) => standardRow(one, { rates, day, lineId: input.lineId ?? null, widths, names, actual }))
}
function standardRow(
  one: StandardInForce,
  {
    rates,
    day,
    lineId,
    widths,
    names,
    actual,
  }: {
    rates: readonly Rate[]
    day: string
    lineId: string | null
    widths: ReadonlyMap<string, number>
    names: Record<string, string>
    actual: ReadonlyMap<string, number | null>
  },
): OutOf<typeof standardCosts>[number] {
  const line = lineId ?? one.energy[0]?.lineId ?? ''
  const by = standardOf(one, rates, {
    lineId: line,
    day,
    // Same as for orders: the web is as wide as its line, whatever widths are slit.
    webM: widths.get(line) ?? one.webM,
    webGsm: one.webGsm,
  })
  const cost = by && standardCost(by, KG)
  const perKg = (fen: number) => Math.round((fen / 100 / KG) * 10_000) / 10_000
  return {
    productId: one.productId,
    product: names[one.productId] ?? one.productId,
    standard: `${one.code} ${one.revision}`,
    ...(Object.fromEntries(standardParts.map((part) => [part, cost ? perKg(cost.parts[part]) : null])) as Record<
      (typeof standardParts)[number],
      number | null
    >),
    perKg: cost ? perKg(cost.total) : null,
    actualPerKg: actual.get(one.productId) ?? null,
  }
}
