/** Sums over costed orders by product or customer, side by side. Incomplete orders are counted, but not summed. */
import type { InOf, OutOf } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import type { Context, FileAnswer } from '@/server/context'
import { answerSheet } from '@/server/excel/answer-sheet'
import { namesAt, namesIn } from '@/server/crud/names'
import { columns, computed, limit, Sql, sql } from '@/server/sql'
import {
  productCosts,
  type averageContrast,
  type costedCustomers,
  type costedProducts,
  type productContrast,
  type productMaterialCosts,
  type quantityContrast,
} from '../contract/contrast-calls'
import { orderCost } from '../contract/order-cost'
import { costParts, type CostPart } from '../rules/cost-line'
import { endedIn, halfYear, ofProductAndLine, type Chosen } from './rows'

const WHOLE = 'c.whole and c.made_kg > 0'
type Sums = {
  orders: number
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
} & Record<CostPart, number>
const partSums = costParts
  .map((part) => `coalesce(sum(c.${part}) filter (where ${WHOLE}), 0)::float8 as "${part}"`)
  .join(', ')
/** SQL columns with the sums of whole orders in a group. */
export const sums = computed<Sums>`count(*) filter (where ${new Sql([WHOLE])})::int as orders, count(*) filter (where not (${new Sql([WHOLE])}))::int as "notWhole",
  coalesce(sum(c.made_kg) filter (where ${new Sql([WHOLE])}), 0)::float8 as "goodKg", coalesce(sum(c.total) filter (where ${new Sql([WHOLE])}), 0)::float8 as total,
  coalesce(sum(c.kwh) filter (where ${new Sql([WHOLE])}), 0)::float8 as kwh, coalesce(sum(c.machine_hours) filter (where ${new Sql([WHOLE])}), 0)::float8 as "machineHours",
  coalesce(sum(c.labour_hours) filter (where ${new Sql([WHOLE])}), 0)::float8 as "labourHours",
  min(c.per_kg) filter (where ${new Sql([WHOLE])})::float8 as "leastPerKg", max(c.per_kg) filter (where ${new Sql([WHOLE])})::float8 as "mostPerKg",
  (sum(c.standard_total) filter (where ${new Sql([WHOLE])} and c.standard_total is not null) / nullif(sum(c.made_kg) filter (where ${new Sql([WHOLE])} and c.standard_total is not null), 0))::float8 as "standardPerKg", ${new Sql([partSums])}`
/** Rounds CNY to cents. */
export const cents = (yuan: number): number => Math.round(yuan * 100) / 100
/** Returns an amount per kilogram, four digits; null without mass. */
export const per = (amount: number, kg: number): number | null =>
  kg > 0 ? Math.round((amount / kg) * 10_000) / 10_000 : null
/** Returns a quantity per tonne; null without mass. */
const perTonne = (amount: number, kg: number, digits = 2): number | null =>
  kg > 0 ? Math.round((amount / kg) * 1000 * 10 ** digits) / 10 ** digits : null
/** Returns the amounts of all cost parts, rounded to cents. */
export const partsIn = (row: Sums) =>
  Object.fromEntries(costParts.map((part) => [part, cents(row[part])])) as Record<CostPart, number>
/** Builds the SQL condition for the period, product and line of a grouped query. */
export const where = (ctx: Context, input: Chosen): Sql =>
  sql`${endedIn(ctx, halfYear(ctx, input))} and ${ofProductAndLine(input)}`
export const MOST = 500

