import { expect, test } from 'vitest'
import { findOrderContradictions, type OrderedSizes } from '@/areas/orders/rules/order-contradictions'

// 15 g/m² × 160 mm × 10,000 m = 24 kg a roll.
const order: OrderedSizes = {
  gsm: 15,
  webWidthMm: 3200,
  widthMm: 160,
  rollLengthM: 10_000,
  rollKg: 24,
  orderedRolls: 200,
  orderedKg: 4800,
  slittingPattern: '19×160',
}
const findCodes = (changes: OrderedSizes) => findOrderContradictions({ ...order, ...changes }).map(({ code }) => code)

test('sizes that agree have no contradiction, nor have those that are not entered', () => {
  expect(findCodes({})).toEqual([])
  expect(findCodes({ orderedKg: 5000, rollKg: 25 })).toEqual([])
  expect(findOrderContradictions({ orderedKg: 5, orderedRolls: 9000 })).toEqual([])
  // One roll may be ordered although less than a roll is needed.
  expect(findCodes({ orderedRolls: 1, orderedKg: 10 })).toEqual([])
})
test('lanes wider than the web', () => {
  expect(findCodes({ widthMm: 3300, rollKg: null, orderedRolls: null })).toEqual(['laneWiderThanWeb'])
  expect(findOrderContradictions({ ...order, slittingPattern: '20×160' })).toEqual([
    { code: 'lanesWiderThanWeb', width: 3200, trim: 20, web: 3200 },
  ])
})
test('kilograms that are not those of metres, width and grammage', () => {
  expect(findOrderContradictions({ ...order, rollKg: 240, orderedRolls: 20 })).toEqual([
    { code: 'rollKgUnlikely', kg: 240, calculatedKg: 24 },
  ])
  expect(findOrderContradictions({ ...order, orderedKg: 48_000 })).toEqual([
    { code: 'orderedKgUnlikely', kg: 48_000, calculatedKg: 4800, rolls: 200 },
  ])
  expect(findCodes({ rollKg: null, orderedKg: 480 })).toEqual(['orderedKgUnlikely'])
})
