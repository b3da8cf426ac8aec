import type { InOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { rollsById } from '@/areas/rolls/server/queries/for-tests'
import { options, sql, columns, computed } from '@/server/sql'
import { testBatch } from '../contract/test-batch'
import type { openRetest } from '../contract/test-data-calls'
import { testResult } from '../contract/test-result'
import { counting } from '../rules/test-batch'
import { mustBeOpen, ofRoll } from './batches'
import { indexesOf } from './data/lists'

/**
 * Opens an empty result for each index, numbered after the last that was entered for the roll in any batch that counts.
 * @throws 6000 where the batch is closed, an index has no first result, or a retest of it is waiting for its values
 */
export async function open(ctx: Context, input: InOf<typeof openRetest>): Promise<Row<typeof testBatch>> {
  const { batchId, jumboRollId, slitRollId, indexIds, retestReason } = input
  const batch = await ctx.rows.lock(testBatch, batchId)
  mustBeOpen(ctx, batch)
  const of = await ofRoll(ctx, { jumboRollId, slitRollId })
  const results = await ctx.query(
    sql`select ${columns(testResult, ['indexId', 'retest'], 'r')}, ${columns(testBatch, [{ batch: 'number' }], 'b')}, ${computed<{ entered: boolean }>`r.samples <> '[]'::jsonb as entered`}
      from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...counting)})
      where r.site_id = ${ctx.site} and r.jumbo_roll_id = ${of.jumboRollId} and r.slit_roll_id is not distinct from ${of.slitRollId}::uuid`,
  )
  const [roll] = await rollsById(ctx, [of.slitRollId ?? of.jumboRollId])
  const known = await indexesOf(ctx)
  for (const indexId of new Set(indexIds)) {
    const before = results.filter((one) => one.indexId === indexId)
    const said = { roll: roll?.number ?? '', index: known.get(indexId)?.word ?? '' }
    const waiting = before.find(({ retest, entered }) => retest > 0 && !entered)
    if (waiting) throw refuse('laboratory:refusals.retestOpen', { ...said, number: waiting.batch })
    const entered = before.filter((one) => one.entered)
    if (entered.length === 0) throw refuse('laboratory:refusals.noFirstResult', said)
    const retest = Math.max(...entered.map((one) => one.retest)) + 1
    await ctx.rows.insert(testResult, { batchId, indexId, ...of, retest, retestReason, samples: [] })
  }
  return batch
}
