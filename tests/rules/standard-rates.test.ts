import { expect, test } from 'vitest'
import { buildStandard, getEffectiveRate, type StandardRate } from '@/areas/cost/rules/standard-rates'

let serial = 0
const rate = (more: Partial<StandardRate>): StandardRate => ({
  id: `${++serial}`,
  item: 'labour',
  materialId: null,
  lineId: null,
  effectiveFrom: '2026-01-01',
  price: 0,
  ...more,
})
const rates = [
  rate({ price: 30 }),
  rate({ price: 33, effectiveFrom: '2026-03-01' }),
  rate({ price: 31, effectiveFrom: '2026-02-01' }),
  rate({ price: 40, lineId: 'A', effectiveFrom: '2026-02-01' }),
  rate({ price: 50, lineId: 'B' }),
  rate({ price: 7, item: 'material', materialId: 'PP' }),
  rate({ price: 9, item: 'material', materialId: 'PE' }),
]
const getPrice = (query: Partial<Parameters<typeof getEffectiveRate>[1]>) =>
  getEffectiveRate(rates, { item: 'labour', lineId: 'C', day: '2026-03-01', ...query })?.price ?? null

test.each([
  [{ day: '2025-12-31' }, null],
  [{ day: '2026-01-01' }, 30],
  [{ day: '2026-02-28' }, 31],
  [{ day: '2026-03-01' }, 33],
  [{ lineId: 'A', day: '2026-01-31' }, 30],
  [{ lineId: 'A' }, 40],
  [{ lineId: 'B' }, 50],
  [{ item: 'material', materialId: 'PE' }, 9],
  [{ item: 'material' }, null],
] as const)('the price of %j is %s', (query, price) => {
  expect(getPrice(query)).toBe(price)
})

test('the standard of a product holds shares, hours and prices per kilogram', () => {
  const quantities = {
    mix: [{ materialId: 'PP', percent: 100 }],
    trimPercent: 4,
    wastePercent: 2,
    energy: [
      { lineId: 'A', kwhPerKg: 1.1 },
      { lineId: 'B', kwhPerKg: 1.3 },
    ],
    crewHours: 8,
    speed: 200,
  }
  // 200 m/min of 3.2 m web of 15 g/m² are 9.6 kg/min, which is 576 kg/h.
  const query = { lineId: 'B', day: '2026-03-01', webM: 3.2, webGsm: 15 }
  expect(buildStandard(quantities, rates, query)).toMatchObject({
    mix: [{ materialId: 'PP', share: 1, price: 7 }],
    trimShare: 0.04,
    wasteShare: 0.02,
    kwhPerKg: 1.3,
    crewHoursPerKg: 0.008,
    machineHoursPerKg: 1 / 576,
    labourRate: 50,
    electricityPrice: 0,
  })
  expect(buildStandard({ ...quantities, speed: null }, rates, query)).toMatchObject({ machineHoursPerKg: 0 })
  const mixWithoutPrice = [...quantities.mix, { materialId: 'PA', percent: 0 }]
  expect(buildStandard({ ...quantities, mix: mixWithoutPrice }, rates, query)).toBeNull()
})
