import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { testBatch } from '../contract/test-batch'
import type * as calls from '../contract/test-data-endpoints'
import { testResult } from '../contract/test-result'
import { findLimitsInForce } from './data/limits'
import { loadProductNames } from './data/test-data-lists'
import { loadRollForBatch } from './load-roll-for-batch'

/**
 * Opens an empty first result for each index required by the standard of a roll, unless a batch that counts has one.
 * @throws 6000 if the batch is closed or of another product, there is no standard, or all indexes have a first result
 */
export async function addRollToBatch(
  ctx: Context,
  input: EndpointInput<typeof calls.addRoll>,
): Promise<Row<typeof testBatch>> {
  const { batch, of: rollFields, number: roll, results } = await loadRollForBatch(ctx, input)
  if (rollFields.productId !== batch.productId) {
    const names = await loadProductNames(ctx, [rollFields.productId, batch.productId])
    const [product, other] = [names.get(rollFields.productId) ?? '', names.get(batch.productId) ?? '']
    throw refuse('laboratory:refusals.rollOfOther', { roll, product, number: batch.number, other })
  }
  const [limits] = await findLimitsInForce(ctx, [{ ...rollFields, at: rollFields.rolledAt }])
  if (!limits || limits.size === 0) throw refuse('laboratory:refusals.noStandard')
  const firstResults = results.filter(({ retest }) => retest === 0)
  const missing = [...limits.keys()].filter((indexId) => !firstResults.some((result) => result.indexId === indexId))
  if (missing.length === 0)
    throw refuse('laboratory:refusals.rollTested', { roll, number: firstResults[0]?.batch ?? '' })
  for (const indexId of missing)
    await ctx.rows.insert(testResult, { batchId: batch.id, indexId, ...rollFields, samples: [] })
  return batch
}
