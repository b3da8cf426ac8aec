import { afterAll, beforeAll, expect, test } from 'vitest'
import { certifiableOrders, certificatePreview } from '@/areas/certificates/contract/certificate-endpoints'
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
  doffJumbo,
  weighAll,
  type CuttingRun,
  type SlitterPlant,
  type RollSet,
} from '../slitting/slitter-plant'

// Order A is cut from a jumbo of its own and from one each of the orders B and C. The tests below state the expected values
// of each of the three batches; no other values of the plant may appear.
let slitterPlant: SlitterPlant
let lead: Caller
let productId: string
let orderA: WeighedOrder
let orderB: WeighedOrder
let orderC: WeighedOrder
const index: Record<string, string> = {}
type WeighedOrder = CuttingRun & { set: RollSet }

beforeAll(async () => {
  slitterPlant = await createSlitterPlant()
  lead = await slitterPlant.plant.as('quality-lead')
  for (const code of ['GSM', 'MD'])
    index[code] = expectOk(await lead.call(testIndex.endpoints.create, { code, name: code, digits: 1 } as never)).id
  orderA = await createWeighedOrder()
  productId = orderA.jumbo.productId
  ;[orderB, orderC] = [await createWeighedOrder(orderA), await createWeighedOrder(orderA)]
  const standard = expectOk(
    await lead.call(productStandard.endpoints.create, {
      code: 'PD-1',
      productId,
      indexes: [
        { indexId: index['GSM']!, lsl: 14, usl: 16 },
        { indexId: index['MD']!, lsl: 24 },
      ],
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

/** A jumbo of a new order, cut and weighed: two rolls of 900 mm for itself, two of 600 mm for `taker`. */
async function createWeighedOrder(taker?: Pick<CuttingRun, 'orderId'>): Promise<WeighedOrder> {
  const lane = (width: number, workOrderId: string | null) => ({ width, count: 2, workOrderId })
  const run = await startCuttingRun(
    slitterPlant,
    {},
    [lane(900, null), lane(600, taker?.orderId ?? null)],
    productId ? { productId } : {},
  )
  const set = await doffNextSet(slitterPlant, run)
  await weighAll(slitterPlant, run, set)
  return { ...run, set }
}
/** Adds an uncut jumbo to the same order. @returns the jumbo's id */
async function createUncutJumbo({ orderId }: WeighedOrder): Promise<string> {
  const { jumbo } = await doffJumbo(slitterPlant, {}, { productId })
  await slitterPlant.plant.query('update jumbo_roll set work_order_id = $2 where id = $1', [jumbo.id, orderId])
  return jumbo.id
}
let serial = 0
/** Publishes one value of each index of a roll. */
async function publishTests(
  rollKey: { jumboRollId?: string; slitRollId?: string },
  values: Record<string, string>,
): Promise<void> {
  const batch = expectOk(
    await lead.call(testBatch.endpoints.create, {
      number: `T-${++serial}`,
      productId,
      testedAt: '2026-11-20T01:30:00.000Z',
    }),
  )
  for (const [code, text] of Object.entries(values)) {
    const entered = { batchId: batch.id, indexId: index[code]!, ...rollKey, samples: [{ no: 1, text }] }
    expectOk(await lead.call(testResult.endpoints.create, entered as never))
  }
  expectOk(await lead.call(publishBatch, { id: batch.id }))
}
/** The values and judgement of each test index on the order's certificate, by index code. */
async function loadJudgements({ orderId }: WeighedOrder) {
  const { lines } = expectOk(await lead.call(certificatePreview, { workOrderId: orderId }))
  return Object.fromEntries(
    lines.map(({ code, n, min, max, mean, judgement }) => [
      code,
      { n, min, max, mean: mean === null ? null : Number(mean.toFixed(3)), judgement },
    ]),
  )
}
const buildJudgement = (judgement: string, ...values: number[]) => ({
  n: values.length,
  min: values.length ? Math.min(...values) : null,
  max: values.length ? Math.max(...values) : null,
  mean: values.length ? Number((values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(3)) : null,
  judgement,
})
/** The gaps of the order in the list of certifiable orders, which judges all orders with one query. */
const loadGaps = async ({ orderId }: WeighedOrder): Promise<string[]> =>
  expectOk(await lead.call(certifiableOrders, { size: 100 }))
    .list.find(({ id }) => id === orderId)!
    .gaps.map(({ name, judgement }) => `${name} ${judgement}`)

test('an untested batch counts as missing, whatever the other batches show', async () => {
  await publishTests({ jumboRollId: orderA.jumbo.id }, { GSM: '15.0', MD: '30' })
  expect(await loadJudgements(orderA)).toEqual({
    GSM: buildJudgement('missing', 15),
    MD: buildJudgement('missing', 30),
  })
  expect(await loadGaps(orderA)).toEqual(['GSM missing', 'MD missing'])
})
let uncutJumboOfC: string
test('another jumbo of the same order provides the values of its batch only', async () => {
  uncutJumboOfC = await createUncutJumbo(orderC)
  await publishTests({ jumboRollId: uncutJumboOfC }, { GSM: '15.3' })
  expect(await loadJudgements(orderA)).toEqual({
    GSM: buildJudgement('missing', 15, 15.3),
    MD: buildJudgement('missing', 30),
  })
  expect(await loadGaps(orderA)).toEqual(['GSM missing', 'MD missing'])
})
test('the cut jumbo provides the values of its batch; other jumbos of the order fill only missing indexes', async () => {
  await publishTests({ jumboRollId: orderB.jumbo.id }, { GSM: '15.2', MD: '31' })
  await publishTests({ jumboRollId: await createUncutJumbo(orderB) }, { GSM: '20', MD: '10' })
  expect(await loadJudgements(orderA)).toEqual({
    GSM: buildJudgement('pass', 15, 15.3, 15.2),
    MD: buildJudgement('missing', 30, 31),
  })
  await publishTests({ jumboRollId: orderC.jumbo.id }, { MD: '32' })
  await publishTests({ jumboRollId: uncutJumboOfC }, { MD: '10' })
  expect(await loadJudgements(orderA)).toEqual({
    GSM: buildJudgement('pass', 15, 15.3, 15.2),
    MD: buildJudgement('pass', 30, 31, 32),
  })
  expect(await loadGaps(orderA)).toEqual([])
})
test('only slit rolls on the certificate provide values for their batch', async () => {
  const [rollOfB] = orderB.set.slit.filter(({ widthMm }) => widthMm === 900)
  await publishTests({ slitRollId: rollOfB!.id }, { GSM: '18' })
  expect(await loadJudgements(orderA)).toEqual({
    GSM: buildJudgement('pass', 15, 15.3, 15.2),
    MD: buildJudgement('pass', 30, 31, 32),
  })
  expect(await loadGaps(orderA)).toEqual([])
  expect(await loadGaps(orderB)).toEqual(['GSM fail'])
  const [rollFromC] = orderC.set.slit.filter(({ widthMm }) => widthMm === 600)
  await publishTests({ slitRollId: rollFromC!.id }, { GSM: '16.1' })
  expect(await loadJudgements(orderA)).toEqual({
    GSM: buildJudgement('fail', 15, 15.2, 16.1),
    MD: buildJudgement('pass', 30, 31, 32),
  })
  expect(await loadGaps(orderA)).toEqual(['GSM fail'])
})
test('the order’s own batch is judged only by the jumbos that its rolls were cut from', async () => {
  const d = await createWeighedOrder()
  await publishTests({ jumboRollId: await createUncutJumbo(d) }, { GSM: '15.0', MD: '30' })
  expect(await loadJudgements(d)).toEqual({ GSM: buildJudgement('missing'), MD: buildJudgement('missing') })
  expect(await loadGaps(d)).toEqual(['GSM missing', 'MD missing'])
})
test('no batch is judged by a roll of another certificate, even if one query judges both orders', async () => {
  const orderE = await createWeighedOrder()
  const orderF = await createWeighedOrder(orderE)
  await publishTests({ jumboRollId: orderE.jumbo.id }, { GSM: '15.0', MD: '30' })
  const [rollOfF] = orderF.set.slit.filter(({ widthMm }) => widthMm === 900)
  await publishTests({ slitRollId: rollOfF!.id }, { GSM: '15.1', MD: '31' })
  expect(await loadGaps(orderF)).toEqual([])
  expect(await loadGaps(orderE)).toEqual(['GSM missing', 'MD missing'])
  expect(await loadJudgements(orderE)).toEqual({
    GSM: buildJudgement('missing', 15),
    MD: buildJudgement('missing', 30),
  })
  // A jumbo on another certificate provides values for its batch on both certificates.
  await publishTests({ jumboRollId: orderF.jumbo.id }, { GSM: '15.2' })
  expect(await loadGaps(orderE)).toEqual(['MD missing'])
})
test('a jumbo of the batch on another certificate provides values as well', async () => {
  const orderE = await createWeighedOrder()
  const orderF = await createWeighedOrder(orderE)
  const orderG = await createWeighedOrder()
  // This jumbo also belongs to order F and is cut for it.
  await slitterPlant.plant.query('update jumbo_roll set work_order_id = $2 where id = $1', [
    orderG.jumbo.id,
    orderF.orderId,
  ])
  await publishTests({ jumboRollId: orderE.jumbo.id }, { GSM: '15.0', MD: '30' })
  await publishTests({ jumboRollId: orderG.jumbo.id }, { GSM: '15.1', MD: '29' })
  expect(await loadGaps(orderE)).toEqual([])
  expect(await loadJudgements(orderE)).toEqual({
    GSM: buildJudgement('pass', 15, 15.1),
    MD: buildJudgement('pass', 30, 29),
  })
})
