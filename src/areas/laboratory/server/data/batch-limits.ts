import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { listJumbosOfOrder } from '@/areas/rolls/server/queries/for-tests'
import type { Context } from '@/server/context'
import { testBatch } from '../../contract/test-batch'
import type { batchLimits } from '../../contract/test-data-calls'
import { testResult } from '../../contract/test-result'
import { MOST_RESULTS } from '../batches'
import { limitsFor } from './limits'

/** Lists the limits that the rolls of a batch are judged by, including rolls of its order without results. */
export async function limitsOfBatch(
  ctx: Context,
  { batchId }: EndpointInput<typeof batchLimits>,
): Promise<EndpointOutput<typeof batchLimits>> {
  const batch = await ctx.rows.get(testBatch, batchId)
  const results = await ctx.rows.find(testResult, { where: { batchId }, limit: MOST_RESULTS })
  const ordered = batch.workOrderId ? await listJumbosOfOrder(ctx, batch.workOrderId) : []
  const rolls = new Map(
    [
      ...ordered.map((roll) => ({ ...roll, slitRollId: null, rolledAt: new Date(roll.doffedAt).toISOString() })),
      ...results.filter(({ productId }) => productId !== null),
    ].map((roll) => [roll.slitRollId ?? roll.jumboRollId ?? '', roll]),
  )
  const judged = [...rolls.values()].map(({ productId, workOrderId, rolledAt }) => ({
    productId,
    workOrderId,
    at: rolledAt,
  }))
  const found = await limitsFor(ctx, [{ ...batch, at: batch.testedAt }, ...judged])
  // Items with the same limits share one object.
  const sets = [...new Set(found)]
  const setOf = (at: number) => sets.indexOf(found[at] ?? null)
  return {
    batchId,
    list: sets.flatMap((lines, set) =>
      [...(lines?.values() ?? [])].map(({ indexId, lsl, usl, comparison, digits }) => ({
        set,
        indexId,
        lsl,
        usl,
        comparison,
        digits,
      })),
    ),
    rolls: [...rolls.keys()].map((rollId, i) => ({ rollId, set: setOf(i + 1) })).filter(({ set }) => set !== 0),
  }
}
