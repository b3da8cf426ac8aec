import { listRollsById } from '@/areas/rolls/server/queries/for-tests'
import type { Context } from '@/server/context'
import { columns, computed, options, sql } from '@/server/sql'
import { testBatch } from '../contract/test-batch'
import { testResult } from '../contract/test-result'
import { counting } from '../rules/test-batch'
import { mustBeOpen, ofRoll } from './batches'
import { oneAtATime } from './other-batch'

/** Locks an open batch and loads a roll to be added to it, with the results of the roll in batches that count. */
export async function rollInBatch(
  ctx: Context,
  asked: { readonly batchId: string; readonly jumboRollId?: string | null; readonly slitRollId?: string | null },
) {
  const { batchId, jumboRollId = null, slitRollId = null } = asked
  const batch = await ctx.rows.lock(testBatch, batchId)
  mustBeOpen(ctx, batch)
  const of = await ofRoll(ctx, { jumboRollId, slitRollId })
  await oneAtATime(ctx, of.jumboRollId)
  const [roll] = await listRollsById(ctx, [of.slitRollId ?? of.jumboRollId])
  const results = await ctx.query(
    sql`select ${columns(testResult, ['indexId', 'retest'], 'r')}, ${columns(testBatch, [{ batch: 'number' }], 'b')}, ${computed<{ entered: boolean }>`r.samples <> '[]'::jsonb as entered`}
      from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...counting)})
      where r.site_id = ${ctx.site} and r.jumbo_roll_id = ${of.jumboRollId} and r.slit_roll_id is not distinct from ${of.slitRollId}::uuid`,
  )
  return { batch, of, number: roll?.number ?? '', results }
}
