/**
 * Recalculates and stores order costs. Frozen costs stay; later differences are booked as adjustments in a later month.
 */
import { namesOf } from '@/contract/field'
import { uuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { monthOf, type Month } from '@/plant/rules/month'
import { localClock, type Day } from '@/plant/rules/plant-time'
import { calendarOf } from '@/plant/server/plant'
import { closedMonths } from '@/plant/server/queries'
import { shiftAt } from '@/plant/rules/shift'
import { isOver } from '@/areas/orders/rules/work-order'
import { costsCounted } from '@/plant/server/day-events'
import type { Context } from '@/server/context'
import { tell } from '@/server/events'
import { statementsOf } from '@/server/crud/sql'
import { mapInPieces } from '@/server/pieces'
import { inOneTransaction } from '@/server/pipeline'
import { columns, computed, limit, sql, type RowFor } from '@/server/sql'
import { causeFields, costCause, costChange, orderCost } from '../contract/order-cost'
import { costParts } from '../rules/cost-line'
import { costedOrder } from '../rules/costed'
import { isDueSql, mark } from './mark'
import { collect, standardRates, type Collected } from './collect'

/** Maximum number of orders calculated together, as their source rows are in memory at once. */
const BATCH = 200

const before = columns(orderCost, [
  'workOrderId',
  'state',
  'month',
  'total',
  'frozen',
  'adjusted',
  'lanes',
  ...costParts,
])
const pending = columns(costCause, ['id', 'workOrderId', ...namesOf(causeFields)])
type Before = RowFor<typeof before>
type Cause = RowFor<typeof pending>
export type Kept = Omit<Row<typeof orderCost>, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'createdBy'>

/** Calculates the costs of orders from their source rows, without storing them. */
export async function workOut(ctx: Context, orderIds: readonly string[]): Promise<Kept[]> {
  const rows: Kept[] = []
  for (let at = 0; at < orderIds.length; at += BATCH) {
    const rates = await standardRates(ctx)
    const calendar = await calendarOf(ctx)
    const made = await mapInPieces(await collect(ctx, orderIds.slice(at, at + BATCH)), (one) => {
      const { finishedAt, state } = one.order
      const over = isOver(state) && finishedAt !== null
      const finishedOn = over ? shiftAt(finishedAt, calendar.pattern, calendar.timeZone).businessDate : null
      return keptOf(ctx, one, rates, finishedOn)
    })
    rows.push(...made)
  }
  return rows
}
function keptOf(
  ctx: Context,
  { order, facts, gives, takes, uncutKg, quantities, estimatedShare }: Collected,
  rates: Awaited<ReturnType<typeof standardRates>>,
  /** Null while the order runs. */
  finishedOn: Day | null,
): Kept {
  const over = finishedOn !== null
  return {
    workOrderId: order.id,
    productId: order.productId,
    customerId: order.customerId,
    lineId: order.lineId,
    processStandardId: order.processStandardId,
    productStandardId: order.productStandardId,
    state: over ? 'finished' : 'running',
    month: over ? monthOf(finishedOn) : null,
    startedAt: order.startedAt,
    finishedAt: over ? order.finishedAt : null,
    finishedOn,
    ...costedOrder({
      facts,
      gives,
      takes,
      uncutKg,
      goodRolls: order.goodRolls,
      downgradedKg: order.downgradedKg,
      wasteKg: order.wasteKg,
      quantities,
      rates,
      day: localClock(order.startedAt, ctx.timeZone).day,
      webM: order.webM,
      webGsm: order.webGsm,
    }),
    estimatedShare: estimatedShare === null ? null : Math.round(estimatedShare * 10_000) / 10_000,
    frozen: false,
    adjusted: 0,
    computedAt: ctx.now.toISOString(),
  } as Kept
}

/**
 * Recalculates and stores the costs of orders inside a write, and removes their pending causes. A changed cost of a
 * finished order is recorded with its previous amount and causes. A cost of a closed month stays, and the difference is
 * booked in the current month.
 */
export async function renew(ctx: Context, orderIds: readonly string[]): Promise<void> {
  const ids = [...new Set(orderIds)].sort()
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH)
    await oneAtATime(ctx, batch)
    await keep(ctx, await worked(ctx, batch))
  }
}
/**
 * Recalculates and stores up to 200 orders outside of a write. Source rows are read before the transaction begins,
 * because reading takes long enough for people to notice. Skips orders whose cost was stored by somebody else in
 * between; their invalidations stay.
 */
