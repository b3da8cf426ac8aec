import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { orderCostDetail } from '@/areas/cost/contract/order-cost-endpoints'
import { toFen } from '@/areas/cost/rules/money'
import { readSheet } from '@/server/excel/read-sheet'
import { recalculateEnergy } from '@/areas/energy/contract/analysis-endpoints'
import { costFinancialPrice, costFixedPrice, electricCharge } from '@/areas/prices/contract/dated-prices'
import { DAY, energyPlant, type EnergyPlant } from '../energy/energy-plant'
import type { Caller } from '../harness'
import { countOf, good, runJob } from '../people'

/**
 * One line with meters, of which one day is known, 19 November: each quarter of an hour 100 kWh at the main meter, 60 at the
 * line, 20 at the chiller, which follows the line that runs. An order ran from 08:00 to 12:00 and from 13:00 to 16:00.
 */
let p: EnergyPlant
let admin: Caller
/** As the page says it before the job has worked out the order. */
let atFirst: { ordersToCount: number; whole: boolean }
/** The first column of the workbook at that time. */
let itemsAtFirst: unknown[]
beforeAll(async () => {
  p = await energyPlant()
  // The month is over.
  p.plant.clock.set('2026-12-02T02:00:00.000Z')
  admin = await p.plant.as('admin')
  const always = { effectiveFrom: '2026-01-01' }
  const charge = (kind: 'demand' | 'transmission' | 'surcharge' | 'powerFactor', price: number) =>
    admin.call(electricCharge.endpoints.create, { kind, item: kind, price, reason: 'as agreed', ...always } as never)
  good(await charge('demand', 32))
  good(await charge('transmission', 0.12))
  good(await charge('surcharge', 0.03))
  good(await charge('powerFactor', -1))
  const month = { basis: 'month' as const, ...always }
  const hour = { item: 'interest by the hour', basis: 'machineHour' as const, price: 1.5, ...always }
  good(await admin.call(costFixedPrice.endpoints.create, { item: 'rent', price: 72_000, ...month } as never))
  good(await admin.call(costFinancialPrice.endpoints.create, { item: 'interest', price: 7_200, ...month } as never))
  good(await admin.call(costFinancialPrice.endpoints.create, hour as never))
  good(await admin.call(recalculateEnergy, { from: DAY, to: DAY }))
  atFirst = await november()
  itemsAtFirst = (await workbook()).map(([item]) => item)
  await calculate()
}, 120_000)
afterAll(() => p.plant.close())

async function calculate(): Promise<void> {
  for (let turn = 0; turn === 0 || (turn < 20 && (await countOf(p.plant, 'cost_cause')) > 0); turn++)
    await runJob(p.plant, 'costs-renew')
}
/** The workbook of the month in English, as rows of cells. */
async function workbook() {
  const { bytes } = await admin.raw('GET', '/plant/cost_rest_excel?month=2026-11', undefined, {
    'accept-language': 'en',
  })
  return (await readSheet(bytes)).rows
}
const november = async () => good(await admin.call(unallocatedCosts, { month: '2026-11' }))

test('a month says how many of its orders are still to be costed', async () => {
  expect(atFirst).toMatchObject({ ordersToCount: 1, whole: false })
  expect(itemsAtFirst.at(-1)).toMatch(/^1 order is still to be costed/)
  expect((await workbook()).at(-1)?.[0]).not.toMatch(/to be costed/)
  expect((await november()).ordersToCount).toBe(0)
  expect(good(await admin.call(unallocatedCosts, { month: '2026-10' })).ordersToCount).toBe(0)
})

