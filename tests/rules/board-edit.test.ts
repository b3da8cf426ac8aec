import { describe, expect, it } from 'vitest'
import {
  validateCorrectedDays,
  validateCorrection,
  chooseCorrectedShift,
  type BoardCorrection,
} from '@/areas/boards/rules/validate-correction'
import { getScreenLineState as screenStateOf, getLinkState } from '@/areas/boards/rules/large-screen'

const today = '2026-11-20'
const days = (from: string, to = from) => ({ from, to, today, editDays: 7 })
const edit = (more: Partial<BoardCorrection> = {}): BoardCorrection => ({
  item: 'outputKg',
  difference: -100,
  reason: '称重更正',
  value: 500,
  maxValue: null,
  ...more,
})

describe('a difference on a board', () => {
  it.each([
    ['2026-11-20', '2026-11-20', null],
    ['2026-11-13', '2026-11-13', null], // seven days ago is the last that may be changed
    ['2026-11-12', '2026-11-12', 'tooOld'],
    ['2026-11-21', '2026-11-21', 'ahead'],
    ['2026-11-01', '2026-11-30', null], // a month that still runs
    ['2026-10-01', '2026-10-31', 'tooOld'],
  ] as const)('of %s to %s: %s', (from, to, problem) => expect(validateCorrectedDays(days(from, to))).toBe(problem))

  it.each([
    [{}, null],
    [{ difference: -500 }, null], // down to nothing
    [{ difference: -500.1 }, 'belowZero'],
    [{ difference: 0 }, 'noDifference'],
    [{ difference: NaN }, 'noDifference'],
    [{ reason: ' ' }, 'noReason'],
    [{ difference: 100, maxValue: 600 }, null],
    [{ difference: 100.1, maxValue: 600 }, 'aboveMost'],
    // What is above the most already may be brought down.
    [{ difference: -1, value: 700, maxValue: 600 }, null],
  ] as const)('%j: %s', (more, problem) => expect(validateCorrection(edit(more), days(today))).toBe(problem))
  it('keeps power-on time of the current day; of a month that contains it the time may change', () => {
    const hours = edit({ item: 'runHours', difference: 1 })
    expect(validateCorrection(hours, days(today))).toBe('powerOnToday')
    expect(validateCorrection(hours, days('2026-11-19'))).toBeNull()
    expect(validateCorrection(hours, days('2026-11-01', today))).toBeNull()
    expect(validateCorrection(hours, days('2026-11-01', '2026-11-30'))).toBeNull()
    expect(validateCorrection(edit({ difference: 1 }), days(today))).toBeNull()
  })

  it('is booked on the newest day, on the shift with the highest output that can carry it', () => {
    const place = (day: string, shift: string, value: number) => ({ day, shift, lineId: 'a', value })
    const places = [
      place('2026-11-18', 'night', 900),
      place('2026-11-19', 'morning', 300),
      place('2026-11-19', 'afternoon', 400),
    ]
    expect(chooseCorrectedShift(places, 50)).toBe(places[2])
    expect(chooseCorrectedShift(places, -400)).toBe(places[2]) // all of it
    expect(chooseCorrectedShift(places, -401)).toBe(places[0])
    expect(chooseCorrectedShift(places, -901)).toBeNull()
    expect(chooseCorrectedShift([], 5)).toBeNull()
  })
})

describe('a link to a large screen', () => {
  const link = { enteredAt: null, revokedAt: null, expiresAt: '2026-11-20T10:00:00.000Z' }
  const end = Date.parse(link.expiresAt)
  it.each([
    [link, end - 1, 'waiting'],
    [link, end, 'expired'],
    [{ ...link, enteredAt: '2026-11-20T09:00:00.000Z' }, end + 1, 'entered'],
    [{ ...link, enteredAt: '2026-11-20T09:00:00.000Z', revokedAt: '2026-11-20T09:30:00.000Z' }, end - 1, 'revoked'],
  ] as const)('%j at %d is %s', (of, now, state) => expect(getLinkState(of, now)).toBe(state))
  it('a stopped line is displayed as stopped, with or without an order', () => {
    expect([screenStateOf(true, true), screenStateOf(true, false)]).toEqual(['standing', 'standing'])
    expect([screenStateOf(false, true), screenStateOf(false, false)]).toEqual(['running', 'idle'])
  })
})
