import { describe, expect, test } from 'vitest'
import { compileChart } from '@/areas/laboratory/rules/spc/compile-chart'
import {
  combineBetweenWithin,
  calculateD2Star,
  calculateEffectiveFreedom,
  calculateDeviationFreedom,
  calculateMovingRangeFreedom,
  calculateRangeFreedom,
} from '@/areas/laboratory/rules/spc/process-estimate'

const times = (n: number, size: number): number[] => Array.from({ length: n }, () => size)

describe('mean ranges', () => {
  // AIAG, Measurement Systems Analysis (4th ed.), Appendix C: size, subgroups, degrees of freedom, d2*.
  test.each([
    [2, 1, 1.0, 1.41421],
    [3, 1, 2.0, 1.91155],
    [5, 1, 3.8, 2.48124],
    [2, 2, 1.9, 1.27931],
    [3, 2, 3.8, 1.80538],
    [5, 2, 7.5, 2.40484],
  ])('of %i values, %i subgroups have %d degrees of freedom and d2* %d', (size, subgroups, freedom, star) => {
    expect(calculateRangeFreedom(times(subgroups, size))).toBeCloseTo(freedom, 1)
    // d2 has three decimals here.
    expect(Math.abs(calculateD2Star(size, subgroups) - star)).toBeLessThan(0.0008)
  })
})

test('one s has n − 1 degrees of freedom; combined they lose a little', () => {
  expect(calculateDeviationFreedom([5])).toBeCloseTo(4, 9)
  expect(calculateDeviationFreedom([2])).toBeCloseTo(1, 9)
  // Mean s/c4 of 20 subgroups of five: less than the 80 of a pooled s; by SciPy.
  expect(calculateDeviationFreedom(times(20, 5))).toBeCloseTo(76.138, 2)
})

test('moving ranges share values: ten of them carry less information than ten independent differences', () => {
  // Of one difference of two values: s of two values.
  expect(calculateMovingRangeFreedom(1)).toBeCloseTo(1, 9)
  // Variance (0.8264 N − 1.082) / (N − 1)² of Cryer and Ryan for N = 10 values; ν of it by SciPy.
  expect(calculateMovingRangeFreedom(9)).toBeCloseTo(5.858, 2)
  // For many values 0.605 N (Wheeler).
  expect(calculateMovingRangeFreedom(999) / 1000).toBeCloseTo(0.605, 2)
})

test('the series equals the definition at the point where it takes over', () => {
  expect(calculateEffectiveFreedom(0.00099999) / calculateEffectiveFreedom(0.00100001)).toBeCloseTo(1, 4)
})

describe('variance between and within subgroups', () => {
  test('both components add up, with the degrees of freedom of Welch and Satterthwaite', () => {
    // σ_b² = 4 − 9/3 = 1, σ² = 1 + 9; (4 + 6)² / (4²/10 + 6²/20) = 100 / 3.4.
    const found = combineBetweenWithin({ sigma: 2, freedom: 10 }, { sigma: 3, freedom: 20 }, 1 / 3)
    expect(found.sigma).toBeCloseTo(Math.sqrt(10), 12)
    expect(found.freedom).toBeCloseTo(100 / 3.4, 9)
  })
  test('subgroups that differ no more than their values add nothing', () => {
    const inside = { sigma: 3, freedom: 20 }
    expect(combineBetweenWithin({ sigma: Math.sqrt(3), freedom: 10 }, inside, 1 / 3)).toEqual(inside)
    expect(combineBetweenWithin({ sigma: 1, freedom: 10 }, inside, 1 / 3)).toEqual(inside)
  })
  test('rolls of different sizes are weighted by the mean of 1/n', () => {
    // Means 10, 12, 10, 12: σ_m = 2 / 1.128; ranges 1 of sizes 2, 4, 2, 4: σ_w = mean of 1/1.128 and 1/2.059.
    const groups = [
      [9.5, 10.5],
      [11.5, 12, 12, 12.5],
      [9.5, 10.5],
      [11.5, 12, 12, 12.5],
    ]
    const { capability } = compileChart({ chart: 'i-mr-r', groups, rules: ['n1'], lsl: 0, usl: 20 })
    const inside = (1 / 1.128 + 1 / 2.059) / 2
    const between = (2 / 1.128) ** 2 - (inside ** 2 * (1 / 2 + 1 / 4)) / 2
    expect(capability?.sigmaSource).toBe('betweenWithin')
    expect(capability?.sigmaWithin).toBeCloseTo(Math.sqrt(between + inside ** 2), 12)
    // Cpk from the mean of all values, 11 1/3.
    expect(capability?.cpk).toBeCloseTo((20 - 34 / 3) / (3 * Math.sqrt(between + inside ** 2)), 12)
  })
})
