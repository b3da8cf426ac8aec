import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { pickApplicableVersion, isUsable } from '@/areas/standards/rules/approval'
import { findProductionStandard } from '@/areas/standards/server/queries'
import { processStandard } from '@/areas/standards/contract/process-standard'
import type { HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { handleCommand, type CommandExecution } from '@/server/crud/handle-command'
import { toPlantDay, findRowName, loadPlantSettings } from '@/plant/server/plant'
import { scheduleEntry } from '../contract/schedule'
import { isEndingShort, calculateWoundPercent, toDisplayedPercent } from '../rules/order-progress'
import { findSizeProblem } from '../rules/work-order'
import { workOrder } from '../contract/work-order'
import { assertCanBeSlit, findWidthRefusal } from './order-pattern'
import { adjustOrder, startOrder, changeRunState } from '../contract/work-order-endpoints'

export type WorkOrderRow = Row<typeof workOrder>

/** @throws a refusal if slit rolls would be wider than the web or longer than the jumbo */
export function assertSizesFit(order: Partial<WorkOrderRow>): void {
  const problem = findSizeProblem(order)
  if (problem)
    throw refuse(
      `orders:refusals.size.${problem.field}`,
      { value: order[problem.field] ?? 0, most: problem.most },
      { issues: [{ path: [problem.field], code: 'tooBig', params: { limit: problem.most } }] },
    )
}
type OrderCommandExecution = CommandExecution<typeof workOrder, unknown>

/** POST /jumbo_first/add_work_order: starts an order with its process and product standards. */
async function startWorkOrder({ ctx, row, patch }: OrderCommandExecution): Promise<WorkOrderRow> {
  const order = requireOrder(row)
  const targetLine = await ctx.rows.get(line, patch.lineId ?? '')
  await assertLineFree(ctx, targetLine, order.id)
  const widthRefusal = findWidthRefusal(order.webWidthMm, targetLine)
  if (widthRefusal) throw widthRefusal
  const processStandardId = await findProcessStandard(ctx, order, targetLine)
  const savedOrder = await ctx.rows.update(workOrder, order.id, {
    ...patch,
    processStandardId,
    ...(await findProductStandard(ctx, order, patch.startedAt ?? ctx.now.toISOString())),
  })
  // An entry planned on another line moves to the actual line.
  const [entry] = await ctx.rows.find(scheduleEntry, { where: { workOrderId: order.id }, limit: 1 })
  if (entry && entry.lineId !== targetLine.id) await ctx.rows.update(scheduleEntry, entry.id, { lineId: targetLine.id })
  return savedOrder
}
/** Returns the row of a line command, which always exists because only planning creates orders. */
function requireOrder(row: WorkOrderRow | null): WorkOrderRow {
  if (!row) throw new Error('the work order does not exist')
  return row
}
async function assertLineFree(ctx: Context, targetLine: Row<typeof line>, orderId: string): Promise<void> {
  const [runningOrder] = await ctx.rows.find(workOrder, {
    where: { lineId: targetLine.id, state: 'running' },
    limit: 1,
  })
  if (runningOrder && runningOrder.id !== orderId)
    throw refuse('orders:refusals.lineBusy', { line: targetLine.code, number: runningOrder.number })
}
/** Finds the process standard chosen for the order, else the latest of its product for this kind of line. */
async function findProcessStandard(ctx: Context, row: WorkOrderRow, targetLine: Row<typeof line>): Promise<string> {
  if (row.processStandardId) {
    const chosenStandard = await ctx.rows.get(processStandard, row.processStandardId)
    if (isUsable(chosenStandard)) return chosenStandard.id
    // A newer version approved since planning replaces the chosen one.
    const [newerVersion] =
      chosenStandard.state === 'approved'
        ? await ctx.rows.find(processStandard, {
            where: { code: chosenStandard.code, newest: true, state: 'approved' },
            limit: 1,
          })
        : []
    if (newerVersion) return newerVersion.id
    throw refuse('orders:refusals.notApproved', { standard: `${chosenStandard.code} ${chosenStandard.revision}` })
  }
  const productStandards = await ctx.rows.find(processStandard, {
    where: { productId: row.productId, variant: targetLine.kind === 'slitting' ? 'slitting' : 'mainLine' },
  })
  // A standard for this line takes precedence over the general standard of the product.
  const applicableStandard = pickApplicableVersion(
    productStandards.filter((standard) => standard.lineId === null || standard.lineId === targetLine.id),
    (standard) => standard.lineId !== null,
  )
  if (applicableStandard && isUsable(applicableStandard)) return applicableStandard.id
  if (applicableStandard)
    throw refuse('orders:refusals.notApproved', {
      standard: `${applicableStandard.code} ${applicableStandard.revision}`,
    })
  throw refuse('orders:refusals.noStandard', {
    product: await findRowName(ctx, 'product', row.productId),
    line: targetLine.code,
  })
}

/**
 * Finds the product standard in force and the season of the day, which the order pins. A product without a standard may
 * run, because its process standard is approved. An unapproved standard is refused, because nobody agreed to its limits.
 */
async function findProductStandard(
  ctx: Context,
  { productId, customerId }: WorkOrderRow,
  startedAt: string,
): Promise<Pick<WorkOrderRow, 'productStandardId' | 'season'>> {
  const standardResult = await findProductionStandard(ctx, { productId, customerId, day: toPlantDay(ctx, startedAt) })
  if (standardResult.outcome === 'none') return { productStandardId: null, season: null }
  if (standardResult.outcome === 'standard')
    return { productStandardId: standardResult.id, season: standardResult.season }
  const standard = `${standardResult.code} ${standardResult.revision}`
  if (standardResult.outcome === 'noSeason') throw refuse('orders:refusals.noSeason', { standard })
  throw refuse('orders:refusals.productNotApproved', {
    standard,
    state: ctx.t(`standards:productStandard.options.state.${standardResult.state}`),
  })
}

/** PUT /jumbo_first/add_work_order: pauses, resumes or finishes an order. */
async function changeWorkOrderRunState({ ctx, row, patch }: OrderCommandExecution): Promise<WorkOrderRow> {
  const order = requireOrder(row)
  if (patch.state === 'finished' && !patch.shortReason) await assertNotShort(ctx, order)
  if (patch.state === 'running' && order.lineId)
    await assertLineFree(ctx, await ctx.rows.get(line, order.lineId), order.id)
  return ctx.rows.update(workOrder, order.id, patch)
}
/** @throws a refusal if less is wound than ordered by more than the plant's tolerance */
async function assertNotShort(ctx: Context, order: WorkOrderRow): Promise<void> {
  const { orderTolerance } = await loadPlantSettings(ctx)
  if (!isEndingShort({ kg: order.orderedKg, rolls: order.orderedRolls }, order, orderTolerance)) return
  throw refuse('orders:refusals.woundShort', {
    number: order.number,
    percent: toDisplayedPercent(calculateWoundPercent(order.orderedKg, order.jumboKg)),
    tolerance: orderTolerance,
  })
}
/** PUT /jumbo_first/edit_work_order: changes the fields that operators may edit. */
async function adjustWorkOrder({
  ctx,
  row,
  patch,
  nextRow: adjustedOrder,
}: OrderCommandExecution): Promise<WorkOrderRow> {
  assertSizesFit(adjustedOrder)
  await assertCanBeSlit(ctx, adjustedOrder, row)
  return ctx.rows.update(workOrder, requireOrder(row).id, patch)
}

/**
 * Locks the line before the order. If two tablets start an order on the line at once, the second one sees the order of
 * the first.
 */
const lockOrderLine = async (ctx: Context, { id }: { id: string }): Promise<unknown> => {
  const { lineId } = await ctx.rows.get(workOrder, id)
  return lineId ? ctx.rows.lock(line, lineId) : null
}
/** Handlers of the commands at the line. */
export const lineHandlers: HandlerEntry[] = [
  handleCommand(startOrder, startWorkOrder, { preload: (ctx, input) => ctx.rows.lock(line, input.lineId) }),
  handleCommand(changeRunState, changeWorkOrderRunState, { preload: lockOrderLine }),
  handleCommand(adjustOrder, adjustWorkOrder),
]
