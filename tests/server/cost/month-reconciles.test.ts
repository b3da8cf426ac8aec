import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { orderCostDetail } from '@/areas/cost/contract/order-cost-endpoints'
import { toFen } from '@/areas/cost/rules/cost-line'
import { readSheet } from '@/server/excel/read-sheet'
import { ZipReader } from '@/server/excel/zip-reader'
import { recalculateEnergy } from '@/areas/energy/contract/analysis-endpoints'
import { costFinancialPrice, costFixedPrice, electricCharge } from '@/areas/prices/contract/dated-prices'
import { DAY, createEnergyPlant, type EnergyPlant } from '../energy/energy-plant'
import type { Caller } from '../harness'
import { countRows, expectOk, runJob } from '../plant-staff'

/**
 * One line with meters and readings of one day, 19 November. Each quarter of an hour: 100 kWh at the main meter, 60 at the
 * line, 20 at the chiller (allocated by run hours). An order ran from 08:00 to 12:00 and from 13:00 to 16:00.
 */
let energyPlant: EnergyPlant
let admin: Caller
/** The answer for the month before the job has calculated the order's cost. */
let monthBeforeJob: { ordersToCount: number; whole: boolean }
/** The notes of the workbook before the job has run. */
let notesBeforeJob: string
beforeAll(async () => {
  energyPlant = await createEnergyPlant()
  // The clock is in the next month.
  energyPlant.plant.clock.set('2026-12-02T02:00:00.000Z')
  admin = await energyPlant.plant.as('admin')
  const unlimited = { effectiveFrom: '2026-01-01' }
  const addCharge = (kind: 'demand' | 'transmission' | 'surcharge' | 'powerFactor', price: number) =>
    admin.call(electricCharge.endpoints.create, { kind, item: kind, price, reason: 'as agreed', ...unlimited } as never)
  expectOk(await addCharge('demand', 32))
  expectOk(await addCharge('transmission', 0.12))
  expectOk(await addCharge('surcharge', 0.03))
  expectOk(await addCharge('powerFactor', -1))
  const month = { basis: 'month' as const, ...unlimited }
  const hour = { item: 'interest by the hour', basis: 'machineHour' as const, price: 1.5, ...unlimited }
  expectOk(await admin.call(costFixedPrice.endpoints.create, { item: 'rent', price: 72_000, ...month } as never))
  expectOk(await admin.call(costFinancialPrice.endpoints.create, { item: 'interest', price: 7_200, ...month } as never))
  expectOk(await admin.call(costFinancialPrice.endpoints.create, hour as never))
  expectOk(await admin.call(recalculateEnergy, { from: DAY, to: DAY }))
  monthBeforeJob = await loadNovember()
  notesBeforeJob = (await readMonthWorkbook()).notes
  await calculateCosts()
}, 120_000)
afterAll(() => energyPlant.plant.close())

async function calculateCosts(): Promise<void> {
  for (let turn = 0; turn === 0 || (turn < 20 && (await countRows(energyPlant.plant, 'cost_cause')) > 0); turn++)
    await runJob(energyPlant.plant, 'costs-renew')
}
/** Downloads the English workbook of the month. @returns the cells of its two tables, and the XML of its notes */
async function readMonthWorkbook() {
  const { bytes } = await admin.raw('GET', '/plant/cost_rest_excel?month=2026-11', undefined, {
    'accept-language': 'en',
  })
  const archive = new ZipReader(bytes, 1e7)
  const readXml = async (sheet: number) => (await buffer(archive.read(`xl/worksheets/sheet${sheet}.xml`))).toString()
  return { parts: (await readSheet(bytes)).rows, reasons: readCells(await readXml(2)), notes: await readXml(3) }
}
/** Returns the texts and numbers of a worksheet, row by row. */
const readCells = (xml: string): string[][] =>
  xml
    .split('<row ')
    .slice(1)
    .map((row) => [...row.matchAll(/<(?:t|v)\b[^>]*>([^<]*)</g)].map(([, value]) => value!))
const loadNovember = async () => expectOk(await admin.call(unallocatedCosts.endpoint, { month: '2026-11' }))

test('the month reports how many orders are not costed yet', async () => {
  expect(monthBeforeJob).toMatchObject({ ordersToCount: 1, whole: false })
  expect(notesBeforeJob).toContain('1 order is still to be costed')
  expect((await readMonthWorkbook()).notes).not.toMatch(/to be costed/)
  expect((await loadNovember()).ordersToCount).toBe(0)
  expect(expectOk(await admin.call(unallocatedCosts.endpoint, { month: '2026-10' })).ordersToCount).toBe(0)
})

