import { describe, expect, it } from 'vitest'
import { calculateMonthlyPriceTotal, type MonthlyPriceInput } from '@/areas/cost/rules/unallocated-costs'
import { calculateOrderCost } from '@/areas/cost/rules/calculate-order-cost'
import { type DatedPrice, type OrderCostSources } from '@/areas/cost/rules/cost-sources'
import { buildOrderCostFields } from '@/areas/cost/rules/order-cost-fields'
import { getPerKwhPrice } from '@/areas/energy/rules/bill'

const timeZone = 'Asia/Shanghai'
const ms = (time: string) => Date.parse(`${time}+08:00`)
const price = (item: string, cny: number, more: Partial<DatedPrice> = {}): DatedPrice => ({
  id: item,
  item,
  basis: 'month',
  lineId: null,
  productId: null,
  effectiveFrom: '2026-01-01',
  effectiveTo: null,
  price: cny,
  ...more,
})

describe('monthly prices in total', () => {
  const lines = [
    { id: 'A', isWeb: true },
    { id: 'B', isWeb: true },
    { id: 'S', isWeb: false },
  ]
  const due = (prices: readonly DatedPrice[], more: Partial<MonthlyPriceInput> = {}) =>
    calculateMonthlyPriceTotal({
      month: '2026-09',
      untilMs: Infinity,
      timeZone,
      prices,
      lines,
      productRuns: [],
      ...more,
    })

  it('contain each price once, whoever bears it: the plant, a line, a slitter', () => {
    expect(due([price('rent', 90_000)])).toBeCloseTo(90_000, 6)
    expect(due([price('rent', 90_000), price('depreciation', 30_000, { lineId: 'A' })])).toBeCloseTo(120_000, 6)
    expect(due([price('slitter', 6_000, { lineId: 'S' })])).toBeCloseTo(6_000, 6)
    expect(due([price('rent', 90_000)], { lines: [] })).toBeCloseTo(90_000, 6)
  })
  it("use a line's own price instead of its share of the plant’s price", () => {
    // Line B bears its half of 90,000, line A its own 50,000.
    expect(due([price('rent', 90_000), price('rent', 50_000, { id: 'own', lineId: 'A' })])).toBeCloseTo(95_000, 6)
  })
  it('follow a price change within the month by days', () => {
    // 10 of 30 days at 90,000 and 20 at 60,000: 30,000 + 40,000.
    const prices = [
      price('rent', 90_000, { effectiveTo: '2026-09-10' }),
      price('rent', 60_000, { id: 'later', effectiveFrom: '2026-09-11' }),
    ]
    expect(due(prices)).toBeCloseTo(70_000, 6)
  })
  it('of the current month are due until now; hourly prices are due as used', () => {
    // Noon of the 16th: 15.5 of 30 days.
    expect(due([price('rent', 90_000)], { untilMs: ms('2026-09-16T12:00') })).toBeCloseTo(46_500, 6)
    expect(due([price('energy', 100, { basis: 'machineHour' })])).toBe(0)
  })
  describe('of a product', () => {
    const listDays = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ day: `2026-09-${String(i + 1).padStart(2, '0')}`, hours: 24 }))
    const productRuns = [{ lineId: 'A', productId: 'P', days: listDays(30) }]
    const productPrice = price('rent', 30_000, { id: 'product', productId: 'P' })

    it('are due for the hours of its orders', () => {
      const lineA = lines.slice(0, 1)
      expect(due([productPrice], { lines: lineA })).toBe(0)
      expect(due([productPrice], { lines: lineA, productRuns })).toBeCloseTo(30_000, 6)
      const halfMonth = [{ ...productRuns[0]!, days: listDays(15) }]
      expect(due([productPrice], { lines: lineA, productRuns: halfMonth })).toBeCloseTo(15_000, 6)
      const otherProduct = [{ ...productRuns[0]!, productId: 'Q' }]
      expect(due([productPrice], { lines: lineA, productRuns: otherProduct })).toBe(0)
      const october = [{ ...productRuns[0]!, days: [{ day: '2026-10-01', hours: 24 }] }]
      expect(due([productPrice], { lines: lineA, productRuns: october })).toBe(0)
    })
    it('replace the price of the line for these hours', () => {
      // Line A owes its half of 30,000 instead of its half of 20,000.
      expect(due([price('rent', 20_000), productPrice], { productRuns })).toBeCloseTo(25_000, 6)
      // For ten of thirty days, line A owes 12,000 a month instead of its own 50,000; line B its half of 20,000.
      const prices = [
        price('rent', 20_000),
        price('rent', 50_000, { id: 'own', lineId: 'A' }),
        price('rent', 12_000, { id: 'ownProduct', lineId: 'A', productId: 'P' }),
      ]
      const tenDays = [{ ...productRuns[0]!, days: listDays(10) }]
      expect(due(prices, { productRuns: tenDays })).toBeCloseTo(10_000 + (50_000 * 20 + 12_000 * 10) / 30, 6)
      // Other items stay as they are.
      expect(due([price('depreciation', 6_000), productPrice], { productRuns })).toBeCloseTo(21_000, 6)
    })
    it('equal the charge of an order that makes the product all month', () => {
      for (const prices of [[productPrice], [price('rent', 90_000), productPrice]]) {
        const { parts } = calculateOrderCost({
          ...facts,
          lineId: 'A',
          productId: 'P',
          runs: [{ from: ms('2026-09-01T00:00'), to: ms('2026-10-01T00:00') }],
          prices: { ...facts.prices, fixed: prices },
        })
        expect(parts.fixed).toBe(3_000_000)
        expect(due(prices, { lines: lines.slice(0, 1), productRuns })).toBeCloseTo(30_000, 6)
      }
    })
    it('per hour leave the monthly prices as they are', () => {
      const hourly = price('rent', 50, { id: 'hourly', basis: 'machineHour', productId: 'P' })
      expect(due([price('rent', 90_000), hourly], { productRuns })).toBeCloseTo(90_000, 6)
    })
  })
  it('are borne by orders that run all month on every line, except for rounding', () => {
    const prices = [price('rent', 90_000), price('depreciation', 30_000, { lineId: 'A' })]
    const borne = ['A', 'B'].map(
      (lineId) =>
        calculateOrderCost({
          ...facts,
          lineId,
          webLineCount: 2,
          runs: [{ from: ms('2026-09-01T00:00'), to: ms('2026-10-01T00:00') }],
          prices: { ...facts.prices, fixed: prices },
        }).parts.fixed / 100,
    )
    expect(borne).toEqual([75_000, 45_000])
  })
})

