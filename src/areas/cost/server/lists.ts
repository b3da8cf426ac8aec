/** Lists of costed orders: all, this week, cheapest and most expensive, by product. */
import { itemsPriced } from '@/areas/prices/server/queries'
import type { InOf, OutOf } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { addDays, weekdayOf } from '@/plant/rules/plant-time'
import { today } from '@/plant/server/plant'
import { shiftWord } from '@/plant/server/sheet-head'
import { ordersMatching } from '@/areas/orders/server/queries/for-costs'
import type { FileAnswer, Context } from '@/server/context'
import { answerSheet } from '@/server/excel/answer-sheet'
import { inOneTransaction } from '@/server/pipeline'
import { namesAt, namesIn } from '@/server/crud/names'
import { columns, computed, limit, options, Sql, sql } from '@/server/sql'
import {
  costRow,
  type costExport,
  type costRows as costRowsCall,
  type orderCosts,
  type renewCost,
} from '../contract/cost-calls'
import type { cheapestOrders, ordersOfProduct } from '../contract/contrast-calls'
import type { weekOrders } from '../contract/cost-calls'
import { orderCost } from '../contract/order-cost'
import { costParts } from '../rules/cost-line'
import { isDueSql } from './mark'
import { renew } from './renew'
import { chosen, costRows, endedIn, halfYear, ofProductAndLine, type CostRow } from './rows'

/** Running orders first, then latest end first. */
const NEWEST = 'c.finished_at desc nulls first, c.work_order_id'
const sorts: Readonly<Record<string, string>> = {
  '-finishedAt': NEWEST,
  finishedAt: 'c.finished_at asc nulls last, c.work_order_id',
  perKg: 'c.per_kg asc nulls last, c.work_order_id',
  '-perKg': 'c.per_kg desc nulls last, c.work_order_id',
  total: 'c.total asc, c.work_order_id',
  '-total': 'c.total desc, c.work_order_id',
}
const asked = async (ctx: Context, input: Omit<InOf<typeof orderCosts>, 'page' | 'size'>): Promise<Sql> =>
  chosen(ctx, { ...input, ids: input.keyword ? await ordersMatching(ctx, input.keyword) : null })
/** GET /order_cost */
export async function orders(ctx: Context, input: InOf<typeof orderCosts>): Promise<OutOf<typeof orderCosts>> {
  const size = input.size ?? 20
  const where = await asked(ctx, input)
  const [count] = await ctx.query(sql<{ n: number }>`select count(*)::int as n from order_cost c where ${where}`)
  const list = await costRows(ctx, where, {
    by: sorts[input.sort ?? ''] ?? NEWEST,
    most: size,
    skip: ((input.page ?? 1) - 1) * size,
  })
  return { total: count?.n ?? 0, list, refs: {}, next: null }
}
const sheetFields = [
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
] as const
/** GET /work_order/cost_export */
export async function exportOrders(ctx: Context, input: InOf<typeof costExport>): Promise<FileAnswer> {
  const where = input.week ? thisWeek(ctx) : await asked(ctx, input)
  const by = sorts[input.sort ?? ''] ?? NEWEST
  return answerSheet(
    ctx,
    ctx.t('cost:sheets.orders'),
    costRow,
    sheetFields.map((field) => ({ field, word: `cost:answers.${field}` })),
    async ({ page, size }) => ({ list: await costRows(ctx, where, { by, most: size, skip: (page - 1) * size }) }),
  )
}

/** GET /get_week_order */
export const week = (ctx: Context): Promise<OutOf<typeof weekOrders>> =>
  costRows(ctx, thisWeek(ctx), { by: NEWEST, most: 200 })
/** Condition for running orders and orders that ended since Monday. */
function thisWeek(ctx: Context): Sql {
  const day = today(ctx)
  const monday = addDays(day, 1 - weekdayOf(day))
  return sql`c.site_id = ${ctx.site} and (c.state = ${options(orderCost.fields.state, 'running')} or c.finished_on >= ${monday})`
}

/** GET /order_min_cost, /highest_cost_order: whole orders only, as an incomplete cost would look cheap. */
export const ranked =
  (direction: 'asc' | 'desc') =>
  async (ctx: Context, input: InOf<typeof cheapestOrders>): Promise<CostRow[]> => {
    const where = sql`${endedIn(ctx, halfYear(ctx, input))} and ${ofProductAndLine(input)} and c.whole and c.per_kg is not null`
    const by = `c.per_kg ${direction}, c.work_order_id`
    const byCost = new Sql([by])
    if (input.productId) return costRows(ctx, where, { by, most: input.size ?? 10 })
    const firsts = await ctx.query(
      sql`select ${computed<{ id: string }>`c.id`} from (select distinct on (c.product_id) c.id, c.per_kg, c.work_order_id from order_cost c where ${where}
        order by c.product_id, ${byCost}) c order by ${byCost} ${limit(input.size ?? 50)}`,
    )
    return costRows(ctx, sql`c.site_id = ${ctx.site} and c.id = any(${firsts.map(({ id }) => id)}::uuid[])`, {
      by,
      most: 500,
    })
  }
