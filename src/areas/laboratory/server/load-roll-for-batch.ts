import { listRollsById } from '@/areas/rolls/server/queries/for-tests'
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { testBatch } from '../contract/test-batch'
import { testResult } from '../contract/test-result'
import { countedBatchStates } from '../rules/test-batch'
import { assertTestBatchOpen, resolveTestedRoll } from './batches'
import { lockRollTests } from './unique-tests'

/** Locks an open batch and loads a roll to be added to it, with the results of the roll in batches that count. */
export async function loadRollForBatch(
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
      from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...countedBatchStates)})
      where r.site_id = ${ctx.site} and r.jumbo_roll_id = ${rollFields.jumboRollId} and r.slit_roll_id is not distinct from ${rollFields.slitRollId}::uuid`,
  )
  return { batch, of: rollFields, number: roll?.number ?? '', results }
}
