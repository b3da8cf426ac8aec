import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, HOUR_MS, toMillis, toMoment } from '@/plant/rules/plant-time'
import {
  fourTeamsThreeShifts as three,
  fourTeamsTwoShifts as two,
  getPatternProblems,
  rotationPatterns,
  getShiftAt,
  getShiftsBetween,
  getShiftsOfDay,
  getTeamOnShift,
  type RotationPattern,
} from '@/plant/rules/shift'

const shanghai = 'Asia/Shanghai'
const berlin = 'Europe/Berlin'
/** A plant whose night begins on the evening before the day it counts to. */
const eveningBefore: RotationPattern = {
  ...three,
  key: 'eveningBefore',
  shifts: [
    { key: 'night', startMinute: -90 },
    { key: 'early', startMinute: 390 },
    { key: 'middle', startMinute: 870 },
  ],
}
const patterns = [...rotationPatterns, eveningBefore]
const zones = [shanghai, berlin, 'America/New_York']
const cases = patterns.flatMap((pattern) => zones.map((zone) => [pattern.key, zone, pattern] as const))

describe('shiftAt', () => {
  // 2026-11-20 is day 1054 after the anchor 2024-01-01. 1054 mod 8 = 6: A (offset 0) is at place 6 = off,
  // B (2) at 0 = early, C (4) at 2 = middle, D (6) at 4 = night. 1054 mod 4 = 2: C at 0 = day, D at 1 = night.
  it.each([
    ['08:00 begins early', '2026-11-20T00:00:00.000Z', '2026-11-20', 'early', 'B'],
    ['15:59 is still early', '2026-11-20T07:59:59.999Z', '2026-11-20', 'early', 'B'],
    ['16:00 begins middle', '2026-11-20T08:00:00.000Z', '2026-11-20', 'middle', 'C'],
    ['24:00 begins night of the same business date', '2026-11-20T16:00:00.000Z', '2026-11-20', 'night', 'D'],
    ['07:59 next morning still belongs to it', '2026-11-20T23:59:59.999Z', '2026-11-20', 'night', 'D'],
    // The day before: 1053 mod 8 = 5: A is on its second night.
    ['00:30 belongs to the day before', '2026-11-19T16:30:00.000Z', '2026-11-19', 'night', 'A'],
  ])('four teams, three shifts: %s', (_what, moment, businessDate, shift, team) => {
    expect(getShiftAt(moment, three, shanghai)).toMatchObject({ businessDate, shift, team })
  })

  it('four teams, two shifts: the night runs to 08:00 and keeps its day', () => {
    expect(getShiftAt('2026-11-20T00:00:00.000Z', two, shanghai)).toEqual({
      businessDate: '2026-11-20',
      shift: 'day',
      team: 'C',
      startsAt: '2026-11-20T00:00:00.000Z',
      endsAt: '2026-11-20T12:00:00.000Z',
    })
    expect(getShiftAt('2026-11-20T19:00:00.000Z', two, shanghai)).toEqual({
      businessDate: '2026-11-20',
      shift: 'night',
      team: 'D',
      startsAt: '2026-11-20T12:00:00.000Z',
      endsAt: '2026-11-21T00:00:00.000Z',
    })
  })

  it('assigns 22:30 to the next day if the plant is set so', () => {
    // 22:30 Shanghai = 14:30Z; −90 min from midnight of the 21st.
    expect(getShiftAt('2026-11-20T14:30:00.000Z', eveningBefore, shanghai)).toMatchObject({
      businessDate: '2026-11-21',
      shift: 'night',
    })
    expect(getShiftAt('2026-11-20T14:29:00.000Z', eveningBefore, shanghai)).toMatchObject({
      businessDate: '2026-11-20',
      shift: 'middle',
    })
  })

  it.each([
    // The night 00:00–08:00 of 29 March loses the hour 02–03; that of 25 October has it twice.
    ['2026-03-28', '2026-03-28T23:00:00.000Z', '2026-03-29T06:00:00.000Z', 7],
    ['2026-10-24', '2026-10-24T22:00:00.000Z', '2026-10-25T07:00:00.000Z', 9],
  ])('a Berlin night of %s runs %s to %s, %i h', (day, startsAt, endsAt, hours) => {
    const night = getShiftsOfDay(day, three, berlin)[2]
    expect(night).toMatchObject({ startsAt, endsAt })
    expect((toMillis(endsAt) - toMillis(startsAt)) / HOUR_MS).toBe(hours)
  })
})

