import { describe, expect, test } from 'vitest'
import {
  ACCOUNT_TRY_INTERVAL_S,
  calculateAccountWaitSeconds,
  calculateWaitSeconds,
} from '@/areas/access/rules/throttle'

const toDate = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)

describe('one account from one address', () => {
  test.each([
    [4, 0],
    [5, 1],
    [6, 2],
    [9, 16],
    [13, 256],
    [14, 300],
    [1000, 300],
  ])('after %i failures the next try waits %i s', (failures, wait) => {
    expect(calculateWaitSeconds('pair', { failures, lastAt: toDate(0) }, toDate(0))).toBe(wait)
    expect(calculateWaitSeconds('pair', { failures, lastAt: toDate(0) }, toDate(wait))).toBe(0)
  })
  test('an address as a whole has a larger allowance', () => {
    expect(
      [19, 20, 21].map((failures) => calculateWaitSeconds('address', { failures, lastAt: toDate(0) }, toDate(0))),
    ).toEqual([0, 1, 2])
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
    expect(calculateWaitSeconds('code', { failures, lastAt: toDate(0) }, toDate(0))).toBe(wait)
    expect(calculateWaitSeconds('code', { failures, lastAt: toDate(0) }, toDate(wait))).toBe(0)
  })
  test('thirty failed codes block the account for an hour', () => {
    expect(calculateWaitSeconds('code', { failures: 30, lastAt: toDate(0) }, toDate(3599))).toBe(1)
  })
})

describe('one account from all addresses', () => {
  /** Tries at the given second as often as it may; answers how often that was. */
  function tries(state: { settledAt: Date | null }, second: number, wanted: number): number {
    let looked = 0
    for (; looked < wanted && calculateAccountWaitSeconds(state.settledAt, toDate(second)) === 0; looked++) {
      state.settledAt = new Date(
        Math.max(state.settledAt?.getTime() ?? 0, toDate(second).getTime()) + ACCOUNT_TRY_INTERVAL_S * 1000,
      )
    }
    return looked
  }
  test('allows twenty at once, then one a minute, and never waits longer than that', () => {
    const state = { settledAt: null as Date | null }
    expect(tries(state, 0, 1000)).toBe(20)
    expect(calculateAccountWaitSeconds(state.settledAt, toDate(0))).toBe(60)
    const hour = Array.from({ length: 3600 }, (_, s) => tries(state, s + 1, 1000)).reduce((a, b) => a + b)
    expect(hour).toBe(60)
    expect(calculateAccountWaitSeconds(state.settledAt, toDate(3600))).toBeLessThanOrEqual(60)
  })
  test('one address that tries as often as possible for a day never delays other addresses', () => {
    const state = { settledAt: null as Date | null }
    const pair = { failures: 0, lastAt: toDate(0) }
    let looked = 0
    for (let s = 0; s < 86_400; s++) {
      while (calculateWaitSeconds('pair', pair, toDate(s)) === 0) {
        expect(calculateAccountWaitSeconds(state.settledAt, toDate(s))).toBe(0)
        tries(state, s, 1)
        pair.failures++
        pair.lastAt = toDate(s)
        looked++
      }
    }
    expect(looked).toBeGreaterThan(250) // twelve an hour
    expect(calculateAccountWaitSeconds(state.settledAt, toDate(86_400))).toBe(0)
  })
  test('returns to its initial state after a quiet time', () => {
    const state = { settledAt: null as Date | null }
    tries(state, 0, 1000)
    expect(tries(state, 20 * 60, 1000)).toBe(20)
  })
})
