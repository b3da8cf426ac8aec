import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { line } from '@/areas/equipment/contract/line'
import { toMillis } from '@/areas/handover/rules/plant-time'
import { isUsable } from '@/areas/standards/rules/approval'
import { processStandard } from '@/areas/standards/contract/process-standard'
import type { Context } from '@/server/context'
import { happenedAt } from '@/server/plant'
import { steppedTo } from '@/server/step'
import { decideOrder, type WorkOrderState } from '../rules/work-order'
import { workOrder } from '../contract/work-order'
import type { adjustOrder, cancelOrder, closeOrder, reopenOrder, startOrder, switchOrder } from '../contract/work-order-calls'

export type OrderRow = Row<typeof workOrder>

const decided = (ctx: Context, row: OrderRow, action: string, given: object): WorkOrderState =>
  steppedTo(ctx, { area: 'orders', resource: 'workOrder', label: row.number, state: row.state }, action, decideOrder(row.state, action, given as Record<string, unknown>))

/** POST /jumbo_first/add_work_order */
export async function start(ctx: Context, input: InOf<typeof startOrder>): Promise<OrderRow> {
  // The line is locked first: of two tablets that start an order there, the second sees the first.
  const at = await ctx.rows.lock(line, input.lineId)
  const row = await ctx.rows.lock(workOrder, input.id)
  const state = decided(ctx, row, 'start', input)
  await mustBeFree(ctx, at, row.id)
  const standard = await standardFor(ctx, row, at)
  const startedAt = happenedAt(ctx, input.occurredAt, row.createdAt)
  return ctx.rows.update(workOrder, row.id, { state, lineId: at.id, processStandardId: standard, startedAt, runSince: startedAt }, seen(ctx, input))
}
async function mustBeFree(ctx: Context, at: Row<typeof line>, orderId: string): Promise<void> {
  const [running] = await ctx.rows.find(workOrder, { where: { lineId: at.id, state: 'running' }, limit: 1 })
  if (running && running.id !== orderId) throw refuse('orders:refusals.lineBusy', { line: at.code, number: running.number })
}
/** The order's own standard, else the newest of its product for this kind of machine. Unapproved ones cannot be used. */
async function standardFor(ctx: Context, row: OrderRow, at: Row<typeof line>): Promise<string | null> {
  if (row.processStandardId) {
    const named = await ctx.rows.get(processStandard, row.processStandardId)
    if (!isUsable(named)) throw refuse('orders:refusals.notApproved', { standard: `${named.code} ${named.revision}` })
    return named.id
  }
  const newest = await ctx.rows.find(processStandard, { where: { productId: row.productId, newest: true, variant: at.kind === 'slitting' ? 'slitting' : 'mainLine' } })
  const fitting = newest.filter((s) => s.lineId === null || s.lineId === at.id).sort((a, b) => Number(b.lineId !== null) - Number(a.lineId !== null))
  const usable = fitting.find(isUsable)
  if (!usable && fitting[0]) throw refuse('orders:refusals.notApproved', { standard: `${fitting[0].code} ${fitting[0].revision}` })
  // A product without any standard yet may run: feeds and inspections then say that there is none.
  return usable?.id ?? null
}

/** PUT /jumbo_first/add_work_order */
export async function switchTo(ctx: Context, input: InOf<typeof switchOrder>): Promise<OrderRow> {
  const before = await ctx.rows.get(workOrder, input.id)
  const at = before.lineId ? await ctx.rows.lock(line, before.lineId) : null
  const row = await ctx.rows.lock(workOrder, input.id)
  const state = decided(ctx, row, input.action, input)
  if (input.action === 'resume' && at) await mustBeFree(ctx, at, row.id)
  const when = happenedAt(ctx, input.occurredAt, row.runSince ?? row.startedAt)
  const ran = row.runSince ? row.ranMinutes + (toMillis(when) - toMillis(row.runSince)) / 60_000 : row.ranMinutes
  return ctx.rows.update(workOrder, row.id, {
    state, ranMinutes: Math.round(ran * 10) / 10, runSince: input.action === 'resume' ? when : null,
    ...(input.action === 'finish' ? { finishedAt: when } : {}), ...(input.reason ? { reason: input.reason } : {}),
  }, seen(ctx, input))
}
/** PUT /jumbo_first/edit_work_order */
export async function adjust(ctx: Context, { id, version, occurredAt: _at, ...patch }: InOf<typeof adjustOrder>): Promise<OrderRow> {
  const row = await ctx.rows.lock(workOrder, id)
  if (row.state === 'closed' || row.state === 'cancelled') throw refuse('orders:refusals.over', { number: row.number, state: ctx.t(`orders:workOrder.options.state.${row.state}`) })
  return ctx.rows.update(workOrder, id, patch as Partial<OrderRow>, seen(ctx, { version }))
}
const step = (action: 'cancel' | 'close' | 'reopen') => async (ctx: Context, input: InOf<typeof cancelOrder> | InOf<typeof closeOrder> | InOf<typeof reopenOrder>): Promise<OrderRow> => {
  const row = await ctx.rows.lock(workOrder, input.id)
  const state = decided(ctx, row, action, input)
  return ctx.rows.update(workOrder, row.id, {
    state, ...('reason' in input ? { reason: input.reason } : {}),
    ...(action === 'close' ? { closedAt: ctx.now.toISOString() } : action === 'reopen' ? { finishedAt: null } : {}),
  }, seen(ctx, input))
}
export const cancel = step('cancel')
export const close = step('close')
export const reopen = step('reopen')

/** Figures kept by others raise no version, but a phone may still have seen an older row: fields that differ merge. */
const seen = (ctx: Context, input: { version?: number | null }) => ({ version: input.version ?? ctx.origin.baseVersion, merge: true })
