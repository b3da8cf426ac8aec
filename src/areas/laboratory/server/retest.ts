import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { testBatch } from '../contract/test-batch'
import type { openRetest } from '../contract/test-data-calls'
import { testResult } from '../contract/test-result'
import { indexesOf } from './data/lists'
import { rollInBatch } from './roll-in-batch'

/**
 * Creates an empty result for each index, numbered after the last one entered for the roll in any batch that counts.
 * @throws 6000 if the batch is closed, an index has no first result, or a retest of it is still empty
 */
export async function open(ctx: Context, input: EndpointInput<typeof openRetest>): Promise<Row<typeof testBatch>> {
  const { indexIds, retestReason } = input
  const { batch, of, number: roll, results } = await rollInBatch(ctx, input)
  const known = await indexesOf(ctx)
  for (const indexId of new Set(indexIds)) {
    const before = results.filter((one) => one.indexId === indexId)
    const said = { roll, index: known.get(indexId)?.word ?? '' }
    const waiting = before.find(({ retest, entered }) => retest > 0 && !entered)
    if (waiting) throw refuse('laboratory:refusals.retestOpen', { ...said, number: waiting.batch })
    const entered = before.filter((one) => one.entered)
    if (entered.length === 0) throw refuse('laboratory:refusals.noFirstResult', said)
    const retest = Math.max(...entered.map((one) => one.retest)) + 1
    await ctx.rows.insert(testResult, { batchId: batch.id, indexId, ...of, retest, retestReason, samples: [] })
  }
  return batch
}
