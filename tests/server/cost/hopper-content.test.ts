import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { runAsSystem } from '@/server/start-application'
import { plantTime, expectOk } from '../plant-staff'
import { createCostPlant, type CostPlant } from './cost-plant'

/**
 * Order A was fed 1,000 kg of one lot at 7 CNY and its roll took 900 kg of them; order B on the same line was fed 600 kg of
 * another material at 9 CNY, and its roll took the 100 kg that order A left and 450 kg of its own.
 */
let costPlant: CostPlant
let orderA: Awaited<ReturnType<CostPlant['createFinishedOrder']>>
let orderB: Awaited<ReturnType<CostPlant['createFinishedOrder']>>
beforeAll(async () => {
  costPlant = await createCostPlant()
  orderA = await costPlant.createFinishedOrder(1000)
  orderB = await costPlant.createFinishedOrder(600)
  await costPlant.addRates()
  await costPlant.addMaterialPrice(orderA.material.id, 7)
  await costPlant.addMaterialPrice(orderB.material.id, 9)
  const buildDraw = (of: typeof orderA, kg: number) => ({
    hopperId: of.body.hopperId,
    lotId: of.lot.id,
    materialId: of.material.id,
    kg,
  })
  await insertRoll(orderA, 900, [buildDraw(orderA, 900)])
  await insertRoll(orderB, 550, [buildDraw(orderA, 100), buildDraw(orderB, 450)])
}, 120_000)
afterAll(() => costPlant.plant.close())

type DrawnLots = readonly { hopperId: string; lotId: string; materialId: string; kg: number }[]
async function insertRoll({ order }: typeof orderA, kg: number, lots: DrawnLots): Promise<void> {
  await runAsSystem(costPlant.plant.app, 'test', async (ctx) => {
    await ctx.rows.insert(jumboRoll, {
      number: `J-${order.number}-${kg}`,
      state: 'cut',
      workOrderId: order.id,
      productId: order.productId,
      lineId: order.lineId!,
      businessDate: '2026-10-30',
      shift: 'early',
      team: 'A',
      lengthM: 10_000,
      netKg: kg,
      startedAt: plantTime('09:30', '2026-10-30'),
      doffedAt: plantTime('15:00', '2026-10-30'),
      lots: [...lots],
      unknownKg: 0,
    })
  })
  await costPlant.plant.query('update work_order set jumbo_kg = $2, updated_at = $3 where id = $1', [
    order.id,
    kg,
    costPlant.plant.clock.now(),
  ])
}
const loadOctober = async () => expectOk(await costPlant.finance.call(unallocatedCosts.endpoint, { month: '2026-10' }))

describe('orders that follow one another on a line', () => {
  test('each bear the material they drew, regardless of the order it was fed for, without yield variance for leftovers', async () => {
    expect(await costPlant.calculateCost(orderA.order.id)).toMatchObject({ material: 6300 })
    const cost = await costPlant.calculateCost(orderB.order.id)
    // 100 × 7 + 450 × 9.
    expect(cost).toMatchObject({ material: 4750 })
    const lines = cost.lines
      .filter(({ part }) => part === 'material')
      .toSorted((one, other) => one.amount! - other.amount!)
    expect(lines).toMatchObject([
      { rowId: orderA.lot.id, quantity: 100, price: 7, amount: 700 },
      { rowId: orderB.lot.id, quantity: 450, price: 9, amount: 4050 },
    ])
  })
  test('leave the remaining material in the hoppers', async () => {
    const { rows, reasons } = await loadOctober()
    expect(rows.find(({ part }) => part === 'material')).toMatchObject({
      used: 7000 + 5400,
      charged: 6300 + 4750,
      rest: 150 * 9,
      quantity: 1600,
      restQuantity: 150,
    })
    expect(reasons).toContainEqual({ name: 'hopperContent', amount: 1350 })
  })
  test('both get a new price of the leftover lot', async () => {
    await costPlant.addMaterialPrice(orderA.material.id, 8, orderA.lot.id)
    expect(await costPlant.calculateCost(orderA.order.id)).toMatchObject({ material: 7200 })
    expect(await costPlant.calculateCost(orderB.order.id)).toMatchObject({ material: 800 + 4050 })
  })
  test('material drawn without a recorded feed costs the mean of the rest, and is reported', async () => {
    await insertRoll(orderB, 20, [])
    await costPlant.plant.query('update work_order set jumbo_kg = 570, updated_at = $2 where id = $1', [
      orderB.order.id,
      costPlant.plant.clock.now(),
    ])
    // 20 kg at the mean price of 100 kg × 8 and 450 kg × 9. Rounded in two parts: 29.0909 + 147.2727 CNY.
    const cost = await costPlant.calculateCost(orderB.order.id)
    expect(cost.material).toBeCloseTo(4850 + (20 * (100 * 8 + 450 * 9)) / 550, 1)
    const { reasons } = await loadOctober()
    const amountByReason = Object.fromEntries(reasons.map(({ name, amount }) => [name, amount]))
    expect(amountByReason['hopperContent']).toBe(1350)
    expect(amountByReason['unrecordedFeeds']).toBeCloseTo((-20 * (100 * 8 + 450 * 9)) / 550, 1)
  })
})
