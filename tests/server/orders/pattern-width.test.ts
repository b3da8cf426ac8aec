import { afterAll, beforeAll, expect, test } from 'vitest'
import { erpOrder, releaseErpOrder } from '@/areas/orders/contract/erp-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { adjustOrder } from '@/areas/orders/contract/work-order-endpoints'
import { good, staffed } from '../people'
import { newLine, newOrder, newProduct, next, type OrdersPlant } from './orders-plant'

let p: OrdersPlant
beforeAll(async () => {
  p = await staffed()
}, 120_000)
afterAll(() => p.plant.close())
const lead = () => p.staff['prod-lead']
const { create, update } = workOrder.endpoints
/** 4,000 mm of a web of 3,200 mm. */
const WIDE = '5×160 + 40×80'
const refused = {
  errno: '6000',
  errmsg: '门幅搭配共需 4000 mm；母卷门幅 3200 mm 扣除修边 20 mm 后只有 3180 mm',
  data: { issues: [{ path: ['slittingPattern'] }] },
}
const values = (productId: string, more: object = {}) => ({
  number: `PW-${next()}`,
  batch: 'B',
  productId,
  ...more,
})

test('an order whose slitting pattern has no room on its web is not saved, by hand or as it is changed', async () => {
  const made = await newProduct(p)
  expect(await lead().call(create, values(made.id, { slittingPattern: WIDE }))).toMatchObject(refused)
  const order = await newOrder(p, { productId: made.id, slittingPattern: '5×160 + 20×80' })
  const { id, version } = order
  expect(await lead().call(update, { id, version, slittingPattern: WIDE })).toMatchObject(refused)
  expect(await p.staff['operator-line'].call(adjustOrder, { id, slittingPattern: WIDE })).toMatchObject(refused)
  // What it is wound to counts before what its product is, and so does what its line makes.
  const wide = good(await lead().call(update, { id, version, slittingPattern: WIDE, webWidthMm: 4200 }))
  expect((await lead().call(update, { id, version: wide.version, webWidthMm: 3200 })).errmsg).toBe(refused.errmsg)
  const here = await newLine(p)
  await p.plant.query('update line set width = 4.2 where id = $1', [here.id])
  good(await lead().call(create, values(made.id, { slittingPattern: WIDE, lineId: here.id })))
  // Of one that was saved before, what else there is of it may still be put right.
  const old = await newOrder(p, { productId: made.id })
  await p.plant.query('update work_order set slitting_pattern = $2 where id = $1', [old.id, WIDE])
  good(await lead().call(update, { id: old.id, version: old.version, note: '已电话确认' }))
})
test('nor by a sheet, nor as a line of the ERP', async () => {
  const made = await newProduct(p)
  const sheet = Buffer.from(`工单号,批号,产品,订购重量,门幅搭配\nPW-${next()},B,${made.code},500,${WIDE}\n`)
  const answer = await lead().upload('/plant/work_order_import', sheet, {}, 'orders.csv')
  expect([answer.errno, JSON.stringify(answer.data)]).toEqual(['6000', expect.stringContaining('4000 mm')])
  const line = { externalNumber: `PW-${next()}`, productCode: made.code, orderedKg: 100 }
  expect(await lead().call(erpOrder.endpoints.create, { ...line, slittingPattern: WIDE })).toMatchObject(refused)
  const row = good(await lead().call(erpOrder.endpoints.create, { ...line, slittingPattern: '2×1500' }))
  const changed = { id: row.id, version: row.version, slittingPattern: WIDE }
  expect(await lead().call(erpOrder.endpoints.update, changed)).toMatchObject(refused)
  // As an ERP may have sent it.
  await p.plant.query('update erp_order set slitting_pattern = $2 where id = $1', [row.id, WIDE])
  expect(await lead().call(releaseErpOrder, { id: row.id })).toMatchObject(refused)
})
