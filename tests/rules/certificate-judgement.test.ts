import { describe, expect, it } from 'vitest'
import {
  judgeBatches,
  judgeIndex,
  summarizeJudgements,
  type JudgementLimits,
  type IndexJudgement,
} from '@/areas/certificates/rules/judgement'

const limits = (more: Partial<JudgementLimits> = {}): JudgementLimits => ({
  lsl: 14,
  usl: 16,
  samplesPerRoll: 5,
  comparison: 'rounded',
  digits: 1,
  ...more,
})
const roll = (n: number, mean: number | null = 15, below = 0) => ({ n, mean, below })

describe('an index of a certificate', () => {
  it.each<[string, ReturnType<typeof roll>[], IndexJudgement, Partial<JudgementLimits>?]>([
    ['just as many samples as the standard asks for', [roll(5)], 'pass'],
    ['one sample less', [roll(4)], 'missing'],
    ['samples below the limit of detection count as taken', [roll(3, 0.4, 2)], 'pass', { lsl: null }],
    ['a roll tested in full and failing, beside one that was not', [roll(5, 16.2), roll(1)], 'fail'],
    ['a roll tested in part and failing is not judged', [roll(4, 16.2)], 'missing'],
    ['one of two rolls tested in part', [roll(5), roll(4)], 'missing'],
    ['a roll without any value is not tested, and hides none', [roll(0, null), roll(5)], 'pass'],
    ['nothing', [], 'missing'],
    ['only rolls without a value', [roll(0, null)], 'missing'],
    ['one sample where the standard names no number', [roll(1)], 'pass', { samplesPerRoll: null }],
  ])('%s', (_, rolls, expected, more = {}) => {
    expect(judgeIndex(limits(more), rolls)).toBe(expected)
  })
  it('over batches: one failure fails all, otherwise one missing value makes it missing', () => {
    const [good, bad, few] = [[roll(5)], [roll(5, 13.9)], [roll(4)]]
    expect(judgeBatches(limits(), [good, good])).toBe('pass')
    expect(judgeBatches(limits(), [good, few])).toBe('missing')
    expect(judgeBatches(limits(), [few, bad])).toBe('fail')
    expect(judgeBatches(limits(), [good, []])).toBe('missing')
    expect(judgeBatches(limits(), [])).toBe('missing')
  })
  it('passes as a whole only with indexes, and only if all pass', () => {
    const line = (judgement: 'pass' | 'fail' | 'missing') => ({ judgement })
    expect(summarizeJudgements([line('pass'), line('pass')])).toBe('pass')
    expect(summarizeJudgements([line('pass'), line('missing')])).toBe('gaps')
    expect(summarizeJudgements([])).toBe('gaps')
  })
})
