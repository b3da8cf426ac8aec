import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { rollsById } from '@/areas/rolls/server/queries/for-tests'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { testBatch } from '../contract/test-batch'
import { testResult } from '../contract/test-result'
import { counting } from '../rules/test-batch'
import { indexesOf } from './data/lists'

/** What a roll has already is asked by one at a time: the lock of a batch does not hold off another batch. */
export const oneAtATime = (ctx: Context, jumboRollId: string | null): Promise<unknown> =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('test_roll'), hashtext(${jumboRollId}))`)

type Cell = Pick<Row<typeof testResult>, 'batchId' | 'indexId' | 'jumboRollId' | 'slitRollId' | 'retest'>
/**
 * Of a roll and index there is one first result, and one of each retest, in all batches that count: of two of them charts would
 * count the roll twice and a certificate could not say which holds.
 * @throws 6000 naming the batch that has values of it
 */
export async function mustBeOnlyBatch(ctx: Context, cell: Cell): Promise<void> {
  await oneAtATime(ctx, cell.jumboRollId)
  const [other] = await ctx.query(
    sql`select ${columns(testBatch, ['number'], 'b')} from test_result r
      join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...counting)})
      where r.site_id = ${ctx.site} and r.jumbo_roll_id = ${cell.jumboRollId} and r.slit_roll_id is not distinct from ${cell.slitRollId}::uuid
        and r.index_id = ${cell.indexId} and r.retest = ${cell.retest} and r.batch_id <> ${cell.batchId} and r.samples <> '[]'::jsonb
      order by r.id limit 1`,
  )
  if (!other) return
  const [roll] = await rollsById(ctx, [cell.slitRollId ?? cell.jumboRollId ?? ''])
  const index = (await indexesOf(ctx)).get(cell.indexId)?.word ?? ''
  throw refuse('laboratory:refusals.testedElsewhere', { roll: roll?.number ?? '', index, number: other.number })
}
