import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificate } from '@/areas/certificates/contract/certificate'
import { certifiableOrders, certificatePreview } from '@/areas/certificates/contract/certificate-endpoints'
import { draftCertificate } from '@/areas/certificates/contract/certificate-commands'
import { publishBatch, testBatch } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { Caller } from '../harness'
import { good } from '../people'
import { cut, doffOne, hall, weighAll, type Cut, type Hall } from '../rolls/slitter-plant'

// An order is cut from jumbos of its own and from one that another order left: the certificate names both batches, and is
// judged by the tests of both.
let h: Hall
let lead: Caller
let own: Cut
let other: Cut
let indexId: string
beforeAll(async () => {
  h = await hall()
  lead = await h.plant.as('quality-lead')
  indexId = good(await lead.call(testIndex.endpoints.create, { code: 'GSM', name: '克重', unit: 'g/m²', digits: 1 })).id
  own = await cut(h)
  const { productId } = own.jumbo
  const lane = (width: number, count: number, workOrderId: string | null) => ({ width, count, workOrderId })
  other = await cut(h, {}, [lane(900, 2, null), lane(600, 2, own.orderId)], { productId })
  for (const run of [own, other]) await weighAll(h, run, await doffOne(h, run))
  const standard = good(
    await lead.call(productStandard.endpoints.create, {
      code: 'PD-1',
      productId,
      indexes: [{ indexId, lsl: 14.2, usl: 15.8 }],
    } as never),
  )
  const { steps } = productDocument
  const manager = h.staff.manager
  const sent = good(
    await lead.call(steps.submit, { id: standard.id, version: standard.version, approvers: [manager.userId] }),
  )
  good(await manager.call(steps.ratify, { id: standard.id, version: sent.version, decision: 'approved' }))
}, 120_000)
afterAll(() => h.plant.close())

let serial = 0
async function tested({ jumbo, orderId }: Pick<Cut, 'jumbo' | 'orderId'>, text: string): Promise<void> {
  const batch = good(
    await lead.call(testBatch.endpoints.create, {
      number: `T-${++serial}`,
      workOrderId: orderId,
      productId: own.jumbo.productId,
      testedAt: '2026-11-20T01:30:00.000Z',
    }),
  )
  const of = { batchId: batch.id, indexId, jumboRollId: jumbo.id, samples: [{ no: 1, text }] }
  good(await lead.call(testResult.endpoints.create, of as never))
  good(await lead.call(publishBatch, { id: batch.id }))
}
const batchOf = async (orderId: string): Promise<string> =>
  (await h.plant.query<{ batch: string }>('select batch from work_order where id = $1', [orderId]))[0]!.batch
const computed = async () => good(await lead.call(certificatePreview, { workOrderId: own.orderId }))
const listed = async () =>
  good(await lead.call(certifiableOrders, { size: 100 })).list.find(({ id }) => id === own.orderId)!

test('names every batch that its rolls come from, and their widths', async () => {
  const of = await computed()
  expect(of.rollCount).toBe(6) // 3 × 1000 + 1 × 160 of its own, 2 × 600 of the other
  expect(of.batch!.split(', ').sort()).toEqual([await batchOf(own.orderId), await batchOf(other.orderId)].sort())
  expect(of.specification).toContain('160 / 600 / 1000 mm')
})
test('is not whole while only one of its batches is tested', async () => {
  await tested(own, '15.0')
  expect((await computed()).lines[0]).toMatchObject({ n: 1, judgement: 'missing' })
  expect((await listed()).gaps).toMatchObject([{ judgement: 'missing' }])
  const draft = { workOrderId: own.orderId, approverId: h.staff.manager.userId } as never
  expect((await lead.call(draftCertificate, draft, { language: 'en' })).errno).toBe('6000')
})
test('is judged by any roll of the other batch, as that batch is for itself', async () => {
  const { jumbo } = await cut(h, {}, undefined, { productId: own.jumbo.productId })
  await h.plant.query('update jumbo_roll set work_order_id = $2 where id = $1', [jumbo.id, other.orderId])
  await tested({ jumbo, orderId: other.orderId }, '15.4')
  expect((await computed()).lines[0]).toMatchObject({ n: 2, min: 15, max: 15.4, judgement: 'pass' })
  expect(await listed()).toMatchObject({ gaps: [], ready: true })
})
test('fails when one batch does, and by the tests of the jumbo itself once it has them', async () => {
  await tested(other, '13.9')
  expect((await computed()).lines[0]).toMatchObject({ n: 2, min: 13.9, max: 15, judgement: 'fail' })
  expect((await listed()).gaps).toMatchObject([{ judgement: 'fail' }])
})
test('is found by either batch', async () => {
  const draft = { workOrderId: own.orderId, approverId: h.staff.manager.userId, concession: '客户同意' } as never
  const { id } = good(await lead.call(draftCertificate, draft))
  for (const orderId of [own.orderId, other.orderId]) {
    const { list } = good(await lead.call(certificate.endpoints.list, { keyword: await batchOf(orderId) } as never))
    expect(list.map((row) => row.id)).toContain(id)
  }
})
