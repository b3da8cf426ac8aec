import type { EndpointInput } from '@/contract/endpoint'
import { refuse, refuseInput } from '@/contract/errno'
import type { CreateInput, Row } from '@/contract/resource'
import { createUuid7 } from '@/contract/id'
import { testIndex } from '@/areas/standards/contract/test-index'
import { listRollsById } from '@/areas/slitting/server/queries/tested-rolls'
import type { Context } from '@/server/context'
import { formatPlantMinute } from '@/server/entered-moments'
import { columns, limit, sql } from '@/server/sql'
import { handleCommand } from '@/server/crud/handle-command'
import { buildConflictRefusal } from '@/server/crud/merge-edit'
import { publishBatch, testBatch, withdrawBatch } from '../contract/test-batch'
import { testResult } from '../contract/test-result'
import { assertNotTestedElsewhere } from './unique-tests'
import { isTestedBeforeRoll } from '../rules/test-batch'
import { summarizeSamples, parseTestReading, isSameEntry, type SignRule } from '../rules/reading'
import { handle } from '@/server/area'

type Batch = Row<typeof testBatch>
type Result = Row<typeof testResult>
/** Maximum number of results of a batch. A safety limit, not a page size. */
export const MAX_BATCH_RESULTS = 20_000

/** Asserts that a batch is a draft. @throws a refusal if it is published or withdrawn */
export function assertTestBatchOpen(ctx: Context, batch: Batch): void {
  if (batch.state !== 'draft')
    throw refuse('laboratory:refusals.batchClosed', {
      number: batch.number,
      state: ctx.t(`laboratory:testBatch.options.state.${batch.state}`),
    })
}
/** Updates a draft batch. */
export const editBatch = handle(testBatch.endpoints.update, async (ctx, { id, version, ...patch }) => {
  assertTestBatchOpen(ctx, await ctx.rows.lock(testBatch, id))
  return ctx.rows.update(testBatch, id, patch, { version })
})
/** Removes a draft batch together with its results. */
export const removeBatch = handle(testBatch.endpoints.remove, async (ctx, { id, version }) => {
  assertTestBatchOpen(ctx, await ctx.rows.lock(testBatch, id))
  await deleteResults(ctx, [id])
  await ctx.rows.remove(testBatch, id, { version: version ?? null })
  return null
})
/** Deletes the results of batches. The audit log records the change of the batch, but not the single results. */
export async function deleteResults(ctx: Context, batchIds: readonly string[]): Promise<void> {
  await ctx.query(sql`delete from test_result where site_id = ${ctx.site} and batch_id = any(${batchIds}::uuid[])`)
  ctx.touch('testResult')
}

