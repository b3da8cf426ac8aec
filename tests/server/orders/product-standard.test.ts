import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startOrder } from '@/areas/orders/contract/work-order-endpoints'
import { productDocument, productStandard } from '@/areas/standards/contract/product-standard'
import { setSeason } from '@/areas/standards/contract/season'
import { testIndex } from '@/areas/standards/contract/test-index'
import type { Row } from '@/contract/resource'
import { expectOk, NOW, fetchRow, createStaffedPlant } from '../plant-staff'
import type { Caller } from '../harness'
import {
  createCustomer,
  createLine,
  createOrder,
  createProduct,
  nextSerial,
  startOrderOn,
  switchOrderTo,
  type OrdersPlant,
} from './orders-plant'

const { approvalEndpoints } = productDocument
let p: OrdersPlant
let author: Caller
let indexId: string
beforeAll(async () => {
  p = await createStaffedPlant()
  author = await p.plant.as('quality-lead')
  indexId = expectOk(await author.call(testIndex.endpoints.create, { code: 'MD', name: '纵向强力', digits: 1 })).id
}, 120_000)
beforeEach(() => p.plant.clock.set(NOW))
afterAll(() => p.plant.close())

type Standard = Row<typeof productStandard>
type Line = Partial<Standard['indexes'][number]>
const draft = async (productId: string, more: Partial<Standard> = {}, line: Line = {}): Promise<Standard> =>
  expectOk(
    await author.call(productStandard.endpoints.create, {
      code: `PD-${nextSerial()}`,
      productId,
      indexes: [{ indexId, lsl: 20, ...line }],
      ...more,
    } as never),
  )
const submit = async ({ id, version }: Standard): Promise<Standard> =>
  expectOk(await author.call(approvalEndpoints.submit, { id, version, approvers: [p.staff.manager.userId] }))
const ratify = async ({ id, version }: Standard): Promise<Standard> =>
  expectOk(await p.staff.manager.call(approvalEndpoints.ratify, { id, version, decision: 'approved' }))
const createApproved = async (...as: Parameters<typeof draft>): Promise<Standard> =>
  ratify(await submit(await draft(...as)))
const tryToStart = async (productId: string, language: 'zh' | 'en' = 'en') => {
  const order = await createOrder(p, { productId })
  const answer = await p.staff['operator-line'].call(
    startOrder,
    { id: order.id, lineId: (await createLine(p)).id },
    { language },
  )
  if (answer.errno !== '200')
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({ state: 'planned', line_id: null })
  return answer
}

test('an order needs an approved product standard; the refusal names the standard, its version and state', async () => {
  const made = await createProduct(p)
  const ownDraft = await draft(made.id)
  const refusalOf = async (language: 'zh' | 'en' = 'en') => {
    const { errno, errmsg } = await tryToStart(made.id, language)
    return [errno, errmsg]
  }
  const expectedRefusal = (state: string) => [
    '6000',
    `Product standard ${ownDraft.code} 1 is ${state}, not approved: the order cannot start on it`,
  ]
  expect(await refusalOf()).toEqual(expectedRefusal('Draft'))
  expect(await refusalOf('zh')).toEqual(['6000', `产品标准 ${ownDraft.code} 1 为“未审批”，未批准，不能开工`])
  const sent = await submit(ownDraft)
  expect(await refusalOf()).toEqual(expectedRefusal('In approval'))
  const back = expectOk(
    await p.staff.manager.call(approvalEndpoints.ratify, {
      id: ownDraft.id,
      version: sent.version,
      decision: 'rejected',
      reason: '缺',
    }),
  )
  expect(await refusalOf()).toEqual(expectedRefusal('Rejected'))
  await ratify(await submit(back))
  expect((await tryToStart(made.id)).errno).toBe('200')
})
test('an order with seasonal limits needs a season', async () => {
  const made = await createProduct(p)
  const own = await createApproved(made.id, {}, { season: 'winter' })
  const { errno, errmsg } = await tryToStart(made.id)
  expect([errno, errmsg]).toEqual([
    '6000',
    `The limits of product standard ${own.code} 1 depend on the season: set the season first`,
  ])
})
test('an order pins the version and season of its start', async () => {
  const made = await createProduct(p)
  const firstStandard = await createApproved(made.id)
  const place = await createLine(p)
  const first = await startOrderOn(p, await createOrder(p, { productId: made.id }), place.id)
  expect(first).toMatchObject({ productStandardId: firstStandard.id, season: null })
  expectOk(await author.call(setSeason, { startsOn: '2026-05-01', season: 'summer' }))
  expectOk(await author.call(setSeason, { startsOn: '2026-11-21', season: 'winter' }))
  const begun = expectOk(await author.call(approvalEndpoints.newVersion, { id: firstStandard.id }))
  const changes = { id: begun.id, version: begun.version, note: '改版' }
  const secondStandard = expectOk(await author.call(productStandard.endpoints.update, changes))
  // A draft of the next version does not affect the one in force.
  const second = await startOrderOn(p, await createOrder(p, { productId: made.id }), (await createLine(p)).id)
  expect(second).toMatchObject({ productStandardId: firstStandard.id, season: 'summer' })
  await ratify(await submit(secondStandard))
  p.plant.clock.set('2026-11-20T16:30:00.000Z')
  // 00:30 on the 21st, plant time.
  const third = await startOrderOn(p, await createOrder(p, { productId: made.id }), (await createLine(p)).id)
  expect(third).toMatchObject({ productStandardId: secondStandard.id, season: 'winter' })
  await switchOrderTo(p, second, 'pause')
  expect(await switchOrderTo(p, second, 'resume')).toMatchObject({
    productStandardId: firstStandard.id,
    season: 'summer',
  })
  expect(await fetchRow(p.plant, 'work_order', first.id)).toMatchObject({
    product_standard_id: firstStandard.id,
    season: null,
  })
})
test('a customer’s standard has precedence; standards of others and missing ones do not block an order', async () => {
  const [made, ours, theirs] = [await createProduct(p), await createCustomer(p), await createCustomer(p)]
  const run = async (customerId: string | null) =>
    (await startOrderOn(p, await createOrder(p, { productId: made.id, customerId }), (await createLine(p)).id))
      .productStandardId
  expect(await run(ours.id)).toBeNull()
  const other = await draft(made.id, { customerId: theirs.id })
  expect(await run(ours.id)).toBeNull()
  await ratify(await submit(other))
  expect([await run(ours.id), await run(null), await run(theirs.id)]).toEqual([null, null, other.id])
  const general = await createApproved(made.id)
  const customerDraft = await draft(made.id, { customerId: ours.id })
  // The general standard applies until the customer’s is approved.
  expect(await run(ours.id)).toBe(general.id)
  await ratify(await submit(customerDraft))
  expect([await run(ours.id), await run(null), await run(theirs.id)]).toEqual([customerDraft.id, general.id, other.id])
})
test('only the start sets the version of an order', async () => {
  const made = await createProduct(p)
  const customerStandard = await createApproved(made.id)
  const answer = await p.staff['prod-lead'].raw('POST', '/plant/work_order', {
    number: 'WO-FORGED',
    batch: 'B',
    orderedKg: 1,
    productId: made.id,
    productStandardId: customerStandard.id,
  })
  expect([answer.errno, JSON.stringify(answer.data)]).toEqual(['4013', expect.stringContaining('productStandardId')])
})