/** Loads cost sums by product, largest mass first. */
export async function byProduct(ctx: Context, input: Chosen & { productIds?: string | null }) {
  const ids = (input.productIds ?? '').split(',').filter(Boolean)
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['productId'], 'c')}, ${sums} from order_cost c where ${where(ctx, input)} and (${ids.length === 0} or c.product_id::text = any(${ids}))
      group by c.product_id order by "goodKg" desc, c.product_id ${limit(MOST)}`,
  )
  const names = await namesAt(ctx, 'product', rows, 'productId')
  return rows.map((row) => ({ ...row, product: names[row.productId] ?? row.productId }))
}
/** GET /production/product_cost */
export async function products(
  ctx: Context,
  input: InOf<typeof productCosts>,
): Promise<OutOf<typeof productCosts> | FileAnswer> {
  if (input.format === 'xlsx') return productSheet(ctx, input)
  return (await byProduct(ctx, input)).map((row) => ({
    productId: row.productId,
    product: row.product,
    orders: row.orders,
    notWhole: row.notWhole,
    goodKg: row.goodKg,
    ...partsIn(row),
    total: cents(row.total),
    perKg: per(row.total, row.goodKg),
    leastPerKg: row.leastPerKg,
    mostPerKg: row.mostPerKg,
    standardPerKg: row.standardPerKg === null ? null : Math.round(row.standardPerKg * 10_000) / 10_000,
  }))
}
const sheetFields = [
  'product',
  'orders',
  'notWhole',
  'goodKg',
  ...costParts,
  'total',
  'perKg',
  'leastPerKg',
  'mostPerKg',
  'standardPerKg',
] as const
/** Returns product costs as a workbook. */
export async function productSheet(ctx: Context, input: Chosen): Promise<FileAnswer> {
  const rows = (await products(ctx, { ...input, format: null } as InOf<typeof productCosts>)) as OutOf<
    typeof productCosts
  >
  return answerSheet(
    ctx,
    ctx.t('cost:sheets.products'),
    productCosts.output.of,
    sheetFields.map((field) => ({ field, word: wordOf(field) })),
    ({ page, size }) => Promise.resolve({ list: rows.slice((page - 1) * size, page * size) }),
  )
}
const wordOf = (field: string): string => `cost:answers.${field}`

/** The feeds are known and priced, whatever else is missing. */
const FED_WHOLE = `c.made_kg > 0 and not (c.missing @> '[{"what":"lotPrice"}]' or c.missing @> '[{"what":"noFeeds"}]')`
/** GET /production/product_material_cost */
export async function materials(
  ctx: Context,
  input: InOf<typeof productMaterialCosts>,
): Promise<OutOf<typeof productMaterialCosts>> {
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['productId'], 'c')}, ${computed<{
      materialId: string
      kg: number
      amount: number
      goodKg: number
    }>`
        l->>'what' as "materialId", sum((l->>'quantity')::numeric)::float8 as kg, sum((l->>'amount')::numeric)::float8 as amount,
        (select sum(a.made_kg) from order_cost a where a.id = any(array_agg(distinct c.id)))::float8 as "goodKg"`}
      from order_cost c, jsonb_array_elements(c.lines) l where ${where(ctx, input)} and ${new Sql([FED_WHOLE])} and l->>'part' in ('material', 'packing')
      group by c.product_id, l->>'what' order by c.product_id, amount desc ${limit(2000)}`,
  )
  const productNames = await namesAt(ctx, 'product', rows, 'productId')
  const materialNames = await namesAt(ctx, 'material', rows, 'materialId')
  return rows.map((row) => ({
    ...row,
    product: productNames[row.productId] ?? row.productId,
    material: materialNames[row.materialId] ?? row.materialId,
    kgPerTonne: perTonne(row.kg, row.goodKg),
    perTonne: perTonne(row.amount, row.goodKg),
  }))
}
/** GET /get_product_number */
export const productList = async (ctx: Context): Promise<OutOf<typeof costedProducts>> =>
  (await byProduct(ctx, {})).map(({ productId, product, orders, notWhole }) => ({
    productId,
    product,
    orders: orders + notWhole,
  }))