export async function renewApart(ctx: Context, orderIds: readonly string[]): Promise<void> {
  const ids = [...new Set(orderIds)].sort()
  const work = await worked(ctx, ids)
  await inOneTransaction(ctx, async (inside) => {
    await oneAtATime(inside, ids)
    const now = await versionsOf(inside, ids)
    const ours = new Set(ids.filter((id) => now.get(id) === work.versions.get(id)))
    await keep(inside, {
      ...work,
      rows: work.rows.filter(({ workOrderId }) => ours.has(workOrderId)),
      causes: work.causes.filter(({ workOrderId }) => ours.has(workOrderId)),
    })
  })
}
/** Locks orders until the end of the transaction. Otherwise two recalculations would both record the same change. */
const oneAtATime = (ctx: Context, ids: readonly string[]) =>
  ctx.query(
    sql`select pg_advisory_xact_lock(hashtext('order_cost'), hashtext(id::text)) from (select unnest(${ids}::uuid[]) as id order by 1) i`,
  )
/** Calculated costs, with causes and versions that were read before the source rows. */
interface Worked {
  readonly rows: readonly Kept[]
  readonly causes: readonly Cause[]
  readonly versions: ReadonlyMap<string, number>
}
async function worked(ctx: Context, ids: readonly string[]): Promise<Worked> {
  const versions = await versionsOf(ctx, ids)
  const causes = await ctx.query(
    sql`select ${pending} from cost_cause where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[]) order by at, id`,
  )
  return { rows: await workOut(ctx, ids), causes, versions }
}
/** Loads the versions of stored costs; each store increments the version. */
const versionsOf = async (ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await ctx.query(
        sql`select ${columns(orderCost, ['workOrderId', 'version'])} from order_cost where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[])`,
      )
    ).map(({ workOrderId, version }) => [workOrderId, version]),
  )
/** Stores calculated costs and their changes, and deletes the causes that were read. */
async function keep(ctx: Context, { rows, causes }: Worked): Promise<void> {
  const ids = rows.map(({ workOrderId }) => workOrderId)
  const was = new Map(
    (
      await ctx.query(
        sql`select ${before} from order_cost where site_id = ${ctx.site} and work_order_id = any(${ids}::uuid[])`,
      )
    ).map((row) => [row.workOrderId, row]),
  )
  const closed = new Set(await closedMonths(ctx))
  const changes = rows.flatMap((row) => changeOf(ctx, row, was.get(row.workOrderId), causes, closed))
  await store(
    ctx,
    rows
      .filter((row) => !was.get(row.workOrderId)?.frozen)
      // A cost that was not stored when the month was closed stays open until it is whole.
      .map((row) => ({ ...row, frozen: row.whole === true && row.month !== null && closed.has(row.month) })),
  )
  for (const change of changes) {
    await ctx.rows.insert(costChange, change)
    if (change.kind === 'adjustment')
      await ctx.query(
        sql`update order_cost set adjusted = ${cents(change.after! - was.get(change.workOrderId)!.total)} where site_id = ${ctx.site} and work_order_id = ${change.workOrderId}`,
      )
  }
  await ctx.query(
    sql`delete from cost_cause where site_id = ${ctx.site} and id = any(${causes.map(({ id }) => id)}::uuid[])`,
  )
  await markSharing(ctx, rows, was)
  ctx.touch('orderCost')
  await tell(ctx, costsCounted, { orderIds: ids })
}
/**
 * Invalidates orders that share changed lanes. This ends, because the lanes that an order gives depend on its own
 * source rows only.
 */