/** Publishes a batch that has at least one value. */
export const publishTestBatch = handleCommand(publishBatch, async ({ ctx, row, patch }) => {
  if (!row) throw new Error('publishing needs a batch')
  const [measuredCountRow] = await ctx.query(
    sql<{
      n: number
    }>`select count(*)::int as n from test_result where site_id = ${ctx.site} and batch_id = ${row.id} and n + below > 0`,
  )
  if (!measuredCountRow?.n) throw refuse('laboratory:refusals.nothingToPublish', { number: row.number })
  await assertTestedAfterDoffs(ctx, row)
  return ctx.rows.update(testBatch, row.id, patch)
})
/** @throws a refusal that names the newest roll if the batch was tested before that roll was made */
async function assertTestedAfterDoffs(ctx: Context, { id, number, testedAt }: Batch): Promise<void> {
  const [newestResult] = await ctx.query(
    sql`select ${columns(testResult, ['jumboRollId', 'slitRollId', 'rolledAt'], 'r')} from test_result r
      where r.site_id = ${ctx.site} and r.batch_id = ${id} and r.rolled_at is not null order by r.rolled_at desc ${limit(1)}`,
  )
  if (!newestResult?.rolledAt) return
  const doffedAt = new Date(newestResult.rolledAt).toISOString()
  if (!isTestedBeforeRoll(testedAt, doffedAt)) return
  const [roll] = await listRollsById(ctx, [newestResult.slitRollId ?? newestResult.jumboRollId ?? ''])
  throw refuse('laboratory:refusals.batchBeforeRoll', {
    number,
    roll: roll?.number ?? '',
    time: formatPlantMinute(ctx, testedAt),
    doffed: formatPlantMinute(ctx, doffedAt),
  })
}
/** Withdraws a batch without changing its results, and creates a draft copy with the same results for corrections. */
export const withdrawTestBatch = handleCommand(withdrawBatch, async ({ ctx, row, patch }) => {
  if (!row) throw new Error('withdrawing needs a batch')
  const withdrawnBatch = await ctx.rows.update(testBatch, row.id, patch)
  const {
    id: _id,
    version: _version,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    createdBy: _createdBy,
    ...copiedFields
  } = row
  const correctionBatch = await ctx.rows.insert(testBatch, {
    ...copiedFields,
    id: createUuid7(ctx.now.getTime()),
    number: await buildCorrectionNumber(ctx, row.number),
    state: 'draft',
    mendsId: row.id,
    publishedAt: null,
    publishedBy: null,
  })
  await ctx.query(
    sql`insert into test_result (site_id, id, version, created_at, updated_at, created_by, batch_id, index_id, jumbo_roll_id, slit_roll_id, retest, retest_reason, samples, digits, n, mean, m2, min, max, below, line_id, product_id, work_order_id, rolled_at)
     select site_id, gen_random_uuid(), 1, ${ctx.now}, ${ctx.now}, ${ctx.person?.id ?? null}, ${correctionBatch.id}, index_id, jumbo_roll_id, slit_roll_id, retest, retest_reason, samples, digits, n, mean, m2, min, max, below, line_id, product_id, work_order_id, rolled_at
     from test_result where site_id = ${ctx.site} and batch_id = ${row.id}`,
  )
  ctx.touch('testResult')
  return withdrawnBatch
})
/** Builds the number of a corrected copy: `B-17` becomes `B-17-R1`, then `B-17-R2`. */
async function buildCorrectionNumber(ctx: Context, number: string): Promise<string> {
  const originalNumber = number.replace(/-R\d+$/, '').slice(0, 55)
  const [countRow] = await ctx.query(
    sql<{ n: number }>`select count(*)::int as n from test_batch
      where site_id = ${ctx.site} and (number = ${originalNumber} or number ~ ('^' || regexp_replace(${originalNumber}::text, '([.^$*+?()\\[\\]{}|\\\\-])', '\\\\\\1', 'g') || '-R[0-9]+$'))`,
  )
  // The original is counted too, so the first copy is R1.
  return `${originalNumber}-R${Math.max(1, countRow?.n ?? 1)}`
}

/**
 * Adds a result and copies line, product and order from its roll. If somebody else has entered the same result, equal
 * values are accepted. Different values are refused as a conflict that shows both results.
 * @throws an input error without a roll or the reason of a retest; a refusal for a closed batch, an invalid value, a
 * conflict, or if another batch has the result
 */
export const addResult = handle(testResult.endpoints.create, async (ctx, input) => {
  assertTestBatchOpen(ctx, await ctx.rows.lock(testBatch, input.batchId))
  if (input.retest && !input.retestReason?.trim()) throw refuseInput([{ path: ['retestReason'], code: 'missing' }])
  const rollFields = await resolveTestedRoll(ctx, input)
  assertSamplesValid(input.samples ?? [], await ctx.rows.get(testIndex, input.indexId))
  const cell = { batchId: input.batchId, indexId: input.indexId, retest: input.retest ?? 0 }
  const { jumboRollId, slitRollId } = rollFields
  if (input.samples?.length) await assertNotTestedElsewhere(ctx, { ...cell, jumboRollId, slitRollId })
  const [existingResult] = await ctx.rows.find(testResult, { where: { ...cell, jumboRollId, slitRollId }, limit: 1 })
  return existingResult
    ? mergeResult(ctx, existingResult, input)
    : ctx.rows.insert(testResult, { ...input, ...rollFields })
})
/**
 * Merges an entry into an existing result: fills an empty result and accepts equal values.
 * @throws a refusal with both results if the values differ
 */
