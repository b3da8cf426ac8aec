import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startOrder } from '@/areas/orders/contract/work-order-endpoints'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { setSeason } from '@/areas/standards/contract/season'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { Row } from '@/contract/resource'
import { good, NOW, rowOf, staffed } from '../people'
import type { Caller } from '../harness'
import { newCustomer, newLine, newOrder, newProduct, next, started, switched, type OrdersPlant } from './orders-plant'

const { steps } = productDocument
let p: OrdersPlant
let author: Caller
let indexId: string
beforeAll(async () => {
  p = await staffed()
  author = await p.plant.as('quality-lead')
  indexId = good(await author.call(testIndex.endpoints.create, { code: 'MD', name: '纵向强力', digits: 1 })).id
}, 120_000)
beforeEach(() => p.plant.clock.set(NOW))
afterAll(() => p.plant.close())

type Standard = Row<typeof productStandard>
type Line = Partial<Standard['indexes'][number]>
const draft = async (productId: string, more: Partial<Standard> = {}, line: Line = {}): Promise<Standard> =>
  good(
    await author.call(productStandard.endpoints.create, {
      code: `PD-${next()}`,
      productId,
      indexes: [{ indexId, lsl: 20, ...line }],
      ...more,
    } as never),
  )
const submit = async ({ id, version }: Standard): Promise<Standard> =>
  good(await author.call(steps.submit, { id, version, approvers: [p.staff.manager.userId] }))
const ratify = async ({ id, version }: Standard): Promise<Standard> =>
  good(await p.staff.manager.call(steps.ratify, { id, version, decision: 'approved' }))
const approved = async (...as: Parameters<typeof draft>): Promise<Standard> => ratify(await submit(await draft(...as)))
const tryToStart = async (productId: string, language: 'zh' | 'en' = 'en') => {
  const order = await newOrder(p, { productId })
  const answer = await p.staff['operator-line'].call(
    startOrder,
    { id: order.id, lineId: (await newLine(p)).id },
    { language },
  )
  if (answer.errno !== '200')
    expect(await rowOf(p.plant, 'work_order', order.id)).toMatchObject({ state: 'planned', line_id: null })
  return answer
}

test('an order does not start on a product standard that nobody approved; the refusal names it, its version and state', async () => {
  const made = await newProduct(p)
  const own = await draft(made.id)
  const said = async (language: 'zh' | 'en' = 'en') => {
    const { errno, errmsg } = await tryToStart(made.id, language)
    return [errno, errmsg]
  }
  const refused = (state: string) => [
    '6000',
    `Product standard ${own.code} 1 is ${state}, not approved: the order cannot start on it`,
  ]
  expect(await said()).toEqual(refused('Draft'))
  expect(await said('zh')).toEqual(['6000', `产品标准 ${own.code} 1 为“未审批”，未批准，不能开工`])
  const sent = await submit(own)
  expect(await said()).toEqual(refused('In approval'))
  const back = good(
    await p.staff.manager.call(steps.ratify, { id: own.id, version: sent.version, decision: 'rejected', reason: '缺' }),
  )
  expect(await said()).toEqual(refused('Rejected'))
  await ratify(await submit(back))
  expect((await tryToStart(made.id)).errno).toBe('200')
})
test('an order does not start on limits by season before a season was ever set', async () => {
  const made = await newProduct(p)
  const own = await approved(made.id, {}, { season: 'winter' })
  const { errno, errmsg } = await tryToStart(made.id)
  expect([errno, errmsg]).toEqual([
    '6000',
    `The limits of product standard ${own.code} 1 depend on the season: set the season first`,
  ])
})
test('an order pins the version and the season of its start, whatever comes after', async () => {
  const made = await newProduct(p)
  const one = await approved(made.id)
  const place = await newLine(p)
  const first = await started(p, await newOrder(p, { productId: made.id }), place.id)
  expect(first).toMatchObject({ productStandardId: one.id, season: null })
  good(await author.call(setSeason, { startsOn: '2026-05-01', season: 'summer' }))
  good(await author.call(setSeason, { startsOn: '2026-11-21', season: 'winter' }))
  const begun = good(await author.call(steps.newVersion, { id: one.id }))
  const said = { id: begun.id, version: begun.version, note: '改版' }
  const two = good(await author.call(productStandard.endpoints.update, said))
  // A draft of the next version takes nothing from the one in force.
  const second = await started(p, await newOrder(p, { productId: made.id }), (await newLine(p)).id)
  expect(second).toMatchObject({ productStandardId: one.id, season: 'summer' })
  await ratify(await submit(two))
  p.plant.clock.set('2026-11-20T16:30:00.000Z')
  // Half past midnight of the 21st in the plant.
  const third = await started(p, await newOrder(p, { productId: made.id }), (await newLine(p)).id)
  expect(third).toMatchObject({ productStandardId: two.id, season: 'winter' })
  await switched(p, second, 'pause')
  expect(await switched(p, second, 'resume')).toMatchObject({ productStandardId: one.id, season: 'summer' })
  expect(await rowOf(p.plant, 'work_order', first.id)).toMatchObject({ product_standard_id: one.id, season: null })
})
test('a customer’s own variant goes first; those of others count for nothing, nor does a product without any hold up an order', async () => {
  const [made, ours, theirs] = [await newProduct(p), await newCustomer(p), await newCustomer(p)]
  const run = async (customerId: string | null) =>
    (await started(p, await newOrder(p, { productId: made.id, customerId }), (await newLine(p)).id)).productStandardId
  expect(await run(ours.id)).toBeNull()
  const other = await draft(made.id, { customerId: theirs.id })
  expect(await run(ours.id)).toBeNull()
  await ratify(await submit(other))
  expect([await run(ours.id), await run(null), await run(theirs.id)]).toEqual([null, null, other.id])
  const general = await approved(made.id)
  const own = await draft(made.id, { customerId: ours.id })
  // Until their own is approved, the general one holds.
  expect(await run(ours.id)).toBe(general.id)
  await ratify(await submit(own))
  expect([await run(ours.id), await run(null), await run(theirs.id)]).toEqual([own.id, general.id, other.id])
})
test('nobody names the version of an order but its start', async () => {
  const made = await newProduct(p)
  const own = await approved(made.id)
  const answer = await p.staff['prod-lead'].raw('POST', '/plant/work_order', {
    number: 'WO-FORGED',
    batch: 'B',
    orderedKg: 1,
    productId: made.id,
    productStandardId: own.id,
  })
  expect([answer.errno, JSON.stringify(answer.data)]).toEqual(['4013', expect.stringContaining('productStandardId')])
})
