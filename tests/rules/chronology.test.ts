import { expect, test } from 'vitest'
import { calculateMinStockFrom, isUsedTooEarly } from '@/plant/rules/chronology'

test('a tool is in use from its first day on; without that day nothing is reported', () => {
  expect(isUsedTooEarly('2026-11-28', '2026-11-27')).toBe(true)
  expect(isUsedTooEarly('2026-11-28', '2026-11-28')).toBe(false)
  expect(isUsedTooEarly(null, '2000-01-01')).toBe(false)
})

// Books: 2 at first, +10 at 5, −4 at 7, +1 at 9. So 2 until 5, 12 until 7, 8 until 9, then 9.
const steps = [
  { atMs: 9, quantity: 1 },
  { atMs: 5, quantity: 10 },
  { atMs: 7, quantity: -4 },
]
test.each([
  [1, 2],
  [5, 8],
  [6, 8],
  [7, 8],
  [8, 8],
  [9, 9],
  [20, 9],
])('from %i on at least %i were in stock', (from, least) => {
  expect(calculateMinStockFrom(9, steps, from)).toBe(least)
})
test('adding decimals gathers no rounding errors', () => {
  expect(
    calculateMinStockFrom(
      0.3,
      [
        { atMs: 2, quantity: 0.1 },
        { atMs: 3, quantity: 0.2 },
      ],
      1,
    ),
  ).toBe(0)
})
