import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { recalculateEnergy } from '@/areas/energy/contract/analysis-endpoints'
import { electricBill, electricBillCheck } from '@/areas/energy/contract/electric-bill'
import { electricPrice } from '@/areas/prices/contract/electric-price'
import { electricCharge } from '@/areas/prices/contract/dated-prices'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { closeMonthAs } from '../closed-month'
import { plantTime, expectOk } from '../plant-staff'
import type { Caller } from '../harness'
import { createEnergyPlant, type EnergyPlant } from './energy-plant'

const MONTH = '2026-10-01'
const DAY = '2026-10-30'
let energyPlant: EnergyPlant
let accountant: Caller
beforeAll(async () => {
  energyPlant = await createEnergyPlant()
  accountant = await energyPlant.plant.as('accountant')
  // 10 kWh a quarter of an hour, one quarter with 15 kWh; six hours without a reading.
  const buildReadings = (from: string, count: number, firstValue: number) =>
    Array.from({ length: count + 1 }, (_, i) => ({
      tag: 'MAIN',
      at: new Date(Date.parse(from) + i * 900_000).toISOString(),
      value: firstValue + i * 10 + (firstValue === 10 && i > 40 ? 5 : 0),
      unit: null,
      quality: null,
    }))
  // The first November reading, three weeks later, is quarantined because the gap before it is too long.
  const readings = [
    ...buildReadings(plantTime('00:00', DAY), 48, 10),
    ...buildReadings(plantTime('18:00', DAY), 24, 10 + 48 * 10 + 5 + 24 * 10),
  ]
  expectOk(await energyPlant.staff.admin.call(sendReadings, { readings }))
  const price = { layer: 'base', name: '十月', effectiveFrom: '2026-10-01', critical: 1.4, peak: 1.1, normal: 0.6 }
  const windows = [
    { from: '00:00', to: '08:00', band: 'low' },
    { from: '08:00', to: '00:00', band: 'normal' },
  ]
  expectOk(
    await energyPlant.staff.admin.call(electricPrice.endpoints.create, {
      ...price,
      low: 0.25,
      deep: 0.2,
      windows,
    } as never),
  )
  for (const [kind, amount] of [
    ['demand', 32],
    ['transmission', 0.1],
  ] as const)
    expectOk(
      await accountant.call(electricCharge.endpoints.create, {
        kind,
        item: kind,
        effectiveFrom: '2026-01-01',
        price: amount,
      }),
    )
  expectOk(await energyPlant.staff.admin.call(recalculateEnergy, { from: '2026-10-29', to: '2026-10-31' }))
}, 120_000)
afterAll(() => energyPlant.plant.close())

const checkBill = async () => {
  const billCheck = expectOk(await accountant.call(electricBillCheck, { month: MONTH }))
  return { ...billCheck, of: Object.fromEntries(billCheck.lines.map((line) => [line.line, line])) }
}

describe("the grid's bill of a month", () => {
  test('is entered once a month by somebody who manages prices', async () => {
    const bill = { month: MONTH, lowKwh: 320, lowCny: 80, normalKwh: 680, normalCny: 408 }
    const completeBill = { ...bill, demandKw: 60, demandCny: 1920, transmissionCny: 100, totalKwh: 1000 }
    expect(
      (await energyPlant.staff['operator-line'].call(electricBill.endpoints.create, { month: MONTH } as never)).errno,
    ).toBe('401')
    const middle = { ...completeBill, month: '2026-10-05', totalCny: 2518 }
    expect((await accountant.call(electricBill.endpoints.create, middle)).errno).not.toBe('0')
    const createdBill = expectOk(
      await accountant.call(electricBill.endpoints.create, { ...completeBill, totalCny: 2518 }),
    )
    expect(createdBill.writtenBy).toBe(accountant.userId)
    expect((await accountant.call(electricBill.endpoints.create, { ...completeBill, totalCny: 1 })).errno).not.toBe('0')
  })
  test('is compared with meters, quarters and prices line by line, with reasons for the difference', async () => {
    const { of, demandAt, missingHours, gaps } = await checkBill()
    expect(of['low']).toMatchObject({ own: 320, billed: 320, off: 0, ownCny: 80, offCny: 0, finding: 'agrees' })
    // 16 hours of 10 kWh a quarter, plus 5 kWh; six of the hours are interpolated.
    expect(of['normal']).toMatchObject({
      own: 645,
      billed: 680,
      off: 35,
      offPercent: 5.4,
      ownCny: 387,
      offCny: 21,
    })
    expect(of['normal']!.estimated).toBe(240)
    expect(of['normal']!.finding).toBe('estimated')
    expect(of['demand']).toMatchObject({ unit: 'kW', own: 60, billed: 60, ownCny: 1920, finding: 'agrees' })
    expect(demandAt).toBe(plantTime('10:00', DAY))
    expect(of['transmission']).toMatchObject({ ownCny: 96.5, billedCny: 100, offCny: 3.5, finding: 'unexplained' })
    expect(of['other']).toMatchObject({ billedCny: 10, finding: 'notWorkedOut' })
    expect(of['total']).toMatchObject({ own: 965, billed: 1000, ownCny: 2483.5, billedCny: 2518 })
    expect(missingHours).toBeGreaterThan(0)
    expect(gaps.map(({ day }) => day)).toContain(DAY)
  })
  test('agrees with the month’s costs: energy by quarters, and the grid’s other charges', async () => {
    const { rows } = expectOk(await accountant.call(unallocatedCosts.endpoint, { month: '2026-10' }))
    const totalsByPart = Object.fromEntries(
      rows.map(({ part, used, charged, rest }) => [part, { used, charged, rest }]),
    )
    expect(totalsByPart['electricity']!.used).toBe(467)
    // 60 kW at 32, 965 kWh at 0.1.
    expect(totalsByPart['gridCharges']).toEqual({ used: 2016.5, charged: 0, rest: 2016.5 })
    expect(totalsByPart['electricity']!.used + totalsByPart['gridCharges']!.used).toBe(
      (await checkBill()).of['total']!.ownCny,
    )
  })
  test('cannot be changed in a closed month', async () => {
    const [bill] = expectOk(await accountant.call(electricBill.endpoints.list, {})).list
    await closeMonthAs(energyPlant.plant, '2026-10')
    const answer = await accountant.call(electricBill.endpoints.update, {
      id: bill!.id,
      version: bill!.version,
      totalCny: 1,
    })
    expect(answer.errno).toBe('6000')
    expect(answer.errmsg).toContain('2026-10')
    expect((await checkBill()).of['total']!.billedCny).toBe(2518)
  })
})