describe.each(cases)('%s in %s', (_key, zone, pattern) => {
  it('covers time: every shift starts where the previous one ends', () => {
    const shifts = getShiftsBetween('2026-03-20T00:00:00.000Z', '2026-11-10T00:00:00.000Z', pattern, zone)
    // 235 days, 3 or 2 shifts a day.
    expect(shifts).toHaveLength(235 * pattern.shifts.length)
    shifts.reduce((before, next) => {
      expect(next.startsAt).toBe(before.endsAt)
      expect(next.startsAt < next.endsAt).toBe(true)
      return next
    })
  })

  it('finds the shift that contains any moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2035, 0) }), (millis) => {
        const moment = toMoment(millis)
        const shift = getShiftAt(moment, pattern, zone)
        expect(shift.startsAt <= moment && moment < shift.endsAt).toBe(true)
        expect(getShiftsOfDay(shift.businessDate, pattern, zone)).toContainEqual(shift)
      }),
      { numRuns: 100 },
    )
  })

  it('gives every team the same work over a cycle, wherever the cycle starts', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3000, max: 3000 }), (start) => {
        const worked = new Map<string, number>()
        for (let i = 0; i < pattern.cycle.length; i += 1) {
          const day = addDays(pattern.anchorDay, start + i)
          for (const { key } of pattern.shifts) {
            const name = `${getTeamOnShift(day, key, pattern)} ${key}`
            worked.set(name, (worked.get(name) ?? 0) + 1)
          }
        }
        // 8 days × 3 shifts / 4 teams = 6, two of each kind; 4 days × 2 / 4 = 2, one of each.
        expect(worked.size).toBe(pattern.teams.length * pattern.shifts.length)
        expect(new Set(worked.values())).toEqual(new Set([pattern.cycle.length / pattern.teams.length]))
      }),
      { numRuns: 50 },
    )
  })
})

describe('patternProblems', () => {
  it.each(patterns.map((pattern) => [pattern.key, pattern] as const))(
    'finds nothing wrong with %s',
    (_key, pattern) => {
      expect(getPatternProblems(pattern)).toEqual([])
    },
  )

  it.each<[string, RotationPattern, string[]]>([
    [
      'two teams at once',
      { ...two, teams: two.teams.map((team) => ({ ...team, offset: 0 })) },
      ['shiftWithTwoTeams', 'shiftWithoutTeam'],
    ],
    ['a team missing', { ...three, teams: three.teams.slice(1) }, ['shiftWithoutTeam']],
    ['starts falling', { ...two, shifts: [...two.shifts].toReversed() }, ['startsNotRising']],
    [
      'a day of 25 h',
      {
        ...two,
        shifts: [
          { key: 'day', startMinute: 0 },
          { key: 'night', startMinute: 1500 },
        ],
      },
      ['longerThanADay'],
    ],
    ['a shift nobody defined', { ...two, cycle: ['day', 'night', null, 'late'] }, ['unknownShift']],
    ['no shifts', { ...two, shifts: [] }, ['noShifts']],
  ])('finds %s', (_what, pattern, expected) => {
    expect(getPatternProblems(pattern).sort()).toEqual(expected.sort())
  })
})

it('lists nothing for an empty period', () => {
  expect(getShiftsBetween('2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.000Z', three, shanghai)).toEqual([])
})

describe('a history of patterns', () => {
  const history = [
    { from: '0001-01-01', pattern: three },
    { from: '2026-11-21', pattern: two },
    { from: '2026-11-25', pattern: eveningBefore },
  ] as const
  it.each(zones)('covers time across every change in %s, and changes nothing before it', (zone) => {
    const shifts = getShiftsBetween('2026-11-18T00:00:00.000Z', '2026-11-29T00:00:00.000Z', history, zone)
    for (const [n, shift] of shifts.entries()) {
      if (n > 0) expect(shift.startsAt).toBe(shifts[n - 1]!.endsAt)
      expect(getShiftAt(shift.startsAt, history, zone)).toEqual(shift)
      expect(getShiftAt(toMoment(toMillis(shift.endsAt) - 1), history, zone)).toEqual(shift)
    }
    const earlierShifts = shifts.filter(({ businessDate }) => businessDate < '2026-11-20')
    expect(earlierShifts.length).toBeGreaterThan(3)
    expect(getShiftsBetween('2026-11-18T00:00:00.000Z', earlierShifts.at(-1)!.endsAt, three, zone)).toEqual(
      earlierShifts,
    )
  })
  it('shortens the shift in which the new pattern starts', () => {
    // The night of the 24th would begin at 20:00 and last until 08:00; the new day begins at 22:30 of that evening.
    expect(getShiftsOfDay('2026-11-24', history, shanghai).map(({ shift, endsAt }) => [shift, endsAt])).toEqual([
      ['day', '2026-11-24T12:00:00.000Z'],
      ['night', '2026-11-24T14:30:00.000Z'],
    ])
  })
})
