/** Lists of costed orders: all, this week, cheapest and most expensive, by product. */
import { loadPriceItemNames } from '@/areas/prices/server/queries'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import type { WithoutFilledNames } from '@/contract/field-values'
import { addDays, getWeekday } from '@/plant/rules/plant-time'
import { findBusinessDate } from '@/plant/server/plant'
import { formatShift } from '@/plant/server/shift-record-head'
import { listMatchingOrderIds } from '@/areas/orders/server/queries/costed-orders'
import type { Context } from '@/server/context'
import { buildAnswerWorkbook } from '@/server/excel/answer-workbook'
import { describeInput, describePeriod } from '@/server/excel/worksheet-heading'
import { runInOwnTransaction } from '@/server/run-in-transaction'
import { loadReferencedNames, loadNames } from '@/server/crud/refs'
import { columns, computed, limit, options, Sql, sql } from '@/server/sql'
import {
  orderCostRow,
  orderCostsExport,
  orderCostDetail,
  orderCosts,
  recalculateCost,
  weekOrders,
} from '../contract/order-cost-endpoints'
import { type cheapestOrders, ordersOfProduct } from '../contract/comparison-endpoints'
import { orderCost } from '../contract/order-cost'
import { costParts } from '../rules/cost-line'
import { isDueSql } from './invalidate-costs'
import { recalculateCosts } from './recalculate-costs'
import {
  buildFilterCondition,
  listCostRows,
  buildEndedInCondition,
  resolveCostPeriod,
  buildProductLineCondition,
  type CostRow,
} from './cost-rows'
import { handle } from '@/server/area'

const DEFAULT_PAGE_SIZE = 20
const MAX_WEEK_ORDERS = 200
const DEFAULT_RANKED_ORDERS = 10
const DEFAULT_RANKED_PRODUCTS = 50
const MAX_RANKED_PRODUCTS = 500
const DEFAULT_ORDERS_OF_PRODUCT = 100

/** Running orders first, then latest end first. */
const NEWEST_FIRST_SQL = 'c.finished_at desc nulls first, c.work_order_id'
const SORT_SQL: Readonly<Record<string, string>> = {
  '-finishedAt': NEWEST_FIRST_SQL,
  finishedAt: 'c.finished_at asc nulls last, c.work_order_id',
  perKg: 'c.per_kg asc nulls last, c.work_order_id',
  '-perKg': 'c.per_kg desc nulls last, c.work_order_id',
  total: 'c.total asc, c.work_order_id',
  '-total': 'c.total desc, c.work_order_id',
  // Highest cost against the standard first; incomplete costs follow, because their difference is only a lower limit.
  '-difference': 'c.whole desc, c.per_kg / nullif(c.standard_per_kg, 0) desc nulls last, c.work_order_id',
}
const buildListCondition = async (
  ctx: Context,
  input: Omit<EndpointInput<typeof orderCosts>, 'page' | 'size'>,
): Promise<Sql> =>
  buildFilterCondition(ctx, { ...input, ids: input.keyword ? await listMatchingOrderIds(ctx, input.keyword) : null })
/** GET /order_cost */
export const listOrderCosts = handle(orderCosts, async (ctx, input) => {
  const size = input.size ?? DEFAULT_PAGE_SIZE
  const where = await buildListCondition(ctx, input)
  const [count] = await ctx.query(sql<{ n: number }>`select count(*)::int as n from order_cost c where ${where}`)
  const list = await listCostRows(ctx, where, {
    orderBy: SORT_SQL[input.sort ?? ''] ?? NEWEST_FIRST_SQL,
    maxRows: size,
    offset: ((input.page ?? 1) - 1) * size,
  })
  return { total: count?.n ?? 0, list, refs: {}, next: null }
})
const EXPORT_FIELDS = [
  'number',
  'product',
  'customer',
  'line',
  'month',
  'goodKg',
  'madeKg',
  'goodRolls',
  'machineHours',
  'labourHours',
  'kwh',
  ...costParts,
  'total',
  'perKg',
  'perRoll',
  'standardPerKg',
  'whole',
  'frozen',
  'adjusted',
] as const
/** GET /work_order/cost_export */
export const exportOrderCosts = handle(orderCostsExport, async (ctx, input) => {
  const where = await (input.week ? buildWeekCondition(ctx) : buildListCondition(ctx, input))
  const orderBy = SORT_SQL[input.sort ?? ''] ?? NEWEST_FIRST_SQL
  return buildAnswerWorkbook(
    ctx,
    ctx.t('cost:sheets.orders'),
    orderCostRow,
    EXPORT_FIELDS.map((field) => ({ field, textKey: `cost:answers.${field}` })),
    async ({ page, size }) => ({
      list: await listCostRows(ctx, where, { orderBy, maxRows: size, offset: (page - 1) * size }),
    }),
    {
      period: input.week || input.month ? (input.month ?? null) : describePeriod(resolveCostPeriod(ctx, input)),
      lines: await describeInput(ctx, orderCostsExport, input, { state: 'cost:orderCost.options.state' }),
    },
  )
})

