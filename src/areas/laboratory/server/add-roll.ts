import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { rollsById } from '@/areas/rolls/server/queries/for-tests'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { testBatch } from '../contract/test-batch'
import type * as calls from '../contract/test-data-calls'
import { testResult } from '../contract/test-result'
import { counting } from '../rules/test-batch'
import { mustBeOpen, ofRoll } from './batches'
import { limitsFor } from './data/limits'
import { productsOf } from './data/lists'

/**
 * Opens an empty first result for each index that the standard of a roll asks for, where no batch that counts has one.
 * @throws 6000 where the batch is closed or of another product, no standard says what to test, or all of it has a first result
 */
export async function addRoll(ctx: Context, input: InOf<typeof calls.addRoll>): Promise<Row<typeof testBatch>> {
  const { batchId, jumboRollId, slitRollId } = input
  const batch = await ctx.rows.lock(testBatch, batchId)
  mustBeOpen(ctx, batch)
  const of = await ofRoll(ctx, { jumboRollId, slitRollId })
  const [found] = await rollsById(ctx, [of.slitRollId ?? of.jumboRollId])
  const roll = found?.number ?? ''
  if (of.productId !== batch.productId) {
    const names = await productsOf(ctx, [of.productId, batch.productId])
    const [product, other] = [names.get(of.productId) ?? '', names.get(batch.productId) ?? '']
    throw refuse('laboratory:refusals.rollOfOther', { roll, product, number: batch.number, other })
  }
  const [limits] = await limitsFor(ctx, [{ ...of, at: of.rolledAt }])
  if (!limits || limits.size === 0) throw refuse('laboratory:refusals.noStandard')
  const first = await ctx.query(
    sql`select ${columns(testResult, ['indexId'], 'r')}, ${columns(testBatch, [{ batch: 'number' }], 'b')}
      from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...counting)})
      where r.site_id = ${ctx.site} and r.retest = 0 and r.jumbo_roll_id = ${of.jumboRollId} and r.slit_roll_id is not distinct from ${of.slitRollId}::uuid`,
  )
  const missing = [...limits.keys()].filter((indexId) => !first.some((one) => one.indexId === indexId))
  if (missing.length === 0) throw refuse('laboratory:refusals.rollTested', { roll, number: first[0]?.batch ?? '' })
  for (const indexId of missing) await ctx.rows.insert(testResult, { batchId, indexId, ...of, samples: [] })
  return batch
}
