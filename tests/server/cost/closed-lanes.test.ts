/** Lanes that are cut from the rolls of an order after its month was closed leave the closed month as it is. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { orderCostDetail } from '@/areas/cost/contract/order-cost-endpoints'
import { toFen } from '@/areas/cost/rules/cost-line'
import { closeMonthAs } from '../closed-month'
import { countRows, expectOk, plantTime, runJob } from '../plant-staff'
import { createCostPlant, type CostPlant } from './cost-plant'
import { cutLanes, insertRoll } from './cost-rolls'

/**
 * Order A ended in October: 1,000 kg of a lot at 10 CNY, all on one roll of 10,000 m. Order B ended in November: 100 kg of
 * a lot at 8 CNY on a roll of its own, and lanes from the roll of order A.
 */
let costPlant: CostPlant
let orderA: Awaited<ReturnType<CostPlant['createFinishedOrder']>>
let orderB: Awaited<ReturnType<CostPlant['createFinishedOrder']>>
let jumboId: string
beforeAll(async () => {
  costPlant = await createCostPlant()
  orderA = await costPlant.createFinishedOrder(1000)
  orderB = await costPlant.createFinishedOrder(100)
  await costPlant.plant.query('update work_order set finished_at = $2 where id = $1', [
    orderB.order.id,
    plantTime('16:00', '2026-11-02'),
  ])
  await costPlant.addMaterialPrice(orderA.material.id, 10)
  await costPlant.addMaterialPrice(orderB.material.id, 8)
  jumboId = await insertRoll(costPlant, orderA, 1000, [{ fedOrder: orderA, kg: 1000 }])
  await insertRoll(costPlant, orderB, 100, [{ fedOrder: orderB, kg: 100 }])
  // 100 kg of lanes for order B.
  await cutLanes(costPlant, { jumboId, order: orderB.order, fromM: 0, toM: 1000, at: plantTime('18:00', '2026-10-30') })
  await recalculateAll()
  await closeMonthAs(costPlant.plant, '2026-10')
}, 120_000)
afterAll(() => costPlant.plant.close())

async function recalculateAll(): Promise<void> {
  // Orders that changed since their last calculation are due.
  const { clock } = costPlant.plant
  clock.set(new Date(clock.now().getTime() + 60_000).toISOString())
  await costPlant.plant.query('update work_order set updated_at = $1', [clock.now()])
  for (let turn = 0; turn === 0 || (turn < 20 && (await countRows(costPlant.plant, 'cost_cause')) > 0); turn++)
    await runJob(costPlant.plant, 'costs-renew')
}
const loadMonth = async (month: string) => expectOk(await costPlant.finance.call(unallocatedCosts.endpoint, { month }))
const loadCost = async ({ order }: typeof orderA) =>
  expectOk(await costPlant.finance.call(orderCostDetail, { workOrderId: order.id }))
/** Asserts that October still has all of its material, and that both months add up to the costs of the orders. */
async function expectMonthsAddUp(): Promise<void> {
  const months = [await loadMonth('2026-10'), await loadMonth('2026-11')]
  const [october] = months
  expect(october!.rows.find(({ part }) => part === 'material')).toMatchObject({
    used: 10_800,
    charged: 10_800,
    rest: 0,
  })
  expect(october).toMatchObject({ totalUsed: 10_800, totalRest: 0 })
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + toFen(amount), 0)
  for (const month of months)
    expect(sum([month.finishedOrders, month.workInProcess, month.totalRest])).toBe(toFen(month.totalUsed))
  expect(sum(months.map(({ totalRest }) => totalRest))).toBe(0)
  const costs = [await loadCost(orderA), await loadCost(orderB)]
  expect(sum(costs.flatMap(({ total, adjusted }) => [total!, adjusted!]))).toBe(10_800_00)
}

test('the closed month charges 9,000 CNY to order A and 1,000 CNY with the lanes to order B', async () => {
  expect(await loadCost(orderA)).toMatchObject({ total: 9000, adjusted: 0, frozen: true })
  expect(await loadCost(orderB)).toMatchObject({ total: 1800, adjusted: 0, frozen: false })
  await expectMonthsAddUp()
})
test('200 kg that are cut after the closing are late; the first 100 kg stay in the closed month', async () => {
  await cutLanes(costPlant, {
    jumboId,
    order: orderB.order,
    fromM: 1000,
    toM: 3000,
    at: plantTime('18:00', '2026-11-05'),
  })
  await recalculateAll()
  expect(await loadCost(orderA)).toMatchObject({ total: 9000, adjusted: -2000 })
  const cost = await loadCost(orderB)
  expect(cost).toMatchObject({ total: 3800, adjusted: 0 })
  const transfers = cost.lines.filter(({ rowId }) => rowId === orderA.order.id)
  expect(transfers.map(({ month, quantity, amount }) => [month, quantity, amount])).toEqual([
    ['2026-10', 100, 1000],
    [null, 200, 2000],
  ])
  expect(cost.lanes).toMatchObject([{ workOrderId: orderA.order.id, kg: 300, amount: 3000 }])
  await expectMonthsAddUp()
})
test('a late price of the material changes the lanes in the open month too', async () => {
  await costPlant.plant.query('update cost_material_price set price = 11 where material_id = $1', [orderA.material.id])
  await recalculateAll()
  // 700 kg × 11 − 9,000 remain as the adjustment of order A; 300 kg × 11 go to order B.
  expect(await loadCost(orderA)).toMatchObject({ total: 9000, adjusted: -1300 })
  expect(await loadCost(orderB)).toMatchObject({ total: 4100 })
  const october = await loadMonth('2026-10')
  expect(october.rows.find(({ part }) => part === 'material')).toMatchObject({ used: 11_800, charged: 10_800 })
  await costPlant.plant.query('update cost_material_price set price = 10 where material_id = $1', [orderA.material.id])
  await recalculateAll()
  await expectMonthsAddUp()
})
test('lanes that are undone after the closing go back to order A in the open month', async () => {
  await costPlant.plant.query(`update slit_roll set state = 'undone' where jumbo_roll_id = $1`, [jumboId])
  // The second calculation starts from stored lanes of 0 kg.
  for (let turn = 0; turn < 2; turn++) {
    await recalculateAll()
    expect(await loadCost(orderA)).toMatchObject({ total: 9000, adjusted: 1000 })
    expect(await loadCost(orderB)).toMatchObject({ total: 800, adjusted: 0 })
    await expectMonthsAddUp()
  }
})
