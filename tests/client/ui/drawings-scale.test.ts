import { describe, expect, test } from 'vitest'
import {
  buildSparklinePath,
  calculateBulletPositions,
  calculateDivergingBar,
  calculateGaugePositions,
  calculateSegment,
  calculateBulletScale,
} from '@/client/ui/drawings/scale'

describe('a bullet bar', () => {
  test('ends at its value, with ticks for what is due and the target beyond', () => {
    // The largest number, 200, takes 1/1.05 of the width.
    expect(calculateBulletPositions({ value: 50, due: 100, target: 200 })).toEqual({
      value: 23.81,
      due: 47.62,
      target: 95.24,
    })
  })
  test('shares a scale with others, and stays inside of it', () => {
    expect(calculateBulletPositions({ value: 500, due: 100, target: 200 }, 400)).toEqual({
      value: 100,
      due: 25,
      target: 50,
    })
  })
  test('is not drawn without numbers', () => {
    expect(calculateBulletPositions({ value: null, due: null, target: null })).toBeNull()
    expect(calculateBulletPositions({ value: 0, due: 0, target: 0 })).toBeNull()
  })
})
describe('a band gauge', () => {
  test('shows the permitted range in the middle half', () => {
    expect(calculateGaugePositions({ value: 20, low: 10, high: 30 })).toEqual({
      from: 25,
      to: 75,
      value: 50,
      isOutside: false,
    })
  })
  test('keeps a far value at its edge and says that it is outside', () => {
    expect(calculateGaugePositions({ value: 90, low: 10, high: 30 })).toEqual({
      from: 25,
      to: 75,
      value: 100,
      isOutside: true,
    })
    expect(calculateGaugePositions({ value: 9, low: 10, high: 30 })?.isOutside).toBe(true)
  })
  test('is open on the side without a limit', () => {
    const positions = calculateGaugePositions({ value: 4, low: null, high: 8 })!
    expect(positions.from).toBe(0)
    expect(positions.isOutside).toBe(false)
    expect(positions.value).toBeLessThan(positions.to)
    expect(calculateGaugePositions({ value: 9, low: null, high: 8 })?.isOutside).toBe(true)
    expect(calculateGaugePositions({ value: 1, low: null, high: null })).toBeNull()
  })
})
test('a difference is drawn to its side of zero, half of the width for the largest', () => {
  expect(calculateDivergingBar(-10, 20)).toEqual({ start: 25, width: 25 })
  expect(calculateDivergingBar(20, 20)).toEqual({ start: 50, width: 50 })
  expect(calculateDivergingBar(0, 0)).toEqual({ start: 50, width: 0 })
})
test('a segment is clipped to the drawn time', () => {
  expect(calculateSegment({ from: -50, to: 50 }, 0, 100)).toEqual({ start: 0, width: 50 })
  expect(calculateSegment({ from: 75, to: 200 }, 0, 100)).toEqual({ start: 75, width: 25 })
  expect(calculateSegment({ from: 100, to: 200 }, 0, 100)).toBeNull()
})
describe('a sparkline', () => {
  const size = { width: 100, height: 20, margin: 0 }
  test('goes from the lowest to the highest value', () => {
    const line = buildSparklinePath({ values: [0, 5, 10], ...size })
    expect(line).toEqual({ path: 'M0 20L50 10L100 0', lineYs: [], end: { x: 100, y: 0 } })
  })
  test('is interrupted by unknown values and includes its limits', () => {
    const line = buildSparklinePath({ values: [0, null, 10, null], lines: [20], ...size })
    expect(line).toEqual({ path: 'M0 20M66.7 10', lineYs: [0], end: { x: 66.7, y: 10 } })
  })
  test('needs two values', () => {
    expect(buildSparklinePath({ values: [null, 3, null], ...size })).toBeNull()
  })
})

describe('scale of several bullet bars', () => {
  test('ends 5 % beyond the largest number of all rows', () => {
    const rows = [
      { value: 40, due: 50, target: 100 },
      { value: 120, due: null, target: null },
    ]
    // 120 × 1.05
    expect(calculateBulletScale(rows)).toBe(126)
  })
  test('is 0 without any number, and nothing is drawn', () => {
    const row = { value: null, due: null, target: null }
    expect(calculateBulletScale([row])).toBe(0)
    expect(calculateBulletPositions(row, 0)).toBeNull()
  })
})
