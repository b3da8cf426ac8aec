import { expect, test } from 'vitest'
import { calculateMeanPower, calculateShareBetween, calculateShareSinceStart } from '@/areas/energy/rules/energy-curve'

const MINUTE = 60_000
const slotMs = 15 * MINUTE
/** From 6 minutes into the first quarter to 41 seconds into the third. */
const stretch = { from: 6 * MINUTE, to: 30 * MINUTE + 41_000, slotMs }

test('the power of a partial quarter is its energy divided by its time within the run', () => {
  expect(calculateMeanPower({ at: slotMs, used: 60 }, stretch)).toBe(240)
  expect(calculateMeanPower({ at: 0, used: 36 }, stretch)).toBeCloseTo(240)
  expect(calculateMeanPower({ at: 2 * slotMs, used: (240 * 41) / 3600 }, stretch)).toBeCloseTo(240)
  expect(calculateMeanPower({ at: 3 * slotMs, used: 5 }, stretch)).toBe(0)
})
test('the first quarter of a run counts only the time since its start', () => {
  expect(calculateShareSinceStart(0, stretch)).toBeCloseTo(9 / 15)
  expect(calculateShareSinceStart(slotMs, stretch)).toBe(1)
  // What was read since the quarter began ends with the run: nothing of the last one lies before it.
  expect(calculateShareSinceStart(2 * slotMs, stretch)).toBe(1)
  expect(calculateShareSinceStart(0, { from: 3 * MINUTE, to: 6 * MINUTE, slotMs })).toBe(0.5)
  expect(calculateShareSinceStart(4 * slotMs, stretch)).toBe(0)
})
test("a stop beyond the end of the run counts the run's use, once", () => {
  expect(calculateShareBetween(2 * slotMs, stretch, 2 * slotMs, 3 * slotMs)).toBe(1)
  expect(calculateShareBetween(0, stretch, 0, 6 * MINUTE + 3 * MINUTE)).toBeCloseTo(1 / 3)
  expect(calculateShareBetween(slotMs, stretch, 0, 5 * MINUTE)).toBe(0)
})
