import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput } from '@/contract/resource'
import { toMillis } from '@/plant/rules/plant-time'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { KitContext } from '@/server/crud/operations'
import { erpOrder } from '../contract/erp-order'
import { scheduleEntry } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { rollsOnSlitters } from '@/plant/server/events'
import { findRowName, loadPlantSettings } from '@/plant/server/plant'
import { askQuestion } from '@/server/events'
import { isShort, progressPercent } from '../rules/progress'
import { begun, isSettled } from '../rules/work-order'
import { cancelOrder, closeOrder, reopenOrder } from '../contract/work-order-calls'
import { orderWarnings } from './gsm-warning'
import { closeGap, lockLines, rowOf, saveRow, withChangeovers } from './schedule-row'
import { mustBeSlit } from './order-pattern'
import { mustFit, type OrderRow } from './work-orders'

/** Fields that cannot change once an order has begun, because its rolls carry them. */
const settled = ['number', 'batch', 'productId', 'lineId'] as const

/** POST /plant/work_order: adds a planned order. */
export async function add(ctx: Context, input: CreateInput<typeof workOrder>): Promise<OrderRow> {
  mustFit(input as Partial<OrderRow>)
  await mustBeSlit(ctx, input)
  return ctx.rows.insert(workOrder, input as Partial<OrderRow>)
}
/** PUT /plant/work_order: edits an order and recalculates the changeovers of its line. */
export async function edit(
  ctx: Context,
  { id, version, ...patch }: Omit<UpdateInput<typeof workOrder>, 'version'> & { version?: number | null },
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
  const after = { ...row, ...(patch as Partial<OrderRow>) }
  mustFit(after)
  await mustBeSlit(ctx, after, row)
  const otherProduct =
    patch.productId !== undefined && patch.productId !== row.productId && patch.processStandardId === undefined
  const saved = await ctx.rows.update(
    workOrder,
    id,
    { ...(patch as Partial<OrderRow>), ...(otherProduct ? { processStandardId: null } : {}) },
    { version: version ?? null },
  )
  if (saved.plannedStart && saved.lineId) {
    // Another recipe changes the changeovers before and after the order.
    const plan = await rowOf(ctx, saved.lineId, toMillis(saved.plannedStart))
    await saveRow(ctx, plan, withChangeovers(plan), null)
  }
  return saved
}

/** Imports a workbook of work orders; each row is handled like a form. */
export const importOrders = (ctx: Context, input: { file: string[]; dryRun?: boolean | null }) => {
  const { seen, warn } = orderWarnings()
  return importWorkbook(ctx as KitContext, workOrder, input, {
    insert: async (inside, row) => seen(inside, await add(inside, row as CreateInput<typeof workOrder>)),
    update: async (inside, id, row) => seen(inside, await edit(inside, { ...(row as Partial<OrderRow>), id })),
    warn,
  })
}

/** Locks the plant line and the ERP line before the order, in the same sequence as everywhere. */
async function lockPlace(ctx: Context, { id }: { id: string }): Promise<void> {
  const known = await ctx.rows.get(workOrder, id)
  const entry = await entryOf(ctx, id)
  await lockLines(ctx, [entry?.lineId])
  if (known.erpOrderId) await ctx.rows.lock(erpOrder, known.erpOrderId)
}
const entryOf = async (ctx: Context, workOrderId: string) =>
  (await ctx.rows.find(scheduleEntry, { where: { workOrderId }, limit: 1 }))[0]
/** DELETE /jumbo_first/add_work_order: frees the place in the schedule and resets the ERP line to new. */
async function cancel({
  ctx,
  row,
  patch: change,
  input,
}: CommandExecution<typeof workOrder, { id: string }>): Promise<OrderRow> {
  const entry = await entryOf(ctx, input.id)
  const saved = await ctx.rows.update(workOrder, input.id, change)
  if (entry) {
    await ctx.rows.remove(scheduleEntry, entry.id)
    await closeGap(ctx, entry.lineId, toMillis(entry.startsAt))
  }
  if (row?.erpOrderId)
    await ctx.rows.update(erpOrder, row.erpOrderId, { state: 'new', workOrderId: null, conflict: {}, declined: {} })
  return saved
}
/** @throws 6000 while one of its rolls is being slit, or if it is short beyond the tolerance without a reason */
async function close({
  ctx,
  patch: change,
  nextRow: after,
}: CommandExecution<typeof workOrder, unknown>): Promise<OrderRow> {
  const [cut] = await askQuestion(ctx, rollsOnSlitters, { orderId: after.id })
  if (cut)
    throw refuse('orders:refusals.onSlitter', {
      number: after.number,
      roll: cut.number,
      slitter: await findRowName(ctx, 'line', cut.slitterId),
    })
  const { orderTolerance } = await loadPlantSettings(ctx)
  const ordered = { kg: after.orderedKg, rolls: after.orderedRolls }
  if (!after.shortReason && isShort(ordered, after, orderTolerance))
    throw refuse('orders:refusals.short', {
      number: after.number,
      percent: Math.round(progressPercent(ordered, after) ?? 0),
      tolerance: orderTolerance,
    })
  return ctx.rows.update(workOrder, after.id, change)
}
/** Handlers of the planning commands. */
export const planningHandlers: HandlerEntry[] = [
  handleCommand(cancelOrder, cancel, { first: lockPlace }),
  handleCommand(closeOrder, close),
  handleCommand(reopenOrder),
]
