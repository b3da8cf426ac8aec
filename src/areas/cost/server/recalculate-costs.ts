/**
 * Recalculates and stores order costs. Frozen costs stay; later differences are booked as adjustments in a later month.
 */
import { getFieldNames } from '@/contract/field'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { toMonth, type Month } from '@/plant/rules/month'
import { toLocalTime, type Day } from '@/plant/rules/plant-time'
import { findBusinessDate, loadPlantCalendar } from '@/plant/server/plant'
import { listClosedMonths } from '@/plant/server/queries'
import { getShiftAt } from '@/plant/rules/shift'
import { isOrderEnded } from '@/areas/orders/rules/work-order'
import { costsRecalculated } from './events'
import type { Context } from '@/server/context'
import { publishEvent } from '@/server/events'
import { getStatements } from '@/server/crud/statements'
import { mapInPieces } from '@/server/computation'
import { runInOwnTransaction } from '@/server/run-in-transaction'
import { columns, computed, limit, sql, type SqlRow } from '@/server/sql'
import { causeFields, costCause, costChange, orderCost } from '../contract/order-cost'
import { costParts } from '../rules/cost-line'
import { buildOrderCostFields } from '../rules/order-cost-fields'
import { isDueSql, invalidateCosts } from './invalidate-costs'
import { loadCostSources, loadStandardRates, type OrderWithSources } from './load-cost-sources'
import { roundToCent } from '@/plant/rules/quantity'

/** Maximum number of orders calculated together: the source rows of all of them are in memory at once. */
const BATCH_SIZE = 200

const previousColumns = columns(orderCost, [
  'workOrderId',
  'state',
  'month',
  'total',
  'frozen',
  'adjusted',
  'lanes',
  ...costParts,
])
const causeColumns = columns(costCause, ['id', 'workOrderId', ...getFieldNames(causeFields)])
type PreviousCost = SqlRow<typeof previousColumns>
type PendingCause = SqlRow<typeof causeColumns>
export type CostRecord = Omit<Row<typeof orderCost>, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'createdBy'>

/** Calculates the costs of orders from their source rows, without storing them. */
export async function calculateCosts(ctx: Context, orderIds: readonly string[]): Promise<CostRecord[]> {
  const rows: CostRecord[] = []
  for (let start = 0; start < orderIds.length; start += BATCH_SIZE) {
    const rates = await loadStandardRates(ctx)
    const calendar = await loadPlantCalendar(ctx)
    const records = await mapInPieces(
      await loadCostSources(ctx, orderIds.slice(start, start + BATCH_SIZE)),
      (orderWithSources) => {
        const { finishedAt, state } = orderWithSources.order
        const isFinished = isOrderEnded(state) && finishedAt !== null
        const finishedOn = isFinished ? getShiftAt(finishedAt, calendar.rotation, calendar.timeZone).businessDate : null
        return buildCostRecord(ctx, orderWithSources, rates, finishedOn)
      },
    )
    rows.push(...records)
  }
  return rows
}
function buildCostRecord(
  ctx: Context,
  { order, sources, givenLanes, takenLanes, uncutKg, quantities, estimatedShare }: OrderWithSources,
  rates: Awaited<ReturnType<typeof loadStandardRates>>,
  /** Null while the order runs. */
  finishedOn: Day | null,
): CostRecord {
  const isFinished = finishedOn !== null
  return {
    workOrderId: order.id,
    productId: order.productId,
    customerId: order.customerId,
    lineId: order.lineId,
    processStandardId: order.processStandardId,
    productStandardId: order.productStandardId,
    state: isFinished ? 'finished' : 'running',
    month: isFinished ? toMonth(finishedOn) : null,
    startedAt: order.startedAt,
    finishedAt: isFinished ? order.finishedAt : null,
    finishedOn,
    ...buildOrderCostFields({
      sources,
      givenLanes,
      takenLanes,
      uncutKg,
      goodRolls: order.goodRolls,
      downgradedKg: order.downgradedKg,
      wasteKg: order.wasteKg,
      quantities,
      rates,
      day: toLocalTime(order.startedAt, ctx.timeZone).day,
      webM: order.webM,
      webGsm: order.webGsm,
    }),
    estimatedShare: estimatedShare === null ? null : Math.round(estimatedShare * 10_000) / 10_000,
    frozen: false,
    adjusted: 0,
    computedAt: ctx.now.toISOString(),
  } as CostRecord
}

/**
 * Recalculates and stores the costs of orders inside a write, and removes their pending causes. A changed cost of a
 * finished order is recorded with its previous amount and causes. A cost of a closed month stays, and the difference is
 * booked in the current month.
 */
