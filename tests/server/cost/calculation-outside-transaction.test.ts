/** Long calculations run outside a transaction: they block nobody, and rows written in the meantime are neither missed nor overwritten. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { recalculateCost } from '@/areas/cost/contract/order-cost-endpoints'
import { recalculateMetrics } from '@/areas/figures/server/writes/correct-metrics'
import { runAsSystem } from '@/server/start-application'
import { plantTime, expectOk, runJob, runJobWithInterruption } from '../plant-staff'
import { feedMainMaterial, createCostPlant, type CostPlant } from './cost-plant'

const DAY = '2026-10-30'
let costPlant: CostPlant
beforeAll(async () => {
  costPlant = await createCostPlant()
}, 120_000)
afterAll(() => costPlant.plant.close())

/** Creates an order of 1,000 kg at 10 CNY/kg with current sums and costs. `feed` adds 100 kg to it. */
async function createCountedOrder() {
  const { order, material, body } = await costPlant.createFinishedOrder()
  await costPlant.addMaterialPrice(material.id, 10)
  const loadFedKg = async () =>
    (
      await costPlant.plant.query<{ kg: number }>(
        'select sum(fed_kg)::float8 as kg from shift_figure where work_order_id = $1',
        [order.id],
      )
    )[0]!.kg
  const loadMaterialCost = async () =>
    (
      await costPlant.plant.query<{ material: number }>(
        'select material::float8 as material from order_cost where work_order_id = $1',
        [order.id],
      )
    )[0]!.material
  const feed = async (time: string) => {
    await costPlant.plant.query(`update work_order set state = 'running', finished_at = null where id = $1`, [order.id])
    expectOk(
      await costPlant.line.call(feedMainMaterial, {
        ...body,
        id: createUuid7(),
        kg: 100,
        occurredAt: plantTime(time, DAY),
      } as never),
    )
    await costPlant.plant.query(`update work_order set state = 'finished', finished_at = $2 where id = $1`, [
      order.id,
      plantTime('16:00', DAY),
    ])
  }
  await runJob(costPlant.plant, 'figures-count')
  await runJob(costPlant.plant, 'costs-renew')
  await runJob(costPlant.plant, 'figures-count')
  expect([await loadFedKg(), await loadMaterialCost()]).toEqual([1000, 10_000])
  return { order, loadFedKg, loadMaterialCost, feed }
}
const loadDirtyFlags = () => costPlant.plant.query('select from figure_mark where day = $1', [DAY])

test('a feed written during the recount of its day is included in the next run', async () => {
  const { loadFedKg, feed } = await createCountedOrder()
  await feed('09:10')
  await runJobWithInterruption(costPlant.plant, 'figures-count', {
    after: /from feed where/,
    interrupt: () => feed('09:20'),
  })
  expect(await loadFedKg()).toBe(1100)
  expect(await loadDirtyFlags()).not.toEqual([])
  await runJob(costPlant.plant, 'figures-count')
  expect(await loadFedKg()).toBe(1200)
  expect(await loadDirtyFlags()).toEqual([])
})

test('a recount does not overwrite newer sums of another run', async () => {
  const { loadFedKg, feed } = await createCountedOrder()
  await feed('09:10')
  const feedAndCount = async () => {
    await feed('09:20')
    await runJob(costPlant.plant, 'figures-count')
  }
  await runJobWithInterruption(costPlant.plant, 'figures-count', { after: /from feed where/, interrupt: feedAndCount })
  expect(await loadFedKg()).toBe(1200)
})

test('a recount of a day leaves unchanged rows untouched', async () => {
  const { order, loadFedKg, feed } = await createCountedOrder()
  const loadRows = () =>
    costPlant.plant.query<{ id: string; order: string | null }>(
      'select id, work_order_id as order from shift_figure where business_date = $1 order by id',
      [DAY],
    )
  const rowsBefore = await loadRows()
  await runAsSystem(costPlant.plant.app, 'test', (ctx) => recalculateMetrics(ctx, { from: DAY, to: DAY }))
  expect(await loadRows()).toEqual(rowsBefore)
  await feed('09:10')
  await runJob(costPlant.plant, 'figures-count')
  expect(await loadFedKg()).toBe(1100)
  const rowsAfter = await loadRows()
  const excludeOrder = (sumRows: typeof rowsBefore) => sumRows.filter((row) => row.order !== order.id)
  expect(excludeOrder(rowsAfter)).toEqual(excludeOrder(rowsBefore))
  expect(rowsAfter.length).toBe(rowsBefore.length)
  expect(rowsAfter).not.toEqual(rowsBefore)
})

test('a feed written during a cost calculation is included in the next run', async () => {
  const { loadMaterialCost, feed } = await createCountedOrder()
  await feed('09:10')
  await runJobWithInterruption(costPlant.plant, 'costs-renew', {
    after: /from feed f left join/,
    interrupt: () => feed('09:20'),
  })
  expect(await loadMaterialCost()).toBe(11_000)
  await runJob(costPlant.plant, 'costs-renew')
  expect(await loadMaterialCost()).toBe(12_000)
})

test('a calculation does not overwrite a newer cost that a person requested', async () => {
  const { order, loadMaterialCost, feed } = await createCountedOrder()
  await feed('09:10')
  const feedAndRecalculate = async () => {
    await feed('09:20')
    expectOk(await costPlant.finance.call(recalculateCost, { workOrderId: order.id }))
  }
  await runJobWithInterruption(costPlant.plant, 'costs-renew', {
    after: /from feed f left join/,
    interrupt: feedAndRecalculate,
  })
  expect(await loadMaterialCost()).toBe(12_000)
  const changes = await costPlant.loadChanges(order.id)
  expect(changes.map(({ before, after }) => after! - before!).sort()).toEqual([2000])
})
