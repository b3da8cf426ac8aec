import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderColours, shortReasons } from '@/areas/orders/contract/work-order-endpoints'
import { productColours } from '@/areas/standards/contract/product'
import { expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import type { TestPlant } from '../harness'
import { createOrder, createLine, createProduct } from './orders-plant'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

test('an order form offers the used colours, most common first', async () => {
  const p = { plant, staff }
  const made = await createProduct(p, { colour: '蓝色' })
  for (const colour of ['白色', '白色', '白色', '绿色', '绿色', null])
    await createOrder(p, { productId: made.id, colour })
  expect(expectOk(await staff['prod-lead'].call(orderColours, {}))).toEqual([
    { colour: '白色' },
    { colour: '绿色' },
    { colour: '蓝色' },
  ])
  expect(expectOk(await staff.admin.call(productColours, {}))).toEqual([{ colour: '蓝色' }])
  expect((await staff.maint.call(orderColours, {})).errno).toBe('401')
})

test('the form for ending an order offers the reasons of earlier orders, most frequent first', async () => {
  const order = await createOrder({ plant, staff }, {})
  const other = await createOrder({ plant, staff }, {})
  const third = await createOrder({ plant, staff }, {})
  const setReason = (id: string, reason: string) =>
    plant.query('update work_order set short_reason = $2 where id = $1', [id, reason])
  await setReason(order.id, '原料不足')
  await setReason(other.id, ' 客户取消余量')
  await setReason(third.id, '客户取消余量 ')
  expect(expectOk(await staff['prod-lead'].call(shortReasons, {}))).toEqual([
    { text: '客户取消余量', count: 2 },
    { text: '原料不足', count: 1 },
  ])
  const lineWithoutOrders = await createLine({ plant, staff })
  expect(expectOk(await staff['prod-lead'].call(shortReasons, { lineId: lineWithoutOrders.id }))).toEqual([])
})
