import { describe, expect, it } from 'vitest'
import {
  calculateCalendarState,
  countPmStates,
  calculateMeterState,
  calculateNextDueOn,
  findServedDay,
  getWorstState,
  type CalendarRule,
  type MeterRule,
} from '@/areas/maintenance/rules/pm-due-dates'

const monthly: CalendarRule = { every: 1, unit: 'month', soonDays: 7, graceDays: 2 }

describe('by the calendar', () => {
  it.each<[CalendarRule, string, string]>([
    [{ ...monthly, unit: 'day', every: 10 }, '2026-12-25', '2027-01-04'],
    [{ ...monthly, unit: 'week', every: 2 }, '2026-11-20', '2026-12-04'],
    [monthly, '2026-01-31', '2026-02-28'],
    // A little early or late of the wished day is that day's.
    [{ ...monthly, dayOfMonth: 1 }, '2026-10-28', '2026-12-01'],
    [{ ...monthly, dayOfMonth: 28 }, '2026-11-02', '2026-11-28'],
    [{ ...monthly, dayOfMonth: 31 }, '2026-02-28', '2026-03-31'],
    [{ ...monthly, every: 6 }, '2026-08-31', '2027-02-28'],
  ])('%j last done %s is due %s', (rule, last, due) => {
    expect(calculateNextDueOn(rule, last)).toBe(due)
  })

  const [first, last, quarterly] = [
    { ...monthly, dayOfMonth: 1 },
    { ...monthly, dayOfMonth: 28 },
    { ...monthly, dayOfMonth: 1, every: 3 },
  ]
  it.each<[string, CalendarRule, string, string, string]>([
    ['in time', first, '2026-10-01', '2026-11-01', '2026-12-01'],
    ['four days early', first, '2026-10-01', '2026-10-28', '2026-12-01'],
    ['five days late', last, '2026-09-28', '2026-11-02', '2026-11-28'],
    ['23 days late, and still nothing is skipped', last, '2026-09-28', '2026-11-20', '2026-11-28'],
    ['three months late: those missed are not made up', last, '2026-07-28', '2026-11-02', '2026-11-28'],
    ['once more, days after it was served', last, '2026-10-28', '2026-11-03', '2026-11-28'],
    ['a quarter, two weeks early', quarterly, '2026-08-01', '2026-10-18', '2027-02-01'],
    ['a quarter, once more after a month', quarterly, '2026-08-01', '2026-09-01', '2026-11-01'],
    [
      'every 10 days: from the day of the work',
      { ...monthly, unit: 'day', every: 10 },
      '2026-11-01',
      '2026-11-13',
      '2026-11-23',
    ],
  ])('%s', (_what, rule, before, done, due) => {
    expect(calculateNextDueOn(rule, done, findServedDay(rule, before, done))).toBe(due)
  })

  // Last done 20 Oct: due 20 Nov, soon from the 13th, overdue from the 23rd (two days of grace).
  it.each([
    ['2026-11-12', 'ok'],
    ['2026-11-13', 'dueSoon'],
    ['2026-11-19', 'dueSoon'],
    ['2026-11-20', 'due'],
    ['2026-11-22', 'due'],
    ['2026-11-23', 'overdue'],
  ])('on %s it is %s', (today, state) => {
    expect(calculateCalendarState(monthly, '2026-10-20', today)).toEqual({ state, dueOn: '2026-11-20' })
  })
})

describe('by a meter', () => {
  const rule: MeterRule = { interval: 1000, unit: 'h', soonShare: 0.9, overdueShare: 1.1 }
  const now = '2026-11-20T00:00:00.000Z'
  const previousReading = { readAt: '2026-10-21T00:00:00.000Z', total: 5400 }
  const zone = 'Asia/Shanghai'

  // 450 h in 30 days = 15 h a day. Used 850, left 150 = 10 days: 30 November.
  it('forecasts the day from the average of 30 days', () => {
    expect(calculateMeterState(rule, 5000, [previousReading, { readAt: now, total: 5850 }], now, zone)).toEqual({
      state: 'ok',
      usedSinceService: 850,
      leftUntilDue: 150,
      forecast: { dueOn: '2026-11-30', usePerDay: 15 },
    })
  })

  it('ignores use before the window, except for the last reading at its start', () => {
    // Idle until 1 Oct, then 300 h in the 50 days 1 Oct–20 Nov = 6 h a day; left 600 = 100 days: 28 Feb.
    const totals = [
      { readAt: '2025-01-01T00:00:00.000Z', total: 1000 },
      { readAt: '2026-10-01T00:00:00.000Z', total: 5100 },
      { readAt: now, total: 5400 },
    ]
    expect(calculateMeterState(rule, 5000, totals, now, zone)).toMatchObject({
      leftUntilDue: 600,
      forecast: { dueOn: '2027-02-28', usePerDay: 6 },
    })
  })

  it.each([
    [5899, 'ok'],
    [5900, 'dueSoon'],
    [5999, 'dueSoon'],
    [6000, 'due'],
    [6100, 'due'],
    [6101, 'overdue'],
  ])('at a total of %i it is %s', (total, state) => {
    expect(calculateMeterState(rule, 5000, [previousReading, { readAt: now, total }], now, zone).state).toBe(state)
  })

  it('returns a day in the past if the interval is used up', () => {
    // 750 h in 30 days = 25 a day; 150 h over = 6 days ago.
    expect(
      calculateMeterState(rule, 5000, [previousReading, { readAt: now, total: 6150 }], now, zone).forecast,
    ).toEqual({
      dueOn: '2026-11-14',
      usePerDay: 25,
    })
  })

  it('gives the reason for a missing forecast', () => {
    expect(calculateMeterState(rule, 5000, [], now, zone)).toEqual({
      state: 'ok',
      usedSinceService: 0,
      leftUntilDue: 1000,
      forecast: { dueOn: null, reason: 'tooFewReadings' },
    })
    expect(calculateMeterState(rule, 5000, [{ readAt: now, total: 5100 }], now, zone).forecast).toEqual({
      dueOn: null,
      reason: 'tooFewReadings',
    })
    expect(
      calculateMeterState(rule, 5000, [previousReading, { readAt: now, total: 5400 }], now, zone).forecast,
    ).toEqual({
      dueOn: null,
      reason: 'noUse',
    })
    // So slow that the day would lie past the calendar's end.
    expect(
      calculateMeterState(
        { ...rule, interval: 1e12 },
        5000,
        [previousReading, { readAt: now, total: 5400.001 }],
        now,
        zone,
      ).forecast,
    ).toEqual({ dueOn: null, reason: 'noUse' })
  })
})

it('takes the worse of calendar and meter, and counts', () => {
  expect(getWorstState(['ok', 'due', 'dueSoon'])).toBe('due')
  expect(getWorstState([])).toBe('ok')
  expect(countPmStates(['ok', 'due', 'due', 'overdue'])).toEqual({ ok: 1, dueSoon: 0, due: 2, overdue: 1 })
})