describe('a month calculated by hand', () => {
  test('its order bears transmission and surcharges for its kWh', async () => {
    const cost = expectOk(await admin.call(orderCostDetail, { workOrderId: energyPlant.orderId }))
    // 28 quarters of (60 + 20) kWh.
    expect(cost.kwh).toBe(2240)
    const getCostLines = (what: string) => cost.lines.filter((line) => line.what === what)
    expect(getCostLines('transmission')).toMatchObject([
      { part: 'electricity', month: '2026-11', quantity: 2240, amount: 268.8 },
    ])
    expect(getCostLines('surcharge')).toMatchObject([{ quantity: 2240, amount: 67.2 }])
    // 80 kWh × (8 + 4 quarters at 0.60 CNY and 8 + 8 quarters at 1.10 CNY), plus the two charges.
    expect(cost.electricity).toBe(80 * (12 * 0.6 + 16 * 1.1) + 268.8 + 67.2)
  })

  test('the plant’s costs equal the costs of orders plus the named rows', async () => {
    const { rows, reasons, ...totals } = await loadNovember()
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
    // 7 of 720 hours, in millionths of a month: 0.009722.
    expect(row['fixed']).toMatchObject({ used: 72_000, charged: 699.98, rest: 71_300.02 })
    expect(row['financial']).toMatchObject({ used: 7_200 + 10.5, charged: 70 + 10.5, rest: 7_130 })
    expect(reason).toMatchObject({ unabsorbedFixed: 71_300.02, unabsorbedFinancial: 7_130 })
    // 96 quarters of 10 m³ at 4 CNY, of no line.
    expect(reason['idleGas']).toBe(3840)
    expect(totals).toMatchObject({
      // 1,984 + 336 + 699.98 + 80.50 of the order.
      totalUsed: 6040 + 14_040.08 + 72_000 + 7_210.5 + 3840,
      finishedOrders: 3100.48,
      workInProcess: 0,
    })
    const sumInFen = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + toFen(amount), 0)
    expect(sumInFen(reasons.map(({ amount }) => amount))).toBe(toFen(totals.totalRest))
    expect(sumInFen([totals.finishedOrders, totals.workInProcess, totals.totalRest])).toBe(toFen(totals.totalUsed))
  })

  test('the workbook holds the same rows, their total and the reasons, in the reader’s language', async () => {
    const { parts, reasons } = await readMonthWorkbook()
    const findRow = (rows: readonly (readonly unknown[])[], item: string) =>
      rows.find(([first]) => first === item)?.slice(1)
    expect(findRow(parts, 'Fixed')).toEqual([72_000, 699.98, 71_300.02])
    expect(findRow(parts, 'Total')?.[0]).toBe(103_130.58)
    expect(findRow(reasons, 'Unabsorbed fixed cost')).toEqual(['71300.02'])
    expect(findRow(reasons, 'Power factor adjustment')).toEqual(['-199.92'])
  })

  test('a corrected charge changes the orders of its days', async () => {
    const laterCharge = {
      kind: 'transmission',
      item: 'transmission',
      price: 0.2,
      reason: 'corrected',
      effectiveFrom: '2026-11-01',
    }
    expectOk(await admin.call(electricCharge.endpoints.create, laterCharge as never))
    await calculateCosts()
    const { lines } = expectOk(await admin.call(orderCostDetail, { workOrderId: energyPlant.orderId }))
    expect(lines.find(({ what }) => what === 'transmission')!.amount).toBe(448)
    // 7,360 kWh at 0.23.
    expect((await loadNovember()).reasons).toContainEqual({ name: 'idleGridCharges', amount: 1692.8 })
  })

  test('a monthly price of the product is used for the hours of its orders, instead of the price of the plant', async () => {
    const productPrice = {
      item: 'rent',
      basis: 'month',
      productId: energyPlant.productId,
      price: 144_000,
      effectiveFrom: '2026-11-01',
    }
    expectOk(await admin.call(costFixedPrice.endpoints.create, productPrice as never))
    await calculateCosts()
    const { rows, totalUsed, finishedOrders, workInProcess, totalRest } = await loadNovember()
    // 7 of 720 hours at 144,000 instead of 72,000; the order bears 0.009722 months.
    expect(rows.find(({ part }) => part === 'fixed')).toMatchObject({
      used: 72_700,
      charged: 1_399.97,
      rest: 71_300.03,
    })
    expect(toFen(finishedOrders) + toFen(workInProcess) + toFen(totalRest)).toBe(toFen(totalUsed))
    const sumInFen = (column: 'used' | 'charged' | 'rest') => rows.reduce((all, row) => all + toFen(row[column]), 0)
    expect(sumInFen('charged') + sumInFen('rest')).toBe(sumInFen('used'))
  })
})
