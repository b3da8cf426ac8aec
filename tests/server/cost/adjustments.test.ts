/** Adjustments of closed months are a row of the month in which they are booked, so that all months add up. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import {
  averageComparison,
  mostExpensiveOrders,
  productComparison,
  productCosts,
  productMaterialCosts,
  quantityComparison,
} from '@/areas/cost/contract/comparison-endpoints'
import { orderCostDetail } from '@/areas/cost/contract/order-cost-endpoints'
import { findClosedMonths } from '@/contract/report'
import { closeMonth } from '@/plant/contract/plant-month'
import { closeMonthAs, reopenMonthAs } from '../closed-month'
import { expectOk, runJob } from '../plant-staff'
import { createCostPlant, type CostPlant } from './cost-plant'

let costPlant: CostPlant
let finished: Awaited<ReturnType<CostPlant['createFinishedOrder']>>
beforeAll(async () => {
  costPlant = await createCostPlant()
  // 1,000 kg fed in October at 6 CNY/kg.
  finished = await costPlant.createFinishedOrder()
  await costPlant.addMaterialPrice(finished.material.id, 6)
  await runJob(costPlant.plant, 'costs-renew')
  await closeMonthAs(costPlant.plant, '2026-10')
}, 120_000)
afterAll(() => costPlant.plant.close())

/** Corrects the fed kg late, as a late reading or a quality correction could. */
async function correctFedKg(kg: number, now: string): Promise<void> {
  costPlant.plant.clock.set(now)
  await costPlant.plant.query(`update feed set kg = $2 where work_order_id = $1`, [finished.order.id, kg])
  await costPlant.plant.query(`update work_order set updated_at = $2 where id = $1`, [finished.order.id, now])
  await runJob(costPlant.plant, 'costs-renew')
}
const loadMonth = async (month: string) =>
  expectOk(await (await costPlant.plant.as('admin')).call(unallocatedCosts.endpoint, { month }))
const findAdjustments = ({ rows }: Awaited<ReturnType<typeof loadMonth>>) =>
  rows.find(({ part }) => part === 'adjustments')
async function expectMonthsAddUp(): Promise<void> {
  const months = [await loadMonth('2026-10'), await loadMonth('2026-11'), await loadMonth('2026-12')]
  const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((total, amount) => total + amount, 0) * 100)
  const [costs] = await costPlant.plant.query<{ fen: number }>(
    'select (sum(total + adjusted) * 100)::int as fen from order_cost',
  )
  expect(sum(months.flatMap((month) => [month.finishedOrders, month.workInProcess]))).toBe(costs!.fen)
  for (const month of months)
    expect(sum([month.finishedOrders, month.workInProcess, month.totalRest])).toBe(sum([month.totalUsed]))
}

test('costs by product and the reconciliation name the closed month', async () => {
  const admin = await costPlant.plant.as('admin')
  const products = expectOk(await admin.call(productCosts.endpoint, { from: '2026-10-01', to: '2026-11-30' }))
  const isOwn = ({ productId }: { productId: string | null }) => productId === finished.order.productId
  // The order is incomplete without readings, so no sum includes it.
  expect(products.find(isOwn)).toMatchObject({ orders: 0, notWhole: 1, closedMonths: [] })
  await costPlant.plant.query('update order_cost set whole = true, made_kg = 900')
  const wholeProducts = expectOk(await admin.call(productCosts.endpoint, { from: '2026-10-01', to: '2026-11-30' }))
  expect(wholeProducts.find(isOwn)).toMatchObject({ orders: 1, closedMonths: ['2026-10'] })
  const days = { from: '2026-10-01', to: '2026-11-30' }
  const [part] = expectOk(await admin.call(productComparison, days))
  expect(part!.products.find(isOwn)!.closedMonths).toEqual(['2026-10'])
  expect(expectOk(await admin.call(quantityComparison, days)).find(isOwn)!.closedMonths).toEqual(['2026-10'])
  expect(expectOk(await admin.call(productMaterialCosts, days)).find(isOwn)!.closedMonths).toEqual(['2026-10'])
  const average = await admin.call(averageComparison, { ...days, workOrderId: finished.order.id })
  expect(expectOk(average).closedMonths).toEqual(['2026-10'])
  // Rankings list orders; those with frozen costs name their month.
  await costPlant.plant.query('update order_cost set per_kg = 6')
  expect(findClosedMonths(expectOk(await admin.call(mostExpensiveOrders, days)))).toEqual(['2026-10'])
  expect((await loadMonth('2026-10')).closedMonths).toEqual(['2026-10'])
  expect((await loadMonth('2026-11')).closedMonths).toEqual([])
})

test('each adjustment is a row of the month in which it is booked, and all months sum up to all costs', async () => {
  expect(findAdjustments(await loadMonth('2026-11'))).toBeUndefined()
  // 100 kg more at 6 CNY, then another 50 kg.
  await correctFedKg(1100, '2026-11-20T04:00:00.000Z')
  await correctFedKg(1150, '2026-12-01T04:00:00.000Z')
  const november = await loadMonth('2026-11')
  expect(findAdjustments(november)).toMatchObject({ used: 0, charged: 600, rest: -600 })
  expect(november.reasons).toContainEqual({ name: 'closedMonths', amount: -600 })
  expect(november.finishedOrders).toBe(600)
  expect(findAdjustments(await loadMonth('2026-12'))).toMatchObject({ used: 0, charged: 300, rest: -300 })
  // The closed month: 1,150 kg used, 1,000 kg charged.
  const october = await loadMonth('2026-10')
  expect(october.rows.find(({ part }) => part === 'material')).toMatchObject({ used: 6900, charged: 6000, rest: 900 })
  expect(findAdjustments(october)).toBeUndefined()
  await expectMonthsAddUp()
})

test('once the month is reopened, its cost includes the adjustments, and later months lose them', async () => {
  costPlant.plant.clock.set('2026-12-01T05:00:00.000Z')
  await reopenMonthAs(costPlant.plant, '2026-10')
  await runJob(costPlant.plant, 'costs-renew')
  expect(findAdjustments(await loadMonth('2026-11'))).toBeUndefined()
  expect(findAdjustments(await loadMonth('2026-12'))).toBeUndefined()
  expect((await loadMonth('2026-10')).rows.find(({ part }) => part === 'material')).toMatchObject({ charged: 6900 })
  await expectMonthsAddUp()
  costPlant.plant.clock.set('2026-12-01T06:00:00.000Z')
  // Input and output are still approved.
  expectOk(await (await costPlant.plant.as('accountant')).call(closeMonth, { month: '2026-10', reason: '测试' }))
  expect(findAdjustments(await loadMonth('2026-11'))).toBeUndefined()
  await expectMonthsAddUp()
})

test('a month with output but without electricity is not complete', async () => {
  const admin = await costPlant.plant.as('admin')
  const { kwh, missing } = expectOk(await admin.call(orderCostDetail, { workOrderId: finished.order.id }))
  expect(kwh).toBe(0)
  expect(missing.map(({ what }) => what)).toContain('noReadings')
  expect(await loadMonth('2026-10')).toMatchObject({ whole: false, ordersToCount: 0, ordersWithoutEnergy: 1 })
  expect(await loadMonth('2026-11')).toMatchObject({ whole: true, ordersWithoutEnergy: 0 })
})
