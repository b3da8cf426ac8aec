import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import type { TestedRoll } from '@/areas/slitting/server/queries/tested-rolls'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { testBatch } from '../contract/test-batch'
import { summarizeSamples, type Sample } from '../rules/reading'
import type { WorksheetReading } from './read-worksheet'

interface ReadingsImport {
  readonly importId: string
  readonly fileName: string
  /** Batch name from the upload, for values whose row names no batch. */
  readonly batch: string | null
  readonly readings: readonly WorksheetReading[]
  readonly rolls: ReadonlyMap<string, TestedRoll>
}
interface CollectedResult {
  roll: TestedRoll
  batch: string
  indexId: string
  /** 0 for the first test, then the number of the retest. */
  retest: number
  samples: Sample[]
}
const INSERT_CHUNK_SIZE = 2000
/** Maximum number of existing batches that a check reports. */
const MAX_EXISTING_BATCHES = 200

/** Stores readings as results in new batches, one per batch name and product. @throws a refusal if a batch exists */
export async function storeReadings(ctx: Context, readingsImport: ReadingsImport): Promise<void> {
  const resultByKey = collectResults(readingsImport)
  const batchIdByKey = new Map<string, string>()
  for (const result of resultByKey.values()) {
    const key = `${result.batch} ${result.roll.productId}`
    if (!batchIdByKey.has(key)) batchIdByKey.set(key, await insertBatch(ctx, readingsImport, result, batchIdByKey))
  }
  const rows = [...resultByKey.values()].map((result) =>
    toResultRow(ctx, result, batchIdByKey.get(`${result.batch} ${result.roll.productId}`) ?? ''),
  )
  for (let start = 0; start < rows.length; start += INSERT_CHUNK_SIZE)
    await insertResults(ctx, rows.slice(start, start + INSERT_CHUNK_SIZE))
  ctx.touch('testResult')
}

/** Groups samples by batch, roll, index and retest, in the order of the worksheet. */
function collectResults(readingsImport: ReadingsImport): Map<string, CollectedResult> {
  const resultByKey = new Map<string, CollectedResult>()
  for (const reading of readingsImport.readings) {
    const roll = readingsImport.rolls.get(reading.roll.toUpperCase())
    if (!roll) continue
    const batchName = getBatchName(reading, readingsImport)
    const key = `${batchName} ${roll.id} ${reading.indexId} ${reading.retest}`
    let result = resultByKey.get(key)
    if (!result)
      resultByKey.set(
        key,
        (result = { roll, batch: batchName, indexId: reading.indexId, retest: reading.retest, samples: [] }),
      )
    result.samples.push({
      lane: reading.lane ?? roll.lane,
      no: reading.no ?? result.samples.length + 1,
      text: reading.text,
    })
  }
  return resultByKey
}
/** Returns the batch name of a value: from its row, else from the upload, else from the file name. */
export const getBatchName = (
  reading: WorksheetReading,
  { batch, fileName }: Pick<ReadingsImport, 'batch' | 'fileName'>,
): string => reading.batch ?? batch ?? toBatchName(fileName)
/** Converts a file name to a batch number: `强力 11-20.xlsx` becomes `强力 11-20`. */
const toBatchName = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} ./_#+-]/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 50) || 'LAB'

/** Returns the number of a new batch. A second product with the same batch name gets a batch of its own. */
function toBatchNumber(batch: string, keysOfNewBatches: Iterable<string>): string {
  const sameNameCount = [...keysOfNewBatches].filter((key) => key.startsWith(`${batch} `)).length
  return sameNameCount ? `${batch}-${sameNameCount + 1}` : batch
}
/**
 * Finds existing batches with the numbers that the new batches of the readings would get. Ignores differences of case
 * and of full-width characters.
 * @param replacedImportId import whose batches would be replaced; null if none
 * @returns each existing number with the first row of its readings
 */
