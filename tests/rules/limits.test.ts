import { describe, expect, it } from 'vitest'
import { judgeIndex } from '@/areas/certificates/rules/judgement'
import { isOutsideItemLimits } from '@/areas/incoming/rules/judge-inspection'
import {
  getComparedDigits,
  getDisplayedDigits,
  judgeTestValue,
  judgeMean,
  findOutsideSamples,
} from '@/areas/laboratory/rules/judge-results'
import { compareWithLimits, getLimitDigits, isOutsideLimits } from '@/plant/rules/limits'

/** GB/T 8170-2008, 4.3.3: a result is rounded to the decimals of the limit, not to those of the index. */
describe('limits with more decimals than their index', () => {
  const index = { digits: 1, comparison: 'rounded' } as const
  const range = { lsl: 14.25, usl: 15.75, ...index }
  const maxOnlyLimits = { lsl: null, usl: 0.42, ...index }
  it.each([
    [range, '14.25', 'ok'],
    [range, '14.245', 'low'], // rounds to 14.24: an even last digit stays
    [range, '14.246', 'ok'],
    [range, '15.75', 'ok'],
    [range, '15.756', 'high'],
    [maxOnlyLimits, '0.42', 'ok'],
    [maxOnlyLimits, '0.424', 'ok'],
    [maxOnlyLimits, '0.425', 'ok'], // rounds to 0.42
    [maxOnlyLimits, '0.426', 'high'],
    [maxOnlyLimits, '0.44', 'high'],
  ] as const)('%o: %s is %s', (limits, value, judged) => {
    expect(judgeTestValue(value, limits)).toBe(judged)
    expect(judgeTestValue(Number(value), limits)).toBe(judged)
    expect(judgeMean({ mean: Number(value), below: 0 }, limits)).toBe(judged)
    expect(findOutsideSamples([{ text: value, value: Number(value) }], limits)).toHaveLength(judged === 'ok' ? 0 : 1)
    const roll = { n: 1, mean: Number(value), below: 0 }
    expect(judgeIndex({ ...limits, samplesPerRoll: null }, [roll])).toBe(judged === 'ok' ? 'pass' : 'fail')
    const item = { low: limits.lsl, high: limits.usl, digits: limits.digits }
    expect(isOutsideItemLimits(item, { item: 0, sample: null, value: Number(value), ok: null })).toBe(judged !== 'ok')
  })
  it('one limit with more decimals counts for both, so a range is written alike', () => {
    expect(getLimitDigits({ low: 14.5, high: 15.75 }, 1)).toBe(2)
    expect(getLimitDigits({ low: 14.125, high: 16 }, 1)).toBe(3)
    expect(compareWithLimits('14.46', { low: 14.5, high: 15.75 }, 1)).toBe('low')
  })
  it('a limit with fewer decimals gets those of the index', () => {
    expect(getLimitDigits({ low: 45, high: null }, 1)).toBe(1)
    expect(getLimitDigits({}, 2)).toBe(2)
    expect(compareWithLimits('44.96', { low: 45 }, 1)).toBe('ok')
    expect(compareWithLimits('44.94', { low: 45 }, 1)).toBe('low')
  })
  it('a result has the decimals it was judged by', () => {
    expect(getComparedDigits(range)).toBe(2)
    expect(getComparedDigits({ lsl: 14, usl: 16, digits: 1 })).toBe(1)
  })
  it.each([
    // 21.96 is below 22, but 22.0 is not.
    [{ lsl: 22, usl: null }, 21.96, 2],
    [{ lsl: 22, usl: null }, 21.9996, 4],
    [{ lsl: 22, usl: null }, 21.94, 1],
    [{ lsl: 22, usl: null }, 22.04, 1],
    [{ lsl: null, usl: 0.42 }, 0.423, 3],
    [{ lsl: null, usl: 0.42 }, 0.426, 2],
    [{ lsl: null, usl: 0.42 }, null, 2],
    [{ lsl: 22, usl: null }, 21.999_999_96, 6],
  ] as const)('with full comparison and limits %o, %s is displayed with %d decimals', (limits, mean, digits) => {
    expect(getDisplayedDigits(mean, { ...limits, digits: 1, comparison: 'full' })).toBe(digits)
    expect(getDisplayedDigits(mean, { ...limits, ...index })).toBe(getComparedDigits({ ...limits, digits: 1 }))
  })
  it('full comparison rounds no value', () => {
    expect(judgeTestValue('0.4201', { ...maxOnlyLimits, comparison: 'full' })).toBe('high')
    expect(judgeTestValue('14.2499', { ...range, comparison: 'full' })).toBe('low')
  })
})

describe('values without a test index', () => {
  it.each([
    [130, false],
    [129.999, true],
    [150, false],
    [150.001, true],
    [null, false],
    [undefined, false],
  ])('130 to 150: %s is outside: %s', (value, outside) => {
    expect(isOutsideLimits(value, { low: 130, high: 150 })).toBe(outside)
  })
  it('0 is a value and a limit', () => {
    expect(isOutsideLimits(0, { low: 0, high: 0 })).toBe(false)
    expect(isOutsideLimits(-0.1, { low: 0 })).toBe(true)
    expect(isOutsideLimits(0.1, { high: 0 })).toBe(true)
  })
})

describe('the mean of samples, some of them below the limit of detection', () => {
  const index = { digits: 1, comparison: 'rounded' } as const
  it.each([
    [{ mean: null, below: 0 }, { lsl: null, usl: 5 }, null],
    [{ mean: null, below: 1 }, { lsl: null, usl: 5 }, 'ok'],
    [{ mean: null, below: 1 }, { lsl: 1, usl: 5 }, 'low'],
    [{ mean: 3, below: 1 }, { lsl: 1, usl: 5 }, 'low'],
    [{ mean: 3, below: 0 }, { lsl: 1, usl: 5 }, 'ok'],
    [{ mean: 6, below: 1 }, { lsl: null, usl: 5 }, 'high'],
  ])('%j within %j: %s', (samples, limits, judgement) => {
    expect(judgeMean(samples, { ...limits, ...index })).toBe(judgement)
  })
})
