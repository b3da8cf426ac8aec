import { testResult } from '../../contract/test-result'
import { columns, columnsNotNull, computed, options, sql } from '@/server/sql'
import { errno, Refusal, refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { getFieldInLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { listRollDowngrades, listJumbosOfOrder, listRollCodes } from '@/areas/slitting/server/queries/tested-rolls'
import { product } from '@/areas/standards/contract/product'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { Context } from '@/server/context'
import { testBatch } from '../../contract/test-batch'
import * as endpoints from '../../contract/test-data-endpoints'
import { notWithdrawnBatchStates } from '../../rules/test-batch'
import { insertResults, toResultRow } from '../store-readings'
import { findApplicableLimits } from './applicable-limits'
import { handle } from '@/server/area'

/** Loads test indexes by id, with their names in the caller's language. */
export async function loadTestIndexes(ctx: Context) {
  const rows = await ctx.rows.find(testIndex, { limit: 1000 })
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, localizedName: String(getFieldInLanguage(testIndex, row, 'name', ctx.language)) },
    ]),
  )
}

/** Lists products that have test data. */
export const listTestedProducts = handle(endpoints.testedProducts, async (ctx) => {
  const rows = await ctx.query(
    sql`select ${columns(testBatch, ['productId'])}, ${computed<{ batches: number; lastTestedAt: Date }>`count(*)::int as batches, max(tested_at) as "lastTestedAt"`} from test_batch
      where site_id = ${ctx.site} and state in (${options(testBatch.fields.state, ...notWithdrawnBatchStates)}) group by 1`,
  )
  const productRows = await ctx.rows.find(product, { where: { id: rows.map((row) => row.productId) } })
  const productById = new Map(productRows.map((row) => [row.id, row]))
  return rows
    .flatMap((row) => {
      const productRow = productById.get(row.productId)
      if (!productRow) return []
      const name = String(getFieldInLanguage(product, productRow, 'name', ctx.language))
      return [{ ...row, code: productRow.code, name, lastTestedAt: new Date(row.lastTestedAt).toISOString() }]
    })
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
})
/**
 * Lists test indexes that have results. Results of withdrawn batches are not counted, but their indexes are listed, so
 * that a withdrawn batch can be displayed.
 */
export const listTestedIndexes = handle(endpoints.testedIndexes, async (ctx, { productId, workOrderId }) => {
  const wantedProductId = productId ?? null
  const rows = await ctx.query(
    sql`select ${columns(testResult, ['indexId'], 'r')}, ${computed<{ results: number }>`count(*) filter (where b.state in (${options(testBatch.fields.state, ...notWithdrawnBatchStates)}))::int as results`}
      from test_result r join test_batch b on b.site_id = r.site_id and b.id = r.batch_id
      where r.site_id = ${ctx.site} and (${wantedProductId}::uuid is null or r.product_id = ${wantedProductId}) group by 1`,
  )
  const testIndexById = await loadTestIndexes(ctx)
  const [limits] = await findApplicableLimits(ctx, [
    { productId: productId ?? null, workOrderId: workOrderId ?? null, at: null },
  ])
  return rows
    .flatMap(({ indexId, results }) => {
      const testIndexRow = testIndexById.get(indexId)
      if (!testIndexRow) return []
      const { code, localizedName: name, unit, method, digits, signed } = testIndexRow
      const requiredSamples = limits?.get(indexId)?.samplesPerRoll ?? null
      return [{ indexId, results, code, name, unit, method, digits, signed, samples: requiredSamples }]
    })
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
})

/**
 * Lists the jumbo rolls of an order that have no result row, not even an empty one, with the tests that their standard
 * requires. Without `workOrderId`, the order is the newest one that has rolls.
 */
export const listProposedTests = handle(endpoints.proposeTests, async (ctx, { workOrderId }) => {
  const rolls = await listJumbosOfOrder(ctx, workOrderId ?? null)
  if (rolls.length === 0) return []
  const testedRollIds = await findRollsWithResults(
    ctx,
    rolls.map(({ jumboRollId }) => jumboRollId),
  )
  const untestedRolls = rolls.filter(({ jumboRollId }) => !testedRollIds.has(jumboRollId))
  const limits = await findApplicableLimits(
    ctx,
    untestedRolls.map((roll) => ({ ...roll, at: roll.doffedAt })),
  )
  const testIndexById = await loadTestIndexes(ctx)
  return untestedRolls.map((roll, i) => ({
    workOrderId: roll.workOrderId,
    productId: roll.productId,
    jumboRollId: roll.jumboRollId,
    roll: roll.number,
    doffedAt: new Date(roll.doffedAt).toISOString(),
    indexes: [...(limits[i]?.values() ?? [])].map(({ indexId, unit, samplesPerRoll }) => ({
      indexId,
      index: testIndexById.get(indexId)?.localizedName ?? '',
      unit,
      signed: testIndexById.get(indexId)?.signed ?? false,
      samples: samplesPerRoll ?? 1,
    })),
  }))
})
async function findRollsWithResults(ctx: Context, ids: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.query(
    sql`select distinct ${columnsNotNull(testResult, ['jumboRollId'])} from test_result where site_id = ${ctx.site} and jumbo_roll_id = any(${ids}::uuid[])`,
  )
  return new Set(rows.map(({ jumboRollId }) => jumboRollId))
}
/**
 * Creates a batch with an empty result for each proposed roll and index.
 * @throws a refusal if nothing is to be tested, or without a standard
 */
