import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Create, Patch } from '@/contract/resource'
import { toMillis } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { importSheet } from '@/server/crud/import'
import type { KitContext } from '@/server/crud/operations'
import { erpOrder } from '../contract/erp-order'
import { scheduleEntry } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import type { cancelOrder, closeOrder, reopenOrder } from '../contract/work-order-calls'
import { begun, isSettled } from '../rules/work-order'
import { closeGap, lockLines, rowOf, saveRow, withChangeovers } from './schedule-row'
import { decided, mustFit, seen, type OrderRow } from './work-orders'

/** What of an order is settled once it has begun: rolls carry it. */
const settled = ['number', 'batch', 'productId', 'lineId'] as const

/** POST /plant/work_order */
export function add(ctx: Context, input: Create<typeof workOrder>): Promise<OrderRow> {
  mustFit(input as Partial<OrderRow>)
  return ctx.rows.insert(workOrder, input as Partial<OrderRow>)
}
/** PUT /plant/work_order */
export async function edit(
  ctx: Context,
  { id, version, ...patch }: Omit<Patch<typeof workOrder>, 'version'> & { version?: number | null },
): Promise<OrderRow> {
  const known = await ctx.rows.get(workOrder, id)
  await lockLines(ctx, [known.lineId])
  const row = await ctx.rows.lock(workOrder, id)
  const nothingNew = Object.entries(patch).every(
    ([field, value]) => value === undefined || (value ?? null) === row[field as keyof OrderRow],
  )
  if (nothingNew && (version == null || version === row.version)) return row
  if (isSettled(row.state))
    throw refuse('orders:refusals.over', {
      number: row.number,
      state: ctx.t(`orders:workOrder.options.state.${row.state}`),
    })
  const changed = settled.find((field) => patch[field] !== undefined && patch[field] !== row[field])
  if (changed && begun(row.state))
    throw refuse('orders:refusals.settled', { number: row.number, field: ctx.t(`orders:workOrder.fields.${changed}`) })
  if (changed === 'lineId' && row.plannedStart) throw refuse('orders:refusals.scheduled', { number: row.number })
  mustFit({ ...row, ...(patch as Partial<OrderRow>) })
  const otherProduct =
    patch.productId !== undefined && patch.productId !== row.productId && patch.processStandardId === undefined
  const saved = await ctx.rows.update(
    workOrder,
    id,
    { ...(patch as Partial<OrderRow>), ...(otherProduct ? { processStandardId: null } : {}) },
    { version: version ?? null },
  )
  if (saved.plannedStart && saved.lineId) {
    // Another recipe takes another time to change over to, and from.
    const plan = await rowOf(ctx, saved.lineId, toMillis(saved.plannedStart))
    await saveRow(ctx, plan, withChangeovers(plan), null)
  }
  return saved
}

/** The sheet of work orders; the same holds for a row of it as for a form. */
export const importOrders = (ctx: Context, input: { file: string[]; dryRun?: boolean | null }) =>
  importSheet(ctx as KitContext, workOrder, input.file, input.dryRun ?? false, {
    insert: (inside, row) => add(inside, row as Create<typeof workOrder>),
    update: (inside, id, row) => edit(inside, { ...(row as Partial<OrderRow>), id }),
  })

/** DELETE /jumbo_first/add_work_order: its place in the schedule is free again, and its line of the ERP waits again. */
export async function cancel(ctx: Context, input: InOf<typeof cancelOrder>): Promise<OrderRow> {
  const known = await ctx.rows.get(workOrder, input.id)
  const [entry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: known.id }, limit: 1 })
  await lockLines(ctx, [entry?.lineId])
  if (known.erpOrderId) await ctx.rows.lock(erpOrder, known.erpOrderId)
  const row = await ctx.rows.lock(workOrder, input.id)
  const state = decided(ctx, row, 'cancel', input)
  const saved = await ctx.rows.update(
    workOrder,
    row.id,
    { state, reason: input.reason, plannedStart: null, plannedEnd: null },
    seen(ctx, input),
  )
  if (entry) {
    await ctx.rows.remove(scheduleEntry, entry.id)
    await closeGap(ctx, entry.lineId, toMillis(entry.startsAt))
  }
  if (known.erpOrderId)
    await ctx.rows.update(erpOrder, known.erpOrderId, { state: 'new', workOrderId: null, conflict: {}, declined: {} })
  return saved
}
/** POST /plant/work_order_close */
export async function close(ctx: Context, input: InOf<typeof closeOrder>): Promise<OrderRow> {
  const row = await ctx.rows.lock(workOrder, input.id)
  return ctx.rows.update(
    workOrder,
    row.id,
    { state: decided(ctx, row, 'close', input), closedAt: ctx.now.toISOString() },
    seen(ctx, input),
  )
}
/** POST /plant/work_order_reopen: it stood since it was finished. */
export async function reopen(ctx: Context, input: InOf<typeof reopenOrder>): Promise<OrderRow> {
  const row = await ctx.rows.lock(workOrder, input.id)
  const state = decided(ctx, row, 'reopen', input)
  const pauses = [
    ...row.pauses,
    { from: row.finishedAt ?? ctx.now.toISOString(), to: null, reason: input.reason },
  ].slice(-500)
  return ctx.rows.update(workOrder, row.id, { state, reason: input.reason, finishedAt: null, pauses }, seen(ctx, input))
}
