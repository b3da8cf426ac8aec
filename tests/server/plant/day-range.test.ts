import { describe, expect, test } from 'vitest'
import type { Refusal } from '@/contract/errno'
import { assertMetricDays } from '@/areas/figures/server/queries/metrics'
import { addDays } from '@/plant/rules/plant-time'
import { assertDayRange } from '@/plant/server/plant'

const FIRST = '2026-01-01'
const range = (days: number) => ({ from: FIRST, to: addDays(FIRST, days - 1) })
function findIssue(assert: () => void): unknown {
  try {
    assert()
    return null
  } catch (error) {
    return (error as Refusal).issues[0]
  }
}

describe('the limit of a range of days', () => {
  test('counts both ends', () => {
    expect(findIssue(() => assertDayRange(range(1), 1))).toBeNull()
    expect(findIssue(() => assertDayRange(range(31), 31))).toBeNull()
    expect(findIssue(() => assertDayRange(range(32), 31, 'toDay'))).toEqual({
      path: ['toDay'],
      code: 'tooManyDays',
      params: { limit: 31 },
    })
    expect(findIssue(() => assertDayRange(range(0), 31))).toEqual({ path: ['to'], code: 'endsFirst' })
  })
  test('of metrics is five years', () => {
    expect(findIssue(() => assertMetricDays(range(1830)))).toBeNull()
    expect(findIssue(() => assertMetricDays(range(1831)))).toMatchObject({ code: 'tooManyDays' })
  })
})
