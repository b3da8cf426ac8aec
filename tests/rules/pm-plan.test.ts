import { describe, expect, test } from 'vitest'
import {
  getMeterDue,
  hasPmRule,
  calculatePmStatus,
  deriveManualTotals,
  type PmFields,
} from '@/areas/maintenance/rules/pm-plan'
import { isStockLow, calculateQuantityToBook } from '@/areas/spareParts/rules/stock'
import { combineIndicators, type Indicator } from '@/areas/maintenance/rules/indicators'

const zone = 'Asia/Shanghai'
const now = '2026-11-20T02:00:00.000Z'
const plan: PmFields & { currentReading: number | null } = {
  calendarEvery: null,
  calendarUnit: null,
  dayOfMonth: null,
  soonDays: 7,
  graceDays: 0,
  meterEvery: null,
  meterUnit: null,
  soonPercent: 90,
  overduePercent: 110,
  lastDoneOn: '2026-11-01',
  servedOn: null,
  lastReading: null,
  currentReading: null,
}

describe('a preventive maintenance plan', () => {
  test.each([
    [{}, false],
    [{ calendarEvery: 1, calendarUnit: 'day' }, true],
    [{ calendarEvery: 1 }, false],
    [{ meterEvery: 5, meterUnit: 'h' }, true],
    [{ meterEvery: 0, meterUnit: 'h' }, false],
    [{ calendarEvery: 1, calendarUnit: 'day', meterEvery: 5 }, false],
  ] as const)('%j has a rule: %s', (more, expected) => expect(hasPmRule({ ...plan, ...more })).toBe(expected))
  test('with calendar and counter takes the worse state and the earlier day', () => {
    // Calendar: due on 1 December. Counter: 95 of 100 h in 19 days, 5 a day: full one day after the last reading.
    const both = { ...plan, calendarEvery: 30, calendarUnit: 'day', meterEvery: 100, meterUnit: 'h' } as const
    const used = [
      { readAt: '2026-11-01T02:00:00.000Z', total: 0 },
      { readAt: now, total: 95 },
    ]
    expect(calculatePmStatus(both, used, '2026-11-20', now, zone)).toMatchObject({
      state: 'dueSoon',
      nextDueOn: '2026-11-21',
      dueBy: 'meter',
    })
    expect(calculatePmStatus(both, [], '2026-11-20', now, zone)).toMatchObject({
      state: 'ok',
      nextDueOn: '2026-12-01',
      dueBy: 'calendar',
    })
  })
  test('a counter plan without readings has no day', () => {
    expect(calculatePmStatus({ ...plan, meterEvery: 100, meterUnit: 'h' }, [], '2026-11-20', now, zone)).toEqual({
      state: 'ok',
      nextDueOn: null,
      dueBy: 'meter',
      dueReading: null,
    })
  })
  test('by counter shows the due reading, and that the counter decides', () => {
    const hours = { ...plan, meterEvery: 2000, meterUnit: 'h', lastReading: 10_000, currentReading: 12_340 } as const
    const used = [
      { readAt: '2026-11-10T02:00:00.000Z', total: 2100 },
      { readAt: '2026-11-20T01:00:00.000Z', total: 2340 },
    ]
    const pmStatus = calculatePmStatus(hours, used, '2026-11-20', now, zone)
    expect(pmStatus).toMatchObject({ state: 'overdue', dueBy: 'meter', dueReading: 12_000 })
    expect(getMeterDue({ ...hours, ...pmStatus })).toEqual({ dueReading: 12_000, currentReading: 12_340 })
    // The calendar has months left: its day says nothing of a plan that is overdue by its hours.
    const both = { ...hours, calendarEvery: 12, calendarUnit: 'month' } as const
    expect(calculatePmStatus(both, used, '2026-11-20', now, zone)).toMatchObject({ state: 'overdue', dueBy: 'meter' })
    // And the other way round.
    const late = { ...both, lastDoneOn: '2025-01-01', meterEvery: 100_000 }
    const byDay = calculatePmStatus(late, used, '2026-11-20', now, zone)
    expect(byDay).toMatchObject({ state: 'overdue', dueBy: 'calendar' })
    expect(getMeterDue({ ...late, ...byDay })).toBeNull()
    // An exchanged counter shows less than ran: what is left counts from what it shows.
    const exchanged = { ...hours, currentReading: 40 }
    expect(calculatePmStatus(exchanged, [{ readAt: now, total: 1900 }], '2026-11-20', now, zone).dueReading).toBe(140)
  })
  test('a manually entered counter ran from the end of the day of the last work', () => {
    expect(deriveManualTotals({ ...plan, lastReading: 40, currentReading: 100, currentReadAt: now }, zone)).toEqual([
      { readAt: '2026-11-01T16:00:00.000Z', total: 0 },
      { readAt: now, total: 60 },
    ])
    expect(deriveManualTotals({ ...plan, currentReading: null, currentReadAt: null }, zone)).toEqual([])
  })
})

describe('parts of a repair', () => {
  test.each([
    ['first time', 3, 0, 0, 3],
    ['more than before', 4, 3, 3, 1],
    ['less than before', 1, 3, 3, -2],
    ['the same', 3, 3, 3, 0],
    ['issued by the store already', 3, 0, 3, 0],
    ['issued more than used, not ours to give back', 2, 0, 3, 0],
    ['issued by the store and less said', 1, 2, 3, -1],
    ['none any more', 0, 2, 2, -2],
    ['never below what is booked', 0, 5, 2, -2],
    ['decimals', 0.3, 0.1, 0.1, 0.2],
  ])('%s: wanted %d, said %d, booked %d → %d', (_name, wanted, said, booked, expected) =>
    expect(calculateQuantityToBook(wanted, said, booked)).toBe(expected),
  )
  test.each([
    [{ quantity: 3, minimum: 2, orderUpTo: null }, false],
    [{ quantity: 2, minimum: 2, orderUpTo: null }, true],
    [{ quantity: 0, minimum: 0, orderUpTo: null }, false],
    [{ quantity: 0, minimum: 0, orderUpTo: 5 }, true],
    [{ quantity: -1, minimum: 0, orderUpTo: null }, true],
  ])('%j is low: %s', (part, expected) => expect(isStockLow(part)).toBe(expected))
})

const line = (hours: number, count: number): Indicator =>
  count
    ? { value: hours / count, unit: 'h', hours, count }
    : { value: null, unit: 'h', hours, count, reason: 'noBreakdowns' }
test('the value of several lines is their hours divided by their failures', () => {
  expect(combineIndicators([line(100, 4), line(50, 0)])).toEqual({ value: 37.5, unit: 'h', hours: 150, count: 4 })
  expect(combineIndicators([])).toMatchObject({ value: null, reason: 'noBreakdowns' })
  expect(combineIndicators([{ value: null, unit: 'h', hours: 0, count: 0, reason: 'emptyPeriod' }])).toMatchObject({
    reason: 'emptyPeriod',
  })
})
