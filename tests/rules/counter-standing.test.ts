import { describe, expect, it } from 'vitest'
import {
  judgeCounter,
  type CounterSpec,
  baseStandings,
  isInSums,
  summedStandings,
  getStandingName,
  getStandingDecision,
  toStandingCode,
} from '@/areas/telemetry/rules/counter'
import { getStaleAfterSeconds } from '@/areas/telemetry/rules/tag'

describe('the standing of a stored reading', () => {
  // As small numbers they lie in the database: an order of their own.
  const names = ['counts', 'dip', 'backwards', 'tooFast', 'aboveCounter', 'longGap', 'admitted', 'excluded'] as const
  it('is stored as its number', () => {
    expect(names.map(toStandingCode)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(toStandingCode('first')).toBe(0)
    expect(names.map((_, i) => getStandingName(i))).toEqual(names)
    expect(getStandingName(99)).toBe('excluded')
  })
  it.each([
    ['counts', true, true, null],
    ['dip', false, true, null],
    ['backwards', false, false, null],
    ['tooFast', false, false, null],
    ['aboveCounter', false, false, null],
    ['longGap', true, true, null],
    ['admitted', true, true, 'admitted'],
    ['excluded', false, false, 'excluded'],
  ] as const)('%s: a counter goes on from it %s, it is in sums %s, said before %s', (name, base, sums, said) => {
    const standing = toStandingCode(name)
    expect(baseStandings.includes(standing)).toBe(base)
    expect(isInSums(standing)).toBe(sums)
    expect(summedStandings.includes(standing)).toBe(sums)
    expect(getStandingDecision(standing)).toBe(said)
  })
})

describe('a restarted counter', () => {
  const HOUR = 3_600_000
  const spec: CounterSpec = { rollsOverAt: null, mostPerHour: null, dip: 1, maxSpreadPauseMs: 72 * HOUR }
  const judgeValues = (values: readonly number[], more: Partial<CounterSpec> = {}) =>
    judgeCounter(
      { ...spec, ...more },
      null,
      values.map((value, i) => ({ at: i * HOUR, value })),
    ).map(({ verdict, used }) => [verdict, used])
  it.each([
    // Where no greatest rate is known, a hundredth of what it showed may have been used since; more says nothing.
    [
      [1000, 10, 20],
      [
        ['first', 0],
        ['counts', 10],
        ['counts', 10],
      ],
    ],
    [
      [1000, 11, 21],
      [
        ['first', 0],
        ['counts', 0],
        ['counts', 10],
      ],
    ],
    // The one after it does not count on: a wrong reading, not a new start.
    [
      [1000, 10, 10],
      [
        ['first', 0],
        ['backwards', 0],
        ['backwards', 0],
      ],
    ],
    // Back where it was, less what a dip may be.
    [
      [1000, 10, 999],
      [
        ['first', 0],
        ['backwards', 0],
        ['dip', 0],
      ],
    ],
    [
      [1000, 10, 998],
      [
        ['first', 0],
        ['counts', 10],
        ['counts', 988],
      ],
    ],
    // A fall by just a dip is one, a little more is none.
    [
      [1000, 999],
      [
        ['first', 0],
        ['dip', 0],
      ],
    ],
    [
      [1000, 998.9],
      [
        ['first', 0],
        ['backwards', 0],
      ],
    ],
  ])('%j', (values, expected) => expect(judgeValues(values)).toEqual(expected))
  it('counts the displayed value within the maximum rate, plus one minute for its steps', () => {
    // 60 an hour, and one for a minute's step.
    expect(judgeValues([1000, 61, 62], { mostPerHour: 60 })[1]).toEqual(['counts', 61])
    expect(judgeValues([1000, 61.1, 62], { mostPerHour: 60 })[1]).toEqual(['counts', 0])
  })
})

it('a live value is stale after three pauses unless its tag sets a time', () => {
  expect(getStaleAfterSeconds({ staleAfterS: null, everyS: 10 })).toBe(30)
  expect(getStaleAfterSeconds({ staleAfterS: 45, everyS: 10 })).toBe(45)
})
