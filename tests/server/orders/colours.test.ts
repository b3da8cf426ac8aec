import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderColours } from '@/areas/orders/contract/work-order-endpoints'
import { productColours } from '@/areas/standards/contract/product'
import { good, staffed, type Staff } from '../people'
import type { TestPlant } from '../harness'
import { newOrder, newProduct } from './orders-plant'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
}, 120_000)
afterAll(() => plant.close())

test('a form of an order offers the colours that were used, the most common first', async () => {
  const p = { plant, staff }
  const made = await newProduct(p, { colour: '蓝色' })
  for (const colour of ['白色', '白色', '白色', '绿色', '绿色', null]) await newOrder(p, { productId: made.id, colour })
  expect(good(await staff['prod-lead'].call(orderColours, {}))).toEqual([
    { colour: '白色' },
    { colour: '绿色' },
    { colour: '蓝色' },
  ])
  expect(good(await staff.admin.call(productColours, {}))).toEqual([{ colour: '蓝色' }])
  expect((await staff.maint.call(orderColours, {})).errno).toBe('401')
})