/** GET /product_to_order: defaults to the product with the most orders. */
export const ofProduct = async (ctx: Context, input: InOf<typeof ordersOfProduct>): Promise<CostRow[]> => {
  const productId = input.productId ?? (await busiestProduct(ctx))
  return costRows(ctx, sql`${endedIn(ctx, halfYear(ctx, input))} and ${ofProductAndLine({ ...input, productId })}`, {
    by: NEWEST,
    most: input.size ?? 100,
  })
}
/** Finds the product with the most costed orders in the last half year. */
export async function busiestProduct(ctx: Context): Promise<string | null> {
  const [row] = await ctx.query(
    sql`select ${columns(orderCost, ['productId'], 'c')} from order_cost c where ${endedIn(ctx, halfYear(ctx, {}))} group by c.product_id order by count(*) desc, c.product_id limit 1`,
  )
  return row?.productId ?? null
}

type Detail = OutOf<typeof costRowsCall>
/** GET /plant/order_cost_rows: recalculates the cost first if an invalidation is due or the order runs. */
export async function detail(ctx: Context, { workOrderId, part }: InOf<typeof costRowsCall>): Promise<Detail> {
  await inOneTransaction(ctx, async (inside) => {
    const [state] = await inside.query(
      sql<{
        stale: boolean
      }>`select not c.frozen and (c.state = ${options(orderCost.fields.state, 'running')} and c.computed_at < ${new Date(ctx.now.getTime() - FRESH_MS)}
          or exists (select 1 from cost_cause w where w.site_id = c.site_id and w.work_order_id = c.work_order_id and ${isDueSql})) as stale
        from order_cost c where c.site_id = ${ctx.site} and c.work_order_id = ${workOrderId}`,
    )
    if (state?.stale ?? true) await renew(inside, [workOrderId])
  })
  return shown(ctx, workOrderId, part ?? null)
}
/** Maximum age of the cost of a running order when somebody opens it. */
const FRESH_MS = 60_000
/** POST /plant/order_cost_renew */
export async function renewOne(ctx: Context, { workOrderId }: InOf<typeof renewCost>): Promise<CostRow> {
  await renew(ctx, [workOrderId])
  const { lines: _lines, lanes: _lanes, missing, ...row } = await shown(ctx, workOrderId, null)
  return { ...row, missing: missing.map(({ label: _label, ...one }) => one) } as CostRow
}
async function shown(ctx: Context, workOrderId: string, part: string | null): Promise<Detail> {
  const [row] = await costRows(ctx, sql`c.site_id = ${ctx.site} and c.work_order_id = ${workOrderId}`, {
    by: 'c.id',
    most: 1,
  })
  if (!row) throw new Refusal(errno.notFound, 'cost:refusals.notCosted')
  const [kept] = await ctx.query(
    sql`select ${columns(orderCost, ['lines', 'lanes'])} from order_cost where site_id = ${ctx.site} and work_order_id = ${workOrderId}`,
  )
  const lines = (kept?.lines ?? []).filter((line) => part === null || line.part === part)
  const names: Record<string, string> = {}
  /** Lines of lanes given to or taken from another order. Downgraded own goods name the order itself. */
  const isLane = (line: (typeof lines)[number]) => line.resource === 'workOrder' && line.rowId !== workOrderId
  const lanes = kept?.lanes ?? []
  Object.assign(names, await namesAt(ctx, 'workOrder', lanes, 'workOrderId'))
  const missing = row.missing ?? []
  for (const resource of ['materialLot', 'material', 'tool', 'line'])
    Object.assign(
      names,
      await namesIn(ctx, resource, [
        ...missing.flatMap((one) => (one.resource === resource ? [one.rowId] : [])),
        ...lines.flatMap((line) => (line.resource === resource ? [line.rowId] : [])),
        ...(resource === 'material' ? lines.flatMap((line) => (isDosed(line.part) ? [line.what] : [])) : []),
      ]),
    )
  const items = await itemsPriced(ctx, [
    ...new Set(lines.flatMap(({ resource, priceId }) => (resource === null && priceId ? [priceId] : []))),
  ])
  const labelOf = (line: (typeof lines)[number]) =>
    [
      line.resource === null ? items[line.priceId ?? ''] : null,
      isDosed(line.part) ? names[line.what] : null,
      line.resource === 'hopper' ? ctx.t('cost:pages.order.hopper') : null,
      isLane(line)
        ? ctx.t(`cost:pages.order.${line.quantity < 0 ? 'lanesGiven' : 'lanesTaken'}`, {
            number: names[line.rowId ?? ''],
          })
        : line.resource !== 'material'
          ? names[line.rowId ?? '']
          : null,
    ]
      .filter(Boolean)
      .join(' · ') || null
  const missingLabel = ({ rowId, businessDate, shift }: (typeof missing)[number]): string | null =>
    [names[rowId ?? ''], [businessDate, shiftWord(ctx, shift)].filter(Boolean).join(' ')].filter(Boolean).join(' · ') ||
    null
  return {
    ...row,
    missing: missing.map((one) => ({ ...one, label: missingLabel(one) })),
    lines: lines.map((line) => ({ ...line, label: labelOf(line) })),
    lanes: lanes.map((one) => ({ ...one, number: names[one.workOrderId] ?? one.workOrderId })),
  }
}
const isDosed = (part: string): boolean => part === 'material' || part === 'packing'
