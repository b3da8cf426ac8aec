import { describe, expect, test } from 'vitest'
import { findCompletionProblems, findCounterReadingProblem } from '@/areas/maintenance/rules/pm-completion'
import { calculateMaxHours } from '@/areas/maintenance/rules/work-hours'

const NOW = '2026-11-20T04:00:00.000Z'
const ZONE = 'Asia/Shanghai'
const problems = (work: object, last: string | null = '2026-11-10') =>
  findCompletionProblems({ occurredAt: NOW, hours: 2, people: 1, reading: null, ...work }, null, last, NOW, ZONE)

test('a person works at most the hours of a day', () => {
  expect([calculateMaxHours(0), calculateMaxHours(1), calculateMaxHours(3)]).toEqual([24, 24, 72])
  expect(problems({ hours: 24 })).toEqual([])
  expect(problems({ hours: 5000 })).toEqual([{ field: 'hours', code: 'tooManyHours', most: 24, people: 1 }])
  expect(problems({ hours: 40, people: 2 })).toEqual([])
})
test("the work lies between the previous work and now, by the plant's day", () => {
  expect(problems({ occurredAt: '2026-11-20T05:00:00.000Z' })).toEqual([{ field: 'occurredAt', code: 'inFuture' }])
  // 00:30 in Shanghai.
  expect(problems({ occurredAt: '2026-11-09T16:30:00.000Z' })).toEqual([])
  expect(problems({ occurredAt: '2026-11-09T15:30:00.000Z' })).toEqual([
    { field: 'occurredAt', code: 'beforeLast', last: '2026-11-10' },
  ])
  expect(problems({ occurredAt: '2026-10-01T00:00:00.000Z' }, null)).toEqual([])
})

describe('the counter reading of the work', () => {
  const meterOf = (more: object = {}) => ({
    lastReading: 46_527.1,
    currentReading: 48_543.5,
    currentReadAt: '2026-11-20T03:00:00.000Z',
    interval: 2000,
    unit: 'h' as const,
    hasMeter: true,
    ...more,
  })
  test('lies between the previous reading and the possible reading now', () => {
    expect(findCounterReadingProblem(meterOf(), 46_000, NOW)).toEqual({ code: 'reading', previous: 48_543.5 })
    // What the meter has shown before is no reading of now; a whole number read off it is.
    expect(findCounterReadingProblem(meterOf(), 48_540, NOW)).toEqual({ code: 'reading', previous: 48_543.5 })
    expect(findCounterReadingProblem(meterOf(), 48_543, NOW)).toBeNull()
    // The service was before the meter was read: an hour before it showed no more than an hour less.
    expect(findCounterReadingProblem(meterOf(), 48_540, '2026-11-19T23:00:00.000Z')).toBeNull()
    expect(findCounterReadingProblem(meterOf(), 48_000, '2026-11-19T23:00:00.000Z')).toEqual({
      code: 'reading',
      previous: 48_539.5,
    })
    expect(findCounterReadingProblem(meterOf({ unit: 'kg' }), 48_000, '2026-11-19T23:00:00.000Z')).toBeNull()
    expect(findCounterReadingProblem(meterOf(), 46_000, '2026-08-01T00:00:00.000Z')).toEqual({
      code: 'reading',
      previous: 46_527.1,
    })
    expect(findCounterReadingProblem(meterOf(), 48_544.5, NOW)).toBeNull()
    // An hour since it was read, and a day in which a clock may differ.
    expect(findCounterReadingProblem(meterOf(), 485_435, NOW)).toEqual({ code: 'readingFar', most: 48_568.5 })
    const odd = meterOf({ currentReadAt: '2026-11-20T03:07:13.457Z' })
    expect(findCounterReadingProblem(odd, 485_435, NOW)).toEqual({ code: 'readingFar', most: 48_568.4 })
  })
  test('in metres and kilograms may count up to ten intervals', () => {
    const roll = meterOf({ unit: 'kg', interval: 100, lastReading: 50, currentReading: 145 })
    expect(findCounterReadingProblem(roll, 1145, NOW)).toBeNull()
    expect(findCounterReadingProblem(roll, 1450, NOW)).toEqual({ code: 'readingFar', most: 1145 })
  })
  test('after a counter reset is below its limit or above zero', () => {
    const anew = meterOf({ lastReading: 9905, currentReading: 300 })
    expect([9950, 306].map((reading) => findCounterReadingProblem(anew, reading, NOW))).toEqual([null, null])
    expect(findCounterReadingProblem(anew, 12, NOW)).toEqual({ code: 'reading', previous: 300 })
    expect(findCounterReadingProblem(anew, 12, '2026-11-08T00:00:00.000Z')).toBeNull()
    expect(findCounterReadingProblem(anew, 3060, NOW)).toEqual({ code: 'reading', previous: 9905 })
  })
  test('is unrestricted without known readings', () => {
    expect(
      findCounterReadingProblem(meterOf({ lastReading: null, currentReading: null, currentReadAt: null }), 5, NOW),
    ).toBeNull()
  })
  test('entered by hand never falls, and counts from the previous work if nobody read it since', () => {
    const byHand = meterOf({ hasMeter: false, currentReading: null, currentReadAt: null })
    expect(findCounterReadingProblem(byHand, 66_527.1, NOW)).toBeNull()
    expect(findCounterReadingProblem(byHand, 465_300, NOW)).toEqual({ code: 'readingFar', most: 66_527.1 })
    // The plan's last reading was corrected after the counter was read.
    expect(findCounterReadingProblem({ ...byHand, currentReading: 300 }, 310, NOW)).toEqual({
      code: 'reading',
      previous: 46_527.1,
    })
  })
})
