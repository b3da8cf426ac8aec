/** Costs by version of the process standard on which orders ran. */
import type { InOf, OutOf } from '@/contract/endpoint'
import type { Context } from '@/server/context'
import { namesAt } from '@/server/crud/names'
import { columns, computed, limit, sql } from '@/server/sql'
import type { ranVersions, versionContrast } from '../contract/contrast-calls'
import { orderCost } from '../contract/order-cost'
import { cents, MOST, partsIn, per, sums, where } from './contrasts'
import type { Chosen } from './rows'

/** Loads cost sums by version of the process standard. */
async function byVersion(ctx: Context, input: Chosen) {
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['processStandardId', 'productId'], 'c')}, ${computed<{ firstAt: string | null; lastAt: string | null }>`min(c.started_at) as "firstAt", max(c.finished_at) as "lastAt"`}, ${sums}
      from order_cost c where ${where(ctx, input)} and c.process_standard_id is not null group by c.process_standard_id, c.product_id order by c.product_id, "firstAt" ${limit(MOST)}`,
  )
  const standards = await namesAt(ctx, 'processStandard', rows, 'processStandardId')
  const productNames = await namesAt(ctx, 'product', rows, 'productId')
  return rows.map((row) => ({
    ...row,
    processStandardId: row.processStandardId!,
    standard: standards[row.processStandardId!] ?? row.processStandardId!,
    product: productNames[row.productId] ?? row.productId,
  }))
}
/** GET /production/get_technology_list */
export const versions = async (ctx: Context, input: InOf<typeof ranVersions>): Promise<OutOf<typeof ranVersions>> =>
  (await byVersion(ctx, input)).map(
    ({ processStandardId, standard, productId, product, orders, notWhole, goodKg, firstAt, lastAt }) => ({
      processStandardId,
      standard,
      productId,
      product,
      orders,
      notWhole,
      goodKg,
      firstAt: firstAt && new Date(firstAt).toISOString(),
      lastAt: lastAt && new Date(lastAt).toISOString(),
    }),
  )
/** GET /production/technology_cost_contrast */
export const versionCosts = async (
  ctx: Context,
  input: InOf<typeof versionContrast>,
): Promise<OutOf<typeof versionContrast>> =>
  (await byVersion(ctx, input)).map((row) => ({
    processStandardId: row.processStandardId,
    standard: row.standard,
    productId: row.productId,
    product: row.product,
    orders: row.orders,
    notWhole: row.notWhole,
    goodKg: row.goodKg,
    ...partsIn(row),
    total: cents(row.total),
    perKg: per(row.total, row.goodKg),
  }))
