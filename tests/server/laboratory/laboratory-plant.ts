/** A product with an approved standard and jumbos to test, for the tests of the laboratory. */
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
import { plantTime, expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import { doffJumboRoll, startRunningOrder, type Roll } from '../rolls/winder-plant'

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
/** Returns the time at which the i-th roll was doffed: one every nine minutes from 08:05 on. */
const toDoffTime = (i: number): string => new Date(Date.parse(plantTime('08:05')) + i * 9 * 60_000).toISOString()
export async function createLaboratory(rollCount = 3): Promise<Lab> {
  const { plant, staff } = await createStaffedPlant()
  const [lab, lead] = [await plant.as('quality'), await plant.as('quality-lead')]
  const addIndex = async (code: string, name: string, nameEn: string, unit: string, digits: number) =>
    expectOk(await staff.admin.call(testIndex.endpoints.create, { code, name, nameEn, unit, digits })).id
  const index = {
    gsm: await addIndex('GSM', '单位面积质量', 'Basis weight', 'g/m²', 1),
    md: await addIndex('MD', '纵向强力', 'MD strength', 'N/50mm', 1),
    opu: await addIndex('OPU', '上油率', 'OPU', '%', 2),
  }
  const run = await startRunningOrder(plant, staff)
  const productId = run.order.productId
  const draft = expectOk(
    await staff.admin.call(productStandard.endpoints.create, {
      code: 'PS-1',
      productId,
      indexes: [
        { indexId: index.gsm, lsl: 14, target: 15, usl: 16, samplesPerRoll: 5 },
        { indexId: index.md, lsl: 40, target: 50, samplesPerRoll: 2 },
      ],
    } as never),
  )
  const { version } = expectOk(
    await staff.admin.call(productDocument.approvalEndpoints.submit, {
      id: draft.id,
      version: draft.version,
      approvers: [staff.manager.userId],
    }),
  )
  expectOk(
    await staff.manager.call(productDocument.approvalEndpoints.ratify, { id: draft.id, version, decision: 'approved' }),
  )
  const rolls: Roll[] = []
  for (let i = 0; i < rollCount; i++)
    rolls.push(await doffJumboRoll(staff, run, { grossKg: 490, coreKg: 10, occurredAt: toDoffTime(i) }))
  return { plant, staff, lab, lead, orderId: run.order.id, productId, lineId: run.line.id, rolls, index }
}
let serial = 0
export const createBatch = async (
  { lab, productId, orderId }: Lab,
  overrides: object = {},
): Promise<Row<typeof testBatch>> =>
  expectOk(
    await lab.call(testBatch.endpoints.create, {
      number: `T-${++serial}`,
      productId,
      workOrderId: orderId,
      testedAt: plantTime('09:00'),
      ...overrides,
    }),
  )
export const toSamples = (...texts: string[]) => texts.map((text, i) => ({ lane: 1, no: i + 1, text }))
export const createResult = async (
  { lab }: Lab,
  batch: { id: string },
  indexId: string,
  roll: Roll,
  texts: string[],
  overrides: object = {},
): Promise<Row<typeof testResult>> =>
  expectOk(
    await lab.call(testResult.endpoints.create, {
      batchId: batch.id,
      indexId,
      jumboRollId: roll.id,
      samples: toSamples(...texts),
      ...overrides,
    } as never),
  )

/** Creates the next version of a product standard with these limits and approves it. */
export async function ratifyNextVersion(
  { staff: { admin, manager } }: Lab,
  id: string,
  indexes: object[],
): Promise<string> {
  const nextVersion = expectOk(await admin.call(productDocument.approvalEndpoints.newVersion, { id }))
  const changed = expectOk(
    await admin.call(productStandard.endpoints.update, {
      id: nextVersion.id,
      version: nextVersion.version,
      indexes,
    } as never),
  )
  const { version } = expectOk(
    await admin.call(productDocument.approvalEndpoints.submit, {
      id: nextVersion.id,
      version: changed.version,
      approvers: [manager.userId],
    }),
  )
  expectOk(
    await manager.call(productDocument.approvalEndpoints.ratify, { id: nextVersion.id, version, decision: 'approved' }),
  )
  return nextVersion.id
}

/** Summarizes the published results by index. */
export const summarizePublished = async (ctx: Context, query: ResultsQuery): Promise<IndexSummary[]> =>
  summarizeResults(
    ctx,
    (await listPublishedResults(ctx, query)).map(({ resultId }) => resultId),
  )
