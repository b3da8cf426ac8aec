import { refuse, refuseInput, type Issue } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { toMillis } from '@/plant/rules/plant-time'
import { lockLineRow } from '@/plant/server/queries'
import { isWebLineKind } from '@/plant/rules/line'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isOrderSettledAt } from '@/areas/orders/rules/work-order'
import { findLineWidthExceeded, getWoundWidthMm } from '@/areas/orders/rules/slitting-pattern'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { loadProduct } from '@/areas/standards/server/queries'
import type { Context } from '@/server/context'
import { findDefectProblems, type Defect } from '../rules/defect-map'
import { judgeWeight, calculateNetKg } from '../rules/dimensions'
import {
  findOrderProblem,
  DEFAULT_TOLERANCE_PERCENT,
  findWoundLengthCorrection,
  type WindingPeriod,
} from '../rules/winding'
import { jumboRoll } from '../contract/jumbo-roll'
import { buildSpanIssue, lockLine, type JumboRow, type LineRow } from './queries/roll-checks'

export type JumboValues = Partial<Omit<JumboRow, 'version' | 'createdAt' | 'updatedAt'>>
export type RollOrderRow = Row<typeof workOrder>

/** Locks the line of a winder. @throws 6000 if the line makes no web */
export async function lockWinder(ctx: Context, lineId: string): Promise<LineRow> {
  const winder = await lockLine(ctx, lineId)
  if (!isWebLineKind(winder.kind)) throw refuse('rolls:refusals.noWinder', { line: winder.code })
  return winder
}
/** A locked roll and its order. */
export interface LockedRoll {
  order: RollOrderRow
  roll: JumboRow
}
/** Locks the line of a roll, its order and the roll, in this order. */
export async function lockRoll(ctx: Context, { id }: { id: string }): Promise<LockedRoll> {
  const unlockedRoll = await ctx.rows.get(jumboRoll, id)
  await lockLineRow(ctx, unlockedRoll.lineId)
  const order = await ctx.rows.lock(workOrder, unlockedRoll.workOrderId)
  return { order, roll: await ctx.rows.lock(jumboRoll, id) }
}
/** @throws 6000 if a roll made on the line at that time cannot belong to the order */
export function assertRollBelongsToOrder(ctx: Context, order: RollOrderRow, winder: LineRow, moment: string): void {
  const toMs = (isoTime: string | null) => (isoTime === null ? null : toMillis(isoTime))
  const problem = findOrderProblem(
    {
      state: order.state,
      lineId: order.lineId,
      startedAt: toMs(order.startedAt),
      finishedAt: toMs(order.finishedAt),
    },
    winder.id,
    toMillis(moment),
  )
  if (problem === 'otherLine') throw refuse('rolls:refusals.otherLine', { number: order.number, line: winder.code })
  if (problem)
    throw refuse('rolls:refusals.notProducing', {
      number: order.number,
      state: ctx.t(`orders:workOrder.options.state.${order.state}`),
    })
}
/** @throws 6000 if the order was already closed at that moment */
export function assertRollOrderOpen(order: RollOrderRow, moment: string): void {
  if (isOrderSettledAt(order, moment)) throw refuse('rolls:refusals.orderClosed', { number: order.number })
}

/**
 * Returns grammage and width of the web of an order. Without a grammage of the order, returns that of its product.
 * Without a web width of the order, returns the width of the line or of the product, whichever is smaller.
 */
export async function resolveWeb(
  ctx: Context,
  order: RollOrderRow,
  winder: LineRow,
): Promise<{ gsm: number; widthMm: number | null }> {
  const orderProduct = await loadProduct(ctx, order.productId)
  return {
    gsm: order.gsm ?? orderProduct.gsm,
    widthMm: getWoundWidthMm(winder.width, orderProduct.widthMm, order.webWidthMm),
  }
}
/** @throws 6000 if the length of a roll looks like a typing error, e.g. has a digit too many */
export function assertLengthPlausible(order: RollOrderRow, lengthM: number, period: WindingPeriod): void {
  const expectedM = findWoundLengthCorrection(lengthM, order.jumboLengthM, period)
  if (expectedM !== null)
    throw refuse('rolls:refusals.lengthSlip', { length: lengthM, expected: Math.round(expectedM) })
}
/** @throws 6000 if a roll is wider than its line can make */
export function assertWidthPlausible(
  widthMm: number,
  { code, width }: { readonly code: string; readonly width: number | null },
): void {
  const limit = findLineWidthExceeded(widthMm, width)
  if (limit !== null)
    throw refuse(
      'rolls:refusals.widthSlip',
      { width: widthMm, line: code, limit },
      { issues: [{ path: ['widthMm'], code: 'tooBig', params: { limit } }] },
    )
}
/**
 * Returns the net mass of a weighing, and whether it is unusual.
 * @throws 6000 for a mass of zero or less, or an implausible mass
 */
export async function weighJumbo(
  ctx: Context,
  order: RollOrderRow,
  roll: { grossKg: number | null; coreKg: number | null; expectedKg: number | null },
): Promise<{ netKg: number | null; weightUnusual: boolean }> {
  const netKg = calculateNetKg(roll)
  if (netKg === null) return { netKg: null, weightUnusual: false }
  const judgement = judgeWeight(netKg, roll.expectedKg, await loadWeightTolerance(ctx, order))
  if (judgement.verdict !== 'refused') return { netKg, weightUnusual: judgement.verdict === 'unusual' }
  if (judgement.reason === 'notPositive') throw refuse('rolls:refusals.weightNotPositive')
  throw refuse('rolls:refusals.weightSlip', { kg: netKg, expected: Math.round(judgement.expected ?? 0) })
}
async function loadWeightTolerance(ctx: Context, order: RollOrderRow): Promise<number> {
  const standard = order.processStandardId ? await ctx.rows.get(processStandard, order.processStandardId) : null
  return standard?.weightTolerance ?? DEFAULT_TOLERANCE_PERCENT
}

/** @throws 4013 naming each defect that does not lie on the roll */
export function assertDefectsWithinRoll(
  defects: JumboRow['defects'],
  roll: { lengthM: number | null; widthMm: number | null },
): void {
  const size = { lengthM: roll.lengthM ?? Infinity, widthMm: roll.widthMm ?? Infinity }
  const issues = defects.flatMap((defect, i) =>
    findDefectProblems(
      { ...defect, fromMm: defect.fromMm ?? null, toMm: defect.toMm ?? null } satisfies Defect,
      size,
    ).map(({ field, code }): Issue =>
      buildSpanIssue(
        ['defects', i, field],
        code === 'order',
        field === 'fromM' || field === 'toM' ? size.lengthM : size.widthMm,
      ),
    ),
  )
  if (issues.length) throw refuseInput(issues)
}
