/** Compares products or customers by the costs of their orders. Incomplete orders are counted, but not summed. */
import { errno, Refusal } from '@/contract/errno'
import type { ReportInput } from '@/contract/report'
import type { Context } from '@/server/context'
import { columns, computed, limit, Sql, sql } from '@/server/sql'
import {
  type productCosts,
  averageComparison,
  type costedCustomers,
  costedProducts,
  productComparison,
  productMaterialCosts,
  quantityComparison,
} from '../contract/comparison-endpoints'
import { orderCost } from '../contract/order-cost'
import { costParts, type CostPart } from '../rules/cost-line'
import { buildEndedInCondition, resolveCostPeriod, buildProductLineCondition, type CostFilter } from './cost-rows'
import { roundToCent } from '@/plant/rules/quantity'
import { handle } from '@/server/area'
import type { LoadedReport } from '@/plant/server/report/handle-report'

/** Condition: the cost of the order is complete, and the order made something. */
const IS_WHOLE_SQL = 'c.whole and c.made_kg > 0'
const isWholeSql = new Sql([IS_WHOLE_SQL])
type CostSums = {
  /** Number of complete orders; the sums include only these. */
  orders: number
  /** Number of incomplete orders. */
  notWhole: number
  /** Includes good mass expected from rolls waiting for the slitter. */
  goodKg: number
  total: number
  kwh: number
  machineHours: number
  labourHours: number
  leastPerKg: number | null
  mostPerKg: number | null
  standardPerKg: number | null
  /** Closed months of the complete orders. */
  closedMonths: string[]
} & Record<CostPart, number>
const PART_SUMS_SQL = costParts
  .map((part) => `coalesce(sum(c.${part}) filter (where ${IS_WHOLE_SQL}), 0)::float8 as "${part}"`)
  .join(', ')
/** SQL columns with the sums of whole orders in a group. */
export const costSumsSql = computed<CostSums>`count(*) filter (where ${isWholeSql})::int as orders, count(*) filter (where not (${isWholeSql}))::int as "notWhole",
  coalesce(sum(c.made_kg) filter (where ${isWholeSql}), 0)::float8 as "goodKg", coalesce(sum(c.total) filter (where ${isWholeSql}), 0)::float8 as total,
  coalesce(sum(c.kwh) filter (where ${isWholeSql}), 0)::float8 as kwh, coalesce(sum(c.machine_hours) filter (where ${isWholeSql}), 0)::float8 as "machineHours",
  coalesce(sum(c.labour_hours) filter (where ${isWholeSql}), 0)::float8 as "labourHours",
  min(c.per_kg) filter (where ${isWholeSql})::float8 as "leastPerKg", max(c.per_kg) filter (where ${isWholeSql})::float8 as "mostPerKg",
  (sum(c.standard_total) filter (where ${isWholeSql} and c.standard_total is not null) / nullif(sum(c.made_kg) filter (where ${isWholeSql} and c.standard_total is not null), 0))::float8 as "standardPerKg",
  coalesce(array_agg(distinct c.month order by c.month) filter (where ${isWholeSql} and c.frozen), '{}') as "closedMonths", ${new Sql([PART_SUMS_SQL])}`
/** Returns an amount per kilogram, four digits; null without mass. */
export const toPerKg = (amount: number, kg: number): number | null =>
  kg > 0 ? Math.round((amount / kg) * 10_000) / 10_000 : null
/** Returns a quantity per tonne; null without mass. */
const toPerTonne = (amount: number, kg: number, digits = 2): number | null =>
  kg > 0 ? Math.round((amount / kg) * 1000 * 10 ** digits) / 10 ** digits : null
/** Returns the amounts of all cost parts, rounded to cents. */
export const getPartAmounts = (row: CostSums) =>
  Object.fromEntries(costParts.map((part) => [part, roundToCent(row[part])])) as Record<CostPart, number>
/** Builds the SQL condition for the period, product and line of a grouped query. */
export const buildGroupCondition = (ctx: Context, input: CostFilter): Sql =>
  sql`${buildEndedInCondition(ctx, resolveCostPeriod(ctx, input))} and ${buildProductLineCondition(input)}`
