import { describe, expect, it } from 'vitest'
import { checkDuplicate, checkLimitOrder, checkShareSum } from '@/areas/standards/rules/content'
import { findLimitsFinerThanIndex } from '@/areas/standards/rules/limit-digits'

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
  it('with more decimals than their index are found, each index once with the most', () => {
    const digits = new Map([
      ['a', 1],
      ['b', 2],
    ])
    const of = (indexId: string | null, low: number | null, high: number | null) => ({ indexId, low, high })
    expect(findLimitsFinerThanIndex([of('a', 14.2, 15.8), of('b', 0.25, 1)], digits)).toEqual([])
    expect(
      findLimitsFinerThanIndex(
        [of('a', 14.25, null), of('a', null, 15.125), of('a', 14.25, 15), of('b', 1, 2)],
        digits,
      ),
    ).toEqual([{ indexId: 'a', limitDigits: 3, indexDigits: 1 }])
    expect(findLimitsFinerThanIndex([of(null, 1.2345, null), of('gone', 1.2345, null)], digits)).toEqual([])
  })
})

describe('shares', () => {
  const of = (percents: (number | null)[], whole = false) =>
    checkShareSum(
      percents.map((percent) => ({ percent })),
      'percent',
      'mix',
      { whole },
    ).map(({ path, code, limit }) => [path[1], code, limit])
  it('may come to 100 % and to no more', () => {
    expect(of([60, 40])).toEqual([])
    expect(of([60, 40.001])).toEqual([[1, 'sumTooBig', 40]])
    expect(of([100.1])).toEqual([[0, 'sumTooBig', 100]])
    // 33.3 three times leave 0.1, without the noise of binary fractions.
    expect(of([33.3, 33.3, 33.3, 0.1], true)).toEqual([])
    expect(of([60, null, 40])).toEqual([])
  })
  it('of a whole must come to it: the last is named with what it would have to be', () => {
    expect(of([60, 39.9], true)).toEqual([[1, 'sumTooSmall', 40]])
    expect(of([60, 39.9])).toEqual([])
    expect(of([], true)).toEqual([])
  })
})

it('a line is there again when another before it has the same key', () => {
  const all = ['a', 'b', 'a']
  expect(all.map((_, i) => checkDuplicate(all, i, (one) => one, ['x', i]).length)).toEqual([0, 0, 1])
})
