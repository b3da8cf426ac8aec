/** Jobs that work long out of facts do it outside of any transaction: nobody waits, and nothing that is written meanwhile is missed or undone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { recalculateCost } from '@/areas/cost/contract/order-cost-endpoints'
import { recalculateMetrics } from '@/areas/figures/server/queries/corrections'
import { runAsSystem } from '@/server/start-application'
import { at, good, runJob, runJobBeside } from '../people'
import { addMain, costPlant, type CostPlant } from './cost-plant'

const DAY = '2026-10-30'
let p: CostPlant
beforeAll(async () => {
  p = await costPlant()
}, 120_000)
afterAll(() => p.plant.close())

/** An order of 1,000 kg at 10 yuan whose sums and costs are up to date; `feed` adds 100 kg to it. */
async function counted() {
  const { order, material, body } = await p.finishedOrder()
  await p.priced(material.id, 10)
  const fedKg = async () =>
    (
      await p.plant.query<{ kg: number }>(
        'select sum(fed_kg)::float8 as kg from shift_figure where work_order_id = $1',
        [order.id],
      )
    )[0]!.kg
  const materialCost = async () =>
    (
      await p.plant.query<{ material: number }>(
        'select material::float8 as material from order_cost where work_order_id = $1',
        [order.id],
      )
    )[0]!.material
  const feed = async (time: string) => {
    await p.plant.query(`update work_order set state = 'running', finished_at = null where id = $1`, [order.id])
    good(await p.line.call(addMain, { ...body, id: createUuid7(), kg: 100, occurredAt: at(time, DAY) } as never))
    await p.plant.query(`update work_order set state = 'finished', finished_at = $2 where id = $1`, [
      order.id,
      at('16:00', DAY),
    ])
  }
  await runJob(p.plant, 'figures-count')
  await runJob(p.plant, 'costs-renew')
  await runJob(p.plant, 'figures-count')
  expect([await fedKg(), await materialCost()]).toEqual([1000, 10_000])
  return { order, fedKg, materialCost, feed }
}
const marks = () => p.plant.query('select from figure_mark where day = $1', [DAY])

test('a fact that comes while its day is counted is counted in the next turn', async () => {
  const { fedKg, feed } = await counted()
  await feed('09:10')
  await runJobBeside(p.plant, 'figures-count', { after: /from feed where/, meanwhile: () => feed('09:20') })
  expect(await fedKg()).toBe(1100)
  expect(await marks()).not.toEqual([])
  await runJob(p.plant, 'figures-count')
  expect(await fedKg()).toBe(1200)
  expect(await marks()).toEqual([])
})

test('sums that another turn counted meanwhile from later facts stay', async () => {
  const { fedKg, feed } = await counted()
  await feed('09:10')
  const later = async () => {
    await feed('09:20')
    await runJob(p.plant, 'figures-count')
  }
  await runJobBeside(p.plant, 'figures-count', { after: /from feed where/, meanwhile: later })
  expect(await fedKg()).toBe(1200)
})

test('a day that is counted again keeps the rows that stand as they are', async () => {
  const { order, fedKg, feed } = await counted()
  const rows = () =>
    p.plant.query<{ id: string; order: string | null }>(
      'select id, work_order_id as order from shift_figure where business_date = $1 order by id',
      [DAY],
    )
  const before = await rows()
  await runAsSystem(p.plant.app, 'test', (ctx) => recalculateMetrics(ctx, { from: DAY, to: DAY }))
  expect(await rows()).toEqual(before)
  await feed('09:10')
  await runJob(p.plant, 'figures-count')
  expect(await fedKg()).toBe(1100)
  const after = await rows()
  const others = (of: typeof before) => of.filter((row) => row.order !== order.id)
  expect(others(after)).toEqual(others(before))
  expect(after.length).toBe(before.length)
  expect(after).not.toEqual(before)
})

test('a fact that comes while its order is worked out is in its cost after the next turn', async () => {
  const { materialCost, feed } = await counted()
  await feed('09:10')
  await runJobBeside(p.plant, 'costs-renew', { after: /from feed f left join/, meanwhile: () => feed('09:20') })
  expect(await materialCost()).toBe(11_000)
  await runJob(p.plant, 'costs-renew')
  expect(await materialCost()).toBe(12_000)
})

test('a cost that a person had worked out meanwhile from later facts stays', async () => {
  const { order, materialCost, feed } = await counted()
  await feed('09:10')
  const later = async () => {
    await feed('09:20')
    good(await p.finance.call(recalculateCost, { workOrderId: order.id }))
  }
  await runJobBeside(p.plant, 'costs-renew', { after: /from feed f left join/, meanwhile: later })
  expect(await materialCost()).toBe(12_000)
  const changes = await p.changesOf(order.id)
  expect(changes.map(({ before, after }) => after! - before!).sort()).toEqual([2000])
})
