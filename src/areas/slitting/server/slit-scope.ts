/** Locks and checks for commands at the slitter. Lock order: slitter, orders, jumbo, cutting, set, slit rolls. */
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { findRowName } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { JumboRow } from '@/areas/rolls/server/queries/roll-checks'
import { slitRoll, slitSet, type cutting } from '../contract/slitting'
import { slitterOutputFilter } from '../rules/slit-roll'
import { matchesMetresLeft } from '../rules/slit-set'
import { calculateSlitRollMetrics, zeroRollMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import { updateOrderMetrics } from '@/areas/rolls/server/writes/update-order-metrics'

export type CuttingRow = Row<typeof cutting>
export type SlitSetRow = Row<typeof slitSet>
export type SlitRollRow = Row<typeof slitRoll>

/** Locks the rolls of a set in the order of their ids, as packing and printing do. Returns them by lane. */
export async function lockSlitRolls(ctx: Context, slitSetId: string): Promise<SlitRollRow[]> {
  const rolls = await ctx.rows.find(slitRoll, {
    where: { slitSetId, ...slitterOutputFilter },
    lock: true,
  })
  return rolls.sort((a, b) => a.lane - b.lane)
}

/**
 * Asserts that the jumbo still has the metres that the person saw.
 * @throws 6000 naming the set and its person if another set was doffed since then, which this doff would repeat
 */
export async function assertSetStart(ctx: Context, jumbo: JumboRow, seenLeftM: number, leftM: number): Promise<void> {
  if (matchesMetresLeft(seenLeftM, leftM)) return
  const params = { number: jumbo.number ?? '', seen: seenLeftM, left: leftM }
  const lastSetQuery = {
    where: { jumboRollId: jumbo.id, state: 'made', fromM: leftM },
    orderBy: '-setNumber',
    limit: 1,
  } as const
  const [doffedSet] = seenLeftM > leftM ? await ctx.rows.find(slitSet, lastSetQuery) : []
  if (!doffedSet) throw refuse('slitting:refusals.setMoved', params)
  const name = doffedSet.userId ? await findRowName(ctx, 'user', doffedSet.userId) : ''
  throw refuse('slitting:refusals.setDoffedAlready', { ...params, set: doffedSet.setNumber, name })
}

/**
 * Updates a slit roll and the metrics of its orders. The caller has locked the orders.
 * @throws 6000 with both versions if `version` is stale
 */
export async function changeSlitRoll(
  ctx: Context,
  previousRow: SlitRollRow,
  patch: Partial<SlitRollRow>,
  version?: number | null,
): Promise<SlitRollRow> {
  const nextRow = await ctx.rows.update(slitRoll, previousRow.id, patch, { version: version ?? null })
  const previousMetrics = calculateSlitRollMetrics(previousRow)
  const nextMetrics = calculateSlitRollMetrics(nextRow)
  if (previousRow.workOrderId === nextRow.workOrderId) {
    if (nextRow.workOrderId) await updateOrderMetrics(ctx, nextRow.workOrderId, previousMetrics, nextMetrics)
    return nextRow
  }
  // The roll moved to another order.
  if (previousRow.workOrderId) await updateOrderMetrics(ctx, previousRow.workOrderId, previousMetrics, zeroRollMetrics)
  if (nextRow.workOrderId) await updateOrderMetrics(ctx, nextRow.workOrderId, zeroRollMetrics, nextMetrics)
  return nextRow
}
