import { expect, it } from 'vitest'
import { extendBins, toBinPosition } from '@/client/ui/charts/chart-data'

const bin = (from: number, to: number, count = 1) => ({ from, to, count, expected: 1 })
const buildLimitMark = (value: number) => ({ label: 'x', value, tone: 'limit' as const })

it('extends to the limits, with empty bins of the same width and no expectation', () => {
  const bins = extendBins([bin(10, 12), bin(12, 14)], [buildLimitMark(7), buildLimitMark(15)])
  expect(bins.map(({ from, to, count, expected }) => [from, to, count, expected])).toEqual([
    [6, 8, 0, null],
    [8, 10, 0, null],
    [10, 12, 1, 1],
    [12, 14, 1, 1],
    [14, 16, 0, null],
  ])
  expect(extendBins([bin(10, 12)], [buildLimitMark(11)])).toHaveLength(1)
})
it('does not extend to a distant limit, and leaves bins without a width unchanged', () => {
  expect(extendBins([bin(10, 11)], [buildLimitMark(1000)])).toHaveLength(13)
  expect(extendBins([bin(10, 10)], [buildLimitMark(0)])).toEqual([bin(10, 10)])
  expect(extendBins([], [buildLimitMark(0)])).toEqual([])
})
it('places a value between the middles of bins', () => {
  const bins = [bin(10, 12), bin(12, 14)]
  expect(toBinPosition(bins, 11)).toBe(0)
  expect(toBinPosition(bins, 12)).toBe(0.5)
  expect(toBinPosition(bins, 14)).toBe(1.5)
})
