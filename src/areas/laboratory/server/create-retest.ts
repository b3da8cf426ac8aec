import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { testBatch } from '../contract/test-batch'
import type { openRetest } from '../contract/test-data-endpoints'
import { testResult } from '../contract/test-result'
import { loadTestIndexes } from './data/test-data-lists'
import { loadRollForBatch } from './load-roll-for-batch'

/**
 * Creates an empty result for each index, numbered after the last one entered for the roll in any batch that counts.
 * @throws 6000 if the batch is closed, an index has no first result, or a retest of it is still empty
 */
export async function createRetest(
  ctx: Context,
  input: EndpointInput<typeof openRetest>,
): Promise<Row<typeof testBatch>> {
  const { indexIds, retestReason } = input
  const { batch, of: rollFields, number: roll, results } = await loadRollForBatch(ctx, input)
  const indexes = await loadTestIndexes(ctx)
  for (const indexId of new Set(indexIds)) {
    const indexResults = results.filter((result) => result.indexId === indexId)
    const parameters = { roll, index: indexes.get(indexId)?.word ?? '' }
    const waiting = indexResults.find(({ retest, entered }) => retest > 0 && !entered)
    if (waiting) throw refuse('laboratory:refusals.retestOpen', { ...parameters, number: waiting.batch })
    const entered = indexResults.filter((result) => result.entered)
    if (entered.length === 0) throw refuse('laboratory:refusals.noFirstResult', parameters)
    const retest = Math.max(...entered.map((result) => result.retest)) + 1
    await ctx.rows.insert(testResult, { batchId: batch.id, indexId, ...rollFields, retest, retestReason, samples: [] })
  }
  return batch
}
