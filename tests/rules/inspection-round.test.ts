import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideTransition } from '@/contract/state-machine'
import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { fourTeamsThreeShifts, fourTeamsTwoShifts, type PlantCalendar } from '@/plant/rules/shift'
import {
  isDoneInTime,
  isMissedAt,
  inspectionRoundLifecycle,
  checkRoundStart,
} from '@/areas/rounds/rules/inspection-round'
import {
  generateDueRounds,
  findPlanProblems,
  type Frequency,
  type InspectionPlan,
} from '@/areas/rounds/rules/inspection-plan'

const shanghai: PlantCalendar = { rotation: fourTeamsThreeShifts, timeZone: 'Asia/Shanghai' }
const berlin: PlantCalendar = { rotation: fourTeamsTwoShifts, timeZone: 'Europe/Berlin' }

function plan(frequency: Frequency, change: Partial<InspectionPlan> = {}): InspectionPlan {
  return {
    id: 'p1',
    frequency,
    minutesBefore: 30,
    minutesAfter: 60,
    weekdays: [],
    validFrom: '2026-11-16',
    validUntil: null,
    paused: false,
    ...change,
  }
}

function dueTimes(of: InspectionPlan, from: string, to: string, calendar = shanghai): string[] {
  return generateDueRounds(of, from, to, calendar).map(({ dueAt }) => dueAt)
}

describe('rounds of a plan', () => {
  it('have window, key, business date and shift', () => {
    // 01:00 in Shanghai on the 20th is the night of the 19th: team A (see the shift tests).
    expect(
      generateDueRounds(
        plan({ kind: 'daily', at: [60] }),
        '2026-11-19T16:00:00.000Z',
        '2026-11-20T16:00:00.000Z',
        shanghai,
      ),
    ).toEqual([
      {
        key: 'p1@2026-11-19T17:00:00.000Z',
        planId: 'p1',
        dueAt: '2026-11-19T17:00:00.000Z',
        opensAt: '2026-11-19T16:30:00.000Z',
        closesAt: '2026-11-19T18:00:00.000Z',
        businessDate: '2026-11-19',
        shift: 'night',
        team: 'A',
      },
    ])
  })

  it('every second shift, half an hour after its start', () => {
    // Shifts from the early of Monday 16th (08:00 = 00:00Z): numbers 0, 2, 4 … = early, night, middle, early …
    expect(
      dueTimes(
        plan({ kind: 'everyShifts', shifts: 2, minutesAfterStart: 30 }),
        '2026-11-15T00:00:00.000Z',
        '2026-11-18T00:00:00.000Z',
      ),
    ).toEqual(['2026-11-16T00:30:00.000Z', '2026-11-16T16:30:00.000Z', '2026-11-17T08:30:00.000Z'])
  })

  it('every five hours, continued over midnight', () => {
    // From 06:00 on the 16th (22:00Z on the 15th) in steps of 5 h.
    expect(
      dueTimes(
        plan({ kind: 'everyHours', hours: 5, firstMinute: 360 }),
        '2026-11-16T20:00:00.000Z',
        '2026-11-17T10:00:00.000Z',
      ),
    ).toEqual(['2026-11-16T23:00:00.000Z', '2026-11-17T04:00:00.000Z', '2026-11-17T09:00:00.000Z'])
  })

  it('weekly on Monday and Friday at 09:00', () => {
    expect(
      dueTimes(
        plan({ kind: 'weekly', weekdays: [1, 5], at: [540] }),
        '2026-11-16T00:00:00.000Z',
        '2026-11-24T00:00:00.000Z',
      ),
    ).toEqual(['2026-11-16T01:00:00.000Z', '2026-11-20T01:00:00.000Z', '2026-11-23T01:00:00.000Z'])
  })

  it('respect weekdays and days of validity', () => {
    const weekend = plan({ kind: 'daily', at: [540] }, { weekdays: [6, 7], validUntil: '2026-11-28' })
    expect(dueTimes(weekend, '2026-11-01T00:00:00.000Z', '2026-12-31T00:00:00.000Z')).toEqual([
      '2026-11-21T01:00:00.000Z',
      '2026-11-22T01:00:00.000Z',
      '2026-11-28T01:00:00.000Z',
    ])
    // A shift round on Saturdays only: its night, after midnight on Sunday, is still Saturday's.
    const nights = plan({ kind: 'everyShifts', shifts: 1, minutesAfterStart: 0 }, { weekdays: [6] })
    expect(dueTimes(nights, '2026-11-20T00:00:00.000Z', '2026-11-23T00:00:00.000Z')).toEqual([
      '2026-11-21T00:00:00.000Z',
      '2026-11-21T08:00:00.000Z',
      '2026-11-21T16:00:00.000Z',
    ])
  })

  it('start with the period and end before its end', () => {
    const daily = plan({ kind: 'daily', at: [540] })
    expect(dueTimes(daily, '2026-11-18T01:00:00.000Z', '2026-11-19T01:00:00.000Z')).toEqual([
      '2026-11-18T01:00:00.000Z',
    ])
  })

  it('are not generated while paused, or from an invalid plan', () => {
    expect(
      dueTimes(
        plan({ kind: 'daily', at: [540] }, { paused: true }),
        '2026-11-16T00:00:00.000Z',
        '2026-11-24T00:00:00.000Z',
      ),
    ).toEqual([])
    expect(
      dueTimes(
        plan({ kind: 'everyHours', hours: 0, firstMinute: 0 }),
        '2026-11-16T00:00:00.000Z',
        '2026-11-24T00:00:00.000Z',
      ),
    ).toEqual([])
  })

  it('in Berlin: a skipped time moves an hour later, once; a doubled time counts once, at its first occurrence', () => {
    const nightly = plan({ kind: 'daily', at: [150, 210] }, { validFrom: '2026-01-01' })
    // 02:30 is skipped and falls together with 03:30 = 01:30Z.
    expect(dueTimes(nightly, '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', berlin)).toEqual([
      '2026-03-29T01:30:00.000Z',
    ])
    expect(dueTimes(nightly, '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', berlin)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T02:30:00.000Z',
    ])
  })
})

