/** A product with a standard in force and jumbos to test, for the tests of the laboratory. */
import {
  listPublishedResults,
  summarizeResults,
  type IndexSummary,
  type ResultsQuery,
} from '@/areas/laboratory/server/queries/results'
import type { Context } from '@/server/context'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import { testBatch } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import type { Row } from '@/contract/resource'
import type { Caller, TestPlant } from '../harness'
import { at, good, staffed, type Staff } from '../people'
import { doffed, running, type Roll } from '../rolls/winder-plant'

export interface Lab {
  plant: TestPlant
  staff: Staff
  lab: Caller
  lead: Caller
  orderId: string
  productId: string
  lineId: string
  rolls: Roll[]
  index: { gsm: string; md: string; opu: string }
}
/** From 08:05 on, nine minutes apart. */
const doffAt = (i: number): string => new Date(Date.parse(at('08:05')) + i * 9 * 60_000).toISOString()
export async function laboratory(count = 3): Promise<Lab> {
  const { plant, staff } = await staffed()
  const [lab, lead] = [await plant.as('quality'), await plant.as('quality-lead')]
  const add = async (code: string, name: string, nameEn: string, unit: string, digits: number) =>
    good(await staff.admin.call(testIndex.endpoints.create, { code, name, nameEn, unit, digits })).id
  const index = {
    gsm: await add('GSM', '单位面积质量', 'Basis weight', 'g/m²', 1),
    md: await add('MD', '纵向强力', 'MD strength', 'N/50mm', 1),
    opu: await add('OPU', '上油率', 'OPU', '%', 2),
  }
  const run = await running(plant, staff)
  const productId = run.order.productId
  const draft = good(
    await staff.admin.call(productStandard.endpoints.create, {
      code: 'PS-1',
      productId,
      indexes: [
        { indexId: index.gsm, lsl: 14, target: 15, usl: 16, samplesPerRoll: 5 },
        { indexId: index.md, lsl: 40, target: 50, samplesPerRoll: 2 },
      ],
    } as never),
  )
  const { version } = good(
    await staff.admin.call(productDocument.steps.submit, {
      id: draft.id,
      version: draft.version,
      approvers: [staff.manager.userId],
    }),
  )
  good(await staff.manager.call(productDocument.steps.ratify, { id: draft.id, version, decision: 'approved' }))
  const rolls: Roll[] = []
  for (let i = 0; i < count; i++)
    rolls.push(await doffed(staff, run, { grossKg: 490, coreKg: 10, occurredAt: doffAt(i) }))
  return { plant, staff, lab, lead, orderId: run.order.id, productId, lineId: run.at.id, rolls, index }
}
let serial = 0
export const newBatch = async ({ lab, productId, orderId }: Lab, more: object = {}): Promise<Row<typeof testBatch>> =>
  good(
    await lab.call(testBatch.endpoints.create, {
      number: `T-${++serial}`,
      productId,
      workOrderId: orderId,
      testedAt: at('09:00'),
      ...more,
    }),
  )
export const samplesOf = (...texts: string[]) => texts.map((text, i) => ({ lane: 1, no: i + 1, text }))
export const newResult = async (
  { lab }: Lab,
  batch: { id: string },
  indexId: string,
  roll: Roll,
  texts: string[],
  more: object = {},
): Promise<Row<typeof testResult>> =>
  good(
    await lab.call(testResult.endpoints.create, {
      batchId: batch.id,
      indexId,
      jumboRollId: roll.id,
      samples: samplesOf(...texts),
      ...more,
    } as never),
  )

/** A next version of a product standard with these limits, in force. */
export async function ratified({ staff: { admin, manager } }: Lab, id: string, indexes: object[]): Promise<string> {
  const next = good(await admin.call(productDocument.steps.newVersion, { id }))
  const changed = good(
    await admin.call(productStandard.endpoints.update, { id: next.id, version: next.version, indexes } as never),
  )
  const { version } = good(
    await admin.call(productDocument.steps.submit, {
      id: next.id,
      version: changed.version,
      approvers: [manager.userId],
    }),
  )
  good(await manager.call(productDocument.steps.ratify, { id: next.id, version, decision: 'approved' }))
  return next.id
}

/** What was published, put together by index. */
export const publishedSummary = async (ctx: Context, asked: ResultsQuery): Promise<IndexSummary[]> =>
  summarizeResults(
    ctx,
    (await listPublishedResults(ctx, asked)).map(({ resultId }) => resultId),
  )
