import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  resolveLocalTime,
  countDaysBetween,
  countDaysInRange,
  isDay,
  toLocalTime,
  toMillis,
  toMoment,
  getWeekday,
} from '@/plant/rules/plant-time'

const zones = ['Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'UTC'] as const
const anyMillis = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2050, 0) })

describe('atLocal', () => {
  // Offsets: Shanghai +8 always; Berlin +1, +2 from 2026-03-29 01:00Z to 2026-10-25 01:00Z (last Sundays).
  it.each([
    ['2026-11-20', 8 * 60, 'Asia/Shanghai', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20', 0, 'Asia/Shanghai', '2026-11-19T16:00:00.000Z'],
    ['2026-11-20', 24 * 60, 'Asia/Shanghai', '2026-11-20T16:00:00.000Z'],
    ['2026-11-20', -60, 'Asia/Shanghai', '2026-11-19T15:00:00.000Z'],
    ['2026-03-29', 119, 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
    // 02:30 is skipped: it counts on to 03:30 summer time.
    ['2026-03-29', 150, 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29', 180, 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    // 02:30 is shown twice: the first showing is still summer time.
    ['2026-10-25', 150, 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', 180, 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ])('%s + %i min in %s is %s', (day, minute, zone, moment) => {
    expect(toMoment(resolveLocalTime(day, minute, zone))).toBe(moment)
  })

  it('is the inverse of localClock for every unambiguous local time', () => {
    fc.assert(
      fc.property(anyMillis, fc.constantFrom(...zones), (millis, zone) => {
        const whole = Math.floor(millis / 60_000) * 60_000
        const { day, minute } = toLocalTime(toMoment(whole), zone)
        const back = resolveLocalTime(day, minute, zone)
        // A time shown twice gives its first showing: at most an hour early, and the clock shows the same.
        expect(whole - back === 0 || (whole - back > 0 && whole - back <= 3_600_000)).toBe(true)
        expect(toLocalTime(toMoment(back), zone)).toEqual({ day, minute })
      }),
      { numRuns: 300 },
    )
  })

  it('refuses an unknown zone and an invalid time', () => {
    expect(() => resolveLocalTime('2026-01-01', 0, 'Mars/Olympus')).toThrow(RangeError)
    expect(() => toMillis('yesterday')).toThrow(RangeError)
  })
})

describe('days', () => {
  it.each([
    ['2026-01-31', 1, undefined, '2026-02-28'],
    ['2024-01-31', 1, undefined, '2024-02-29'],
    ['2026-02-28', 1, 31, '2026-03-31'],
    ['2026-03-31', 1, 31, '2026-04-30'],
    ['2026-11-30', 3, undefined, '2027-02-28'],
    ['2026-12-15', 1, undefined, '2027-01-15'],
    ['2026-03-31', -1, undefined, '2026-02-28'],
    ['2024-02-29', 12, undefined, '2025-02-28'],
  ])('%s + %i months (day %s) is %s', (day, months, dayOfMonth, expected) => {
    expect(addMonths(day, months, dayOfMonth)).toBe(expected)
  })

  it.each([
    ['2026-02-29', false],
    ['2024-02-29', true],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
    ['2026-04-31', false],
  ])('%s is a day: %s', (text, expected) => expect(isDay(text)).toBe(expected))

  it('counts days across clock changes', () => {
    expect(countDaysBetween('2026-03-28', '2026-03-30')).toBe(2)
    expect(countDaysInRange({ from: '2026-03-28', to: '2026-03-30' })).toBe(3)
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    // 2026-11-20 is a Friday, 2026-11-22 a Sunday.
    expect([getWeekday('2026-11-20'), getWeekday('2026-11-22'), getWeekday('2026-11-23')]).toEqual([5, 7, 1])
  })
})
