import { describe, expect, it } from 'vitest'
import {
  checkDuplicate,
  checkLimitOrder,
  checkShareSum,
  findLimitsFinerThanIndex,
} from '@/areas/standards/rules/content'

const names = ['lsl', 'target', 'usl'] as const
describe('limits', () => {
  it.each([
    [{ lsl: 14, target: 15, usl: 16 }, []],
    // All three alike leave one value, which is possible.
    [{ lsl: 15, target: 15, usl: 15 }, []],
    [{ lsl: 16.1, target: null, usl: 16 }, [['lsl', 'tooBig', 16]]],
    [{ lsl: 14, target: 16.1, usl: 16 }, [['target', 'tooBig', 16]]],
    [{ lsl: 14, target: 13.9, usl: 16 }, [['target', 'tooSmall', 14]]],
    [{ lsl: 0, target: -1, usl: null }, [['target', 'tooSmall', 0]]],
    [{ lsl: null, target: 1, usl: 0 }, [['target', 'tooBig', 0]]],
    [{ target: 1 }, []],
  ])('%j', (one, problems) =>
    expect(checkLimitOrder(one, names, ['x']).map(({ path, code, limit }) => [path.at(-1), code, limit])).toEqual(
      problems,
    ),
  )
  it('with more decimals than their index are found, each index once with the largest number', () => {
    const digits = new Map([
      ['a', 1],
      ['b', 2],
    ])
    const buildLimits = (indexId: string | null, low: number | null, high: number | null) => ({ indexId, low, high })
    expect(findLimitsFinerThanIndex([buildLimits('a', 14.2, 15.8), buildLimits('b', 0.25, 1)], digits)).toEqual([])
    expect(
      findLimitsFinerThanIndex(
        [
          buildLimits('a', 14.25, null),
          buildLimits('a', null, 15.125),
          buildLimits('a', 14.25, 15),
          buildLimits('b', 1, 2),
        ],
        digits,
      ),
    ).toEqual([{ indexId: 'a', limitDigits: 3, indexDigits: 1 }])
    expect(
      findLimitsFinerThanIndex([buildLimits(null, 1.2345, null), buildLimits('gone', 1.2345, null)], digits),
    ).toEqual([])
  })
})

describe('shares', () => {
  const checkPercents = (percents: (number | null)[], whole = false) =>
    checkShareSum(
      percents.map((percent) => ({ percent })),
      'percent',
      'mix',
      { mustReach100: whole },
    ).map(({ path, code, limit }) => [path[1], code, limit])
  it('may add up to 100 % but not more', () => {
    expect(checkPercents([60, 40])).toEqual([])
    expect(checkPercents([60, 40.001])).toEqual([[1, 'sumTooBig', 40]])
    expect(checkPercents([100.1])).toEqual([[0, 'sumTooBig', 100]])
    // 33.3 three times leave 0.1, without the noise of binary fractions.
    expect(checkPercents([33.3, 33.3, 33.3, 0.1], true)).toEqual([])
    expect(checkPercents([60, null, 40])).toEqual([])
  })
  it('of a whole must add up to 100 %: the last one is reported with its required value', () => {
    expect(checkPercents([60, 39.9], true)).toEqual([[1, 'sumTooSmall', 40]])
    expect(checkPercents([60, 39.9])).toEqual([])
    expect(checkPercents([], true)).toEqual([])
  })
})

it('a line is a duplicate if an earlier line has the same key', () => {
  const all = ['a', 'b', 'a']
  expect(all.map((_, i) => checkDuplicate(all, i, (one) => one, ['x', i]).length)).toEqual([0, 0, 1])
})
