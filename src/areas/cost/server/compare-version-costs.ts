/** Costs by version of the process standard on which orders ran. */
import type { Context } from '@/server/context'
import { columns, computed, limit, sql } from '@/server/sql'
import { costedVersions, versionComparison } from '../contract/comparison-endpoints'
import { orderCost } from '../contract/order-cost'
import { MAX_GROUPS, getPartAmounts, toPerKg, costSumsSql, buildGroupCondition } from './compare-product-costs'
import type { CostFilter } from './cost-rows'
import { roundToCent } from '@/plant/rules/quantity'
import { handle } from '@/server/area'

/** Loads cost sums per version of the process standard. */
async function loadCostsByVersion(ctx: Context, input: CostFilter) {
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['processStandardId', 'productId'], 'c')}, ${computed<{ firstAt: string | null; lastAt: string | null }>`min(c.started_at) as "firstAt", max(c.finished_at) as "lastAt"`}, ${costSumsSql}
      from order_cost c where ${buildGroupCondition(ctx, input)} and c.process_standard_id is not null group by c.process_standard_id, c.product_id order by c.product_id, "firstAt" ${limit(MAX_GROUPS)}`,
  )
  return rows.map((row) => ({ ...row, processStandardId: row.processStandardId! }))
}
/** GET /production/get_technology_list */
export const listCostedVersions = handle(costedVersions, async (ctx, input) =>
  (await loadCostsByVersion(ctx, input)).map(
    ({ processStandardId, productId, orders, notWhole, goodKg, firstAt, lastAt }) => ({
      processStandardId,
      productId,
      orders,
      notWhole,
      goodKg,
      firstAt: firstAt && new Date(firstAt).toISOString(),
      lastAt: lastAt && new Date(lastAt).toISOString(),
    }),
  ),
)
/** GET /production/technology_cost_contrast */
export const compareVersionCosts = handle(versionComparison, async (ctx, input) =>
  (await loadCostsByVersion(ctx, input)).map((row) => ({
    processStandardId: row.processStandardId,
    productId: row.productId,
    orders: row.orders,
    notWhole: row.notWhole,
    goodKg: row.goodKg,
    ...getPartAmounts(row),
    total: roundToCent(row.total),
    perKg: toPerKg(row.total, row.goodKg),
    closedMonths: row.closedMonths,
  })),
)