/** GET /get_week_order */
export const listWeekOrders = handle(weekOrders, async (ctx) =>
  listCostRows(ctx, await buildWeekCondition(ctx), { orderBy: NEWEST_FIRST_SQL, maxRows: MAX_WEEK_ORDERS }),
)
/** Condition for running orders and orders that ended since the Monday of the current business date. */
async function buildWeekCondition(ctx: Context): Promise<Sql> {
  const day = await findBusinessDate(ctx)
  const monday = addDays(day, 1 - getWeekday(day))
  return sql`c.site_id = ${ctx.site} and (c.state = ${options(orderCost.fields.state, 'running')} or c.finished_on >= ${monday})`
}

/** GET /order_min_cost, /highest_cost_order: whole orders only, because an incomplete cost would look cheap. */
export const rankOrders =
  (direction: 'asc' | 'desc') =>
  async (ctx: Context, input: EndpointInput<typeof cheapestOrders>): Promise<CostRow[]> => {
    const where = sql`${buildEndedInCondition(ctx, resolveCostPeriod(ctx, input))} and ${buildProductLineCondition(input)} and c.whole and c.per_kg is not null`
    const orderBy = `c.per_kg ${direction}, c.work_order_id`
    const orderBySql = new Sql([orderBy])
    if (input.productId) return listCostRows(ctx, where, { orderBy, maxRows: input.size ?? DEFAULT_RANKED_ORDERS })
    const topOrders = await ctx.query(
      sql`select ${computed<{ id: string }>`c.id`} from (select distinct on (c.product_id) c.id, c.per_kg, c.work_order_id from order_cost c where ${where}
        order by c.product_id, ${orderBySql}) c order by ${orderBySql} ${limit(input.size ?? DEFAULT_RANKED_PRODUCTS)}`,
    )
    return listCostRows(ctx, sql`c.site_id = ${ctx.site} and c.id = any(${topOrders.map(({ id }) => id)}::uuid[])`, {
      orderBy,
      maxRows: MAX_RANKED_PRODUCTS,
    })
  }
/** GET /product_to_order: defaults to the product with the most orders. */
export const listOrdersOfProduct = handle(ordersOfProduct, async (ctx, input) => {
  const productId = input.productId ?? (await findBusiestProduct(ctx))
  return listCostRows(
    ctx,
    sql`${buildEndedInCondition(ctx, resolveCostPeriod(ctx, input))} and ${buildProductLineCondition({ ...input, productId })}`,
    {
      orderBy: NEWEST_FIRST_SQL,
      maxRows: input.size ?? DEFAULT_ORDERS_OF_PRODUCT,
    },
  )
})
/** Finds the product with the most costed orders in the last half year. */
export async function findBusiestProduct(ctx: Context): Promise<string | null> {
  const [row] = await ctx.query(
    sql`select ${columns(orderCost, ['productId'], 'c')} from order_cost c where ${buildEndedInCondition(ctx, resolveCostPeriod(ctx, {}))} group by c.product_id order by count(*) desc, c.product_id limit 1`,
  )
  return row?.productId ?? null
}

