import { describe, expect, it } from 'vitest'
import { calculateTeamMean, calculatePoints, calculateTotalPoints } from '@/areas/sheets/rules/assessment'
import { calculateInputOutputPercent } from '@/areas/sheets/rules/input-output'
import { getMaxDays } from '@/areas/sheets/rules/report-presets'

describe('points of a team', () => {
  it('are the weight × the share of the reference, at most 1.2 times', () => {
    // 90 t of 100 t, weight 25: 22.5.
    expect(calculatePoints('outputKg', 25, 90_000, 100_000)).toBe(22.5)
    expect(calculatePoints('outputKg', 25, 130_000, 100_000)).toBe(30)
    expect(calculatePoints('outputKg', 25, 0, 100_000)).toBe(0)
  })
  it('are inverted where less is better', () => {
    // 2.5 % waste against 2 %: four fifths of 20.
    expect(calculatePoints('wastePercent', 20, 2.5, 2)).toBe(16)
    expect(calculatePoints('wastePercent', 20, 1, 2)).toBe(24)
    expect(calculatePoints('unplannedHours', 15, 0, 3)).toBe(18)
    expect(calculatePoints('unplannedHours', 15, 2, 0)).toBe(0)
  })
  it('do not count without a value or a reference', () => {
    expect(calculatePoints('q1Percent', 25, null, 98)).toBeNull()
    expect(calculatePoints('q1Percent', 25, 97, null)).toBeNull()
    expect(calculatePoints('outputKg', 25, 10, 0)).toBeNull()
    expect(
      calculateTotalPoints([
        { weight: 25, points: 22.5 },
        { weight: 75, points: null },
      ]),
    ).toBe(90)
    expect(calculateTotalPoints([{ weight: 25, points: null }])).toBeNull()
    expect(calculateTeamMean([null, 2, 4])).toBe(3)
    expect(calculateTeamMean([null])).toBeNull()
  })
})
describe('input and output', () => {
  it('the yield is output divided by input', () => {
    expect(calculateInputOutputPercent(1000, 950)).toBe(95)
    expect(calculateInputOutputPercent(0, 950)).toBeNull()
  })
})
describe('a period', () => {
  it('by days is at most 400 days, by months five years', () => {
    expect(getMaxDays(['day', 'line'])).toBe(400)
    expect(getMaxDays(['month'])).toBe(1830)
  })
})
