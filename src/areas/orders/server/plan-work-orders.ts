import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput } from '@/contract/resource'
import { toMillis } from '@/plant/rules/plant-time'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { erpOrder } from '../contract/erp-order'
import { scheduleEntry } from '../contract/schedule'
import { workOrder } from '../contract/work-order'
import { rollsOnSlitters } from './events'
import { findRowName, loadPlantSettings } from '@/plant/server/plant'
import { askQuestion } from '@/server/events'
import { isShort, calculateProgressPercent, toDisplayedPercent } from '../rules/order-progress'
import { hasOrderBegun, isOrderSettled } from '../rules/work-order'
import { cancelOrder, closeOrder, reopenOrder } from '../contract/work-order-endpoints'
import { createOrderWarnings } from './order-warnings'
import {
  recalculateLineChangeovers,
  lockLines,
  loadLineSlots,
  saveLineSlots,
  recalculateChangeovers,
} from './writes/line-slots'
import { assertCanBeSlit } from './order-pattern'
import { assertSizesFit, type WorkOrderRow } from './work-orders'
import { handle } from '@/server/area'

/** Fields that cannot change once an order has begun, because its rolls carry them. */
const FIXED_AFTER_START = ['number', 'batch', 'productId', 'lineId'] as const

/** POST /plant/work_order: adds a planned order. */
export const addWorkOrder = handle(workOrder.endpoints.create, async (ctx, input) => {
  assertSizesFit(input as Partial<WorkOrderRow>)
  await assertCanBeSlit(ctx, input)
  return ctx.rows.insert(workOrder, input as Partial<WorkOrderRow>)
})
/** PUT /plant/work_order: edits an order and recalculates the changeovers of its line. */
export const editWorkOrder = handle(workOrder.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const unlockedRow = await ctx.rows.get(workOrder, id)
  await lockLines(ctx, [unlockedRow.lineId])
  const row = await ctx.rows.lock(workOrder, id)
  const isUnchanged = Object.entries(patch).every(
    ([field, value]) => value === undefined || (value ?? null) === row[field as keyof WorkOrderRow],
  )
  if (isUnchanged && (version == null || version === row.version)) return row
  if (isOrderSettled(row.state))
    throw refuse('orders:refusals.over', {
      number: row.number,
      state: ctx.t(`orders:workOrder.options.state.${row.state}`),
    })
  const changedField = FIXED_AFTER_START.find((field) => patch[field] !== undefined && patch[field] !== row[field])
  if (changedField && hasOrderBegun(row.state))
    throw refuse('orders:refusals.settled', {
      number: row.number,
      field: ctx.t(`orders:workOrder.fields.${changedField}`),
    })
  if (changedField === 'lineId' && row.plannedStart) throw refuse('orders:refusals.scheduled', { number: row.number })
  const updatedRow = { ...row, ...(patch as Partial<WorkOrderRow>) }
  assertSizesFit(updatedRow)
  await assertCanBeSlit(ctx, updatedRow, row)
  const clearsProcessStandard =
    patch.productId !== undefined && patch.productId !== row.productId && patch.processStandardId === undefined
  const savedRow = await ctx.rows.update(
    workOrder,
    id,
    { ...(patch as Partial<WorkOrderRow>), ...(clearsProcessStandard ? { processStandardId: null } : {}) },
    { version: version ?? null },
  )
  if (savedRow.plannedStart && savedRow.lineId) {
    // Another recipe changes the changeovers before and after the order.
    const lineSlots = await loadLineSlots(ctx, savedRow.lineId, toMillis(savedRow.plannedStart))
    await saveLineSlots(ctx, lineSlots, recalculateChangeovers(lineSlots))
  }
  return savedRow
})

/** Imports a workbook of work orders; each row is handled like a form. */
export const importWorkOrders = handle(workOrder.endpoints.import, (ctx, input) => {
  const { rememberReferences, warn } = createOrderWarnings()
  return importWorkbook(ctx as AppContext, workOrder, input, {
    insert: async (txCtx, row) =>
      rememberReferences(txCtx, await addWorkOrder.run(txCtx, row as CreateInput<typeof workOrder>)),
    update: async (txCtx, id, row) =>
      rememberReferences(txCtx, await editWorkOrder.run(txCtx, { ...(row as UpdateInput<typeof workOrder>), id })),
    warn,
  })
})

/**
 * Locks the production line and the ERP line before the order is locked. All commands lock in this sequence, to prevent
 * deadlocks.
 */
async function lockSchedulePlace(ctx: Context, { id }: { id: string }): Promise<void> {
  const order = await ctx.rows.get(workOrder, id)
  const entry = await findScheduleEntry(ctx, id)
  await lockLines(ctx, [entry?.lineId])
  if (order.erpOrderId) await ctx.rows.lock(erpOrder, order.erpOrderId)
}
const findScheduleEntry = async (ctx: Context, workOrderId: string) =>
  (await ctx.rows.find(scheduleEntry, { where: { workOrderId }, limit: 1 }))[0]
/** DELETE /jumbo_first/add_work_order: frees the place in the schedule and resets the ERP line to new. */
async function cancelWorkOrder({
  ctx,
  row,
  patch,
  input,
}: CommandExecution<typeof workOrder, { id: string }>): Promise<WorkOrderRow> {
  const entry = await findScheduleEntry(ctx, input.id)
  const savedRow = await ctx.rows.update(workOrder, input.id, patch)
  if (entry) {
    await ctx.rows.remove(scheduleEntry, entry.id)
    await recalculateLineChangeovers(ctx, entry.lineId, toMillis(entry.startsAt))
  }
  if (row?.erpOrderId)
    await ctx.rows.update(erpOrder, row.erpOrderId, { state: 'new', workOrderId: null, conflict: {}, declined: {} })
  return savedRow
}
/** Closes an order. Refuses while one of its rolls is being slit, or if it is short beyond the tolerance without a reason. */
async function closeWorkOrder({
  ctx,
  patch,
  nextRow: closedOrder,
}: CommandExecution<typeof workOrder, unknown>): Promise<WorkOrderRow> {
  const [rollOnSlitter] = await askQuestion(ctx, rollsOnSlitters, { orderId: closedOrder.id })
  if (rollOnSlitter)
    throw refuse('orders:refusals.onSlitter', {
      number: closedOrder.number,
      roll: rollOnSlitter.number,
      slitter: await findRowName(ctx, 'line', rollOnSlitter.slitterId),
    })
  const { orderTolerance } = await loadPlantSettings(ctx)
  const orderedQuantity = { kg: closedOrder.orderedKg, rolls: closedOrder.orderedRolls }
  if (!closedOrder.shortReason && isShort(orderedQuantity, closedOrder, orderTolerance))
    throw refuse('orders:refusals.short', {
      number: closedOrder.number,
      percent: toDisplayedPercent(calculateProgressPercent(orderedQuantity, closedOrder)),
      tolerance: orderTolerance,
    })
  return ctx.rows.update(workOrder, closedOrder.id, patch)
}
/** Handlers of the planning commands. */
export const planningHandlers: HandlerEntry[] = [
  handleCommand(cancelOrder, cancelWorkOrder, { preload: lockSchedulePlace }),
  handleCommand(closeOrder, closeWorkOrder),
  handleCommand(reopenOrder),
]
