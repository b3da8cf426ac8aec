import { describe, expect, test } from 'vitest'
import { compareBill, calculateOtherCny, calculateBill, type ChargePrice, type DayUse } from '@/areas/energy/rules/bill'

const dayUse = (day: string, band: DayUse['band'], used: number, cost: number, more: Partial<DayUse> = {}): DayUse => ({
  day,
  band,
  used,
  cost,
  estimated: 0,
  unpriced: 0,
  ...more,
})
const charge = (kind: ChargePrice['kind'], price: number, more: Partial<ChargePrice> = {}): ChargePrice => ({
  kind,
  effectiveFrom: '2026-01-01',
  effectiveTo: null,
  price,
  contracted: null,
  ...more,
})
const uses = [
  dayUse('2026-10-01', 'peak', 1000, 1100),
  dayUse('2026-10-01', 'low', 500, 125, { estimated: 40 }),
  dayUse('2026-10-16', 'peak', 2000, 2200),
]
const charges = [
  charge('demand', 32),
  charge('transmission', 0.1, { effectiveTo: '2026-10-15' }),
  charge('transmission', 0.2, { effectiveFrom: '2026-10-16' }),
  charge('surcharge', 0.02),
  charge('surcharge', 0.007),
  charge('powerFactor', -0.75),
]
const ownBill = calculateBill({ monthStart: '2026-10-01', dayUses: uses, demandKw: 50, charges })

describe("the plant's own calculation of a month", () => {
  test('contains energy by band, demand, and charges at the price of their day', () => {
    expect(ownBill.peak).toEqual({ quantity: 3000, cny: 3300 })
    expect(ownBill.low).toEqual({ quantity: 500, cny: 125 })
    expect(ownBill.demand).toEqual({ quantity: 50, cny: 1600 })
    // 1,500 kWh at 0.1, 2,000 at 0.2.
    expect(ownBill.transmission!.cny).toBe(550)
    expect(ownBill.surcharge!.cny).toBe(94.5)
    // Of energy, transmission and demand: 5,575 CNY.
    expect(ownBill.powerFactor!.cny).toBe(-41.81)
    expect(ownBill.total).toEqual({ quantity: 3500, cny: 3300 + 125 + 1600 + 550 + 94.5 - 41.81 })
  })
  test('omits items without a price', () => {
    expect(ownBill.capacity).toEqual({ quantity: null, cny: null })
    expect(calculateBill({ monthStart: '2026-10-01', dayUses: uses, demandKw: null, charges }).demand!.cny).toBeNull()
  })
})

describe('comparison with the bill', () => {
  const find = (billed: Parameters<typeof compareBill>[1], missing = 0) =>
    Object.fromEntries(compareBill(ownBill, billed, uses, missing).map((one) => [one.line, one]))
  test('each line has its difference with an explanation', () => {
    const lines = find({
      peak: { quantity: 3010, cny: 3311 },
      low: { quantity: 535, cny: 133.75 },
      demand: { quantity: 60, cny: 1920 },
      total: { quantity: 3545, cny: 6000 },
    })
    expect(lines['peak']).toMatchObject({
      quantityDifference: 10,
      quantityPercent: 0.3,
      cnyDifference: 11,
      finding: 'agrees',
    })
    expect(lines['low']).toMatchObject({ quantityDifference: 35, quantityPercent: 7, finding: 'estimated' })
    expect(lines['demand']).toMatchObject({
      quantityDifference: 10,
      cnyDifference: 320,
      cnyPercent: 20,
      finding: 'unexplained',
    })
    expect(lines['surcharge']).toMatchObject({ cnyDifference: null, finding: 'notBilled' })
    expect(lines['critical']).toBeUndefined()
  })
  test('energy without readings explains a difference as missing readings, but not a differing price', () => {
    expect(find({ peak: { quantity: 3400, cny: 3740 } }, 12)['peak']!.finding).toBe('missing')
    expect(find({ peak: { quantity: 2600, cny: 2860 } }, 12)['peak']!.finding).toBe('unexplained')
    expect(find({ peak: { quantity: 3000, cny: 3600 } }, 12)['peak']!.finding).toBe('unexplained')
    expect(find({ capacity: { quantity: null, cny: 900 } })['capacity']!.finding).toBe('notWorkedOut')
  })
  test('the part of the total that no line covers is a line of its own', () => {
    expect(calculateOtherCny(100, [60, 30, null])).toBe(10)
    expect(calculateOtherCny(90, [60, 30])).toBeNull()
    expect(calculateOtherCny(90, [null])).toBeNull()
  })
})
