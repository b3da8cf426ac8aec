import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  certifiableOrders,
  certificatesOfRoll,
  certificatePreview,
} from '@/areas/certificates/contract/certificate-endpoints'
import { draftCertificate, issueCertificate } from '@/areas/certificates/contract/certificate-commands'
import { reworkRoll } from '@/areas/rolls/contract/rework'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { Caller } from '../harness'
import { good } from '../people'
import { cut, doffOne, hall, weighAll, type Hall } from '../rolls/slitter-plant'

let h: Hall
let lead: Caller
let indexId: string
beforeAll(async () => {
  h = await hall()
  lead = await h.plant.as('quality-lead')
  indexId = good(await lead.call(testIndex.endpoints.create, { code: 'GSM', name: '克重', unit: 'g/m²', digits: 1 })).id
}, 120_000)
afterAll(() => h.plant.close())

/** An order with four weighed rolls of a product with an approved standard. */
async function made() {
  const run = await cut(h)
  const set = await doffOne(h, run)
  await weighAll(h, run, set)
  const standard = good(
    await lead.call(productStandard.endpoints.create, {
      code: `PD-${run.jumbo.productId.slice(-12)}`,
      productId: run.jumbo.productId,
      indexes: [{ indexId, lsl: 14.2, usl: 15.8 }],
    } as never),
  )
  const { steps } = productDocument
  const manager = h.staff.manager
  const sent = good(
    await lead.call(steps.submit, { id: standard.id, version: standard.version, approvers: [manager.userId] }),
  )
  good(await manager.call(steps.ratify, { id: standard.id, version: sent.version, decision: 'approved' }))
  const rolls = (await computed(run.orderId)).rolls
  const [first] = rolls
  return { orderId: run.orderId, rolls, first: first!, kg: first!.kg ?? 0 }
}
const computed = async (workOrderId: string) => good(await lead.call(certificatePreview, { workOrderId }))
const reworked = async (slitRollId: string, more: object) =>
  good(await (await h.plant.as('prod-lead')).call(reworkRoll, { slitRollId, reason: '端面不齐', ...more } as never))
const draftOf = (workOrderId: string, rollIds: readonly string[] = []) =>
  lead.call(
    draftCertificate,
    { workOrderId, rollIds, approverId: h.staff.manager.userId, concession: '客户同意' } as never,
    { language: 'en' },
  )

test('a rewound roll stands in a certificate once: as the roll that it is now', async () => {
  const { orderId, rolls, first, kg } = await made()
  const of = await computed(orderId)
  await reworked(first.id, { kind: 'rewind', pieces: [{ kg: kg - 1 }] })
  const after = await computed(orderId)
  expect(after.rolls.map(({ number }) => number).sort()).toEqual(
    [...rolls.slice(1).map(({ number }) => number), `${first.number}-F1`].sort(),
  )
  expect(after).toMatchObject({ rollCount: of.rollCount, quantityKg: Math.round((of.quantityKg! - 1) * 1000) / 1000 })
  const { list } = good(await lead.call(certifiableOrders, { size: 100 }))
  expect(list.find(({ id }) => id === orderId)?.rolls).toBe(of.rollCount)
  expect((await draftOf(orderId, [first.id, rolls[1]!.id])).errno).toBe('4006')
})
test('a roll that was sold lower is in no certificate, even when it is asked for', async () => {
  const { orderId, rolls, first } = await made()
  await reworked(first.id, { kind: 'regrade', defect: 'wrinkle' })
  expect((await computed(orderId)).rolls.map(({ id }) => id).sort()).toEqual(
    rolls
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  )
  expect((await draftOf(orderId, [first.id, rolls[1]!.id])).errno).toBe('4006')
})
test.each([
  ['rewound', (kg: number) => ({ kind: 'rewind', pieces: [{ kg }] })],
  ['slit again', (kg: number) => ({ kind: 'reslit', pieces: [{ kg: kg / 4, widthMm: 10 }] })],
  ['given back as pellets', () => ({ kind: 'pellets' })],
  ['sold lower', () => ({ kind: 'regrade', defect: 'wrinkle' })],
])('a draft is not issued once a roll of it was %s; its certificates stay known', async (_word, how) => {
  const { orderId, first, kg } = await made()
  const draft = good(await draftOf(orderId))
  const { list } = good(await lead.call(certifiableOrders, { size: 100 }))
  expect(list.find(({ id }) => id === orderId)).toMatchObject({ certificates: 0, waiting: 1 })
  await reworked(first.id, how(kg))
  const answer = await h.staff.manager.call(issueCertificate, { id: draft.id }, { language: 'en' })
  expect(answer.errno).toBe('6000')
  expect(answer.errmsg).toContain(first.number)
  expect(good(await lead.call(certificatesOfRoll, { slitRollId: first.id }))).toMatchObject([{ id: draft.id }])
})
