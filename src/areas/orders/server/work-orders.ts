import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { toMillis } from '@/plant/rules/plant-time'
import { isUsable } from '@/areas/standards/rules/approval'
import { processStandard } from '@/areas/standards/contract/process-standard'
import type { Context } from '@/server/context'
import { happenedAt, nameOf } from '@/plant/server/plant'
import { steppedTo } from '@/server/step'
import { scheduleEntry } from '../contract/schedule'
import {
  decideOrder,
  ended,
  isSettled,
  openPause,
  ranWithin,
  sizeProblem,
  type WorkOrderState,
} from '../rules/work-order'
import { workOrder } from '../contract/work-order'
import type { adjustOrder, startOrder, switchOrder } from '../contract/work-order-calls'

export type OrderRow = Row<typeof workOrder>

/** Where a step leads. @throws 6000 with a sentence */
export const decided = (ctx: Context, row: OrderRow, action: string, given: object): WorkOrderState =>
  steppedTo(
    ctx,
    { area: 'orders', resource: 'workOrder', label: row.number, state: row.state },
    action,
    decideOrder(row.state, action, given as Record<string, unknown>),
  )
/** @throws 6000 when its slit rolls would be wider than the web or longer than the jumbo */
export function mustFit(order: Partial<OrderRow>): void {
  const problem = sizeProblem(order)
  if (problem)
    throw refuse(
      `orders:refusals.size.${problem.field}`,
      { value: order[problem.field] ?? 0, most: problem.most },
      { issues: [{ path: [problem.field], code: 'tooBig', params: { limit: problem.most } }] },
    )
}
/** Figures kept by others raise no version, but a phone may still have seen an older row: fields that differ merge. */
export const seen = (ctx: Context, input: { version?: number | null }) => ({
  version: input.version ?? ctx.origin.baseVersion,
  merge: true,
})

/** POST /jumbo_first/add_work_order */
export async function start(ctx: Context, input: InOf<typeof startOrder>): Promise<OrderRow> {
  // The line is locked first: of two tablets that start an order there, the second sees the first.
  const at = await ctx.rows.lock(line, input.lineId)
  const row = await ctx.rows.lock(workOrder, input.id)
  const state = decided(ctx, row, 'start', input)
  await mustBeFree(ctx, at, row.id)
  const standard = await standardFor(ctx, row, at)
  const startedAt = happenedAt(ctx, input.occurredAt, row.createdAt)
  const saved = await ctx.rows.update(
    workOrder,
    row.id,
    { state, lineId: at.id, processStandardId: standard, startedAt, runSince: startedAt },
    seen(ctx, input),
  )
  // It runs where it runs: what was planned for another line is no longer.
  const [entry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: row.id }, limit: 1 })
  if (entry && entry.lineId !== at.id) await ctx.rows.update(scheduleEntry, entry.id, { lineId: at.id })
  return saved
}
async function mustBeFree(ctx: Context, at: Row<typeof line>, orderId: string): Promise<void> {
  const [running] = await ctx.rows.find(workOrder, { where: { lineId: at.id, state: 'running' }, limit: 1 })
  if (running && running.id !== orderId)
    throw refuse('orders:refusals.lineBusy', { line: at.code, number: running.number })
}
/** The order's own standard, else the newest of its product for this kind of machine. Without an approved one nothing runs. */
async function standardFor(ctx: Context, row: OrderRow, at: Row<typeof line>): Promise<string> {
  if (row.processStandardId) {
    const named = await ctx.rows.get(processStandard, row.processStandardId)
    if (isUsable(named)) return named.id
    // A newer version has been approved since the order was planned: that is what it runs by.
    const [newer] =
      named.state === 'approved'
        ? await ctx.rows.find(processStandard, {
            where: { code: named.code, newest: true, state: 'approved' },
            limit: 1,
          })
        : []
    if (newer) return newer.id
    throw refuse('orders:refusals.notApproved', { standard: `${named.code} ${named.revision}` })
  }
  const newest = await ctx.rows.find(processStandard, {
    where: { productId: row.productId, newest: true, variant: at.kind === 'slitting' ? 'slitting' : 'mainLine' },
  })
  // One made for this very line goes before the product's general one.
  const fitting = newest
    .filter((s) => s.lineId === null || s.lineId === at.id)
    .sort((a, b) => Number(b.lineId !== null) - Number(a.lineId !== null))
  const usable = fitting.find(isUsable)
  if (usable) return usable.id
  if (fitting[0]) throw refuse('orders:refusals.notApproved', { standard: `${fitting[0].code} ${fitting[0].revision}` })
  throw refuse('orders:refusals.noStandard', { product: await nameOf(ctx, 'product', row.productId), line: at.code })
}

/** PUT /jumbo_first/add_work_order */
export async function switchTo(ctx: Context, input: InOf<typeof switchOrder>): Promise<OrderRow> {
  const before = await ctx.rows.get(workOrder, input.id)
  const at = before.lineId ? await ctx.rows.lock(line, before.lineId) : null
  const row = await ctx.rows.lock(workOrder, input.id)
  const state = decided(ctx, row, input.action, input)
  if (input.action === 'resume' && at) await mustBeFree(ctx, at, row.id)
  const paused = openPause(row.pauses)
  const when = happenedAt(ctx, input.occurredAt, paused?.from ?? row.runSince ?? row.startedAt)
  const pauses =
    input.action === 'pause'
      ? [...row.pauses, { from: when, to: null, reason: input.reason ?? null }].slice(-500)
      : ended(row.pauses, when)
  const after = { startedAt: row.startedAt, finishedAt: null, pauses }
  return ctx.rows.update(
    workOrder,
    row.id,
    {
      state,
      pauses,
      ranMinutes: minutes(row.startedAt ? ranWithin(after, toMillis(row.startedAt), toMillis(when)) : 0),
      runSince: input.action === 'resume' ? when : null,
      ...(input.action === 'finish' ? { finishedAt: when } : {}),
      ...(input.reason ? { reason: input.reason } : {}),
    },
    seen(ctx, input),
  )
}
const minutes = (ms: number): number => Math.round(ms / 6000) / 10

/** PUT /jumbo_first/edit_work_order */
export async function adjust(
  ctx: Context,
  { id, version, occurredAt: _at, ...patch }: InOf<typeof adjustOrder>,
): Promise<OrderRow> {
  const row = await ctx.rows.lock(workOrder, id)
  if (isSettled(row.state))
    throw refuse('orders:refusals.over', {
      number: row.number,
      state: ctx.t(`orders:workOrder.options.state.${row.state}`),
    })
  mustFit({ ...row, ...patch })
  return ctx.rows.update(workOrder, id, patch as Partial<OrderRow>, seen(ctx, { version }))
}
