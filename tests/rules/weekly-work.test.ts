import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, getWeekday } from '@/plant/rules/plant-time'
import {
  addWeeks,
  carryTaskOver,
  getDaysOfWeek,
  findUnfinishedTasks,
  getWeekAt,
  toWeek,
  findWeekProblem,
  type WeeklyTaskState,
} from '@/areas/maintenance/rules/weekly-work'

describe('ISO weeks', () => {
  // From the calendar: 1 Jan 2026 is a Thursday (week 1), 2020 and 2026 have 53 weeks.
  it.each([
    ['2024-01-01', '2024-W01'],
    ['2026-01-01', '2026-W01'],
    ['2025-12-29', '2026-W01'],
    ['2025-12-28', '2025-W52'],
    ['2026-11-20', '2026-W47'],
    ['2020-12-31', '2020-W53'],
    ['2021-01-03', '2020-W53'],
    ['2021-01-04', '2021-W01'],
    ['2027-01-01', '2026-W53'],
  ])('%s lies in %s', (day, week) => {
    expect(toWeek(day)).toBe(week)
  })

  it("follows the plant's clock: Monday 00:30 in Shanghai is still Sunday in UTC", () => {
    expect(getWeekAt('2026-11-22T16:30:00.000Z', 'Asia/Shanghai')).toBe('2026-W48')
    expect(getWeekAt('2026-11-22T16:30:00.000Z', 'Europe/Berlin')).toBe('2026-W47')
  })

  it('lists Monday to Sunday, and refuses weeks that do not exist', () => {
    expect(getDaysOfWeek('2026-W01')).toEqual([
      '2025-12-29',
      '2025-12-30',
      '2025-12-31',
      '2026-01-01',
      '2026-01-02',
      '2026-01-03',
      '2026-01-04',
    ])
    for (const none of ['2025-W53', '2026-W54', '2026-W00', '2026-47', 'week 3']) expect(getDaysOfWeek(none)).toBeNull()
    expect(addWeeks('2026-W53', 1)).toBe('2027-W01')
    expect(() => addWeeks('2025-W53', 1)).toThrow(RangeError)
  })

  // Monday 16 to Sunday 22 November 2026 are week 47; 1 January 2027 is still of the old year's last week.
  it.each([
    ['2026-W47', '2026-11-16', null],
    ['2026-W47', '2026-11-22', null],
    ['2026-W47', null, null],
    ['2026-W53', '2027-01-01', null],
    ['2026-W47', '2026-11-15', 'otherWeek'],
    ['2026-W47', '2026-11-23', 'otherWeek'],
    ['2025-W47', '2026-11-20', 'otherWeek'],
    ['2026-W54', null, 'week'],
    ['2026-W54', '2026-11-20', 'week'],
  ] as const)('%s with %s planned: %s', (week, day, problem) => {
    expect(findWeekProblem(week, day)).toBe(problem)
  })

  it('every day is one of the seven days of its week', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (n) => {
        const day = addDays('2000-01-01', n)
        expect(getDaysOfWeek(toWeek(day))?.[getWeekday(day) - 1]).toBe(day)
      }),
    )
  })
})

const task = (id: string, week: string, state: WeeklyTaskState) => ({ id, week, state, title: 'grease the winder' })

describe('carrying over', () => {
  it('takes only unfinished tasks of earlier weeks', () => {
    const tasks = [
      task('1', '2026-W46', 'planned'),
      task('2', '2026-W46', 'done'),
      task('3', '2025-W52', 'inProgress'),
      task('4', '2026-W47', 'planned'),
      task('5', '2026-W45', 'carriedOver'),
    ]
    expect(findUnfinishedTasks(tasks, '2026-W47').map(({ id }) => id)).toEqual(['1', '3'])
  })

  it('creates a new planned task that refers back and keeps the other fields', () => {
    expect(carryTaskOver(task('1', '2026-W46', 'inProgress'), '9', '2026-W47')).toEqual({
      id: '9',
      week: '2026-W47',
      state: 'planned',
      title: 'grease the winder',
      carriedFrom: '1',
    })
  })
})
