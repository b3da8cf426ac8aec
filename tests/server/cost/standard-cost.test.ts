import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { standardCosts } from '@/areas/cost/contract/analysis-endpoints'
import { standardRate } from '@/areas/cost/contract/standard-rate'
import { expectOk } from '../plant-staff'
import { createCostPlant, type CostPlant } from './cost-plant'

let costPlant: CostPlant
beforeAll(async () => {
  costPlant = await createCostPlant()
  await costPlant.addRates()
}, 120_000)
afterAll(() => costPlant.plant.close())

describe('the standard cost', () => {
  test('uses the rates at the order’s start, and its variances add up to the difference', async () => {
    const finished = await costPlant.createFinishedOrder(1050)
    await costPlant.addMaterialPrice(finished.material.id, 8)
    const standardId = createUuid7()
    await costPlant.plant.query(
      `insert into product_standard (site_id, id, created_at, updated_at, code, revision, newest, state, product_id, mix, energy, indexes, trim_percent, waste_percent, crew_hours, speed)
       values (1, $1, now(), now(), 'STD', 1, true, 'approved', $2, $3, '[]', '[]', 5, 2, 10, 200)`,
      [standardId, finished.order.productId, JSON.stringify([{ materialId: finished.material.id, percent: 100 }])],
    )
    await costPlant.plant.query(
      `update work_order set product_standard_id = $2, gsm = 15, web_width_mm = 3200, updated_at = $3 where id = $1`,
      [finished.order.id, standardId, new Date(costPlant.plant.clock.now().getTime() + 1000)],
    )
    const addRate = async (item: string, price: number, scope: object = {}) =>
      expectOk(
        await costPlant.finance.call(standardRate.endpoints.create, {
          item,
          price,
          effectiveFrom: '2026-01-01',
          ...scope,
        } as never),
      )
    await addRate('material', 7.2, { materialId: finished.material.id })
    await addRate('labour', 38)
    await addRate('fixed', 95)
    const cost = await costPlant.calculateCost(finished.order.id)
    // The standard allows 966.7 kg fed for 900 good kg.
    expect(cost.standardTotal).toBeCloseTo(
      (900 / 0.95 / 0.98) * 7.2 + 9 * 38 + (900 / ((200 * 60 * 3.2 * 15) / 1000)) * 95,
      1,
    )
    const variance = Object.fromEntries(cost.variances.map(({ name, amount }) => [name, amount]))
    expect(variance).toMatchObject({
      materialPrice: 1050 * 0.8,
      materialMix: 0,
      labourRate: 32,
      labourEfficiency: 7 * 38,
      fixedSpending: 40,
    })
    const sum = cost.variances.reduce((all, { amount }) => all + Math.round(amount * 100), 0)
    expect(sum).toBe(Math.round(cost.total! * 100) - Math.round(cost.standardTotal! * 100))
  })
  test('the list of standards charges machine hours by the width of the line, like an order', async () => {
    const finished = await costPlant.createFinishedOrder(1050)
    await costPlant.addMaterialPrice(finished.material.id, 8)
    await costPlant.plant.query(
      `insert into product_standard (site_id, id, created_at, updated_at, code, revision, newest, state, product_id, mix, energy, indexes, trim_percent, waste_percent, crew_hours, speed)
       values (1, $1, now(), now(), 'STD-W', 1, true, 'approved', $2, $3, '[]', '[]', 5, 2, 10, 200)`,
      [createUuid7(), finished.order.productId, JSON.stringify([{ materialId: finished.material.id, percent: 100 }])],
    )
    await costPlant.plant.query('update product set gsm = 15, width_mm = null where id = $1', [
      finished.order.productId,
    ])
    await costPlant.plant.query('update line set width = 3.2 where id = $1', [finished.order.lineId])
    for (const [item, price, scope] of [
      ['material', 7.2, { materialId: finished.material.id }],
      ['fixed', 190, { lineId: finished.order.lineId }],
    ] as const)
      expectOk(
        await costPlant.finance.call(standardRate.endpoints.create, {
          item,
          price,
          effectiveFrom: '2026-01-02',
          ...scope,
        } as never),
      )
    const standards = expectOk(
      await costPlant.finance.call(standardCosts.endpoint, { lineId: finished.order.lineId } as never),
    )
    const row = standards.find(({ standard }) => standard === 'STD-W 1')
    expect(row?.fixed).toBeCloseTo(190 / ((200 * 60 * 3.2 * 15) / 1000), 4)
  })
})