type CostDetailAnswer = WithoutFilledNames<EndpointOutput<typeof orderCostDetail>>
/** GET /plant/order_cost_rows: recalculates the cost first if an invalidation is due or the order runs. */
export const loadCostDetail = handle(orderCostDetail, async (ctx, { workOrderId, part }) => {
  await runInOwnTransaction(ctx, async (transactionCtx) => {
    const [freshness] = await transactionCtx.query(
      sql<{
        stale: boolean
      }>`select not c.frozen and (c.state = ${options(orderCost.fields.state, 'running')} and c.computed_at < ${new Date(ctx.now.getTime() - RUNNING_MAX_AGE_MS)}
          or exists (select 1 from cost_cause w where w.site_id = c.site_id and w.work_order_id = c.work_order_id and ${isDueSql})) as stale
        from order_cost c where c.site_id = ${ctx.site} and c.work_order_id = ${workOrderId}`,
    )
    if (freshness?.stale ?? true) await recalculateCosts(transactionCtx, [workOrderId])
  })
  return buildCostDetail(ctx, workOrderId, part ?? null)
})
/** Maximum age of the cost of a running order when somebody opens it. */
const RUNNING_MAX_AGE_MS = 60_000
/** POST /plant/order_cost_renew */
export const recalculateOrder = handle(recalculateCost, async (ctx, { workOrderId }) => {
  await recalculateCosts(ctx, [workOrderId])
  const { lines: _lines, lanes: _lanes, missing, ...row } = await buildCostDetail(ctx, workOrderId, null)
  return { ...row, missing: missing.map(({ label: _label, ...missingInput }) => missingInput) } as CostRow
})
async function buildCostDetail(ctx: Context, workOrderId: string, part: string | null): Promise<CostDetailAnswer> {
  const [row] = await listCostRows(ctx, sql`c.site_id = ${ctx.site} and c.work_order_id = ${workOrderId}`, {
    orderBy: 'c.id',
    maxRows: 1,
  })
  if (!row) throw new Refusal(errno.notFound, 'cost:refusals.notCosted')
  const [storedCost] = await ctx.query(
    sql`select ${columns(orderCost, ['lines', 'lanes'])} from order_cost where site_id = ${ctx.site} and work_order_id = ${workOrderId}`,
  )
  const lines = (storedCost?.lines ?? []).filter((line) => part === null || line.part === part)
  const nameById: Record<string, string> = {}
  /** True for lanes given to or taken from another order. Credits for downgraded goods name the order itself. */
  const isLaneTransfer = (line: (typeof lines)[number]) => line.resource === 'workOrder' && line.rowId !== workOrderId
  const lanes = storedCost?.lanes ?? []
  // Lines of taken lanes are negative too if lanes were undone after the month of the giving order was closed.
  const isGiven = (line: (typeof lines)[number]) =>
    line.quantity < 0 && lanes.some(({ workOrderId: otherId, kg }) => otherId === line.rowId && kg < 0)
  Object.assign(nameById, await loadReferencedNames(ctx, 'workOrder', lanes, 'workOrderId'))
  const missingInputs = row.missing ?? []
  for (const resource of ['materialLot', 'material', 'tool', 'line'])
    Object.assign(
      nameById,
      await loadNames(ctx, resource, [
        ...missingInputs.flatMap((missingInput) => (missingInput.resource === resource ? [missingInput.rowId] : [])),
        ...lines.flatMap((line) => (line.resource === resource ? [line.rowId] : [])),
        // `what` is the material in lines of these parts.
        ...(resource === 'material' ? lines.flatMap((line) => (isMaterialPart(line.part) ? [line.what] : [])) : []),
      ]),
    )
  const itemNameByPrice = await loadPriceItemNames(ctx, [
    ...new Set(lines.flatMap(({ resource, priceId }) => (resource === null && priceId ? [priceId] : []))),
  ])
  const getRowLabel = (line: (typeof lines)[number]) => {
    const rowName = nameById[line.rowId ?? '']
    if (isLaneTransfer(line))
      return ctx.t(`cost:pages.order.${isGiven(line) ? 'lanesGiven' : 'lanesTaken'}`, { number: rowName })
    // The label of such a line already contains the name of the material.
    return line.resource === 'material' ? null : rowName
  }
  const getLineLabel = (line: (typeof lines)[number]) =>
    [
      line.resource === null ? itemNameByPrice[line.priceId ?? ''] : null,
      isMaterialPart(line.part) ? nameById[line.what] : null,
      line.resource === 'hopper' ? ctx.t('cost:pages.order.hopper') : null,
      getRowLabel(line),
    ]
      .filter(Boolean)
      .join(' · ') || null
  const getMissingLabel = ({ rowId, businessDate, shift }: (typeof missingInputs)[number]): string | null =>
    [nameById[rowId ?? ''], [businessDate, formatShift(ctx, shift)].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(' · ') || null
  return {
    ...row,
    missing: missingInputs.map((missingInput) => ({ ...missingInput, label: getMissingLabel(missingInput) })),
    lines: lines.map((line) => ({ ...line, label: getLineLabel(line) })),
    lanes: lanes.map((lane) => ({ ...lane, number: nameById[lane.workOrderId] ?? lane.workOrderId })),
  }
}
const isMaterialPart = (part: string): boolean => part === 'material' || part === 'packing'
