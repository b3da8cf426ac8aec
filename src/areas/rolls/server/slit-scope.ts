/** Locks, checks and shift fields for commands at the slitter. Lock order: slitter, orders, jumbo, cutting, set, slit rolls. */
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isOrderSettledAt } from '@/areas/orders/rules/work-order'
import { findRowName, requirePerson, resolveShift } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { JumboRow } from './jumbo-guards'
import { slitRoll, slitSet, type cutting } from '../contract/slitting'
import { findSlittingPatternProblems } from '@/areas/orders/rules/slitting-pattern'
import { slitterOutputFilter } from '../rules/slit-roll'
import { toSlitLimits, type SlitterLimits } from '../rules/slitter-limits'
import { matchesMetresLeft, type OrderedLanes } from '../rules/slit-set'
import { calculateSlitRollMetrics, zeroRollMetrics } from '../rules/order-roll-metrics'
import { updateOrderMetrics } from './update-order-metrics'

export type CuttingRow = Row<typeof cutting>
export type SlitSetRow = Row<typeof slitSet>
export type SlitRollRow = Row<typeof slitRoll>
export type OrderRow = Row<typeof workOrder>

/** Locks the orders whose metrics a command will change, sorted by id to avoid deadlocks. */
export async function lockOrders(
  ctx: Context,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, OrderRow>> {
  const orderById = new Map<string, OrderRow>()
  for (const id of [...new Set(ids)].filter((orderId) => orderId != null).sort())
    orderById.set(id, await ctx.rows.lock(workOrder, id))
  return orderById
}

/** Locks the rolls of a set in the order of their ids, as packing and printing do. Returns them by lane. */
export async function lockSlitRolls(ctx: Context, slitSetId: string): Promise<SlitRollRow[]> {
  const rolls = await ctx.rows.find(slitRoll, {
    where: { slitSetId, ...slitterOutputFilter },
    lock: true,
  })
  return rolls.sort((a, b) => a.lane - b.lane)
}

/** Returns lanes with an order each: the jumbo's order unless the lane names another. */
export const toOrderedLanes = (
  lanes: readonly { width: number; count: number; workOrderId?: string | null }[],
  jumbo: Pick<JumboRow, 'workOrderId'>,
): OrderedLanes[] =>
  lanes.map(({ width, count, workOrderId }) => ({ width, count, workOrderId: workOrderId ?? jumbo.workOrderId }))

/** @throws 6000 with the first reason why the lanes cannot be cut from the jumbo */
export function assertLanesFit(lanes: readonly OrderedLanes[], jumbo: JumboRow, limits: SlitterLimits): void {
  if (!jumbo.widthMm) throw refuse('rolls:refusals.noWidth', { number: jumbo.number ?? '' })
  const [problem] = findSlittingPatternProblems(lanes, toSlitLimits(limits, jumbo.widthMm))
  if (!problem) return
  if (problem.code === 'empty') throw refuseInput([{ path: ['lanes'], code: 'missing' }])
  throw refuse(`rolls:refusals.slittingPattern.${problem.code}`, {
    ...problem,
    jumbo: jumbo.widthMm,
    trim: limits.minTrimMm,
  })
}
/**
 * Checks that the lanes are for orders of the jumbo's product that were open at `moment`. Orders of the current cutting only
 * had to be open at its start, since an order cannot be closed while its roll is on a slitter.
 * @throws 6000 naming the first order that was closed or makes another product
 */
export function assertLanesCuttable(
  jumbo: JumboRow,
  orders: ReadonlyMap<string, OrderRow>,
  lanes: readonly OrderedLanes[],
  moment: string,
  currentCutting: Pick<CuttingRow, 'lanes' | 'startedAt'> | null = null,
): void {
  const begunAtByOrder = new Map(
    currentCutting?.lanes.map(({ workOrderId }) => [workOrderId, currentCutting.startedAt]),
  )
  for (const id of new Set(lanes.map((l) => l.workOrderId))) {
    const order = id ? orders.get(id) : undefined
    if (!order) throw refuseInput([{ path: ['lanes'], code: 'unknownId' }])
    if (isOrderSettledAt(order, begunAtByOrder.get(order.id) ?? moment))
      throw refuse('rolls:refusals.laneOrderClosed', { number: order.number })
    if (order.productId !== jumbo.productId)
      throw refuse('rolls:refusals.otherProduct', { number: order.number, jumbo: jumbo.number ?? '' })
  }
}
/** @throws 6000 naming the set and its person if a set was doffed since the person looked; the doff would repeat that set */
export async function assertSetStart(ctx: Context, jumbo: JumboRow, seenLeftM: number, leftM: number): Promise<void> {
  if (matchesMetresLeft(seenLeftM, leftM)) return
  const params = { number: jumbo.number ?? '', seen: seenLeftM, left: leftM }
  const lastSetQuery = {
    where: { jumboRollId: jumbo.id, state: 'made', fromM: leftM },
    orderBy: '-setNumber',
    limit: 1,
  } as const
  const [doffedSet] = seenLeftM > leftM ? await ctx.rows.find(slitSet, lastSetQuery) : []
  if (!doffedSet) throw refuse('rolls:refusals.setMoved', params)
  const name = doffedSet.userId ? await findRowName(ctx, 'user', doffedSet.userId) : ''
  throw refuse('rolls:refusals.setDoffedAlready', { ...params, set: doffedSet.setNumber, name })
}

/** Updates a slit roll and the metrics of its orders. The caller has locked the orders. @throws 6000 with both versions if `version` is stale */
export async function changeSlitRoll(
  ctx: Context,
  previousRow: SlitRollRow,
  patch: Partial<SlitRollRow>,
  version?: number | null,
): Promise<SlitRollRow> {
  const nextRow = await ctx.rows.update(slitRoll, previousRow.id, patch, { version: version ?? null })
  const contributionChanges = [
    [previousRow.workOrderId, calculateSlitRollMetrics(previousRow), zeroRollMetrics],
    [nextRow.workOrderId, zeroRollMetrics, calculateSlitRollMetrics(nextRow)],
  ] as const
  if (previousRow.workOrderId === nextRow.workOrderId) {
    if (nextRow.workOrderId)
      await updateOrderMetrics(
        ctx,
        nextRow.workOrderId,
        calculateSlitRollMetrics(previousRow),
        calculateSlitRollMetrics(nextRow),
      )
  } else
    for (const [orderId, previousMetrics, nextMetrics] of contributionChanges)
      if (orderId) await updateOrderMetrics(ctx, orderId, previousMetrics, nextMetrics)
  return nextRow
}

/** Returns business date, shift and team of a moment, and the acting person. */
export async function resolveShiftAndPerson(ctx: Context, moment: string) {
  const { businessDate, shift, team } = await resolveShift(ctx, moment)
  return { businessDate, shift, team, userId: requirePerson(ctx).id }
}