async function mergeResult(
  ctx: Context,
  existingResult: Result,
  input: CreateInput<typeof testResult>,
): Promise<Result> {
  const { samples } = summarizeSamples(input.samples ?? [])
  if (samples.length === 0 || isSameEntry(samples, existingResult.samples)) return existingResult
  if (existingResult.samples.length > 0)
    throw await buildConflictRefusal(ctx, testResult, existingResult, { ...input, samples })
  return ctx.rows.update(testResult, existingResult.id, { samples })
}
/** Updates a result of a draft batch. */
export const editResult = handle(testResult.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const currentResult = await ctx.rows.get(testResult, id)
  const changesRoll = patch.jumboRollId !== undefined || patch.slitRollId !== undefined
  const editedResult = {
    ...currentResult,
    ...patch,
    ...(changesRoll ? await resolveTestedRoll(ctx, { ...currentResult, ...patch }) : {}),
  }
  const needsUniqueCheck =
    changesRoll || patch.indexId !== undefined || patch.retest !== undefined || currentResult.samples.length === 0
  // Must precede the row lock, because adding a roll takes the locks in this order.
  if (needsUniqueCheck && editedResult.samples.length > 0) await assertNotTestedElsewhere(ctx, editedResult)
  const row = await ctx.rows.lock(testResult, id)
  assertTestBatchOpen(ctx, await ctx.rows.get(testBatch, row.batchId))
  assertSamplesValid(patch.samples ?? [], await ctx.rows.get(testIndex, patch.indexId ?? row.indexId))
  return ctx.rows.update(
    testResult,
    id,
    {
      ...patch,
      // The samples are normalized like stored ones, so that the merge recognizes equal entries by two people.
      ...(patch.samples ? { samples: summarizeSamples(patch.samples).samples } : {}),
      ...(changesRoll ? await resolveTestedRoll(ctx, { ...row, ...patch }) : {}),
    },
    { version, merge: true },
  )
})
/** Removes a result of a draft batch. */
export const removeResult = handle(testResult.endpoints.remove, async (ctx, { id, version }) => {
  const row = await ctx.rows.lock(testResult, id)
  assertTestBatchOpen(ctx, await ctx.rows.get(testBatch, row.batchId))
  await ctx.rows.remove(testResult, id, { version: version ?? null })
  return null
})
type RollReference = Pick<EndpointInput<typeof testResult.endpoints.create>, 'jumboRollId' | 'slitRollId'>
/** Returns the roll of a result with the fields derived from it. @throws an input error without a known roll */
export async function resolveTestedRoll(ctx: Context, { jumboRollId, slitRollId }: RollReference) {
  const id = slitRollId ?? jumboRollId
  if (!id) throw refuseInput([{ path: ['jumboRollId'], code: 'missing' }])
  const [roll] = await listRollsById(ctx, [id])
  if (!roll) throw refuseInput([{ path: [slitRollId ? 'slitRollId' : 'jumboRollId'], code: 'unknownId' }])
  return {
    jumboRollId: roll.jumboRollId,
    slitRollId: roll.slitRollId,
    lineId: roll.lineId,
    productId: roll.productId,
    workOrderId: roll.workOrderId,
    rolledAt: new Date(roll.doffedAt).toISOString(),
  }
}
type SampleInput = NonNullable<CreateInput<typeof testResult>['samples']>[number]
/**
 * Asserts that each sample is a value or is marked as below the limit of detection. An unreadable sample would silently
 * be missing from the mean. An excluded sample needs a reason.
 */
function assertSamplesValid(samples: readonly SampleInput[], signRule: SignRule): void {
  for (const { text } of samples) {
    const reading = parseTestReading(text, signRule)
    if (typeof reading === 'string') throw refuse(`laboratory:refusals.sheet.${reading}`, { value: text })
  }
  const unexplainedIndex = samples.findIndex(({ excluded, reason }) => excluded && !reason?.trim())
  if (unexplainedIndex >= 0) throw refuseInput([{ path: ['samples', unexplainedIndex, 'reason'], code: 'missing' }])
}