/** GET /get_customer_list */
export async function customers(
  ctx: Context,
  input: InOf<typeof costedCustomers>,
): Promise<OutOf<typeof costedCustomers>> {
  const rows = await ctx.query(
    sql`select ${columns(orderCost, ['customerId'], 'c')}, ${sums} from order_cost c where ${where(ctx, input)} and c.customer_id is not null group by c.customer_id
      order by "goodKg" desc, c.customer_id ${limit(input.size ?? 10)}`,
  )
  const names = await namesAt(ctx, 'customer', rows, 'customerId')
  return rows.flatMap(({ customerId, orders, notWhole, goodKg, total }) =>
    customerId
      ? [
          {
            customerId,
            customer: names[customerId] ?? customerId,
            orders,
            notWhole,
            goodKg,
            total: cents(total),
            perKg: per(total, goodKg),
          },
        ]
      : [],
  )
}
/** Number of compared products if none are named: those with the most kilograms. */
const SIDE_BY_SIDE = 8
/** GET /product_cost_contrast */
export async function partContrast(
  ctx: Context,
  input: InOf<typeof productContrast>,
): Promise<OutOf<typeof productContrast>> {
  const rows = (await byProduct(ctx, input)).slice(0, input.productIds ? 30 : SIDE_BY_SIDE)
  return costParts.map((part) => ({
    part,
    products: rows.map((row) => ({
      productId: row.productId,
      product: row.product,
      perKg: per(row[part], row.goodKg),
      percent: row.total > 0 ? Math.round((row[part] / row.total) * 10_000) / 100 : null,
    })),
  }))
}
/** GET /production/product_contrast */
export async function quantities(
  ctx: Context,
  input: InOf<typeof quantityContrast>,
): Promise<OutOf<typeof quantityContrast>> {
  const rows = await byProduct(ctx, input)
  const fed = await ctx.query(
    sql`select ${columns(orderCost, ['productId'], 'c')}, ${computed<{ kg: number }>`sum((l->>'quantity')::numeric)::float8 as kg`} from order_cost c, jsonb_array_elements(c.lines) l
      where ${where(ctx, input)} and ${new Sql([WHOLE])} and l->>'part' = 'material' group by c.product_id`,
  )
  const fedBy = new Map(fed.map(({ productId, kg }) => [productId, kg]))
  return rows.map(({ productId, product, orders, notWhole, goodKg, kwh, machineHours, labourHours }) => ({
    productId,
    product,
    orders,
    notWhole,
    goodKg,
    fedPerTonne: perTonne(fedBy.get(productId) ?? 0, goodKg),
    kwhPerTonne: perTonne(kwh, goodKg),
    machineHoursPerTonne: perTonne(machineHours, goodKg, 3),
    labourHoursPerTonne: perTonne(labourHours, goodKg, 3),
  }))
}
/** GET /order_average_contrast: the average excludes the order itself. */
export async function average(
  ctx: Context,
  input: InOf<typeof averageContrast>,
): Promise<OutOf<typeof averageContrast>> {
  const [order] = await ctx.query(
    sql`select ${columns(orderCost, ['workOrderId', 'productId', 'madeKg', 'total', ...costParts], 'c')} from order_cost c
      where c.site_id = ${ctx.site} and c.work_order_id = ${input.workOrderId}`,
  )
  if (!order) throw new Refusal(errno.notFound, 'cost:refusals.notCosted')
  const [others] = await ctx.query(
    sql`select ${sums} from order_cost c where ${where(ctx, { ...input, productId: order.productId })} and c.work_order_id <> ${order.workOrderId}`,
  )
  const averageOf = (amount: number) => per(amount, others?.goodKg ?? 0)
  return {
    workOrderId: order.workOrderId,
    number: (await namesIn(ctx, 'workOrder', [order.workOrderId]))[order.workOrderId] ?? '',
    product: (await namesIn(ctx, 'product', [order.productId]))[order.productId] ?? '',
    orders: others?.orders ?? 0,
    perKg: per(order.total, order.madeKg ?? 0),
    averagePerKg: averageOf(others?.total ?? 0),
    parts: costParts.map((part) => {
      const [own, usual] = [per(order[part] ?? 0, order.madeKg ?? 0), averageOf(others?.[part] ?? 0)]
      return {
        part,
        perKg: own,
        averagePerKg: usual,
        difference: own === null || usual === null ? null : Math.round((own - usual) * 10_000) / 10_000,
      }
    }),
  }
}