async function markSharing(ctx: Context, rows: readonly Kept[], was: ReadonlyMap<string, Before>): Promise<void> {
  for (const { workOrderId, lanes = [] } of rows) {
    const before = was.get(workOrderId)?.lanes ?? []
    const told = (of: typeof lanes, orderId: string) =>
      of.flatMap((one) => (one.workOrderId === orderId ? [`${one.kg} ${one.amount}`] : [])).join()
    const others = [...new Set([...before, ...lanes].map((one) => one.workOrderId))]
    const changed = others.filter((orderId) => told(before, orderId) !== told(lanes, orderId))
    await mark(ctx, changed, { cause: 'lanes', resource: 'workOrder', rowId: workOrderId })
  }
}
const cents = (yuan: number): number => Math.round(yuan * 100) / 100
/** Builds the change of a finished order; nothing while the order runs, or if the amounts are equal. */
function changeOf(
  ctx: Context,
  row: Kept,
  held: Before | undefined,
  causes: readonly Cause[],
  closed: ReadonlySet<Month>,
) {
  if (!held || held.state !== 'finished') return []
  const told = cents(held.total + held.adjusted)
  const parts = costParts.flatMap((part) =>
    held[part] === row[part] ? [] : [{ part, before: held[part] ?? 0, after: row[part] ?? 0 }],
  )
  if (told === row.total && (held.frozen || parts.length === 0)) return []
  const why = causes
    .filter(({ workOrderId }) => workOrderId === row.workOrderId)
    .slice(0, costChange.fields.causes.max)
    .map(({ id: _id, workOrderId: _of, ...cause }) => cause)
  const now = monthOf(localClock(ctx.now.toISOString(), ctx.timeZone).day)
  return [
    {
      workOrderId: row.workOrderId,
      kind: held.frozen ? ('adjustment' as const) : ('renewed' as const),
      at: ctx.now.toISOString(),
      month: held.frozen ? openFrom(now, closed) : row.month,
      before: held.frozen ? told : held.total,
      after: row.total,
      parts,
      causes: why,
    },
  ]
}
/** Returns the month if it is open, else null. The current month is never closed, as it is not over. */
const openFrom = (month: Month, closed: ReadonlySet<Month>): Month | null => (closed.has(month) ? null : month)

/** Writes all rows in one statement, without audit log: nobody edits costs, and `costChange` records the changes. */
async function store(ctx: Context, rows: readonly Kept[]): Promise<void> {
  if (rows.length === 0) return
  const { column } = statementsOf(orderCost)
  const names = Object.keys(orderCost.fields).filter((name) => name !== 'adjusted')
  const list = names.map((name) => column[name]).join(', ')
  const own = names.filter((name) => name !== 'workOrderId').map((name) => `${column[name]} = excluded.${column[name]}`)
  const json = rows.map((row) =>
    Object.fromEntries([
      ...names.map((name) => [unquoted(column[name]!), row[name as keyof Kept]] as const),
      ['id', uuid7(ctx.now.getTime())],
    ] as const),
  )
  await ctx.query(
    `insert into order_cost (site_id, id, version, created_at, updated_at, adjusted, ${list})
     select $1, id, 1, $2, $2, 0, ${list} from jsonb_populate_recordset(null::order_cost, $3::jsonb)
     on conflict (site_id, work_order_id) do update set version = order_cost.version + 1, updated_at = $2, ${own.join(', ')}`,
    [ctx.site, ctx.now, JSON.stringify(json)],
  )
}
const unquoted = (column: string): string => column.replaceAll('"', '')

/** Lists orders with due invalidations, newest first: these are viewed most, and ids follow the time of entry. */
export async function ordersDue(ctx: Context, most: number): Promise<string[]> {
  const rows = await ctx.query(
    sql`select ${computed<{ id: string }>`w.work_order_id as id`} from cost_cause w left join order_cost c on c.site_id = w.site_id and c.work_order_id = w.work_order_id
      where w.site_id = ${ctx.site} and ${isDueSql} group by w.work_order_id order by w.work_order_id desc ${limit(most)}`,
  )
  return rows.map(({ id }) => id)
}
/** Counts orders without a cost or with due invalidations. One statement. */
export async function countOrdersDue(ctx: Context, orderIds: readonly string[]): Promise<number> {
  const [row] = await ctx.query(
    sql<{ n: number }>`select count(*)::int as n from unnest(${orderIds}::uuid[]) o(id)
      left join order_cost c on c.site_id = ${ctx.site} and c.work_order_id = o.id
      where c.id is null or exists (select from cost_cause w where w.site_id = ${ctx.site} and w.work_order_id = o.id and ${isDueSql})`,
  )
  return row?.n ?? 0
}
