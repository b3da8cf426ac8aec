import { describe, expect, test } from 'vitest'
import {
  ACCOUNT_TRY_INTERVAL_S,
  calculateAccountWaitSeconds,
  calculateWaitSeconds,
} from '@/areas/access/rules/throttle'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)

describe('one account from one place', () => {
  test.each([
    [4, 0],
    [5, 1],
    [6, 2],
    [9, 16],
    [13, 256],
    [14, 300],
    [1000, 300],
  ])('after %i failures the next try waits %i s', (failures, wait) => {
    expect(calculateWaitSeconds('pair', { failures, lastAt: at(0) }, at(0))).toBe(wait)
    expect(calculateWaitSeconds('pair', { failures, lastAt: at(0) }, at(wait))).toBe(0)
  })
  test('an address as a whole has more to begin with', () => {
    expect([19, 20, 21].map((failures) => calculateWaitSeconds('address', { failures, lastAt: at(0) }, at(0)))).toEqual(
      [0, 1, 2],
    )
  })
})

describe('codes of the second factor of one account', () => {
  // One try an hour in the end: 24 × 365 × 3 right ones of 10⁶ is 2.6 % a year.
  test.each([
    [4, 0],
    [5, 1],
    [15, 1024],
    [17, 3600],
    [1000, 3600],
  ])('after %i wrong ones the next try waits %i s', (failures, wait) => {
    expect(calculateWaitSeconds('code', { failures, lastAt: at(0) }, at(0))).toBe(wait)
    expect(calculateWaitSeconds('code', { failures, lastAt: at(0) }, at(wait))).toBe(0)
  })
  test('are not forgotten by waiting for one of them', () => {
    expect(calculateWaitSeconds('code', { failures: 30, lastAt: at(0) }, at(3599))).toBe(1)
  })
})

describe('one account from everywhere', () => {
  /** Tries at the given second as often as it may; answers how often that was. */
  function tries(state: { settledAt: Date | null }, second: number, wanted: number): number {
    let looked = 0
    for (; looked < wanted && calculateAccountWaitSeconds(state.settledAt, at(second)) === 0; looked++) {
      state.settledAt = new Date(
        Math.max(state.settledAt?.getTime() ?? 0, at(second).getTime()) + ACCOUNT_TRY_INTERVAL_S * 1000,
      )
    }
    return looked
  }
  test('twenty at once, then one a minute, and never a longer wait than that', () => {
    const state = { settledAt: null as Date | null }
    expect(tries(state, 0, 1000)).toBe(20)
    expect(calculateAccountWaitSeconds(state.settledAt, at(0))).toBe(60)
    const hour = Array.from({ length: 3600 }, (_, s) => tries(state, s + 1, 1000)).reduce((a, b) => a + b)
    expect(hour).toBe(60)
    expect(calculateAccountWaitSeconds(state.settledAt, at(3600))).toBeLessThanOrEqual(60)
  })
  test('one address alone, trying as often as it may for a day, never makes others wait', () => {
    const state = { settledAt: null as Date | null }
    const pair = { failures: 0, lastAt: at(0) }
    let looked = 0
    for (let s = 0; s < 86_400; s++) {
      while (calculateWaitSeconds('pair', pair, at(s)) === 0) {
        expect(calculateAccountWaitSeconds(state.settledAt, at(s))).toBe(0)
        tries(state, s, 1)
        pair.failures++
        pair.lastAt = at(s)
        looked++
      }
    }
    expect(looked).toBeGreaterThan(250) // twelve an hour
    expect(calculateAccountWaitSeconds(state.settledAt, at(86_400))).toBe(0)
  })
  test('is as before when it was left alone', () => {
    const state = { settledAt: null as Date | null }
    tries(state, 0, 1000)
    expect(tries(state, 20 * 60, 1000)).toBe(20)
  })
})
