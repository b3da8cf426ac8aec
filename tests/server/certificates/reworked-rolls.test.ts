import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  certifiableOrders,
  certificatesOfRoll,
  certificatePreview,
} from '@/areas/certificates/contract/certificate-endpoints'
import { draftCertificate, issueCertificate } from '@/areas/certificates/contract/certificate-commands'
import { reworkRoll } from '@/areas/slitting/contract/rework'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { Caller } from '../harness'
import { expectOk } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let slitterPlant: SlitterPlant
let lead: Caller
let indexId: string
beforeAll(async () => {
  slitterPlant = await createSlitterPlant()
  lead = await slitterPlant.plant.as('quality-lead')
  indexId = expectOk(
    await lead.call(testIndex.endpoints.create, { code: 'GSM', name: '克重', unit: 'g/m²', digits: 1 }),
  ).id
}, 120_000)
afterAll(() => slitterPlant.plant.close())

/** Creates an order with four weighed rolls of a product with an approved standard. */
async function createWeighedOrder() {
  const run = await startCuttingRun(slitterPlant)
  const set = await doffNextSet(slitterPlant, run)
  await weighAll(slitterPlant, run, set)
  const standard = expectOk(
    await lead.call(productStandard.endpoints.create, {
      code: `PD-${run.jumbo.productId.slice(-12)}`,
      productId: run.jumbo.productId,
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
  const rolls = (await loadPreview(run.orderId)).rolls
  const [firstRoll] = rolls
  return { orderId: run.orderId, rolls, first: firstRoll!, kg: firstRoll!.kg ?? 0 }
}
const loadPreview = async (workOrderId: string) => expectOk(await lead.call(certificatePreview, { workOrderId }))
const reworkSlitRoll = async (slitRollId: string, more: object) =>
  expectOk(
    await (
      await slitterPlant.plant.as('prod-lead')
    ).call(reworkRoll, { slitRollId, reason: '端面不齐', ...more } as never),
  )
const sendDraft = (workOrderId: string, rollIds: readonly string[] = []) =>
  lead.call(
    draftCertificate,
    { workOrderId, rollIds, approverId: slitterPlant.staff.manager.userId, concession: '客户同意' } as never,
    { language: 'en' },
  )

test('a certificate lists a rewound roll once, under its new number', async () => {
  const { orderId, rolls, first, kg } = await createWeighedOrder()
  const previewBefore = await loadPreview(orderId)
  await reworkSlitRoll(first.id, { kind: 'rewind', pieces: [{ kg: kg - 1 }] })
  const previewAfter = await loadPreview(orderId)
  expect(previewAfter.rolls.map(({ number }) => number).sort()).toEqual(
    [...rolls.slice(1).map(({ number }) => number), `${first.number}-F1`].sort(),
  )
  expect(previewAfter).toMatchObject({
    rollCount: previewBefore.rollCount,
    quantityKg: Math.round((previewBefore.quantityKg! - 1) * 1000) / 1000,
  })
  const { list } = expectOk(await lead.call(certifiableOrders, { size: 100 }))
  expect(list.find(({ id }) => id === orderId)?.rolls).toBe(previewBefore.rollCount)
  expect((await sendDraft(orderId, [first.id, rolls[1]!.id])).errno).toBe('4006')
})
test('a roll sold at a lower grade is in no certificate, even if it is requested', async () => {
  const { orderId, rolls, first } = await createWeighedOrder()
  await reworkSlitRoll(first.id, { kind: 'regrade', defect: 'wrinkle' })
  expect((await loadPreview(orderId)).rolls.map(({ id }) => id).sort()).toEqual(
    rolls
      .slice(1)
      .map(({ id }) => id)
      .sort(),
  )
  expect((await sendDraft(orderId, [first.id, rolls[1]!.id])).errno).toBe('4006')
})
test.each([
  ['rewound', (kg: number) => ({ kind: 'rewind', pieces: [{ kg }] })],
  ['slit again', (kg: number) => ({ kind: 'reslit', pieces: [{ kg: kg / 4, widthMm: 10 }] })],
  ['given back as pellets', () => ({ kind: 'pellets' })],
  ['sold lower', () => ({ kind: 'regrade', defect: 'wrinkle' })],
])(
  'a draft is not issued after one of its rolls was %s; the roll still lists its certificates',
  async (_word, buildRework) => {
    const { orderId, first, kg } = await createWeighedOrder()
    const draft = expectOk(await sendDraft(orderId))
    const { list } = expectOk(await lead.call(certifiableOrders, { size: 100 }))
    expect(list.find(({ id }) => id === orderId)).toMatchObject({ certificates: 0, waiting: 1 })
    await reworkSlitRoll(first.id, buildRework(kg))
    const answer = await slitterPlant.staff.manager.call(issueCertificate, { id: draft.id }, { language: 'en' })
    expect(answer.errno).toBe('6000')
    expect(answer.errmsg).toContain(first.number)
    expect(expectOk(await lead.call(certificatesOfRoll, { slitRollId: first.id }))).toMatchObject([{ id: draft.id }])
  },
)
