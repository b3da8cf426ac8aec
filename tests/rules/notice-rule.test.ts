import { describe, expect, it } from 'vitest'
import { isConditionMet, isInQuietHours, judgeNotice } from '@/areas/notices/rules/notice'

type Rule = Parameters<typeof isConditionMet>[0]
const rule = (condition: Rule['condition'], more: Partial<Rule> = {}): Rule => ({
  condition,
  limit: 10,
  back: 2,
  holdMinutes: 5,
  ...more,
})
const seen = (value: number | null, previousValue: number | null = null, isCurrent = true) => ({
  value,
  isCurrent,
  previousValue,
})

describe('a condition', () => {
  it.each([
    // The limit itself is neither above nor below.
    ['above', 10, false, false],
    ['above', 10.1, false, true],
    // It rang already: over once it is back by 2.
    ['above', 8.1, true, true],
    ['above', 8, true, false],
    ['below', 10, false, false],
    ['below', 9.9, false, true],
    ['below', 11.9, true, true],
    ['below', 12, true, false],
  ] as const)('%s 10 at %d, rung %s: %s', (condition, value, open, so) =>
    expect(isConditionMet(rule(condition), seen(value), open)).toBe(so),
  )
  it('for a change includes the limit itself, in either direction, since the previous check', () => {
    const change = rule('change')
    expect(isConditionMet(change, seen(20, 10), false)).toBe(true)
    expect(isConditionMet(change, seen(19.9, 10), false)).toBe(false)
    expect(isConditionMet(change, seen(0, 10), false)).toBe(true)
    expect(isConditionMet(change, seen(20), false)).toBe(false)
  })
  it('compares decimals, not their binary approximations', () => {
    const sevenPercent = (7 / 100) * 100
    expect(sevenPercent).toBeGreaterThan(7)
    expect(isConditionMet(rule('above', { limit: 7 }), seen(sevenPercent), false)).toBe(false)
    expect(isConditionMet(rule('above', { limit: 7 }), seen(7.0001), false)).toBe(true)
    // 0.3 is back by 0.1 from 0.2.
    expect(isConditionMet(rule('below', { limit: 0.2, back: 0.1 }), seen(0.3), true)).toBe(false)
    expect(isConditionMet(rule('below', { limit: 0.2, back: 0.1 }), seen(0.2999), true)).toBe(true)
    expect(isConditionMet(rule('change', { limit: 0.2 }), seen(20.3, 20.1), false)).toBe(true)
    expect(isConditionMet(rule('change', { limit: 0.2 }), seen(20.2999, 20.1), false)).toBe(false)
  })
  it('needs a current value and a limit; for missing data the reverse', () => {
    expect(isConditionMet(rule('above'), seen(99, null, false), false)).toBe(false)
    expect(isConditionMet(rule('above'), seen(null), false)).toBe(false)
    expect(isConditionMet(rule('above', { limit: null }), seen(99), false)).toBe(false)
    expect(isConditionMet(rule('noData'), seen(99), false)).toBe(false)
    expect(isConditionMet(rule('noData'), seen(99, null, false), false)).toBe(true)
    // Without a way back it is over at the limit.
    expect(isConditionMet(rule('above', { back: null }), seen(10), true)).toBe(false)
  })
})

describe('the reaction', () => {
  const now = 1_000_000_000
  const minutes = (n: number) => now - n * 60_000
  const judgeValue = (
    value: number | null,
    more: { open?: boolean; since?: number | null; isCurrent?: boolean } = {},
  ) =>
    judgeNotice(rule('above'), seen(value, null, more.isCurrent ?? true), {
      isOpen: more.open ?? false,
      since: more.since ?? null,
      now,
    })
  it('alarms from the minute at which the condition has held long enough', () => {
    expect(judgeValue(11, { since: minutes(5) })).toBe('rings')
    expect(judgeValue(11, { since: minutes(5) + 1 })).toBe('waits')
    expect(judgeValue(11)).toBe('waits')
    expect(judgeValue(9)).toBe('quiet')
    expect(judgeNotice(rule('above', { holdMinutes: 0 }), seen(11), { isOpen: false, since: null, now })).toBe('rings')
  })
  it('continues until the condition ends, and while the value is unknown', () => {
    expect(judgeValue(11, { open: true })).toBe('goesOn')
    expect(judgeValue(8, { open: true })).toBe('over')
    expect(judgeValue(8, { open: true, isCurrent: false })).toBe('goesOn')
    expect(judgeNotice(rule('noData'), seen(1, null, true), { isOpen: true, since: null, now })).toBe('over')
  })
})

it('quiet hours include their start and exclude their end, also over midnight', () => {
  const isQuietAt = (hour: number, from: number | null, to: number | null) => isInQuietHours(hour * 60, from, to)
  expect([isQuietAt(8, 8, 12), isQuietAt(12, 8, 12), isQuietAt(7.99, 8, 12), isQuietAt(11.99, 8, 12)]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect([
    isQuietAt(22, 22, 6),
    isQuietAt(0, 22, 6),
    isQuietAt(5.99, 22, 6),
    isQuietAt(6, 22, 6),
    isQuietAt(21.99, 22, 6),
  ]).toEqual([true, true, true, false, false])
  expect([isQuietAt(8, 8, 8), isQuietAt(8, null, 12), isQuietAt(8, 8, null)]).toEqual([false, false, false])
})
