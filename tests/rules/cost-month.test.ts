import { describe, expect, it } from 'vitest'
import { calculateMonthlyPriceTotal, type MonthlyDueInput } from '@/areas/cost/rules/monthly-price-total'
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

describe('what prices per month come to', () => {
  const lines = [
    { id: 'A', isWeb: true },
    { id: 'B', isWeb: true },
    { id: 'S', isWeb: false },
  ]
  const due = (prices: readonly DatedPrice[], more: Partial<MonthlyDueInput> = {}) =>
    calculateMonthlyPriceTotal({ month: '2026-09', until: Infinity, timeZone, prices, lines, ...more })

  it('is each price once, whoever bears it: of the plant, of a line, of a slitter', () => {
    expect(due([price('rent', 90_000)])).toBeCloseTo(90_000, 6)
    expect(due([price('rent', 90_000), price('depreciation', 30_000, { lineId: 'A' })])).toBeCloseTo(120_000, 6)
    expect(due([price('slitter', 6_000, { lineId: 'S' })])).toBeCloseTo(6_000, 6)
    expect(due([price('rent', 90_000)], { lines: [] })).toBeCloseTo(90_000, 6)
  })
  it('takes the narrower price of a line in place of its part of the plant’s', () => {
    // Line B bears its half of 90,000, line A its own 50,000.
    expect(due([price('rent', 90_000), price('rent', 50_000, { id: 'own', lineId: 'A' })])).toBeCloseTo(95_000, 6)
  })
  it('follows a price that changes within the month by its days', () => {
    // 10 of 30 days at 90,000 and 20 at 60,000: 30,000 + 40,000.
    const prices = [
      price('rent', 90_000, { effectiveTo: '2026-09-10' }),
      price('rent', 60_000, { id: 'later', effectiveFrom: '2026-09-11' }),
    ]
    expect(due(prices)).toBeCloseTo(70_000, 6)
  })
  it('of a month that is not over is due until now; prices by the hour are due as they are used', () => {
    // Noon of the 16th: 15.5 of 30 days.
    expect(due([price('rent', 90_000)], { until: ms('2026-09-16T12:00') })).toBeCloseTo(46_500, 6)
    expect(due([price('energy', 100, { basis: 'machineHour' })])).toBe(0)
  })
  it('is borne by orders that run all month on every line, but for the rounding of their shares', () => {
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
  charges: [
    { charge: 'transmission', month: '2026-09', quantity: 400, cost: 48 },
    { charge: 'transmission', month: '2026-10', quantity: 800, cost: 100 },
    { charge: 'surcharge', month: '2026-09', quantity: 400, cost: 10.925 },
  ],
  labour: [],
  unsignedShifts: [],
  tools: [],
  prices: { direct: [], fixed: [], financial: [], other: [] },
  webLineCount: 1,
  drawn: null,
  unrecorded: [],
  isRunning: false,
  timeZone,
}
describe('charges of the grid per kWh', () => {
  it('are cost of the order’s electricity, and no further kilowatt-hours', () => {
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
      gives: [],
      takes: [],
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
  it('are all prices that hold on the day', () => {
    const held = (charge: 'transmission' | 'demand', cny: number, from: string, to: string | null) => ({
      kind: charge,
      price: cny,
      effectiveFrom: from,
      effectiveTo: to,
    })
    const prices = [
      held('transmission', 0.1, '2026-09-01', '2026-09-10'),
      held('transmission', 0.02, '2026-09-05', null),
      held('demand', 32, '2026-09-01', null),
    ]
    expect(getPerKwhPrice(prices, 'transmission', '2026-09-04')).toBe(0.1)
    expect(getPerKwhPrice(prices, 'transmission', '2026-09-10')).toBeCloseTo(0.12, 12)
    expect(getPerKwhPrice(prices, 'transmission', '2026-09-11')).toBe(0.02)
    expect(getPerKwhPrice(prices, 'surcharge', '2026-09-11')).toBe(0)
  })
})