export async function recalculateCosts(ctx: Context, orderIds: readonly string[]): Promise<void> {
  const ids = [...new Set(orderIds)].sort()
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE)
    await lockOrders(ctx, batch)
    await storeCosts(ctx, await calculateWithCauses(ctx, batch))
  }
}
/**
 * Recalculates and stores up to 200 orders outside of a write. Source rows are read before the transaction begins,
 * because reading takes long enough for people to notice. Skips orders whose cost another process stored in between;
 * their invalidations stay.
 */
export async function recalculateOutsideTransaction(ctx: Context, orderIds: readonly string[]): Promise<void> {
  const ids = [...new Set(orderIds)].sort()
  const calculatedCosts = await calculateWithCauses(ctx, ids)
  await runInOwnTransaction(ctx, async (transactionCtx) => {
    await lockOrders(transactionCtx, ids)
    const currentVersions = await loadVersions(transactionCtx, ids)
    const unchangedIds = new Set(ids.filter((id) => currentVersions.get(id) === calculatedCosts.versions.get(id)))
    await storeCosts(transactionCtx, {
      ...calculatedCosts,
      rows: calculatedCosts.rows.filter(({ workOrderId }) => unchangedIds.has(workOrderId)),
      causes: calculatedCosts.causes.filter(({ workOrderId }) => unchangedIds.has(workOrderId)),
    })
  })
}
/** Locks orders until the end of the transaction. Otherwise two recalculations would both record the same change. */
const lockOrders = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    sql`select pg_advisory_xact_lock(hashtext('order_cost'), hashtext(id::text)) from (select unnest(${ids}::uuid[]) as id order by 1) i`,
  )
/** Calculated costs, with causes and versions that were read before the source rows. */
interface CalculatedCosts {
  readonly rows: readonly CostRecord[]
  readonly causes: readonly PendingCause[]
  readonly versions: ReadonlyMap<string, number>
}
async function calculateWithCauses(ctx: Context, ids: readonly string[]): Promise<CalculatedCosts> {
  const versions = await loadVersions(ctx, ids)
  const causes = await ctx.query(
    sql`select ${causeColumns} from cost_cause where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[]) order by at, id`,
  )
  return { rows: await calculateCosts(ctx, ids), causes, versions }
}
/** Loads the versions of stored costs; each store increments the version. */
const loadVersions = async (ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await ctx.query(
        sql`select ${columns(orderCost, ['workOrderId', 'version'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[])`,
      )
    ).map(({ workOrderId, version }) => [workOrderId, version]),
  )
/** Stores calculated costs and their changes, and deletes the causes that were read. */
async function storeCosts(ctx: Context, { rows, causes }: CalculatedCosts): Promise<void> {
  const ids = rows.map(({ workOrderId }) => workOrderId)
  const previousCosts = new Map(
    (
      await ctx.query(
        sql`select ${previousColumns} from order_cost where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[])`,
      )
    ).map((row) => [row.workOrderId, row]),
  )
  const closedMonths = new Set(await listClosedMonths(ctx))
  const currentMonth = toMonth(await findBusinessDate(ctx))
  const changes = rows.flatMap((row) =>
    buildCostChanges(ctx, row, previousCosts.get(row.workOrderId), causes, { closedMonths, currentMonth }),
  )
  await writeCosts(
    ctx,
    rows
      .filter((row) => !previousCosts.get(row.workOrderId)?.frozen)
      // A cost that was not stored when the month was closed stays open until it is whole.
      .map((row) => ({ ...row, frozen: row.whole === true && row.month !== null && closedMonths.has(row.month) })),
  )
  for (const change of changes) {
    await ctx.rows.insert(costChange, change)
    if (change.kind === 'adjustment')
      await ctx.query(
        sql`update order_cost set adjusted = ${roundToCent(change.after! - previousCosts.get(change.workOrderId)!.total)} where site_id = ${ctx.site} and work_order_id = ${change.workOrderId}`,
      )
  }
  await ctx.query(
    sql`delete from cost_cause where site_id = ${ctx.site} and id = any(${causes.map(({ id }) => id)}::uuid[])`,
  )
  await invalidateLaneSharers(ctx, rows, previousCosts)
  ctx.touch('orderCost')
  await publishEvent(ctx, costsRecalculated, { orderIds: ids })
}
/**
 * Invalidates orders that share changed lanes. The chain of invalidations ends, because the lanes that an order gives
 * depend on its own source rows only.
 */
