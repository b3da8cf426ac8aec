import { describe, expect, it } from 'vitest'
import {
  validateReopeningApproval,
  validateMonthClosing,
  getMonthDays,
  isMonth,
  addMonthsToMonth,
  getMonthStart,
  toMonth,
  validateMonthReopening,
} from '@/plant/rules/month'

describe('months of the books', () => {
  it.each([
    ['2026-10', true],
    ['2026-12', true],
    ['2026-13', false],
    ['2026-00', false],
    ['2026-1', false],
    ['2026-10-01', false],
  ])('%s is a month: %s', (text, is) => expect(isMonth(text)).toBe(is))
  it('have the correct number of days, including leap years', () => {
    expect(getMonthDays('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(getMonthDays('2026-12')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(toMonth('2026-11-30')).toBe('2026-11')
    expect([addMonthsToMonth('2026-12'), addMonthsToMonth('2026-11', 2), addMonthsToMonth('2026-01', -1)]).toEqual([
      '2027-01',
      '2027-01',
      '2025-12',
    ])
    expect([getMonthStart('2026-11-30'), getMonthStart('2026-11-30', 2)]).toEqual(['2026-11-01', '2027-01-01'])
  })
  const today = '2026-11-20'
  it.each([
    ['2026-10', [], null],
    ['2026-11', [], 'notOver'],
    ['2026-12', [], 'notOver'],
    ['2026-10', ['2026-10'], 'closedAlready'],
    ['2026-10', ['2026-09'], null],
    ['oct', [], 'noMonth'],
  ] as const)('closing %s with %j closed: %s', (month, closed, problem) =>
    expect(validateMonthClosing(month, { today, closedMonths: closed })).toBe(problem),
  )
  it.each([
    ['2026-10', ['2026-09', '2026-10'], null],
    ['2026-09', ['2026-09', '2026-10'], 'laterClosed'],
    ['2026-08', ['2026-09', '2026-10'], 'notClosed'],
  ] as const)('reopening %s with %j closed: %s', (month, closed, problem) =>
    expect(validateMonthReopening(month, { closedMonths: closed })).toBe(problem),
  )
  it('another person than the one who asked must agree', () => {
    expect(validateReopeningApproval({ askedBy: null }, 'wang')).toBe('notAsked')
    expect(validateReopeningApproval({ askedBy: 'wang' }, 'wang')).toBe('ownAsking')
    expect(validateReopeningApproval({ askedBy: 'li' }, 'wang')).toBeNull()
  })
})