const facts: OrderCostSources = {
  lineId: 'L1',
  productId: 'P1',
  goodKg: 1000,
  runs: [{ from: ms('2026-09-30T22:00'), to: ms('2026-10-01T04:00') }],
  feeds: [],
  credits: [],
  energy: [
    { part: 'electricity', what: 'low', month: '2026-09', quantity: 400, cost: 100 },
    { part: 'electricity', what: 'low', month: '2026-10', quantity: 800, cost: 200 },
  ],
  gridCharges: [
    { charge: 'transmission', month: '2026-09', quantity: 400, cost: 48 },
    { charge: 'transmission', month: '2026-10', quantity: 800, cost: 100 },
    { charge: 'surcharge', month: '2026-09', quantity: 400, cost: 10.925 },
  ],
  labour: [],
  unsignedShifts: [],
  tools: [],
  prices: { direct: [], fixed: [], financial: [], other: [] },
  webLineCount: 1,
  drawnMaterial: null,
  unrecordedDraws: [],
  isRunning: false,
  timeZone,
}
describe('grid charges per kWh', () => {
  it('add cost to the order’s electricity, but no kilowatt-hours', () => {
    const cost = calculateOrderCost(facts)
    // 100 + 200 + 48 + 100 + 10.93 CNY
    expect(cost.parts.electricity).toBe(45_893)
    expect(cost.lines.filter(({ what }) => what === 'transmission')).toMatchObject([
      { part: 'electricity', month: '2026-09', quantity: 400, unit: 'kWh', fen: 4_800 },
      { part: 'electricity', month: '2026-10', quantity: 800, unit: 'kWh', fen: 10_000 },
    ])
    const rate = { id: 'r', lineId: null, effectiveFrom: '2026-01-01' }
    const rates = [
      { ...rate, item: 'electricity', materialId: null, price: 0.4 },
      { ...rate, item: 'material', materialId: 'PP', price: 7 },
    ] as const
    const costed = buildOrderCostFields({
      sources: facts,
      givenLanes: [],
      takenLanes: [],
      uncutKg: 0,
      goodRolls: 1,
      downgradedKg: 0,
      wasteKg: 0,
      quantities: {
        mix: [{ materialId: 'PP', percent: 100 }],
        trimPercent: 0,
        wastePercent: 0,
        energy: [],
        crewHours: null,
        speed: null,
      },
      rates,
      day: '2026-09-30',
      webM: null,
      webGsm: null,
    })
    expect(costed.kwh).toBe(1200)
    // 1,200 kWh at 0.40 would be 480 CNY: 21.07 CNY cheaper than the standard price.
    expect(costed.variances.find(({ name }) => name === 'electricityPrice')?.amount).toBe(-21.07)
  })
  it('are all prices valid on the day', () => {
    const buildCharge = (charge: 'transmission' | 'demand', cny: number, from: string, to: string | null) => ({
      kind: charge,
      price: cny,
      effectiveFrom: from,
      effectiveTo: to,
    })
    const prices = [
      buildCharge('transmission', 0.1, '2026-09-01', '2026-09-10'),
      buildCharge('transmission', 0.02, '2026-09-05', null),
      buildCharge('demand', 32, '2026-09-01', null),
    ]
    expect(getPerKwhPrice(prices, 'transmission', '2026-09-04')).toBe(0.1)
    expect(getPerKwhPrice(prices, 'transmission', '2026-09-10')).toBeCloseTo(0.12, 12)
    expect(getPerKwhPrice(prices, 'transmission', '2026-09-11')).toBe(0.02)
    expect(getPerKwhPrice(prices, 'surcharge', '2026-09-11')).toBe(0)
  })
})
