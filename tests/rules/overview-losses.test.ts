import { expect, it } from 'vitest'
import { calculateBusyHours, calculateRunningLosses } from '@/areas/overview/rules/losses'
import { countByAge } from '@/areas/overview/rules/repair-age'

const shift = {
  calendarMinutes: 480,
  outsideMinutes: 30,
  standingMinutes: 60,
  woundM: 37_800,
  idealM: 42_000,
  woundKg: 950,
  startUpWasteKg: 50,
  woundDowngradedKg: 30,
  woundWasteKg: 20,
}

it('divides the running time of a shift into slow running, downgraded web and waste', () => {
  // 480 − 60 min = 7 h running at 37,800 ÷ 42,000 = 90 %: 0.7 h slow. Of 6.3 h 30 ÷ 1,000 kg and 70 ÷ 1,000 kg.
  const losses = calculateRunningLosses(shift)
  expect(losses.map(({ kind, kg }) => [kind, kg])).toEqual([
    ['slow', null],
    ['downgraded', 30],
    ['waste', 70],
  ])
  expect(losses[0]!.hours).toBeCloseTo(0.7, 9)
  expect(losses[1]!.hours).toBeCloseTo(0.189, 9)
  expect(losses[2]!.hours).toBeCloseTo(0.441, 9)
})

it('adds up to busy time × (1 − OEE)', () => {
  // Busy 7.5 h. OEE = 7 ÷ 7.5 × 0.9 × 0.9 = 0.756, so 1.83 h are lost, of them 0.5 h in stops inside busy time.
  expect(calculateBusyHours(shift)).toBe(7.5)
  const runningHours = calculateRunningLosses(shift).reduce((sum, { hours }) => sum + hours, 0)
  expect(runningHours + 0.5).toBeCloseTo(7.5 * (1 - 0.756), 9)
})

it('has no losses without production, and none of speed without an ideal speed or above it', () => {
  const idle = { ...shift, woundM: 0, woundKg: 0, startUpWasteKg: 0, woundDowngradedKg: 0, woundWasteKg: 0 }
  expect(calculateRunningLosses({ ...idle, idealM: 0 })).toEqual([])
  expect(calculateRunningLosses({ ...shift, woundM: 50_000 }).map(({ kind }) => kind)).toEqual(['downgraded', 'waste'])
})

it('counts open repairs by age', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const createRepair = (since: string, isStopping = false) => ({ since: Date.parse(since), isStopping })
  const repairs = [
    createRepair('2026-11-20T11:00:00Z'),
    createRepair('2026-11-19T12:00:00Z', true), // exactly one day
    createRepair('2026-11-18T00:00:00Z'), // 2.5 days
    createRepair('2026-11-13T12:00:00Z', true), // exactly seven days
    createRepair('2026-11-20T12:01:00Z'), // reported by a clock that is ahead
  ]
  expect(countByAge(repairs, now)).toEqual([
    { fromDays: 0, toDays: 1, repairs: 2, stopping: 0 },
    { fromDays: 1, toDays: 3, repairs: 2, stopping: 1 },
    { fromDays: 3, toDays: 7, repairs: 0, stopping: 0 },
    { fromDays: 7, toDays: null, repairs: 1, stopping: 1 },
  ])
})
