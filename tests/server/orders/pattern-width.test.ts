import { afterAll, beforeAll, expect, test } from 'vitest'
import { erpOrder, releaseErpOrder } from '@/areas/orders/contract/erp-order'
import { workOrder } from '@/areas/orders/contract/work-order'
import { adjustOrder, startOrder } from '@/areas/orders/contract/work-order-endpoints'
import { expectOk, createStaffedPlant } from '../plant-staff'
import { createLine, createOrder, createProduct, nextSerial, type OrdersPlant } from './orders-plant'

let p: OrdersPlant
beforeAll(async () => {
  p = await createStaffedPlant()
}, 120_000)
afterAll(() => p.plant.close())
const lead = () => p.staff['prod-lead']
const { create, update } = workOrder.endpoints
/** 4,000 mm on a web of 3,200 mm. */
const WIDE = '5×160 + 40×80'
const refused = {
  errno: '6000',
  errmsg: '门幅搭配共需 4000 mm；母卷门幅 3200 mm 扣除修边 20 mm 后只有 3180 mm',
  data: { issues: [{ path: ['slittingPattern'] }] },
}
const values = (productId: string, more: object = {}) => ({
  number: `PW-${nextSerial()}`,
  batch: 'B',
  productId,
  ...more,
})

test('an order with a slitting pattern wider than its web is refused on create and update', async () => {
  const made = await createProduct(p)
  expect(await lead().call(create, values(made.id, { slittingPattern: WIDE }))).toMatchObject(refused)
  const order = await createOrder(p, { productId: made.id, slittingPattern: '5×160 + 20×80' })
  const { id, version } = order
  expect(await lead().call(update, { id, version, slittingPattern: WIDE })).toMatchObject(refused)
  expect(await p.staff['operator-line'].call(adjustOrder, { id, slittingPattern: WIDE })).toMatchObject(refused)
  // The order’s own width precedes that of its product and of its line.
  const wide = expectOk(await lead().call(update, { id, version, slittingPattern: WIDE, webWidthMm: 4200 }))
  expect((await lead().call(update, { id, version: wide.version, webWidthMm: 3200 })).errmsg).toBe(refused.errmsg)
  const here = await createLine(p)
  await p.plant.query('update line set width = 4.2 where id = $1', [here.id])
  expectOk(await lead().call(create, values(made.id, { slittingPattern: WIDE, lineId: here.id })))
  // Other fields of an older order can still be corrected.
  const old = await createOrder(p, { productId: made.id })
  await p.plant.query('update work_order set slitting_pattern = $2 where id = $1', [old.id, WIDE])
  expectOk(await lead().call(update, { id: old.id, version: old.version, note: '已电话确认' }))
})
test('an order with a slitting pattern wider than its web is refused in imports and ERP lines', async () => {
  const made = await createProduct(p)
  const sheet = Buffer.from(`工单号,批号,产品,订购重量,门幅搭配\nPW-${nextSerial()},B,${made.code},500,${WIDE}\n`)
  const answer = await lead().upload('/plant/work_order_import', sheet, {}, 'orders.csv')
  expect([answer.errno, JSON.stringify(answer.data)]).toEqual(['6000', expect.stringContaining('4000 mm')])
  const line = { externalNumber: `PW-${nextSerial()}`, productCode: made.code, orderedKg: 100 }
  expect(await lead().call(erpOrder.endpoints.create, { ...line, slittingPattern: WIDE })).toMatchObject(refused)
  const row = expectOk(await lead().call(erpOrder.endpoints.create, { ...line, slittingPattern: '2×1500' }))
  const changed = { id: row.id, version: row.version, slittingPattern: WIDE }
  expect(await lead().call(erpOrder.endpoints.update, changed)).toMatchObject(refused)
  // Inserted directly, as if the ERP had sent it.
  await p.plant.query('update erp_order set slitting_pattern = $2 where id = $1', [row.id, WIDE])
  expect(await lead().call(releaseErpOrder, { id: row.id })).toMatchObject(refused)
})

test('an order with a web wider than its line is refused on create, update and start', async () => {
  const made = await createProduct(p)
  const here = await createLine(p)
  await p.plant.query('update line set width = 3.2 where id = $1', [here.id])
  const tooWide = {
    errno: '6000',
    errmsg: `订单要求的母卷门幅 3300 mm 大于产线 ${here.code} 的最大门幅 3200 mm；请改小门幅或选择更宽的产线`,
    data: { issues: [{ path: ['webWidthMm'], code: 'tooBig', params: { limit: 3200 } }] },
  }
  expect(await lead().call(create, values(made.id, { lineId: here.id, webWidthMm: 3300 }))).toMatchObject(tooWide)
  const order = expectOk(await lead().call(create, values(made.id, { lineId: here.id, webWidthMm: 3200 })))
  const { id, version } = order
  expect(await lead().call(update, { id, version, webWidthMm: 3300 })).toMatchObject(tooWide)
  // Planned for a wider line, started on this one.
  const elsewhere = expectOk(await lead().call(create, values(made.id, { webWidthMm: 3300 })))
  const started = await p.staff['operator-line'].call(startOrder, { id: elsewhere.id, lineId: here.id })
  expect(started).toMatchObject(tooWide)
})
test('an order for nothing is refused', async () => {
  const made = await createProduct(p)
  const answer = await lead().call(create, values(made.id, { orderedKg: 0, orderedRolls: 0, rollLengthM: 0 }))
  expect(answer).toMatchObject({
    errno: '4013',
    data: { issues: ['orderedKg', 'orderedRolls', 'rollLengthM'].map((name) => ({ path: [name], code: 'tooSmall' })) },
  })
})
