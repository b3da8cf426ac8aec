import { listRollsById } from '@/areas/slitting/server/queries/tested-rolls'
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { testBatch } from '../contract/test-batch'
import { testResult } from '../contract/test-result'
import { notWithdrawnBatchStates } from '../rules/test-batch'
import { assertTestBatchOpen, resolveTestedRoll } from './batches'
import { lockRollTests } from './unique-tests'
import { refuse } from '@/contract/errno'
import { loadTestIndexes } from './data/test-data-lists'
import { addRoll, openRetest } from '../contract/test-data-endpoints'
import { findApplicableLimits } from './data/applicable-limits'
import { handle } from '@/server/area'
import { findRowName } from '@/plant/server/plant'

/**
 * Locks an open batch and loads a roll to be added to it, with the results of the roll in all batches that are not
 * withdrawn.
 */
async function loadRollForBatch(
  ctx: Context,
  request: { readonly batchId: string; readonly jumboRollId?: string | null; readonly slitRollId?: string | null },
) {
  const { batchId, jumboRollId = null, slitRollId = null } = request
  const batch = await ctx.rows.lock(testBatch, batchId)
  assertTestBatchOpen(ctx, batch)
  const rollFields = await resolveTestedRoll(ctx, { jumboRollId, slitRollId })
  await lockRollTests(ctx, rollFields.jumboRollId)
  const [roll] = await listRollsById(ctx, [rollFields.slitRollId ?? rollFields.jumboRollId])
  const results = await ctx.query(
    sql`select ${columns(testResult, ['indexId', 'retest'], 'r')}, ${columns(testBatch, [{ batch: 'number' }], 'b')}, ${computed<{ entered: boolean }>`r.samples <> '[]'::jsonb as entered`}
      from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...notWithdrawnBatchStates)})
      where r.site_id = ${ctx.site} and r.jumbo_roll_id = ${rollFields.jumboRollId} and r.slit_roll_id is not distinct from ${rollFields.slitRollId}::uuid`,
  )
  return { batch, rollFields, rollNumber: roll?.number ?? '', results }
}

/**
 * Creates an empty retest for each index. The number of the retest is one more than that of the last result entered for
 * the roll in any batch that is not withdrawn.
 * @throws a refusal if the batch is closed, an index has no first result, or a retest of the index is still empty
 */
export const createRetest = handle(openRetest, async (ctx, input) => {
  const { indexIds, retestReason } = input
  const { batch, rollFields, rollNumber, results } = await loadRollForBatch(ctx, input)
  const indexById = await loadTestIndexes(ctx)
  for (const indexId of new Set(indexIds)) {
    const indexResults = results.filter((result) => result.indexId === indexId)
    const textParams = { roll: rollNumber, index: indexById.get(indexId)?.localizedName ?? '' }
    const emptyRetest = indexResults.find(({ retest, entered }) => retest > 0 && !entered)
    if (emptyRetest) throw refuse('laboratory:refusals.retestOpen', { ...textParams, number: emptyRetest.batch })
    const enteredResults = indexResults.filter(({ entered }) => entered)
    if (enteredResults.length === 0) throw refuse('laboratory:refusals.noFirstResult', textParams)
    const retest = Math.max(...enteredResults.map((result) => result.retest)) + 1
    await ctx.rows.insert(testResult, { batchId: batch.id, indexId, ...rollFields, retest, retestReason, samples: [] })
  }
  return batch
})

/**
 * Adds an empty first result for each index that the standard of the roll requires. Indexes that already have a first
 * result in a batch that is not withdrawn are skipped.
 * @throws a refusal if the batch is closed or of another product, there is no standard, or all indexes have a result
 */
export const addRollToBatch = handle(addRoll, async (ctx, input) => {
  const { batch, rollFields, rollNumber, results } = await loadRollForBatch(ctx, input)
  if (rollFields.productId !== batch.productId) {
    const product = await findRowName(ctx, 'product', rollFields.productId)
    const other = await findRowName(ctx, 'product', batch.productId)
    throw refuse('laboratory:refusals.rollOfOther', { roll: rollNumber, product, number: batch.number, other })
  }
  const [rollLimits] = await findApplicableLimits(ctx, [{ ...rollFields, at: rollFields.rolledAt }])
  if (!rollLimits || rollLimits.size === 0) throw refuse('laboratory:refusals.noStandard')
  const firstResults = results.filter(({ retest }) => retest === 0)
  const missingIndexIds = [...rollLimits.keys()].filter(
    (indexId) => !firstResults.some((result) => result.indexId === indexId),
  )
  if (missingIndexIds.length === 0)
    throw refuse('laboratory:refusals.rollTested', { roll: rollNumber, number: firstResults[0]?.batch ?? '' })
  for (const indexId of missingIndexIds)
    await ctx.rows.insert(testResult, { batchId: batch.id, indexId, ...rollFields, samples: [] })
  return batch
})
