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
    calculateMonthlyPriceTotal({ month: '2026-09', untilMs: Infinity, timeZone, prices, lines, ...more })

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