const frequencies = fc.oneof(
  fc.record({
    kind: fc.constant('everyShifts' as const),
    shifts: fc.integer({ min: 1, max: 7 }),
    minutesAfterStart: fc.integer({ min: 0, max: 700 }),
  }),
  fc.record({
    kind: fc.constant('everyHours' as const),
    hours: fc.integer({ min: 1, max: 50 }),
    firstMinute: fc.integer({ min: 0, max: 1439 }),
  }),
  fc.record({
    kind: fc.constant('daily' as const),
    at: fc.array(fc.integer({ min: 0, max: 1439 }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('weekly' as const),
    weekdays: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
    at: fc.array(fc.integer({ min: 0, max: 1439 }), { minLength: 1, maxLength: 2 }),
  }),
)

it('cutting a period anywhere gives the same rounds, none twice', () => {
  // Two weeks around Berlin's change of the clocks in October.
  const from = Date.UTC(2026, 9, 18)
  const to = Date.UTC(2026, 10, 1)
  fc.assert(
    fc.property(
      frequencies,
      fc.integer({ min: from, max: to }),
      fc.constantFrom(shanghai, berlin),
      (frequency, cut, calendar) => {
        const roundPlan = plan(frequency, { validFrom: '2026-10-01' })
        const whole = generateDueRounds(roundPlan, toMoment(from), toMoment(to), calendar)
        const parts = [
          ...generateDueRounds(roundPlan, toMoment(from), toMoment(cut), calendar),
          ...generateDueRounds(roundPlan, toMoment(cut), toMoment(to), calendar),
        ]
        expect(parts).toEqual(whole)
        expect(new Set(whole.map(({ key }) => key)).size).toBe(whole.length)
        for (const round of whole) expect(toMillis(round.dueAt) >= from && toMillis(round.dueAt) < to).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

describe('the clock', () => {
  const round = { opensAt: '2026-11-20T01:00:00.000Z', closesAt: '2026-11-20T02:00:00.000Z' }
  it.each([
    ['due', '2026-11-20T01:59:59.999Z', false],
    ['due', '2026-11-20T02:00:00.000Z', true],
    ['inProgress', '2026-11-20T02:00:00.000Z', true],
    ['done', '2026-11-21T00:00:00.000Z', false],
    ['missed', '2026-11-21T00:00:00.000Z', false],
  ] as const)('a round %s at %s is missed by it: %s', (state, now, expected) => {
    expect(isMissedAt({ ...round, state }, now)).toBe(expected)
  })

  it('allows a round to start only within its window', () => {
    expect(checkRoundStart(round, '2026-11-20T00:59:59.000Z')).toEqual({ ok: false, reason: 'tooEarly' })
    expect(checkRoundStart(round, '2026-11-20T01:00:00.000Z')).toEqual({ ok: true })
    expect(checkRoundStart(round, '2026-11-20T02:00:00.000Z')).toEqual({ ok: false, reason: 'tooLate' })
  })

  it('accepts an answer that was given in time and arrives late', () => {
    expect(
      decideTransition(inspectionRoundLifecycle, 'missed', 'deliverLate', { finishedAt: '2026-11-20T01:30:00.000Z' }),
    ).toEqual({
      ok: true,
      to: 'done',
    })
    expect(decideTransition(inspectionRoundLifecycle, 'missed', 'deliverLate', {})).toMatchObject({
      ok: false,
      reason: { code: 'missing' },
    })
    expect(isDoneInTime(round, '2026-11-20T01:30:00.000Z')).toBe(true)
    expect(isDoneInTime(round, '2026-11-20T02:00:00.000Z')).toBe(false)
  })
})

it.each<[string, Partial<InspectionPlan>, string[]]>([
  ['nothing wrong', {}, []],
  ['no time', { frequency: { kind: 'daily', at: [] } }, ['times']],
  ['time past midnight', { frequency: { kind: 'daily', at: [1440] } }, ['times']],
  ['half a shift', { frequency: { kind: 'everyShifts', shifts: 0.5, minutesAfterStart: 0 } }, ['frequency']],
  ['no weekday', { frequency: { kind: 'weekly', weekdays: [], at: [60] } }, ['weekdays']],
  ['weekday 8', { weekdays: [8] }, ['weekdays']],
  ['a window of no length', { minutesAfter: 0 }, ['window']],
  ['ends before it begins', { validUntil: '2026-11-01' }, ['validity']],
])('a plan with %s', (_what, change, expected) => {
  expect(findPlanProblems(plan({ kind: 'daily', at: [540] }, change))).toEqual(expected)
})
