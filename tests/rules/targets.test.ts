import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  calculateMaxPlausibleValue,
  targetMetrics,
  calculateTargets,
  type TargetMetric,
  type StoredTarget,
} from '@/areas/figures/rules/targets'
import { toMonth } from '@/plant/rules/month'
import { addDays, type Day } from '@/plant/rules/plant-time'

const FIRST = '2026-10-01'
const LAST = '2026-12-31'
const shifts = ['early', 'middle', 'night']
const teams = ['A', 'B', 'C', 'D']
const turns = Array.from({ length: 92 * 3 }, (_, i) => ({
  businessDate: addDays(FIRST, Math.floor(i / 3)),
  shift: shifts[i % 3]!,
  // Four teams one after another: of three shifts a day each works another one the next day.
  team: teams[i % 4]!,
}))
const someDay = fc.integer({ min: 0, max: 91 }).map((days) => addDays(FIRST, days))
const someTarget: fc.Arbitrary<StoredTarget> = fc
  .record({
    of: fc.constantFrom(
      { lineId: 'SB1', team: null },
      { lineId: 'SM1', team: null },
      ...teams.map((team) => ({ lineId: null, team })),
    ),
    figure: fc.constantFrom<TargetMetric>('outputKg', 'goodKg', 'q1Percent'),
    period: fc.constantFrom('month' as const, 'day' as const, 'shift' as const),
    day: someDay,
    shift: fc.constantFrom(...shifts),
    value: fc.integer({ min: 1, max: 100_000 }),
  })
  .map(({ of, day, shift, ...target }) => ({
    ...of,
    ...target,
    day: target.period === 'month' ? `${toMonth(day)}-01` : day,
    shift: target.period === 'shift' ? shift : null,
  }))
const same = (a: StoredTarget, b: StoredTarget) =>
  (['lineId', 'team', 'figure', 'period', 'day', 'shift'] as const).every((name) => a[name] === b[name])
const someTargets = fc.uniqueArray(someTarget, { maxLength: 60, comparator: same })

/** The rule as it is said, looked up anew for each shift. */
function asSaid(set: readonly StoredTarget[], from: Day, to: Day, shift: string | null) {
  const keys = [...new Set(set.map(({ lineId, team, figure }) => `${lineId}/${team}/${figure}`))]
  return keys.flatMap((key) => {
    const targetsOfKey = set.filter(({ lineId, team, figure }) => `${lineId}/${team}/${figure}` === key)
    const { team, figure } = targetsOfKey[0]!
    const mine = turns.filter((turn) => team === null || turn.team === team)
    const values = mine
      .filter((turn) => turn.businessDate >= from && turn.businessDate <= to && (!shift || turn.shift === shift))
      .flatMap((turn) => {
        const its = targetsOfKey.find(
          (t) => t.period === 'shift' && t.day === turn.businessDate && t.shift === turn.shift,
        )
        if (its) return [its.value]
        const day = targetsOfKey.find((t) => t.period === 'day' && t.day === turn.businessDate)
        const effectiveTarget =
          day ?? targetsOfKey.find((t) => t.period === 'month' && toMonth(t.day) === toMonth(turn.businessDate))
        if (!effectiveTarget) return []
        if (targetMetrics[figure] === 'rate') return [effectiveTarget.value]
        const over = mine.filter(({ businessDate }) =>
          day ? businessDate === turn.businessDate : toMonth(businessDate) === toMonth(turn.businessDate),
        )
        return [effectiveTarget.value / over.length]
      })
    const sum = values.reduce((a, b) => a + b, 0)
    return values.length === 0 ? [] : [[key, targetMetrics[figure] === 'amount' ? sum : sum / values.length]]
  })
}

test('a shift has its own target, or a share of the day’s or month’s target, for lines and teams', () => {
  fc.assert(
    fc.property(someTargets, someDay, someDay, fc.constantFrom(null, ...shifts), (set, one, other, shift) => {
      const [from, to] = one < other ? [one, other] : [other, one]
      const found = calculateTargets(set, turns, { from, to, shift })
      const said = found.map(({ lineId, team, figure, value }) => [`${lineId}/${team}/${figure}`, value])
      const expected = asSaid(set, from, to, shift)
      expect(said.map(([key]) => key)).toEqual(expected.map(([key]) => key))
      // A share is rounded to the fourth decimal, and there are at most 276 of them.
      said.forEach(([, value], i) => expect(value).toBeCloseTo(Number(expected[i]![1]), 1))
    }),
  )
})
const month = { lineId: 'SB1', team: null, figure: 'outputKg', period: 'month', shift: null } as const
test('all shifts of a month together have exactly the target of the month', () => {
  const set = ['2026-10-01', '2026-11-01', '2026-12-01'].map((day, i) => ({ ...month, day, value: 90_000 + i }))
  const [target] = calculateTargets(set, turns, { from: FIRST, to: LAST })
  expect(target!.value).toBe(270_003)
  // Shared out over 93 shifts and added up again, 500,000 came back as 500000.00000000047.
  const one = { ...month, day: FIRST, value: 500_000 }
  expect(calculateTargets([one], turns, { from: FIRST, to: '2026-10-31' })[0]!.value).toBe(500_000)
})
test('the days of a month add up to exactly its target, for lines and for teams, with any decimals', () => {
  const tenThousandths = fc.integer({ min: 1, max: 9_999_999_999 })
  fc.assert(
    fc.property(tenThousandths, fc.constantFrom(null, ...teams), (units, team) => {
      const value = units / 10_000
      const set = [{ ...month, lineId: team ? null : 'SB1', team, day: FIRST, value }]
      expect(calculateTargets(set, turns, { from: FIRST, to: '2026-10-31' })[0]!.value).toBe(value)
      const days = Array.from({ length: 31 }, (_, i) => addDays(FIRST, i)).flatMap((day) =>
        calculateTargets(set, turns, { from: day, to: day }).map((one) => Math.round(one.value * 10_000)),
      )
      expect(days.reduce((a, b) => a + b, 0)).toBe(units)
    }),
  )
})
test('a rate target applies to every shift unchanged', () => {
  const [target] = calculateTargets([{ ...month, figure: 'q1Percent', day: FIRST, value: 97.3 }], turns, {
    from: FIRST,
    to: '2026-10-31',
  })
  expect(target!.value).toBe(97.3)
})

test('a target has an upper bound that no line can exceed', () => {
  expect(calculateMaxPlausibleValue('outputKg', { period: 'day', lines: 1 })).toBe(240_000)
  expect(calculateMaxPlausibleValue('goodKg', { period: 'shift', lines: 3 })).toBe(360_000)
  // Each figure that may have a target is bounded.
  for (const figure of Object.keys(targetMetrics) as TargetMetric[])
    expect(calculateMaxPlausibleValue(figure, { period: 'month', lines: 1 })).toBeGreaterThan(0)
})
