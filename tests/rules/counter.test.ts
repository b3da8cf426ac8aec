import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeCounter, type CounterReading, type CounterSpec } from '@/areas/telemetry/rules/counter'
import {
  clearUsage,
  createEmptyUsage,
  spreadUse,
  type UsageOfDay,
  buildPlantDay,
  READING_SLOT_MS,
} from '@/areas/telemetry/rules/rollup'

const HOUR = 3_600_000
const spec = (more: Partial<CounterSpec> = {}): CounterSpec => ({
  rollsOverAt: null,
  mostPerHour: 500,
  dip: null,
  maxSpreadPauseMs: 72 * HOUR,
  ...more,
})
/** Verdict and use of each, read every hour. */
const judgeValues = (values: readonly (number | Partial<CounterReading>)[], of = spec()) =>
  judgeCounter(
    of,
    null,
    values.map((v, i) => ({ at: i * HOUR, ...(typeof v === 'number' ? { value: v } : { value: 0, ...v }) })),
  ).map(({ verdict, used }) => [verdict, Math.round(used * 1000) / 1000])

describe('a counter', () => {
  test.each([
    [
      'counts up',
      [100, 150, 150],
      [
        ['first', 0],
        ['counts', 50],
        ['counts', 0],
      ],
    ],
    [
      'rolls over',
      [99_900, 50],
      [
        ['first', 0],
        ['counts', 150],
      ],
      { rollsOverAt: 100_000 },
    ],
    // A meter of 838,860.7 Wh that starts again at 0: 0.7 to the end, 0.3 after it.
    [
      'rolls over at an odd value',
      [838_860, 0.3],
      [
        ['first', 0],
        ['counts', 1],
      ],
      { rollsOverAt: 838_860.7 },
    ],
    // A dip of 0.1 is no reset: 215.6 kWh were booked for one elsewhere.
    [
      'dips and comes back',
      [215.6, 215.5, 215.8],
      [
        ['first', 0],
        ['dip', 0],
        ['counts', 0.2],
      ],
      { dip: 0.1 },
    ],
    [
      'drops out to 0 once',
      [5000, 0, 5010],
      [
        ['first', 0],
        ['backwards', 0],
        ['counts', 10],
      ],
    ],
    [
      'jumps once',
      [5000, 50_000, 5010],
      [
        ['first', 0],
        ['tooFast', 0],
        ['counts', 10],
      ],
    ],
    [
      'was reset and counts on',
      [5000, 20, 70],
      [
        ['first', 0],
        ['counts', 20],
        ['counts', 50],
      ],
    ],
    [
      'was reset long ago, to a value that is not possible',
      [5000, 4000, 4100],
      [
        ['first', 0],
        ['counts', 0],
        ['counts', 100],
      ],
    ],
    [
      'fell, and nobody knows yet',
      [5000, 20],
      [
        ['first', 0],
        ['backwards', 0],
      ],
    ],
    [
      'went back for good while it stands',
      [5000, 0, 0],
      [
        ['first', 0],
        ['backwards', 0],
        ['backwards', 0],
      ],
    ],
    [
      'shows more than it can',
      [100, 100_000, 150],
      [
        ['first', 0],
        ['aboveCounter', 0],
        ['counts', 50],
      ],
      { rollsOverAt: 100_000 },
    ],
    [
      'shows less than nothing',
      [100, -5, 150],
      [
        ['first', 0],
        ['aboveCounter', 0],
        ['counts', 50],
      ],
    ],
    [
      'was exchanged',
      [900, { value: 30, exchange: { oldFinal: 920, newStart: 10 } }],
      [
        ['first', 0],
        ['counts', 40],
      ],
    ],
    [
      'is admitted going back',
      [5000, { value: 4000, decision: 'admitted' as const }, 4100],
      [
        ['first', 0],
        ['admitted', 0],
        ['counts', 100],
      ],
    ],
    [
      'is admitted at ten times the power',
      [0, { value: 5000, decision: 'admitted' as const }],
      [
        ['first', 0],
        ['admitted', 5000],
      ],
    ],
    [
      'has a value left out',
      [100, { value: 120, decision: 'excluded' as const }, 150],
      [
        ['first', 0],
        ['excluded', 0],
        ['counts', 50],
      ],
    ],
    [
      'comes back after too long',
      [100, 150],
      [
        ['first', 0],
        ['longGap', 0],
      ],
      { maxSpreadPauseMs: HOUR / 2 },
    ],
  ] as [string, (number | Partial<CounterReading>)[], [string, number][], Partial<CounterSpec>?][])(
    '%s',
    (_what, values, expected, more) => expect(judgeValues(values, spec(more))).toEqual(expected),
  )

  test('counts its total increase, whatever wrong values lie between', () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.option(fc.constantFrom(0, 1e7), { freq: 4 })), {
          minLength: 3,
          maxLength: 60,
        }),
        (steps) => {
          let value = 1000
          const values = steps.flatMap(([step, wrong]) => [...(wrong === null ? [] : [wrong]), (value += step)])
          const whole = judgeCounter(
            spec(),
            { at: -HOUR, value: 1000 },
            values.map((v, i) => ({ at: i * HOUR, value: v })),
          )
          expect(whole.reduce((sum, s) => sum + s.used, 0)).toBeCloseTo(value - 1000, 6)
        },
      ),
    ))
})

describe('use between two readings', () => {
  const day = buildPlantDay('2026-11-20', 'Asia/Shanghai')
  const over = (from: number, to: number, used: number, within = { from: -Infinity, to: Infinity }): UsageOfDay => {
    const usage = createEmptyUsage(day)
    spreadUse(
      { from: day.start + from * READING_SLOT_MS, to: day.start + to * READING_SLOT_MS, used },
      within,
      READING_SLOT_MS * 2,
      () => usage,
    )
    return usage
  }
  test('is spread over the slots between them, never all booked in the last one', () => {
    const usage = over(4, 12, 80)
    expect(usage.used.slice(3, 13)).toEqual([0, 10, 10, 10, 10, 10, 10, 10, 10, 0])
    expect(usage.estimated.slice(3, 13)).toEqual([0, 10, 10, 10, 10, 10, 10, 10, 10, 0])
    expect(usage.measuredS.every((s) => s === 0)).toBe(true)
  })
  test('is measured if the readings are close together', () => {
    const usage = over(4.5, 6, 30)
    expect(usage.used.slice(4, 7)).toEqual([10, 20, 0])
    expect(usage.measuredS.slice(4, 7)).toEqual([450, 900, 0])
    expect(usage.estimated.every((kWh) => kWh === 0)).toBe(true)
  })
  test('is clipped at the start of a recalculation', () => {
    const usage = over(4, 8, 40, { from: day.start + 5 * READING_SLOT_MS, to: day.start + 7 * READING_SLOT_MS })
    expect(usage.used.slice(4, 8)).toEqual([0, 10, 10, 0])
    clearUsage(usage, day.start + 6 * READING_SLOT_MS, day.start + 7 * READING_SLOT_MS)
    expect(usage.used.slice(4, 8)).toEqual([0, 10, 0, 0])
  })
  test.each([
    ['2026-03-29', 92],
    ['2026-10-25', 100],
    ['2026-07-01', 96],
  ])('a day of Berlin has its own slots: %s has %i', (date, slots) =>
    expect(buildPlantDay(date, 'Europe/Berlin').slots).toBe(slots),
  )
})