async function invalidateLaneSharers(
  ctx: Context,
  rows: readonly CostRecord[],
  previousCosts: ReadonlyMap<string, PreviousCost>,
): Promise<void> {
  for (const { workOrderId, lanes = [] } of rows) {
    const previousLanes = previousCosts.get(workOrderId)?.lanes ?? []
    const formatSharedLanes = (sharedLanes: typeof lanes, orderId: string) =>
      sharedLanes.flatMap((lane) => (lane.workOrderId === orderId ? [`${lane.kg} ${lane.amount}`] : [])).join()
    const sharingOrders = [...new Set([...previousLanes, ...lanes].map((lane) => lane.workOrderId))]
    const changedOrders = sharingOrders.filter(
      (orderId) => formatSharedLanes(previousLanes, orderId) !== formatSharedLanes(lanes, orderId),
    )
    await invalidateCosts(ctx, changedOrders, { cause: 'lanes', resource: 'workOrder', rowId: workOrderId })
  }
}
/**
 * Builds the change of the cost of a finished order, as a list of one. The list is empty while the order runs, and if the
 * cost did not change.
 */
function buildCostChanges(
  ctx: Context,
  row: CostRecord,
  previousCost: PreviousCost | undefined,
  causes: readonly PendingCause[],
  { closedMonths, currentMonth }: { readonly closedMonths: ReadonlySet<Month>; readonly currentMonth: Month },
) {
  if (!previousCost || previousCost.state !== 'finished') return []
  const bookedTotal = roundToCent(previousCost.total + previousCost.adjusted)
  const parts = costParts.flatMap((part) =>
    previousCost[part] === row[part] ? [] : [{ part, before: previousCost[part] ?? 0, after: row[part] ?? 0 }],
  )
  if (bookedTotal === row.total && (previousCost.frozen || parts.length === 0)) return []
  const orderCauses = causes
    .filter(({ workOrderId }) => workOrderId === row.workOrderId)
    .slice(0, costChange.fields.causes.max)
    .map(({ id: _id, workOrderId: _workOrderId, ...cause }) => cause)
  return [
    {
      workOrderId: row.workOrderId,
      kind: previousCost.frozen ? ('adjustment' as const) : ('renewed' as const),
      at: ctx.now.toISOString(),
      month: previousCost.frozen ? getOpenMonth(currentMonth, closedMonths) : row.month,
      before: previousCost.frozen ? bookedTotal : previousCost.total,
      after: row.total,
      parts,
      causes: orderCauses,
    },
  ]
}
/** Returns the month if it is open, else null. Null is not expected: a month is closed only when it is over. */
const getOpenMonth = (month: Month, closedMonths: ReadonlySet<Month>): Month | null =>
  closedMonths.has(month) ? null : month

/** Writes all rows in one statement, without audit log: nobody edits costs, and `costChange` records the changes. */
async function writeCosts(ctx: Context, rows: readonly CostRecord[]): Promise<void> {
  if (rows.length === 0) return
  const { columnByField } = getStatements(orderCost)
  const names = Object.keys(orderCost.fields).filter((name) => name !== 'adjusted')
  const columnList = names.map((name) => columnByField[name]).join(', ')
  const assignments = names
    .filter((name) => name !== 'workOrderId')
    .map((name) => `${columnByField[name]} = excluded.${columnByField[name]}`)
  const json = rows.map((row) =>
    Object.fromEntries([
      ...names.map((name) => [removeQuotes(columnByField[name]!), row[name as keyof CostRecord]] as const),
      ['id', createUuid7(ctx.now.getTime())],
    ] as const),
  )
  await ctx.query(
    `insert into order_cost (site_id, id, version, created_at, updated_at, adjusted, ${columnList})
     select $1, id, 1, $2, $2, 0, ${columnList} from jsonb_populate_recordset(null::order_cost, $3::jsonb)
     on conflict (site_id, work_order_id) do update set version = order_cost.version + 1, updated_at = $2, ${assignments.join(', ')}`,
    [ctx.site, ctx.now, JSON.stringify(json)],
  )
}
const removeQuotes = (column: string): string => column.replaceAll('"', '')

/** Lists orders with due invalidations, newest first: these are viewed most, and ids follow the time of entry. */
export async function listDueOrders(ctx: Context, maxOrders: number): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${computed<{ id: string }>`w.work_order_id as id`} from cost_cause w left join order_cost c on c.site_id = w.site_id and c.work_order_id = w.work_order_id
      where w.site_id = ${ctx.site} and ${isDueSql} group by w.work_order_id order by w.work_order_id desc ${limit(maxOrders)}`,
  )
  return rows.map(({ id }) => id)
}
/** Counts orders without a cost or with due invalidations. */
export async function countDueOrders(ctx: Context, orderIds: readonly string[]): Promise<number> {
  const [row] = await ctx.query(
    sql<{ n: number }>`select count(*)::int as n from unnest(${orderIds}::uuid[]) o(id)
      left join order_cost c on c.site_id = ${ctx.site} and c.work_order_id = o.id
      where c.id is null or exists (select from cost_cause w where w.site_id = ${ctx.site} and w.work_order_id = o.id and ${isDueSql})`,
  )
  return row?.n ?? 0
}
