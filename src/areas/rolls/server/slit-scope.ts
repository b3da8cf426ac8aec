/** What every step at the slitter reads first, in the one order of locks: slitter, orders, jumbo, cutting, set, slit rolls. */
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { workOrder } from '@/areas/orders/contract/work-order'
import { isSettledAt } from '@/areas/orders/rules/work-order'
import { findRowName } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { jumboRoll } from '../contract/jumbo-roll'
import { slitRoll, slitSet, type cutting } from '../contract/slitting'
import { slittingPatternProblems } from '@/areas/orders/rules/slitting-pattern'
import { offSlitter } from '../rules/slit-roll'
import { slitLimits, type SlitterLimits } from '../rules/slitter-limits'
import { beginsAt, type OrderedLanes } from '../rules/slit-set'

export type Jumbo = Row<typeof jumboRoll>
export type Cutting = Row<typeof cutting>
export type SlitSet = Row<typeof slitSet>
export type SlitRoll = Row<typeof slitRoll>
export type Order = Row<typeof workOrder>

/** Locks the orders whose figures a step will change; in one order for everybody, so that two steps never wait for each other. */
export async function lockOrders(
  ctx: Context,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, Order>> {
  const locked = new Map<string, Order>()
  for (const id of [...new Set(ids)].filter((one) => one != null).sort())
    locked.set(id, await ctx.rows.lock(workOrder, id))
  return locked
}

/** The rolls that a set has, by lane; locked in the order of their ids, as whoever packs or prints them does. */
export async function lockSlitRolls(ctx: Context, slitSetId: string): Promise<SlitRoll[]> {
  const rolls = await ctx.rows.find(slitRoll, {
    where: { slitSetId, ...offSlitter },
    lock: true,
  })
  return rolls.sort((a, b) => a.lane - b.lane)
}

/** Lanes as stored, each for an order: the jumbo's own unless another is named. */
export const ordered = (
  lanes: readonly { width: number; count: number; workOrderId?: string | null }[],
  jumbo: Pick<Jumbo, 'workOrderId'>,
): OrderedLanes[] =>
  lanes.map(({ width, count, workOrderId }) => ({ width, count, workOrderId: workOrderId ?? jumbo.workOrderId }))

/** @throws 6000 with what keeps the lanes from being cut */
export function mustFit(lanes: readonly OrderedLanes[], jumbo: Jumbo, limits: SlitterLimits): void {
  if (!jumbo.widthMm) throw refuse('rolls:refusals.noWidth', { number: jumbo.number ?? '' })
  const [problem] = slittingPatternProblems(lanes, slitLimits(limits, jumbo.widthMm))
  if (!problem) return
  if (problem.code === 'empty') throw refuseInput([{ path: ['lanes'], code: 'missing' }])
  throw refuse(`rolls:refusals.slittingPattern.${problem.code}`, {
    ...problem,
    jumbo: jumbo.widthMm,
    trim: limits.minTrimMm,
  })
}
/**
 * Lanes are cut for orders of the same product whose books were open at that moment. `begun`: the cutting that they are taken of;
 * for orders it has been cut for since it began that moment counts, since nobody closes an order with a roll on a slitter.
 * @throws 6000
 */
export function mustBeCuttable(
  jumbo: Jumbo,
  orders: ReadonlyMap<string, Order>,
  lanes: readonly OrderedLanes[],
  at: string,
  begun: Pick<Cutting, 'lanes' | 'startedAt'> | null = null,
): void {
  const since = new Map(begun?.lanes.map(({ workOrderId }) => [workOrderId, begun.startedAt]))
  for (const id of new Set(lanes.map((l) => l.workOrderId))) {
    const order = id ? orders.get(id) : undefined
    if (!order) throw refuseInput([{ path: ['lanes'], code: 'unknownId' }])
    if (isSettledAt(order, since.get(order.id) ?? at))
      throw refuse('rolls:refusals.laneOrderClosed', { number: order.number })
    if (order.productId !== jumbo.productId)
      throw refuse('rolls:refusals.otherProduct', { number: order.number, jumbo: jumbo.number ?? '' })
  }
}
/** Whoever doffs where somebody else's set came off meanwhile doffs the same set once more. @throws 6000 with whose that was */
export async function mustBeginThere(ctx: Context, jumbo: Jumbo, seen: number, left: number): Promise<void> {
  if (beginsAt(seen, left)) return
  const params = { number: jumbo.number ?? '', seen, left }
  const last = {
    where: { jumboRollId: jumbo.id, state: 'made', fromM: left },
    orderBy: '-setNumber',
    limit: 1,
  } as const
  const [meanwhile] = seen > left ? await ctx.rows.find(slitSet, last) : []
  if (!meanwhile) throw refuse('rolls:refusals.setMoved', params)
  const name = meanwhile.userId ? await findRowName(ctx, 'user', meanwhile.userId) : ''
  throw refuse('rolls:refusals.setDoffedAlready', { ...params, set: meanwhile.setNumber, name })
}
