import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '@/areas/certificates/contract/certificate'
import { certifiableOrders, certificatePreview } from '@/areas/certificates/contract/certificate-endpoints'
import { draftCertificate } from '@/areas/certificates/contract/certificate-commands'
import { publishBatch, testBatch } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { Caller } from '../harness'
import { expectOk } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  weighAll,
  type CuttingRun,
  type SlitterPlant,
} from '../slitting/slitter-plant'

// The order is cut from its own jumbos and from a leftover jumbo of another order. The certificate names both batches and
// is judged by the tests of both.
let slitterPlant: SlitterPlant
let lead: Caller
let ownCut: CuttingRun
let otherCut: CuttingRun
let indexId: string
beforeAll(async () => {
  slitterPlant = await createSlitterPlant()
  lead = await slitterPlant.plant.as('quality-lead')
  indexId = expectOk(
    await lead.call(testIndex.endpoints.create, { code: 'GSM', name: '克重', unit: 'g/m²', digits: 1 }),
  ).id
  ownCut = await startCuttingRun(slitterPlant)
  const { productId } = ownCut.jumbo
  const lane = (width: number, count: number, workOrderId: string | null) => ({ width, count, workOrderId })
  otherCut = await startCuttingRun(slitterPlant, {}, [lane(900, 2, null), lane(600, 2, ownCut.orderId)], { productId })
  for (const run of [ownCut, otherCut]) await weighAll(slitterPlant, run, await doffNextSet(slitterPlant, run))
  const standard = expectOk(
    await lead.call(productStandard.endpoints.create, {
      code: 'PD-1',
      productId,
      indexes: [{ indexId, lsl: 14.2, usl: 15.8 }],
    } as never),
  )
  const { approvalEndpoints } = productDocument
  const manager = slitterPlant.staff.manager
  const submittedStandard = expectOk(
    await lead.call(approvalEndpoints.submit, {
      id: standard.id,
      version: standard.version,
      approvers: [manager.userId],
    }),
  )
  expectOk(
    await manager.call(approvalEndpoints.ratify, {
      id: standard.id,
      version: submittedStandard.version,
      decision: 'approved',
    }),
  )
}, 120_000)
afterAll(() => slitterPlant.plant.close())

let serial = 0
async function publishTest({ jumbo, orderId }: Pick<CuttingRun, 'jumbo' | 'orderId'>, text: string): Promise<void> {
  const batch = expectOk(
    await lead.call(testBatch.endpoints.create, {
      number: `T-${++serial}`,
      workOrderId: orderId,
      productId: ownCut.jumbo.productId,
      testedAt: '2026-11-20T01:30:00.000Z',
    }),
  )
  const testResultInput = { batchId: batch.id, indexId, jumboRollId: jumbo.id, samples: [{ no: 1, text }] }
  expectOk(await lead.call(testResult.endpoints.create, testResultInput as never))
  expectOk(await lead.call(publishBatch, { id: batch.id }))
}
const loadBatch = async (orderId: string): Promise<string> =>
  (await slitterPlant.plant.query<{ batch: string }>('select batch from work_order where id = $1', [orderId]))[0]!.batch
const loadPreview = async () => expectOk(await lead.call(certificatePreview, { workOrderId: ownCut.orderId }))
const findListedOrder = async () =>
  expectOk(await lead.call(certifiableOrders, { size: 100 })).list.find(({ id }) => id === ownCut.orderId)!

test('names every batch of its rolls, and the widths', async () => {
  const preview = await loadPreview()
  expect(preview.rollCount).toBe(6) // own batch: 3 × 1000 mm + 1 × 160 mm; other batch: 2 × 600 mm
  expect(preview.batch!.split(', ').sort()).toEqual(
    [await loadBatch(ownCut.orderId), await loadBatch(otherCut.orderId)].sort(),
  )
  expect(preview.specification).toContain('160 / 600 / 1000 mm')
})
test('is incomplete while only one of its batches is tested', async () => {
  await publishTest(ownCut, '15.0')
  expect((await loadPreview()).lines[0]).toMatchObject({ n: 1, judgement: 'missing' })
  expect((await findListedOrder()).gaps).toMatchObject([{ judgement: 'missing' }])
  const draft = { workOrderId: ownCut.orderId, approverId: slitterPlant.staff.manager.userId } as never
  expect((await lead.call(draftCertificate, draft, { language: 'en' })).errno).toBe('6000')
})
test('is judged by any roll of the other batch, like that batch’s own certificate', async () => {
  const { jumbo } = await startCuttingRun(slitterPlant, {}, undefined, { productId: ownCut.jumbo.productId })
  await slitterPlant.plant.query('update jumbo_roll set work_order_id = $2 where id = $1', [jumbo.id, otherCut.orderId])
  await publishTest({ jumbo, orderId: otherCut.orderId }, '15.4')
  expect((await loadPreview()).lines[0]).toMatchObject({ n: 2, min: 15, max: 15.4, judgement: 'pass' })
  expect(await findListedOrder()).toMatchObject({ gaps: [], ready: true })
})
test('fails if one batch fails, and uses the tests of the cut jumbo when they exist', async () => {
  await publishTest(otherCut, '13.9')
  expect((await loadPreview()).lines[0]).toMatchObject({ n: 2, min: 13.9, max: 15, judgement: 'fail' })
  expect((await findListedOrder()).gaps).toMatchObject([{ judgement: 'fail' }])
})
test('is found by each of its batches', async () => {
  const draft = {
    workOrderId: ownCut.orderId,
    approverId: slitterPlant.staff.manager.userId,
    concession: '客户同意',
  } as never
  const { id } = expectOk(await lead.call(draftCertificate, draft))
  for (const orderId of [ownCut.orderId, otherCut.orderId]) {
    const { list } = expectOk(
      await lead.call(certificate.endpoints.list, { keyword: await loadBatch(orderId) } as never),
    )
    expect(list.map((row) => row.id)).toContain(id)
  }
})
