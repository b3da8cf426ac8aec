import { afterAll, beforeAll, expect, test } from 'vitest'
import { certifiableOrders, certificatePreview } from '@/areas/certificates/contract/certificate-endpoints'
import { publishBatch, testBatch } from '@/areas/laboratory/contract/test-batch'
import { testResult } from '@/areas/laboratory/contract/test-result'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { Caller } from '../harness'
import { good } from '../people'
import { cut, doffOne, hall, jumboOf, weighAll, type Cut, type Hall, type Set } from '../rolls/slitter-plant'

// Order A is cut from a jumbo of its own and from one each of the orders B and C. What speaks for each of the three batches
// is written down here number by number; all other numbers of the plant must not appear.
let h: Hall
let lead: Caller
let productId: string
let a: Made
let b: Made
let c: Made
const index: Record<string, string> = {}
type Made = Cut & { set: Set }

beforeAll(async () => {
  h = await hall()
  lead = await h.plant.as('quality-lead')
  for (const code of ['GSM', 'MD'])
    index[code] = good(await lead.call(testIndex.endpoints.create, { code, name: code, digits: 1 } as never)).id
  a = await made()
  productId = a.jumbo.productId
  ;[b, c] = [await made(a), await made(a)]
  const standard = good(
    await lead.call(productStandard.endpoints.create, {
      code: 'PD-1',
      productId,
      indexes: [
        { indexId: index['GSM']!, lsl: 14, usl: 16 },
        { indexId: index['MD']!, lsl: 24 },
      ],
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

/** A jumbo of a new order, cut and weighed: two rolls of 900 mm for itself, two of 600 mm for `taker`. */
async function made(taker?: Pick<Cut, 'orderId'>): Promise<Made> {
  const lane = (width: number, workOrderId: string | null) => ({ width, count: 2, workOrderId })
  const run = await cut(h, {}, [lane(900, null), lane(600, taker?.orderId ?? null)], productId ? { productId } : {})
  const set = await doffOne(h, run)
  await weighAll(h, run, set)
  return { ...run, set }
}
/** Another jumbo that the order of this one wound; no roll is cut from it. */
async function beside({ orderId }: Made): Promise<string> {
  const { jumbo } = await jumboOf(h, {}, { productId })
  await h.plant.query('update jumbo_roll set work_order_id = $2 where id = $1', [jumbo.id, orderId])
  return jumbo.id
}
let serial = 0
/** Publishes one value of each index of a roll. */
async function tested(
  of: { jumboRollId?: string; slitRollId?: string },
  values: Record<string, string>,
): Promise<void> {
  const batch = good(
    await lead.call(testBatch.endpoints.create, {
      number: `T-${++serial}`,
      productId,
      testedAt: '2026-11-20T01:30:00.000Z',
    }),
  )
  for (const [code, text] of Object.entries(values)) {
    const entered = { batchId: batch.id, indexId: index[code]!, ...of, samples: [{ no: 1, text }] }
    good(await lead.call(testResult.endpoints.create, entered as never))
  }
  good(await lead.call(publishBatch, { id: batch.id }))
}
/** What the certificate of an order says of each index. */
async function said({ orderId }: Made) {
  const { lines } = good(await lead.call(certificatePreview, { workOrderId: orderId }))
  return Object.fromEntries(
    lines.map(({ code, n, min, max, mean, judgement }) => [
      code,
      { n, min, max, mean: mean === null ? null : Number(mean.toFixed(3)), judgement },
    ]),
  )
}
const of = (judgement: string, ...values: number[]) => ({
  n: values.length,
  min: values.length ? Math.min(...values) : null,
  max: values.length ? Math.max(...values) : null,
  mean: values.length ? Number((values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(3)) : null,
  judgement,
})
/** The same by the list of what can be certified, which asks of all orders at once. */
const gapsOf = async ({ orderId }: Made): Promise<string[]> =>
  good(await lead.call(certifiableOrders, { size: 100 }))
    .list.find(({ id }) => id === orderId)!
    .gaps.map(({ name, judgement }) => `${name} ${judgement}`)

test('a batch that was not tested is missing, whatever the others show', async () => {
  await tested({ jumboRollId: a.jumbo.id }, { GSM: '15.0', MD: '30' })
  expect(await said(a)).toEqual({ GSM: of('missing', 15), MD: of('missing', 30) })
  expect(await gapsOf(a)).toEqual(['GSM missing', 'MD missing'])
})
let c2: string
test('another jumbo of its order speaks for a batch, and for none beside it', async () => {
  c2 = await beside(c)
  await tested({ jumboRollId: c2 }, { GSM: '15.3' })
  expect(await said(a)).toEqual({ GSM: of('missing', 15, 15.3), MD: of('missing', 30) })
  expect(await gapsOf(a)).toEqual(['GSM missing', 'MD missing'])
})
test('a jumbo that was cut speaks for its batch, index by index; others of its order stand in for the rest alone', async () => {
  await tested({ jumboRollId: b.jumbo.id }, { GSM: '15.2', MD: '31' })
  await tested({ jumboRollId: await beside(b) }, { GSM: '20', MD: '10' })
  expect(await said(a)).toEqual({ GSM: of('pass', 15, 15.3, 15.2), MD: of('missing', 30, 31) })
  await tested({ jumboRollId: c.jumbo.id }, { MD: '32' })
  await tested({ jumboRollId: c2 }, { MD: '10' })
  expect(await said(a)).toEqual({ GSM: of('pass', 15, 15.3, 15.2), MD: of('pass', 30, 31, 32) })
  expect(await gapsOf(a)).toEqual([])
})
test('a roll that is not certified says nothing; one that is speaks for its batch', async () => {
  const [theirs] = b.set.slit.filter(({ widthMm }) => widthMm === 900)
  await tested({ slitRollId: theirs!.id }, { GSM: '18' })
  expect(await said(a)).toEqual({ GSM: of('pass', 15, 15.3, 15.2), MD: of('pass', 30, 31, 32) })
  expect(await gapsOf(a)).toEqual([])
  expect(await gapsOf(b)).toEqual(['GSM fail'])
  const [mine] = c.set.slit.filter(({ widthMm }) => widthMm === 600)
  await tested({ slitRollId: mine!.id }, { GSM: '16.1' })
  expect(await said(a)).toEqual({ GSM: of('fail', 15, 15.2, 16.1), MD: of('pass', 30, 31, 32) })
  expect(await gapsOf(a)).toEqual(['GSM fail'])
})
test('the batch of the order itself is judged by the jumbos that its rolls came from alone', async () => {
  const d = await made()
  await tested({ jumboRollId: await beside(d) }, { GSM: '15.0', MD: '30' })
  expect(await said(d)).toEqual({ GSM: of('missing'), MD: of('missing') })
  expect(await gapsOf(d)).toEqual(['GSM missing', 'MD missing'])
})
test('no batch is judged by a roll of another certificate, where both are asked for at once', async () => {
  const e = await made()
  const f = await made(e)
  await tested({ jumboRollId: e.jumbo.id }, { GSM: '15.0', MD: '30' })
  const [theirs] = f.set.slit.filter(({ widthMm }) => widthMm === 900)
  await tested({ slitRollId: theirs!.id }, { GSM: '15.1', MD: '31' })
  expect(await gapsOf(f)).toEqual([])
  expect(await gapsOf(e)).toEqual(['GSM missing', 'MD missing'])
  expect(await said(e)).toEqual({ GSM: of('missing', 15), MD: of('missing', 30) })
  // A jumbo that stands on another certificate speaks for its batch there and here.
  await tested({ jumboRollId: f.jumbo.id }, { GSM: '15.2' })
  expect(await gapsOf(e)).toEqual(['MD missing'])
})
test('a jumbo of the batch that another certificate names stands in as well', async () => {
  const e = await made()
  const f = await made(e)
  const g = await made()
  // Of the order of F too, and cut for it.
  await h.plant.query('update jumbo_roll set work_order_id = $2 where id = $1', [g.jumbo.id, f.orderId])
  await tested({ jumboRollId: e.jumbo.id }, { GSM: '15.0', MD: '30' })
  await tested({ jumboRollId: g.jumbo.id }, { GSM: '15.1', MD: '29' })
  expect(await gapsOf(e)).toEqual([])
  expect(await said(e)).toEqual({ GSM: of('pass', 15, 15.1), MD: of('pass', 30, 29) })
})
