import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { standardCosts } from '@/areas/cost/contract/analysis-endpoints'
import { standardRate } from '@/areas/cost/contract/standard-rate'
import { good } from '../people'
import { costPlant, type CostPlant } from './cost-plant'

let p: CostPlant
beforeAll(async () => {
  p = await costPlant()
  await p.rates()
}, 120_000)
afterAll(() => p.plant.close())

describe('the standard cost', () => {
  test('the standard is that of its start, and the variances add up to the difference', async () => {
    const one = await p.finishedOrder(1050)
    await p.priced(one.material.id, 8)
    const standardId = createUuid7()
    await p.plant.query(
      `insert into product_standard (site_id, id, created_at, updated_at, code, revision, newest, state, product_id, mix, energy, indexes, trim_percent, waste_percent, crew_hours, speed)
       values (1, $1, now(), now(), 'STD', 1, true, 'approved', $2, $3, '[]', '[]', 5, 2, 10, 200)`,
      [standardId, one.order.productId, JSON.stringify([{ materialId: one.material.id, percent: 100 }])],
    )
    await p.plant.query(
      `update work_order set product_standard_id = $2, gsm = 15, web_width_mm = 3200, updated_at = $3 where id = $1`,
      [one.order.id, standardId, new Date(p.plant.clock.now().getTime() + 1000)],
    )
    const rate = async (item: string, price: number, more: object = {}) =>
      good(
        await p.finance.call(standardRate.endpoints.create, {
          item,
          price,
          effectiveFrom: '2026-01-01',
          ...more,
        } as never),
      )
    await rate('material', 7.2, { materialId: one.material.id })
    await rate('labour', 38)
    await rate('fixed', 95)
    const cost = await p.costOf(one.order.id)
    // 900 kg allow 966.7 kg in.
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
  test('the list of standards charges for the machine by the width of its line, as an order does', async () => {
    const one = await p.finishedOrder(1050)
    await p.priced(one.material.id, 8)
    await p.plant.query(
      `insert into product_standard (site_id, id, created_at, updated_at, code, revision, newest, state, product_id, mix, energy, indexes, trim_percent, waste_percent, crew_hours, speed)
       values (1, $1, now(), now(), 'STD-W', 1, true, 'approved', $2, $3, '[]', '[]', 5, 2, 10, 200)`,
      [createUuid7(), one.order.productId, JSON.stringify([{ materialId: one.material.id, percent: 100 }])],
    )
    await p.plant.query('update product set gsm = 15, width_mm = null where id = $1', [one.order.productId])
    await p.plant.query('update line set width = 3.2 where id = $1', [one.order.lineId])
    for (const [item, price, more] of [
      ['material', 7.2, { materialId: one.material.id }],
      ['fixed', 190, { lineId: one.order.lineId }],
    ] as const)
      good(
        await p.finance.call(standardRate.endpoints.create, {
          item,
          price,
          effectiveFrom: '2026-01-02',
          ...more,
        } as never),
      )
    const listed = good(await p.finance.call(standardCosts, { lineId: one.order.lineId } as never))
    const row = listed.find(({ standard }) => standard === 'STD-W 1')
    expect(row?.fixed).toBeCloseTo(190 / ((200 * 60 * 3.2 * 15) / 1000), 4)
  })
})
