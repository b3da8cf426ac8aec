import { expect, test } from 'vitest'
import { zeroSums } from '@/areas/figures/rules/shift-sums'
import { calculateMetricValues } from '@/areas/figures/rules/metric-values'

const waste = (sums: Partial<typeof zeroSums>) => calculateMetricValues({ ...zeroSums, ...sums }).wastePercent

test('waste is a share of the wound weight, and at a slitter of the cut weight', () => {
  // A winder: 10 of 1,000 kg. A slitter: 6 kg of its rolls and 4 kg of ends of 500 kg.
  expect(waste({ woundKg: 1000, woundWasteKg: 10 })).toBeCloseTo(1)
  expect(waste({ slitKg: 496, slitWasteKg: 6, cutWasteKg: 4 })).toBeCloseTo(2)
  // The plant: all its waste over all that was wound, whatever of it was cut that day.
  expect(waste({ woundKg: 1000, woundWasteKg: 10, slitKg: 496, slitWasteKg: 6, cutWasteKg: 4 })).toBeCloseTo(2)
  expect(waste({})).toBeNull()
})