export const createProposedBatch = handle(endpoints.storeProposedTests, async (ctx, input) => {
  const proposedTests = await listProposedTests.run(ctx, { workOrderId: input.workOrderId })
  const chosenTests = input.jumboRollIds?.length
    ? proposedTests.filter((row) => input.jumboRollIds?.includes(row.jumboRollId))
    : proposedTests
  const [firstTest] = chosenTests
  if (!firstTest) throw refuse('laboratory:refusals.allTested')
  if (firstTest.indexes.length === 0) throw refuse('laboratory:refusals.noStandard')
  const batch = await ctx.rows.insert(testBatch, {
    id: createUuid7(ctx.now.getTime()),
    number: input.number ?? `T-${firstTest.roll}`.slice(0, 60),
    source: 'auto',
    state: 'draft',
    productId: firstTest.productId,
    workOrderId: firstTest.workOrderId,
    testedAt: ctx.now.toISOString(),
    testerId: ctx.person?.id ?? null,
    note: input.note ?? null,
  })
  const rollById = new Map((await listJumbosOfOrder(ctx, input.workOrderId)).map((roll) => [roll.jumboRollId, roll]))
  const rows = chosenTests.flatMap(({ jumboRollId, indexes }) => {
    const roll = rollById.get(jumboRollId)
    return roll
      ? indexes.map(({ indexId }) => toResultRow(ctx, { roll, indexId, retest: 0, samples: [] }, batch.id))
      : []
  })
  await insertResults(ctx, rows)
  ctx.touch('testResult')
  return batch
})

/** Returns the requested batch, or the newest. @throws a refusal if there is no batch */
export async function findBatchOrNewest(ctx: Context, id: string | null): Promise<Row<typeof testBatch>> {
  if (id) return ctx.rows.get(testBatch, id)
  const [newestBatch] = await ctx.rows.find(testBatch, { orderBy: '-testedAt', limit: 1 })
  if (!newestBatch) throw new Refusal(errno.noData, 'laboratory:refusals.noBatch')
  return newestBatch
}
/** Lists downgrades of the rolls of a batch and of the slit rolls cut from them. */
export const listBatchDowngrades = handle(endpoints.batchDowngrades, async (ctx, { batchId }) => {
  const batch = await ctx.rows.get(testBatch, batchId)
  const rows = await ctx.query(
    sql`select distinct ${columnsNotNull(testResult, ['jumboRollId'])} from test_result where site_id = ${ctx.site} and batch_id = ${batch.id} and jumbo_roll_id is not null`,
  )
  const testedRollIds = new Set(rows.map(({ jumboRollId }) => jumboRollId))
  const rolls = await listRollDowngrades(ctx, [...testedRollIds])
  return {
    batchId: batch.id,
    batch: batch.number,
    rolls: testedRollIds.size,
    list: rolls.flatMap((roll) =>
      roll.downgrades.map(({ fromM, toM, grade, defect, reason }) => ({
        of: roll.rollKind,
        rollId: roll.id,
        roll: roll.number,
        lane: roll.lane,
        team: roll.team,
        defect,
        grade,
        fromM,
        toM,
        metres: toM - fromM,
        kg: roll.kg && roll.lengthM ? Number(((roll.kg * (toM - fromM)) / roll.lengthM).toFixed(3)) : null,
        reason: reason ?? null,
      })),
    ),
  }
})
/**
 * Lists the label codes of the rolls of an order. A roll is `tested` if any of its results has a sample that counts.
 */
export const listOrderCodes = handle(endpoints.orderCodes, async (ctx, { workOrderId }) => {
  const rolls = await listRollCodes(ctx, workOrderId)
  const testedRows = await ctx.query(
    sql<{ id: string }>`select distinct coalesce(slit_roll_id, jumbo_roll_id) as id from test_result
      where site_id = ${ctx.site} and work_order_id = ${workOrderId} and n + below > 0`,
  )
  const testedRollIds = new Set(testedRows.map(({ id }) => id))
  return rolls.map(({ rollKind, id, number, doffedAt, packageId: _packageId, ...roll }) => ({
    ...roll,
    of: rollKind,
    rollId: id,
    code: number,
    doffedAt: new Date(doffedAt).toISOString(),
    tested: testedRollIds.has(id),
  }))
})
