import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import type { TestedRoll } from '@/areas/rolls/server/queries/for-tests'
import type { Context } from '@/server/context'
import { testBatch } from '../contract/test-batch'
import { measured, type Sample } from '../rules/reading'
import type { SheetReading } from './import-sheet'

interface Taken {
  readonly importId: string
  readonly fileName: string
  /** Batch of the values for which no column names one. */
  readonly batch: string | null
  readonly readings: readonly SheetReading[]
  readonly rolls: ReadonlyMap<string, TestedRoll>
}
interface Result {
  roll: TestedRoll
  batch: string
  indexId: string
  retest: number
  samples: Sample[]
}
const AT_ONCE = 2000

/** Stores readings as results in new batches, one per batch name and product. @throws 6000 if a batch exists */
export async function storeReadings(ctx: Context, taken: Taken): Promise<void> {
  const results = resultsOf(taken)
  const batches = new Map<string, string>()
  for (const one of results.values()) {
    const key = `${one.batch} ${one.roll.productId}`
    if (!batches.has(key)) batches.set(key, await addBatch(ctx, taken, one, batches))
  }
  const rows = [...results.values()].map((one) =>
    rowOf(ctx, one, batches.get(`${one.batch} ${one.roll.productId}`) ?? ''),
  )
  for (let from = 0; from < rows.length; from += AT_ONCE) await insert(ctx, rows.slice(from, from + AT_ONCE))
  ctx.touch('testResult')
}

/** Groups samples by batch, roll, index and retest, in the order of the worksheet. */
function resultsOf(taken: Taken): Map<string, Result> {
  const found = new Map<string, Result>()
  for (const reading of taken.readings) {
    const roll = taken.rolls.get(reading.roll.toUpperCase())
    if (!roll) continue
    const name = batchOf(reading, taken)
    const key = `${name} ${roll.id} ${reading.indexId} ${reading.retest}`
    let one = found.get(key)
    if (!one)
      found.set(key, (one = { roll, batch: name, indexId: reading.indexId, retest: reading.retest, samples: [] }))
    one.samples.push({ lane: reading.lane ?? roll.lane, no: reading.no ?? one.samples.length + 1, text: reading.text })
  }
  return found
}
/** Returns the batch of a value: of its column, otherwise of the whole file, otherwise derived from the file name. */
export const batchOf = (reading: SheetReading, { batch, fileName }: Pick<Taken, 'batch' | 'fileName'>): string =>
  reading.batch ?? batch ?? nameOf(fileName)
/** Converts a file name to a batch number: `强力 11-20.xlsx` becomes `强力 11-20`. */
const nameOf = (fileName: string): string =>
  fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N} ./_#+-]/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 50) || 'LAB'

async function addBatch(
  ctx: Context,
  taken: Taken,
  { batch, roll }: Result,
  known: ReadonlyMap<string, string>,
): Promise<string> {
  // A second product with the same batch name gets its own batch.
  const again = [...known.keys()].filter((key) => key.startsWith(`${batch} `)).length
  const number = again ? `${batch}-${again + 1}` : batch
  const [there] = await ctx.rows.find(testBatch, { where: { number }, limit: 1 })
  if (there) throw refuse('laboratory:refusals.batchThere', { number })
  const testedAt = taken.readings.find(
    (one) => one.testedAt && (one.batch ?? taken.batch) === (one.batch ? batch : taken.batch),
  )?.testedAt
  const row: Row<typeof testBatch> = await ctx.rows.insert(testBatch, {
    number,
    source: 'file',
    state: 'draft',
    productId: roll.productId,
    workOrderId: roll.workOrderId,
    testedAt: testedAt ?? ctx.now.toISOString(),
    testerId: ctx.person?.id ?? null,
    importId: taken.importId,
  })
  return row.id
}

const rowOf = (ctx: Context, { roll, indexId, retest, samples }: Result, batchId: string) => ({
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
  ...measured(samples),
})
/** Inserts results by the thousand. They are not in the audit log one by one, only their import is. */
export async function insert(ctx: Context, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  await ctx.query(
    `insert into test_result (site_id, id, version, created_at, updated_at, created_by, batch_id, index_id, jumbo_roll_id, slit_roll_id, retest, samples, digits, n, mean, m2, min, max, below, line_id, product_id, work_order_id, rolled_at)
     select $1, r.id, 1, $3, $3, $4, r."batchId", r."indexId", r."jumboRollId", r."slitRollId", r.retest, r.samples, r.digits, r.n, r.mean, r.m2, r.min, r.max, r.below, r."lineId", r."productId", r."workOrderId", r."rolledAt"
     from jsonb_to_recordset($2::jsonb) as r(id uuid, "batchId" uuid, "indexId" uuid, "jumboRollId" uuid, "slitRollId" uuid, retest int, samples jsonb, digits int, n int, mean numeric, m2 numeric, min numeric, max numeric, below int, "lineId" uuid, "productId" uuid, "workOrderId" uuid, "rolledAt" timestamptz)`,
    [ctx.site, JSON.stringify(rows), ctx.now, ctx.person?.id ?? null],
  )
}
