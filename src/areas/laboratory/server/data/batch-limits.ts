import { listJumbosOfOrder } from '@/areas/slitting/server/queries/tested-rolls'
import { testBatch } from '../../contract/test-batch'
import { batchLimits } from '../../contract/test-data-endpoints'
import { testResult } from '../../contract/test-result'
import { MAX_BATCH_RESULTS } from '../batches'
import { findApplicableLimits } from './applicable-limits'
import { handle } from '@/server/area'

/** Lists the limits that the rolls of a batch are judged by, including rolls of its order without results. */
export const listBatchLimits = handle(batchLimits, async (ctx, { batchId }) => {
  const batch = await ctx.rows.get(testBatch, batchId)
  const results = await ctx.rows.find(testResult, { where: { batchId }, limit: MAX_BATCH_RESULTS })
  const orderRolls = batch.workOrderId ? await listJumbosOfOrder(ctx, batch.workOrderId) : []
  const rollById = new Map(
    [
      ...orderRolls.map((roll) => ({ ...roll, slitRollId: null, rolledAt: new Date(roll.doffedAt).toISOString() })),
      ...results.filter(({ productId }) => productId !== null),
    ].map((roll) => [roll.slitRollId ?? roll.jumboRollId ?? '', roll]),
  )
  const judgedRolls = [...rollById.values()].map(({ productId, workOrderId, rolledAt }) => ({
    productId,
    workOrderId,
    at: rolledAt,
  }))
  const limitsByRoll = await findApplicableLimits(ctx, [{ ...batch, at: batch.testedAt }, ...judgedRolls])
  // Entries with equal limits share one object. The batch itself is the first entry, so its limits have number 0.
  const limitSets = [...new Set(limitsByRoll)]
  const getSetNumber = (position: number) => limitSets.indexOf(limitsByRoll[position] ?? null)
  return {
    batchId,
    list: limitSets.flatMap((limitsByIndex, set) =>
      [...(limitsByIndex?.values() ?? [])].map(({ indexId, lsl, usl, comparison, digits }) => ({
        set,
        indexId,
        lsl,
        usl,
        comparison,
        digits,
      })),
    ),
    // Rolls that are not listed use set 0.
    rolls: [...rollById.keys()]
      .map((rollId, i) => ({ rollId, set: getSetNumber(i + 1) }))
      .filter(({ set }) => set !== 0),
  }
})
