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

/** @throws 6000 if slit rolls would be wider than the web or longer than the jumbo */
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

/** POST /jumbo_first/add_work_order: starts an order with its process and product standards. */
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
  // The actual line counts: an entry planned on another line moves to it.
  const [entry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: known.id }, limit: 1 })
  if (entry && entry.lineId !== at.id) await ctx.rows.update(scheduleEntry, entry.id, { lineId: at.id })
  return saved
}
/** Returns the row of a line command, which always exists because only planning creates orders. */
function begunFrom(row: OrderRow | null): OrderRow {
  if (!row) throw new Error('an order runs that was never planned')
  return row
}
async function mustBeFree(ctx: Context, at: Row<typeof line>, orderId: string): Promise<void> {
  const [running] = await ctx.rows.find(workOrder, { where: { lineId: at.id, state: 'running' }, limit: 1 })
  if (running && running.id !== orderId)
    throw refuse('orders:refusals.lineBusy', { line: at.code, number: running.number })
}
/** Finds the order's own standard, else the latest of its product for this kind of line. Must be approved. */
async function standardFor(ctx: Context, row: OrderRow, at: Row<typeof line>): Promise<string> {
  if (row.processStandardId) {
    const named = await ctx.rows.get(processStandard, row.processStandardId)
    if (isUsable(named)) return named.id
    // A newer version approved since planning replaces the chosen one.
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
  // A standard of this line takes precedence over the general one of the product.
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
 * Finds the product standard in force and the season of the day, which the order pins. A product without any standard
 * may run, as its process standard is approved. An unapproved one is refused: nobody has agreed to its limits.
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

/** PUT /jumbo_first/add_work_order: pauses, resumes or finishes an order. */
async function switchTo({ ctx, row, patch: change }: Step): Promise<OrderRow> {
  const known = begunFrom(row)
  if (change.state === 'finished' && !change.shortReason) await mustNotEndShort(ctx, known)
  if (change.state === 'running' && known.lineId)
    await mustBeFree(ctx, await ctx.rows.get(line, known.lineId), known.id)
  return ctx.rows.update(workOrder, known.id, change)
}
/** @throws 6000 if less is wound than ordered, by more than the plant's tolerance, without a reason */
async function mustNotEndShort(ctx: Context, order: OrderRow): Promise<void> {
  const { orderTolerance } = await loadPlantSettings(ctx)
  if (!endsShort({ kg: order.orderedKg, rolls: order.orderedRolls }, order, orderTolerance)) return
  throw refuse('orders:refusals.woundShort', {
    number: order.number,
    percent: Math.round(woundPercent(order.orderedKg, order.jumboKg) ?? 0),
    tolerance: orderTolerance,
  })
}
/** PUT /jumbo_first/edit_work_order: changes the fields that operators may edit. */
async function adjust({ ctx, row, patch: change, nextRow: after }: Step): Promise<OrderRow> {
  mustFit(after)
  await mustBeSlit(ctx, after, row)
  return ctx.rows.update(workOrder, begunFrom(row).id, change)
}

/** Locks the line before the order, so that the second of two tablets that start an order there sees the first. */
const lineOf = async (ctx: Context, { id }: { id: string }): Promise<unknown> => {
  const { lineId } = await ctx.rows.get(workOrder, id)
  return lineId ? ctx.rows.lock(line, lineId) : null
}
/** Handlers of the commands at the line. */
export const atTheLine: HandlerEntry[] = [
  handleCommand(startOrder, start, { first: (ctx, input) => ctx.rows.lock(line, input.lineId) }),
  handleCommand(switchOrder, switchTo, { first: lineOf }),
  handleCommand(adjustOrder, adjust),
]
