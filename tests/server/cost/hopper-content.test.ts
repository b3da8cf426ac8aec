import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { runAsSystem } from '@/server/start-application'
import { at, good } from '../people'
import { costPlant, type CostPlant } from './cost-plant'

/**
 * Order A was fed 1,000 kg of one lot at 7 CNY and its roll took 900 kg of them; order B on the same line was fed 600 kg of
 * another material at 9 CNY, and its roll took the 100 kg that A left and 450 kg of its own.
 */
let p: CostPlant
let a: Awaited<ReturnType<CostPlant['finishedOrder']>>
let b: Awaited<ReturnType<CostPlant['finishedOrder']>>
beforeAll(async () => {
  p = await costPlant()
  a = await p.finishedOrder(1000)
  b = await p.finishedOrder(600)
  await p.rates()
  await p.priced(a.material.id, 7)
  await p.priced(b.material.id, 9)
  const drew = (of: typeof a, kg: number) => ({
    hopperId: of.body.hopperId,
    lotId: of.lot.id,
    materialId: of.material.id,
    kg,
  })
  await wound(a, 900, [drew(a, 900)])
  await wound(b, 550, [drew(a, 100), drew(b, 450)])
}, 120_000)
afterAll(() => p.plant.close())

type Lots = readonly { hopperId: string; lotId: string; materialId: string; kg: number }[]
async function wound({ order }: typeof a, kg: number, lots: Lots): Promise<void> {
  await runAsSystem(p.plant.app, 'test', async (ctx) => {
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
      startedAt: at('09:30', '2026-10-30'),
      doffedAt: at('15:00', '2026-10-30'),
      lots: [...lots],
      unknownKg: 0,
    })
  })
  await p.plant.query('update work_order set jumbo_kg = $2, updated_at = $3 where id = $1', [
    order.id,
    kg,
    p.plant.clock.now(),
  ])
}
const october = async () => good(await p.finance.call(unallocatedCosts, { month: '2026-10' }))

describe('orders that follow one another on a line', () => {
  test('each bear what they drew, whoever it was fed for, and hold no yield variance of what they left', async () => {
    expect(await p.costOf(a.order.id)).toMatchObject({ material: 6300 })
    const cost = await p.costOf(b.order.id)
    // 100 × 7 + 450 × 9.
    expect(cost).toMatchObject({ material: 4750 })
    const lines = cost.lines
      .filter(({ part }) => part === 'material')
      .toSorted((one, other) => one.amount! - other.amount!)
    expect(lines).toMatchObject([
      { rowId: a.lot.id, quantity: 100, price: 7, amount: 700 },
      { rowId: b.lot.id, quantity: 450, price: 9, amount: 4050 },
    ])
  })
  test('and the hoppers hold the rest of what left the store', async () => {
    const { rows, reasons } = await october()
    expect(rows.find(({ part }) => part === 'material')).toMatchObject({
      used: 7000 + 5400,
      charged: 6300 + 4750,
      rest: 150 * 9,
      quantity: 1600,
      restQuantity: 150,
    })
    expect(reasons).toContainEqual({ name: 'hopperContent', amount: 1350 })
  })
  test('a price of the lot that was left reaches both', async () => {
    await p.priced(a.material.id, 8, a.lot.id)
    expect(await p.costOf(a.order.id)).toMatchObject({ material: 7200 })
    expect(await p.costOf(b.order.id)).toMatchObject({ material: 800 + 4050 })
  })
  test('what a roll drew though nobody recorded the feed costs as much as the rest of it, and is named', async () => {
    await wound(b, 20, [])
    await p.plant.query('update work_order set jumbo_kg = 570, updated_at = $2 where id = $1', [
      b.order.id,
      p.plant.clock.now(),
    ])
    // 20 kg at the mean of 100 × 8 and 450 × 9: 2 of 11 parts at 8, 9 at 9: 29.0909 + 147.2727 CNY.
    const cost = await p.costOf(b.order.id)
    expect(cost.material).toBeCloseTo(4850 + (20 * (100 * 8 + 450 * 9)) / 550, 1)
    const { reasons } = await october()
    const of = Object.fromEntries(reasons.map(({ name, amount }) => [name, amount]))
    expect(of['hopperContent']).toBe(1350)
    expect(of['unrecordedFeeds']).toBeCloseTo((-20 * (100 * 8 + 450 * 9)) / 550, 1)
  })
})