export async function findExistingBatches(
  ctx: Context,
  readingsImport: Omit<ReadingsImport, 'importId'>,
  replacedImportId: string | null,
): Promise<{ row: number; number: string }[]> {
  const rowByNumber = new Map<string, number>()
  const newKeys = new Set<string>()
  for (const reading of readingsImport.readings) {
    const roll = readingsImport.rolls.get(reading.roll.toUpperCase())
    const batch = getBatchName(reading, readingsImport)
    const key = `${batch} ${roll?.productId ?? ''}`
    if (newKeys.has(key)) continue
    const number = normalizeBatchNumber(toBatchNumber(batch, newKeys))
    newKeys.add(key)
    if (!rowByNumber.has(number)) rowByNumber.set(number, reading.row)
  }
  const existingBatches = await loadBatchesByNormalizedNumber(ctx, [...rowByNumber.keys()])
  return existingBatches.flatMap(({ number, importId }) =>
    importId !== null && importId === replacedImportId
      ? []
      : [{ number, row: rowByNumber.get(normalizeBatchNumber(number)) ?? 0 }],
  )
}
const normalizeBatchNumber = (number: string): string => number.normalize('NFKC').toLowerCase()
const loadBatchesByNormalizedNumber = (ctx: Context, normalizedNumbers: readonly string[]) =>
  ctx.query(
    sql`select ${columns(testBatch, ['number', 'importId'])} from test_batch
     where site_id = ${ctx.site} and lower(normalize(number, NFKC)) = any(${normalizedNumbers}) ${limit(MAX_EXISTING_BATCHES)}`,
  )

async function insertBatch(
  ctx: Context,
  readingsImport: ReadingsImport,
  { batch, roll }: CollectedResult,
  batchIdByKey: ReadonlyMap<string, string>,
): Promise<string> {
  const number = toBatchNumber(batch, batchIdByKey.keys())
  const [existingBatch] = await loadBatchesByNormalizedNumber(ctx, [normalizeBatchNumber(number)])
  if (existingBatch) throw refuse('laboratory:refusals.batchThere', { number: existingBatch.number })
  // A file may cover several days. The batch gets the latest test time.
  const testedAt = readingsImport.readings
    .flatMap((reading) =>
      reading.testedAt &&
      getBatchName(reading, readingsImport) === batch &&
      readingsImport.rolls.get(reading.roll.toUpperCase())?.productId === roll.productId
        ? [reading.testedAt]
        : [],
    )
    .reduce<string | null>((latest, moment) => (latest !== null && latest >= moment ? latest : moment), null)
  const row: Row<typeof testBatch> = await ctx.rows.insert(testBatch, {
    number,
    source: 'file',
    state: 'draft',
    productId: roll.productId,
    workOrderId: roll.workOrderId,
    testedAt: testedAt ?? ctx.now.toISOString(),
    testerId: ctx.person?.id ?? null,
    importId: readingsImport.importId,
  })
  return row.id
}

/** Builds the row of a result with the sums of its samples. A result without samples is empty and filled in later. */
export const toResultRow = (
  ctx: Context,
  { roll, indexId, retest, samples }: Omit<CollectedResult, 'batch'>,
  batchId: string,
) => ({
  id: createUuid7(ctx.now.getTime()),
  batchId,
  indexId,
  retest,
  jumboRollId: roll.jumboRollId,
  slitRollId: roll.slitRollId,
  lineId: roll.lineId,
  productId: roll.productId,
  workOrderId: roll.workOrderId,
  rolledAt: roll.doffedAt,
  ...summarizeSamples(samples),
})
/** Inserts many results at once. The audit log contains their import or batch, but not the single results. */
export async function insertResults(ctx: Context, rows: readonly ReturnType<typeof toResultRow>[]): Promise<void> {
  await ctx.query(
    sql`insert into test_result (site_id, id, version, created_at, updated_at, created_by, batch_id, index_id, jumbo_roll_id, slit_roll_id, retest, samples, digits, n, mean, m2, min, max, below, line_id, product_id, work_order_id, rolled_at)
     select ${ctx.site}, r.id, 1, ${ctx.now}, ${ctx.now}, ${ctx.person?.id ?? null}, r."batchId", r."indexId", r."jumboRollId", r."slitRollId", r.retest, r.samples, r.digits, r.n, r.mean, r.m2, r.min, r.max, r.below, r."lineId", r."productId", r."workOrderId", r."rolledAt"
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, "batchId" uuid, "indexId" uuid, "jumboRollId" uuid, "slitRollId" uuid, retest int, samples jsonb, digits int, n int, mean numeric, m2 numeric, min numeric, max numeric, below int, "lineId" uuid, "productId" uuid, "workOrderId" uuid, "rolledAt" timestamptz)`,
  )
}
