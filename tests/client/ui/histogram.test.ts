import { expect, it } from 'vitest'
import { extendBins, toBinPosition } from '@/client/ui/charts/histogram-bins'

const bin = (from: number, to: number, count = 1) => ({ from, to, count, expected: 1 })
const mark = (value: number) => ({ label: 'x', value, tone: 'limit' as const })

it('goes as far as the limits, with empty bins of the same width and no expectation', () => {
  const found = extendBins([bin(10, 12), bin(12, 14)], [mark(7), mark(15)])
  expect(found.map(({ from, to, count, expected }) => [from, to, count, expected])).toEqual([
    [6, 8, 0, null],
    [8, 10, 0, null],
    [10, 12, 1, 1],
    [12, 14, 1, 1],
    [14, 16, 0, null],
  ])
  expect(extendBins([bin(10, 12)], [mark(11)])).toHaveLength(1)
})
it('does not run away to a limit far off, and leaves bins without a width alone', () => {
  expect(extendBins([bin(10, 11)], [mark(1000)])).toHaveLength(13)
  expect(extendBins([bin(10, 10)], [mark(0)])).toEqual([bin(10, 10)])
  expect(extendBins([], [mark(0)])).toEqual([])
})
it('places a value between the middles of bins', () => {
  const bins = [bin(10, 12), bin(12, 14)]
  expect(toBinPosition(bins, 11)).toBe(0)
  expect(toBinPosition(bins, 12)).toBe(0.5)
  expect(toBinPosition(bins, 14)).toBe(1.5)
})
