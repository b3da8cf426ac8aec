import { expect, test } from 'vitest'
import { isComparable } from '@/areas/overview/server/metric-period'
import { calculateDueTarget, judgeAgainstTarget } from '@/areas/overview/rules/target-verdict'

test('an amount is due in proportion to the elapsed time; a rate is due in full', () => {
  expect(calculateDueTarget('outputKg', 47_633, 0.75)).toBe(35_724.75)
  expect(calculateDueTarget('winderDowngradePercent', 5, 0.75)).toBe(5)
  expect(calculateDueTarget('outputKg', null, 0.75)).toBeNull()
  // What is shown as due is what is judged against: 35,724 kg miss it by less than 3 %, 35,725 meet it.
  expect([35_725, 35_724, 34_600].map((kg) => judgeAgainstTarget('outputKg', kg, 47_633, 0.75))).toEqual([
    'met',
    'near',
    'missed',
  ])
})
test('a period is only compared with a completely calculated one', () => {
  const isComparableFrom = (known: string | null, from: string, uncounted: readonly string[] = []) =>
    isComparable({ calculatedDays: { from: known, uncounted } }, { from, to: '2026-12-31' })
  expect([
    isComparableFrom('2025-11-01', '2025-01-01'),
    isComparableFrom('2025-11-01', '2025-11-01'),
    isComparableFrom(null, '2025-11-01'),
  ]).toEqual([false, true, false])
  // Nor with one of which a day is not counted yet.
  expect(['2026-03-04', '2025-10-31'].map((day) => isComparableFrom('2025-11-01', '2025-11-01', [day]))).toEqual([
    false,
    true,
  ])
})
test('a metric exactly 3 % off its target nearly meets it', () => {
  // 3 % of 5 % are 0.15 %.
  expect([5, 5.15, 5.16].map((percent) => judgeAgainstTarget('winderDowngradePercent', percent, 5))).toEqual([
    'met',
    'near',
    'missed',
  ])
  // 7 % of 100 kg are due: 7 kg, but 7.000000000000001 in binary.
  expect(judgeAgainstTarget('outputKg', 7, 100, 0.07)).toBe('met')
})
test('nothing is judged before the first shift begins', () => {
  expect(judgeAgainstTarget('outputKg', 0, 100, 0)).toBeNull()
})
test('incomplete periods are not judged, and show their full target', () => {
  expect([judgeAgainstTarget('outputKg', 100, 47_633, null), calculateDueTarget('outputKg', 47_633, null)]).toEqual([
    null,
    47_633,
  ])
})
