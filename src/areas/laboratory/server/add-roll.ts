import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import type { testBatch } from '../contract/test-batch'
import type * as calls from '../contract/test-data-calls'
import { testResult } from '../contract/test-result'
import { limitsFor } from './data/limits'
import { productsOf } from './data/lists'
import { rollInBatch } from './roll-in-batch'

/**
 * Opens an empty first result for each index required by the standard of a roll, unless a batch that counts has one.
 * @throws 6000 if the batch is closed or of another product, there is no standard, or all indexes have a first result
 */
export async function addRoll(
  ctx: Context,
  input: EndpointInput<typeof calls.addRoll>,
): Promise<Row<typeof testBatch>> {
  const { batch, of, number: roll, results } = await rollInBatch(ctx, input)
  if (of.productId !== batch.productId) {
    const names = await productsOf(ctx, [of.productId, batch.productId])
    const [product, other] = [names.get(of.productId) ?? '', names.get(batch.productId) ?? '']
    throw refuse('laboratory:refusals.rollOfOther', { roll, product, number: batch.number, other })
  }
  const [limits] = await limitsFor(ctx, [{ ...of, at: of.rolledAt }])
  if (!limits || limits.size === 0) throw refuse('laboratory:refusals.noStandard')
  const first = results.filter(({ retest }) => retest === 0)
  const missing = [...limits.keys()].filter((indexId) => !first.some((one) => one.indexId === indexId))
  if (missing.length === 0) throw refuse('laboratory:refusals.rollTested', { roll, number: first[0]?.batch ?? '' })
  for (const indexId of missing) await ctx.rows.insert(testResult, { batchId: batch.id, indexId, ...of, samples: [] })
  return batch
}
