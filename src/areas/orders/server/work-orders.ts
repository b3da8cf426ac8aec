import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { holding, isUsable } from '@/areas/standards/rules/approval'
import { standardToMakeBy } from '@/areas/standards/server/queries'
import { processStandard } from '@/areas/standards/contract/process-standard'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { toPlantDay, findRowName, loadPlantSettings } from '@/plant/server/plant'
import { scheduleEntry } from '../contract/schedule'
import { endsShort, woundPercent } from '../rules/progress'
import { sizeProblem } from '../rules/work-order'
import { workOrder } from '../contract/work-order'
import { mustBeSlit } from './order-pattern'
import { adjustOrder, startOrder, switchOrder } from '../contract/work-order-calls'

export type OrderRow = Row<typeof workOrder>

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
type Step = CommandExecution<typeof workOrder, unknown>

/** POST /jumbo_first/add_work_order */
async function start({ ctx, row, patch: change }: Step): Promise<OrderRow> {
  const known = begunFrom(row)
  const at = await ctx.rows.get(line, change.lineId ?? '')
  await mustBeFree(ctx, at, known.id)
  const processStandardId = await standardFor(ctx, known, at)
  const saved = await ctx.rows.update(workOrder, known.id, {
    ...change,
    processStandardId,
    ...(await productStandardFor(ctx, known, change.startedAt ?? ctx.now.toISOString())),
  })
  // It runs where it runs: what was planned for another line is no longer.
  const [entry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: known.id }, limit: 1 })
  if (entry && entry.lineId !== at.id) await ctx.rows.update(scheduleEntry, entry.id, { lineId: at.id })
  return saved
}
/** Planning makes orders; at the line one is found. */
function begunFrom(row: OrderRow | null): OrderRow {
  if (!row) throw new Error('an order runs that was never planned')
  return row
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
  const written = await ctx.rows.find(processStandard, {
    where: { productId: row.productId, variant: at.kind === 'slitting' ? 'slitting' : 'mainLine' },
  })
  // One made for this very line goes before the product's general one.
  const holds = holding(
    written.filter((s) => s.lineId === null || s.lineId === at.id),
    (s) => s.lineId !== null,
  )
  if (holds && isUsable(holds)) return holds.id
  if (holds) throw refuse('orders:refusals.notApproved', { standard: `${holds.code} ${holds.revision}` })
  throw refuse('orders:refusals.noStandard', {
    product: await findRowName(ctx, 'product', row.productId),
    line: at.code,
  })
}

/**
 * The product standard in force and the season of the day, pinned from here on. A product of which nobody has written a
 * standard runs without: the plant may not have come to it, and its process standard is approved. One that is written and
 * not approved is a different matter: its limits are known, and nobody has agreed to them.
 */
async function productStandardFor(
  ctx: Context,
  { productId, customerId }: OrderRow,
  at: string,
): Promise<Pick<OrderRow, 'productStandardId' | 'season'>> {
  const by = await standardToMakeBy(ctx, { productId, customerId, day: toPlantDay(ctx, at) })
  if (by.found === 'none') return { productStandardId: null, season: null }
  if (by.found === 'standard') return { productStandardId: by.id, season: by.season }
  const standard = `${by.code} ${by.revision}`
  if (by.found === 'noSeason') throw refuse('orders:refusals.noSeason', { standard })
  throw refuse('orders:refusals.productNotApproved', {
    standard,
    state: ctx.t(`standards:productStandard.options.state.${by.state}`),
  })
}

/** PUT /jumbo_first/add_work_order */
async function switchTo({ ctx, row, patch: change }: Step): Promise<OrderRow> {
  const known = begunFrom(row)
  if (change.state === 'finished' && !change.shortReason) await mustNotEndShort(ctx, known)
  if (change.state === 'running' && known.lineId)
    await mustBeFree(ctx, await ctx.rows.get(line, known.lineId), known.id)
  return ctx.rows.update(workOrder, known.id, change)
}
/** @throws 6000 when less is wound than was ordered, by more than the plant's tolerance, and nobody says why */
async function mustNotEndShort(ctx: Context, order: OrderRow): Promise<void> {
  const { orderTolerance } = await loadPlantSettings(ctx)
  if (!endsShort({ kg: order.orderedKg, rolls: order.orderedRolls }, order, orderTolerance)) return
  throw refuse('orders:refusals.woundShort', {
    number: order.number,
    percent: Math.round(woundPercent(order.orderedKg, order.jumboKg) ?? 0),
    tolerance: orderTolerance,
  })
}
/** PUT /jumbo_first/edit_work_order */
async function adjust({ ctx, row, patch: change, nextRow: after }: Step): Promise<OrderRow> {
  mustFit(after)
  await mustBeSlit(ctx, after, row)
  return ctx.rows.update(workOrder, begunFrom(row).id, change)
}

/** The line of an order is locked before it: of two tablets that start one there, the second sees the first. */
const lineOf = async (ctx: Context, { id }: { id: string }): Promise<unknown> => {
  const { lineId } = await ctx.rows.get(workOrder, id)
  return lineId ? ctx.rows.lock(line, lineId) : null
}
/** What is done with an order at the line. */
export const atTheLine: HandlerEntry[] = [
  handleCommand(startOrder, start, { first: (ctx, input) => ctx.rows.lock(line, input.lineId) }),
  handleCommand(switchOrder, switchTo, { first: lineOf }),
  handleCommand(adjustOrder, adjust),
]