export const MAX_GROUPS = 500

/** Loads cost sums per product, largest mass first. */
export const loadCostsByProduct = (ctx: Context, input: CostFilter & { productIds?: string | null }) => {
  const ids = (input.productIds ?? '').split(',').filter(Boolean)
  return ctx.query(
    sql`select ${columns(orderCost, ['productId'], 'c')}, ${costSumsSql} from order_cost c where ${buildGroupCondition(ctx, input)} and (${ids.length === 0} or c.product_id::text = any(${ids}))
      group by c.product_id order by "goodKg" desc, c.product_id ${limit(MAX_GROUPS)}`,
  )
}
/** GET /production/product_cost */
export async function listProductCosts(
  ctx: Context,
  input: ReportInput<typeof productCosts>,
): Promise<LoadedReport<typeof productCosts>> {
  return (await loadCostsByProduct(ctx, input)).map((row) => ({
    productId: row.productId,
    orders: row.orders,
    notWhole: row.notWhole,
    goodKg: row.goodKg,
    ...getPartAmounts(row),
    total: roundToCent(row.total),
    perKg: toPerKg(row.total, row.goodKg),
    leastPerKg: row.leastPerKg,
    mostPerKg: row.mostPerKg,
    standardPerKg: row.standardPerKg === null ? null : Math.round(row.standardPerKg * 10_000) / 10_000,
    closedMonths: row.closedMonths,
  }))
}
/** Condition for orders whose feeds are recorded and priced; their cost may lack other inputs. */
const HAS_PRICED_FEEDS_SQL = `c.made_kg > 0 and not (c.missing @> '[{"what":"lotPrice"}]' or c.missing @> '[{"what":"noFeeds"}]')`
const MAX_MATERIAL_ROWS = 2000
/** GET /production/product_material_cost */
export const listMaterialCosts = handle(productMaterialCosts, async (ctx, input) => {
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['productId'], 'c')}, ${computed<{
      materialId: string
      kg: number
      amount: number
      goodKg: number
      closedMonths: string[]
    }>`
        l->>'what' as "materialId", sum((l->>'quantity')::numeric)::float8 as kg, sum((l->>'amount')::numeric)::float8 as amount,
        (select sum(a.made_kg) from order_cost a where a.id = any(array_agg(distinct c.id)))::float8 as "goodKg",
        coalesce(array_agg(distinct c.month order by c.month) filter (where c.frozen), '{}') as "closedMonths"`}
      from order_cost c, jsonb_array_elements(c.lines) l where ${buildGroupCondition(ctx, input)} and ${new Sql([HAS_PRICED_FEEDS_SQL])} and l->>'part' in ('material', 'packing')
      group by c.product_id, l->>'what' order by c.product_id, amount desc ${limit(MAX_MATERIAL_ROWS)}`,
  )
  return rows.map((row) => ({
    ...row,
    kgPerTonne: toPerTonne(row.kg, row.goodKg),
    perTonne: toPerTonne(row.amount, row.goodKg),
  }))
})
/** GET /get_product_number */
export const listCostedProducts = handle(costedProducts, async (ctx) =>
  (await loadCostsByProduct(ctx, {})).map(({ productId, orders, notWhole }) => ({
    productId,
    orders: orders + notWhole,
  })),
)
const DEFAULT_CUSTOMER_COUNT = 10
/** GET /get_customer_list */
export async function listCostedCustomers(
  ctx: Context,
  input: ReportInput<typeof costedCustomers>,
): Promise<LoadedReport<typeof costedCustomers>> {
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['customerId'], 'c')}, ${costSumsSql} from order_cost c where ${buildGroupCondition(ctx, input)} and c.customer_id is not null group by c.customer_id
      order by "goodKg" desc, c.customer_id ${limit(input.size ?? DEFAULT_CUSTOMER_COUNT)}`,
  )
  return rows.flatMap(({ customerId, orders, notWhole, goodKg, total, closedMonths }) =>
    customerId
      ? [
          {
            customerId,
            orders,
            notWhole,
            goodKg,
            total: roundToCent(total),
            perKg: toPerKg(total, goodKg),
            closedMonths,
          },
        ]
      : [],
  )
}
/** Number of products to compare if the caller names none. The products with the largest mass are compared. */
const DEFAULT_PRODUCT_COUNT = 8
const MAX_COMPARED_PRODUCTS = 30
/** GET /product_cost_contrast */
export const compareProductParts = handle(productComparison, async (ctx, input) => {
  const rows = (await loadCostsByProduct(ctx, input)).slice(
    0,
    input.productIds ? MAX_COMPARED_PRODUCTS : DEFAULT_PRODUCT_COUNT,
  )
  return costParts.map((part) => ({
    part,
    products: rows.map((row) => ({
      productId: row.productId,
      perKg: toPerKg(row[part], row.goodKg),
      percent: row.total > 0 ? Math.round((row[part] / row.total) * 10_000) / 100 : null,
      closedMonths: row.closedMonths,
    })),
  }))
})
/** GET /production/product_contrast */
export const compareProductQuantities = handle(quantityComparison, async (ctx, input) => {
  const rows = await loadCostsByProduct(ctx, input)
  const fedRows = await ctx.query(
    sql`select ${columns(orderCost, ['productId'], 'c')}, ${computed<{ kg: number }>`sum((l->>'quantity')::numeric)::float8 as kg`} from order_cost c, jsonb_array_elements(c.lines) l
      where ${buildGroupCondition(ctx, input)} and ${isWholeSql} and l->>'part' = 'material' group by c.product_id`,
  )
  const fedKgByProduct = new Map(fedRows.map(({ productId, kg }) => [productId, kg]))
  return rows.map(({ productId, orders, notWhole, goodKg, kwh, machineHours, labourHours, closedMonths }) => ({
    productId,
    orders,
    notWhole,
    goodKg,
    fedPerTonne: toPerTonne(fedKgByProduct.get(productId) ?? 0, goodKg),
    kwhPerTonne: toPerTonne(kwh, goodKg),
    machineHoursPerTonne: toPerTonne(machineHours, goodKg, 3),
    labourHoursPerTonne: toPerTonne(labourHours, goodKg, 3),
    closedMonths,
  }))
})
/** GET /order_average_contrast: the average excludes the order itself. */
export const compareWithAverage = handle(averageComparison, async (ctx, input) => {
  const [order] = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'productId', 'madeKg', 'total', 'month', 'frozen', ...costParts], 'c')} from order_cost c
      where c.site_id = ${ctx.site} and c.work_order_id = ${input.workOrderId}`,
  )
  if (!order) throw new Refusal(errno.notFound, 'cost:refusals.notCosted')
  const [otherOrders] = await ctx.query(
    sql`select ${costSumsSql} from order_cost c where ${buildGroupCondition(ctx, { ...input, productId: order.productId })} and c.work_order_id <> ${order.workOrderId}`,
  )
  const toAveragePerKg = (amount: number) => toPerKg(amount, otherOrders?.goodKg ?? 0)
  return {
    workOrderId: order.workOrderId,
    product: order.productId,
    orders: otherOrders?.orders ?? 0,
    perKg: toPerKg(order.total, order.madeKg ?? 0),
    averagePerKg: toAveragePerKg(otherOrders?.total ?? 0),
    closedMonths: [
      ...new Set([...(order.frozen && order.month ? [order.month] : []), ...(otherOrders?.closedMonths ?? [])]),
    ].sort(),
    parts: costParts.map((part) => {
      const orderPerKg = toPerKg(order[part] ?? 0, order.madeKg ?? 0)
      const averagePerKg = toAveragePerKg(otherOrders?.[part] ?? 0)
      return {
        part,
        perKg: orderPerKg,
        averagePerKg,
        difference:
          orderPerKg === null || averagePerKg === null
            ? null
            : Math.round((orderPerKg - averagePerKg) * 10_000) / 10_000,
      }
    }),
  }
})
