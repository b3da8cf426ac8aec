import { afterAll, beforeAll, expect, test } from 'vitest'
import { standardRate } from '@/areas/cost/contract/standard-rate'
import { listDueOrders } from '@/areas/cost/server/recalculate-costs'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { line } from '@/plant/contract/line'
import { runAsSystem } from '@/server/start-application'
import { plantTime, expectOk } from '../plant-staff'
import { createCostPlant, type CostPlant } from './cost-plant'

// One jumbo of a finished order: 12 kg of trim and 8 kg of waste in October, 5 kg of trim after midnight of 1 November,
// which is still the night shift of 31 October, and 6 kg after 08:00; and a slit roll of 40 kg, recycled on 20 November.
let costPlant: CostPlant
let finished: Awaited<ReturnType<CostPlant['createFinishedOrder']>>
let [slitterId, jumboId] = ['', '']
beforeAll(async () => {
  costPlant = await createCostPlant()
  finished = await costPlant.createFinishedOrder(1000)
  await costPlant.addRates()
  await costPlant.addMaterialPrice(finished.material.id, 7)
  for (const [item, price] of [
    ['creditTrim', 4],
    ['creditWaste', 1.5],
  ] as const)
    expectOk(
      await costPlant.finance.call(standardRate.endpoints.create, {
        item,
        effectiveFrom: '2026-01-01',
        price,
      } as never),
    )
  slitterId = expectOk(
    await costPlant.finance.call(line.endpoints.create, { code: 'SLW', name: '分切机', kind: 'slitting' } as never),
  ).id
  await runAsSystem(costPlant.plant.app, 'test', async (ctx) => {
    jumboId = (
      await ctx.rows.insert(jumboRoll, {
        workOrderId: finished.order.id,
        productId: finished.order.productId,
        businessDate: '2026-10-30',
        number: 'J-WASTE',
        state: 'cut',
        lineId: finished.order.lineId!,
        shift: 'early',
        team: 'A',
        lengthM: 10_000,
        netKg: 1000,
        startedAt: plantTime('09:30', '2026-10-30'),
        doffedAt: plantTime('15:00', '2026-10-30'),
      })
    ).id
  })
  const { id: cuttingId } = await cut(plantTime('20:00', '2026-10-30'), 12, 8)
  await runAsSystem(costPlant.plant.app, 'test', async (ctx) => {
    const place = { jumboRollId: jumboId, slitterId, businessDate: '2026-10-30', fromM: 0, toM: 5000 }
    const doffedAt = plantTime('18:00', '2026-10-30')
    const set = await ctx.rows.insert(slitSet, { ...place, cuttingId, setNumber: 1, lanes: [], doffedAt })
    await ctx.rows.insert(slitRoll, {
      ...place,
      workOrderId: finished.order.id,
      productId: finished.order.productId,
      number: 'J-WASTE-1-01',
      state: 'recycled',
      slitSetId: set.id,
      lane: 1,
      widthMm: 400,
      fromMm: 0,
      lengthM: 5000,
      doffedAt,
      kg: 40,
    })
  })
  await cut(plantTime('03:00', '2026-11-01'), 5, 0)
  await cut(plantTime('10:00', '2026-11-01'), 6, 0)
}, 120_000)
afterAll(() => costPlant.plant.close())

const cut = (endedAt: string, trimKg: number, wasteKg: number, state: 'open' | 'finished' = 'finished') =>
  runAsSystem(costPlant.plant.app, 'test', (ctx) =>
    ctx.rows.insert(cutting, {
      jumboRollId: jumboId,
      slitterId,
      state,
      lanes: [],
      businessDate: '2026-10-30',
      startedAt: endedAt,
      endedAt: state === 'finished' ? endedAt : null,
      trimKg,
      wasteKg,
    }),
  )

test('trim and waste of the slitters are credited in the month of the business day, at the rates', async () => {
  const { lines } = await costPlant.calculateCost(finished.order.id)
  const credits = lines
    .filter(({ part }) => part === 'credit')
    .map(({ what, month, quantity, price, amount }) => [what, month, quantity, price, amount])
  expect(credits).toHaveLength(4)
  expect(credits).toEqual(
    expect.arrayContaining([
      ['creditTrim', '2026-10', 17, -4, -68],
      ['creditTrim', '2026-11', 6, -4, -24],
      ['creditWaste', '2026-10', 8, -1.5, -12],
      ['creditWaste', '2026-11', 40, -1.5, -60],
    ]),
  )
})
test('an unfinished cutting credits nothing; its end makes the cost of the order due', async () => {
  await costPlant.calculateCost(finished.order.id)
  const open = await cut(plantTime('11:00', '2026-11-01'), 9, 0, 'open')
  const costBefore = await costPlant.calculateCost(finished.order.id)
  await runAsSystem(costPlant.plant.app, 'test', async (ctx) => {
    await ctx.rows.update(cutting, open.id, { state: 'finished', endedAt: plantTime('11:30', '2026-11-01') })
    expect(await listDueOrders(ctx, 10)).toContain(finished.order.id)
  })
  const costAfter = await costPlant.calculateCost(finished.order.id)
  expect(costBefore.total! - costAfter.total!).toBeCloseTo(36, 6)
})

test('downgraded goods of an order that ended in the last night of a month are credited in that month', async () => {
  const { order, material } = await costPlant.createFinishedOrder(1000)
  await costPlant.addMaterialPrice(material.id, 7)
  expectOk(
    await costPlant.finance.call(standardRate.endpoints.create, {
      item: 'creditDowngraded',
      effectiveFrom: '2026-01-01',
      price: 2,
    } as never),
  )
  // 03:00 of 1 November is the night shift of 31 October.
  await costPlant.plant.query('update work_order set finished_at = $2, downgraded_kg = 50 where id = $1', [
    order.id,
    plantTime('03:00', '2026-11-01'),
  ])
  const { lines, month } = await costPlant.calculateCost(order.id)
  const credit = lines.find(({ what }) => what === 'creditDowngraded')
  expect({ month, credit: credit?.month, amount: credit?.amount }).toEqual({
    month: '2026-10',
    credit: '2026-10',
    amount: -100,
  })
})
