import { describe, expect, it } from 'vitest'
import {
  calculateCalibrationState,
  checkReading,
  type CounterMeter,
  type MeterExchange,
  type MeterReadingValue,
} from '@/areas/equipment/rules/meter'

const meter: CounterMeter = { rollsOverAt: 100_000, usualPerHour: 50 }
const toMoment = (hour: number): string => new Date(Date.UTC(2026, 10, 20, hour)).toISOString()
const reading = (hour: number, value: number): MeterReadingValue => ({ readAt: toMoment(hour), value })

describe('checkReading', () => {
  it.each<[string, MeterReadingValue | null, MeterReadingValue, unknown]>([
    ['the first', null, reading(0, 700), { verdict: 'ok', use: 0, perHour: 0 }],
    ['usual use', reading(0, 700), reading(2, 800), { verdict: 'ok', use: 100, perHour: 50 }],
    ['none', reading(0, 700), reading(2, 700), { verdict: 'ok', use: 0, perHour: 0 }],
    // 99 900 → 100 000 is 100, → 20 is 20: 120 in 2 h.
    ['over the end', reading(0, 99_900), reading(2, 20), { verdict: 'rollOver', use: 120, perHour: 60 }],
    ['falling in the middle', reading(0, 50_000), reading(2, 20), { verdict: 'backwards' }],
    ['falling a little near the end', reading(0, 99_900), reading(2, 99_800), { verdict: 'backwards' }],
    // Ten times the usual is 500 an hour: just that is believed, more is asked about.
    ['ten times the usual', reading(0, 0), reading(2, 1000), { verdict: 'ok', use: 1000, perHour: 500 }],
    ['a slipped digit', reading(0, 0), reading(2, 1001), { verdict: 'jump', use: 1001, perHour: 500.5 }],
    ['a roll-over too far', reading(0, 99_000), reading(2, 1000), { verdict: 'jump', use: 2000, perHour: 1000 }],
    ['the same moment', reading(2, 700), reading(2, 800), { verdict: 'notLater' }],
    ['earlier', reading(2, 700), reading(1, 800), { verdict: 'notLater' }],
    ['below zero', reading(0, 700), reading(2, -1), { verdict: 'notAValue' }],
    ['no number', reading(0, 700), reading(2, Number.NaN), { verdict: 'notAValue' }],
    ['more than the counter can show', reading(0, 700), reading(2, 100_000), { verdict: 'aboveCounter' }],
  ])('%s', (_what, previous, next, expected) => {
    expect(checkReading(meter, previous, next)).toEqual(expected)
  })

  it.each<[string, number, MeterExchange, unknown]>([
    // 700 → 760 on the old (60), 5 → 45 on the new (40): 100 in 2 h.
    ['adds the use of both', 45, { oldFinal: 760, newStart: 5 }, { verdict: 'exchange', use: 100, perHour: 50 }],
    ['refuses an old end before its last reading', 45, { oldFinal: 690, newStart: 5 }, { verdict: 'backwards' }],
    ['refuses a new reading before its start', 4, { oldFinal: 760, newStart: 5 }, { verdict: 'backwards' }],
  ])('an exchange %s', (_what, value, exchange, expected) => {
    expect(checkReading(meter, reading(0, 700), reading(2, value), exchange)).toEqual(expected)
  })

  it('accepts any rise while the usual use is unknown, and never a fall without a counter limit', () => {
    const plain: CounterMeter = { rollsOverAt: null, usualPerHour: null }
    expect(checkReading(plain, reading(0, 0), reading(1, 1e6))).toMatchObject({ verdict: 'ok', use: 1e6 })
    expect(checkReading(plain, reading(0, 99_999), reading(1, 0))).toEqual({ verdict: 'backwards' })
  })
})

describe('calibrationState', () => {
  // A year from 29 Feb 2024: 28 Feb 2025; 30 days before: 29 January.
  it.each([
    ['2025-01-28', 'valid'],
    ['2025-01-29', 'dueSoon'],
    ['2025-02-28', 'dueSoon'],
    ['2025-03-01', 'expired'],
  ])('on %s: %s', (today, state) => {
    expect(calculateCalibrationState({ calibratedOn: '2024-02-29', everyMonths: 12, soonDays: 30 }, today)).toEqual({
      state,
      validUntil: '2025-02-28',
    })
  })

  it('reports a missing calibration', () => {
    expect(calculateCalibrationState({ calibratedOn: null, everyMonths: 12, soonDays: 30 }, '2026-11-20')).toEqual({
      state: 'never',
      validUntil: null,
    })
  })
})
