import { refuse } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { listRollsById, type TestedRoll } from '@/areas/slitting/server/queries/tested-rolls'
import type { Context } from '@/server/context'
import { columns, options, sql } from '@/server/sql'
import { testBatch } from '../contract/test-batch'
import { testResult } from '../contract/test-result'
import { notWithdrawnBatchStates } from '../rules/test-batch'
import { loadTestIndexes } from './data/test-data-lists'

/**
 * Locks the tests of a roll until the end of the transaction. Locking only the batch would not stop another batch from
 * adding the same test. The shared lock makes this transaction wait for imports, which lock all rolls.
 */
export const lockRollTests = (ctx: Context, jumboRollId: string | null): Promise<unknown> =>
  ctx.query(
    sql`select pg_advisory_xact_lock_shared(hashtext('test_rolls')), pg_advisory_xact_lock(hashtext('test_roll'), hashtext(${jumboRollId}))`,
  )
/** Locks the tests of all rolls, because a file may name more rolls than the database can lock one by one. */
export const lockAllRollTests = (ctx: Context): Promise<unknown> =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('test_rolls'))`)

type ResultCell = Pick<Row<typeof testResult>, 'batchId' | 'indexId' | 'jumboRollId' | 'slitRollId' | 'retest'>
/**
 * Asserts that no other batch, unless withdrawn, has values for the same roll, index and retest. Charts would otherwise
 * count the roll twice, and a certificate could not tell which result is valid.
 * @throws a refusal with the number of the other batch
 */
export async function assertNotTestedElsewhere(ctx: Context, cell: ResultCell): Promise<void> {
  await lockRollTests(ctx, cell.jumboRollId)
  const [otherBatch] = await ctx.query(
    sql`select ${columns(testBatch, ['number'], 'b')} from test_result r
      join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...notWithdrawnBatchStates)})
      where r.site_id = ${ctx.site} and r.jumbo_roll_id = ${cell.jumboRollId} and r.slit_roll_id is not distinct from ${cell.slitRollId}::uuid
        and r.index_id = ${cell.indexId} and r.retest = ${cell.retest} and r.batch_id <> ${cell.batchId} and r.samples <> '[]'::jsonb
      order by r.id limit 1`,
  )
  if (!otherBatch) return
  const [roll] = await listRollsById(ctx, [cell.slitRollId ?? cell.jumboRollId ?? ''])
  const index = (await loadTestIndexes(ctx)).get(cell.indexId)?.localizedName ?? ''
  throw refuse('laboratory:refusals.testedElsewhere', { roll: roll?.number ?? '', index, number: otherBatch.number })
}

/** One value of a file, with the batch it is imported into. */
export interface ImportedCell {
  readonly roll: TestedRoll
  readonly indexId: string
  readonly retest: number
  readonly batch: string
}
type CellIdentity = Pick<ResultCell, 'jumboRollId' | 'slitRollId' | 'indexId' | 'retest'>
const toCellKey = (cell: CellIdentity): string =>
  [cell.jumboRollId, cell.slitRollId ?? '', cell.indexId, cell.retest].join(' ')
/**
 * Finds values of a file whose roll, index and retest already have a result in another batch. The other batch is stored
 * and not withdrawn, or it comes earlier in the same file.
 * @param replacedImportId import that the file replaces; null if none
 * @returns each value with the number of the other batch
 */
export async function findCellsTestedElsewhere<T extends ImportedCell>(
  ctx: Context,
  cells: readonly T[],
  replacedImportId: string | null,
): Promise<{ cell: T; number: string }[]> {
  const jumboRollIds = [...new Set(cells.map(({ roll }) => roll.jumboRollId))]
  const indexIds = [...new Set(cells.map(({ indexId }) => indexId))]
  const storedResults = await ctx.query(
    sql`select distinct on (r.jumbo_roll_id, r.slit_roll_id, r.index_id, r.retest)
        ${columns(testResult, ['jumboRollId', 'slitRollId', 'indexId', 'retest'], 'r')}, ${columns(testBatch, ['number'], 'b')}
      from test_result r
      join test_batch b on b.site_id = r.site_id and b.id = r.batch_id and b.state in (${options(testBatch.fields.state, ...notWithdrawnBatchStates)})
      where r.site_id = ${ctx.site} and r.jumbo_roll_id = any(${jumboRollIds}::uuid[]) and r.index_id = any(${indexIds}::uuid[]) and r.samples <> '[]'::jsonb
        and (${replacedImportId}::uuid is null or b.import_id is distinct from ${replacedImportId})
      order by r.jumbo_roll_id, r.slit_roll_id, r.index_id, r.retest, r.id`,
  )
  const storedBatchByCell = new Map(storedResults.map((row) => [toCellKey(row), row.number]))
  const reportedKeys = new Set<string>()
  const firstBatchByCell = new Map<string, string>()
  return cells.flatMap((cell) => {
    const key = toCellKey({ ...cell.roll, indexId: cell.indexId, retest: cell.retest })
    const firstBatch = firstBatchByCell.get(key) ?? cell.batch
    firstBatchByCell.set(key, firstBatch)
    const number = storedBatchByCell.get(key) ?? (firstBatch === cell.batch ? undefined : firstBatch)
    // Reports each result once, not each of its samples.
    const reportKey = `${key} ${cell.batch}`
    if (number === undefined || reportedKeys.has(reportKey)) return []
    reportedKeys.add(reportKey)
    return [{ cell, number }]
  })
}