describe('a month, worked out by hand', () => {
  test('its order bears transmission and surcharges of its kilowatt-hours', async () => {
    const cost = good(await admin.call(orderCostDetail, { workOrderId: p.orderId }))
    // 28 quarters of (60 + 20) kWh.
    expect(cost.kwh).toBe(2240)
    const of = (what: string) => cost.lines.filter((line) => line.what === what)
    expect(of('transmission')).toMatchObject([{ part: 'electricity', month: '2026-11', quantity: 2240, amount: 268.8 }])
    expect(of('surcharge')).toMatchObject([{ quantity: 2240, amount: 67.2 }])
    // 80 kWh in 8 + 4 quarters at 0.60 and 8 + 8 at 1.10, and the two charges.
    expect(cost.electricity).toBe(80 * (12 * 0.6 + 16 * 1.1) + 268.8 + 67.2)
  })

  test('what the plant was charged is what orders were charged and named rows', async () => {
    const { rows, reasons, ...totals } = await november()
    const row = Object.fromEntries(rows.map((one) => [one.part, one]))
    const reason = Object.fromEntries(reasons.map(({ name, amount }) => [name, amount]))
    // 9,600 kWh: 32 quarters at 0.25, 36 at 0.60, 28 at 1.10.
    expect(row['electricity']).toMatchObject({ used: 6040, charged: 1984, rest: 4056 })
    // 400 kW at 32; 9,600 kWh at 0.12 and 0.03; 1 % less of 6,040 + 12,800 + 1,152.
    expect(row['gridCharges']).toMatchObject({ used: 12_800 + 1152 + 288 - 199.92, charged: 336 })
    expect(reason).toMatchObject({
      idleElectricity: 4056,
      idleGridCharges: 1152 + 288 - 336,
      demand: 12_800,
      powerFactor: -199.92,
    })
    // 7 of 720 hours, in ten-thousandths of a month: 0.0097.
    expect(row['fixed']).toMatchObject({ used: 72_000, charged: 698.4, rest: 71_301.6 })
    expect(row['financial']).toMatchObject({ used: 7_200 + 10.5, charged: 69.84 + 10.5, rest: 7_130.16 })
    expect(reason).toMatchObject({ unabsorbedFixed: 71_301.6, unabsorbedFinancial: 7_130.16 })
    // 96 quarters of 10 m³ at 4 CNY, of no line.
    expect(reason['idleGas']).toBe(3840)
    expect(totals).toMatchObject({
      // 1,984 + 336 + 698.40 + 80.34 of the order.
      totalUsed: 6040 + 14_040.08 + 72_000 + 7_210.5 + 3840,
      finishedOrders: 3098.74,
      workInProcess: 0,
    })
    const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + toFen(amount), 0)
    expect(sum(reasons.map(({ amount }) => amount))).toBe(toFen(totals.totalRest))
    expect(sum([totals.finishedOrders, totals.workInProcess, totals.totalRest])).toBe(toFen(totals.totalUsed))
  })

  test('the workbook holds the same rows, their total and the reasons, in the language of its reader', async () => {
    const rows = await workbook()
    const line = (item: string) => rows.find(([first]) => first === item)?.slice(1)
    expect(line('Fixed')).toEqual([72_000, 698.4, 71_301.6])
    expect(line('Total')?.[0]).toBe(103_130.58)
    expect(line('Unabsorbed fixed cost')?.[2]).toBe(71_301.6)
    expect(line('Power factor adjustment')?.[2]).toBe(-199.92)
  })

  test('a charge that is corrected reaches the orders of its days', async () => {
    const later = {
      kind: 'transmission',
      item: 'transmission',
      price: 0.2,
      reason: 'corrected',
      effectiveFrom: '2026-11-01',
    }
    good(await admin.call(electricCharge.endpoints.create, later as never))
    await calculate()
    const { lines } = good(await admin.call(orderCostDetail, { workOrderId: p.orderId }))
    expect(lines.find(({ what }) => what === 'transmission')!.amount).toBe(448)
    // 7,360 kWh at 0.23.
    expect((await november()).reasons).toContainEqual({ name: 'idleGridCharges', amount: 1692.8 })
  })
})
