import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { plantTime, expectOk } from '../plant-staff'
import { createCostPlant, type CostPlant } from './cost-plant'
import { cutLanes, insertRoll } from './cost-rolls'

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
  await insertRoll(costPlant, orderA, 900, [{ fedOrder: orderA, kg: 900 }])
  await insertRoll(costPlant, orderB, 550, [
    { fedOrder: orderA, kg: 100 },
    { fedOrder: orderB, kg: 450 },
  ])
}, 120_000)
afterAll(() => costPlant.plant.close())

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
    await insertRoll(costPlant, orderB, 20, [])
    // 20 kg at the mean price of 100 kg × 8 and 450 kg × 9. Rounded in two parts: 29.0909 + 147.2727 CNY.
    const cost = await costPlant.calculateCost(orderB.order.id)
    expect(cost.material).toBeCloseTo(4850 + (20 * (100 * 8 + 450 * 9)) / 550, 1)
    const { reasons } = await loadOctober()
    const amountByReason = Object.fromEntries(reasons.map(({ name, amount }) => [name, amount]))
    expect(amountByReason['hopperContent']).toBe(1350)
    expect(amountByReason['unrecordedFeeds']).toBeCloseTo((-20 * (100 * 8 + 450 * 9)) / 550, 1)
  })
  test('an order of lanes alone bears the lanes, and the next order the material that was fed for it', async () => {
    const loadMaterial = async () => (await loadOctober()).rows.find(({ part }) => part === 'material')!
    const materialBefore = await loadMaterial()
    const winder = await costPlant.createFinishedOrder(1000)
    const laneOrder = await costPlant.createFinishedOrder(500)
    const nextOrder = await costPlant.createFinishedOrder(100)
    await costPlant.addMaterialPrice(winder.material.id, 7)
    await costPlant.addMaterialPrice(laneOrder.material.id, 9)
    await costPlant.addMaterialPrice(nextOrder.material.id, 5)
    const jumboId = await insertRoll(costPlant, winder, 1000, [{ fedOrder: winder, kg: 1000 }])
    await insertRoll(costPlant, nextOrder, 600, [
      { fedOrder: laneOrder, kg: 500 },
      { fedOrder: nextOrder, kg: 100 },
    ])
    await cutLanes(costPlant, {
      jumboId,
      order: laneOrder.order,
      fromM: 0,
      toM: 4000,
      at: plantTime('18:00', '2026-10-30'),
    })
    // 600 of 1,000 kg × 7; 400 kg × 7; 500 kg × 9 and 100 kg × 5.
    expect(await costPlant.calculateCost(winder.order.id)).toMatchObject({ material: 4200 })
    expect(await costPlant.calculateCost(laneOrder.order.id)).toMatchObject({ material: 2800 })
    expect(await costPlant.calculateCost(nextOrder.order.id)).toMatchObject({ material: 5000 })
    const material = await loadMaterial()
    expect(material.used - materialBefore.used).toBeCloseTo(7000 + 4500 + 500, 6)
    expect(material.charged - materialBefore.charged).toBeCloseTo(12_000, 6)
    expect(material.rest).toBeCloseTo(materialBefore.rest, 6)
    const { totalUsed, finishedOrders, workInProcess, totalRest } = await loadOctober()
    expect(finishedOrders + workInProcess + totalRest).toBeCloseTo(totalUsed, 6)
  })
  test('an order of lanes alone for which nothing was fed lacks no feed', async () => {
    const winder = await costPlant.createFinishedOrder(1000)
    const laneOrder = await costPlant.createFinishedOrder(50)
    await costPlant.addMaterialPrice(winder.material.id, 7)
    await costPlant.plant.query('delete from feed where work_order_id = $1', [laneOrder.order.id])
    const listMissing = async () => (await costPlant.calculateCost(laneOrder.order.id)).missing.map(({ what }) => what)
    expect(await listMissing()).toContain('noFeeds')
    const jumboId = await insertRoll(costPlant, winder, 1000, [{ fedOrder: winder, kg: 1000 }])
    await cutLanes(costPlant, {
      jumboId,
      order: laneOrder.order,
      fromM: 0,
      toM: 10_000,
      at: plantTime('18:00', '2026-10-30'),
    })
    expect(await listMissing()).not.toContain('noFeeds')
  })
})
