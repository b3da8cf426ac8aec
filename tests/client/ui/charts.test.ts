import { expect, it } from 'vitest'
import { buildSeriesTable } from '@/client/ui/charts/series-table'
import { calculateMarkRange } from '@/client/ui/charts/marks-plugin'
import { calculatePareto } from '@/client/ui/charts/calculate-pareto'
import { buildWaterfall, calculateAxisStart } from '@/client/ui/charts/waterfall'

it('sorts causes and adds up their shares; what is not above zero has none', () => {
  const items = calculatePareto([
    { name: 'wrap', value: 20 },
    { name: 'break', value: 50 },
    { name: 'none', value: 0 },
    { name: 'screen', value: 30 },
  ])
  expect(items.map((item) => item.name)).toEqual(['break', 'screen', 'wrap'])
  expect(items.map((item) => item.share)).toEqual([0.5, 0.3, 0.2])
  expect(items.map((item) => item.cumulative)).toEqual([0.5, 0.8, 1])
})
it('has nothing to say about nothing', () => {
  expect(calculatePareto([])).toEqual([])
  expect(calculatePareto([{ name: 'none', value: 0 }])).toEqual([])
})

it('makes room for every mark', () => {
  expect(
    calculateMarkRange([
      { label: 'USL', value: 15, tone: 'limit' },
      { label: 'LSL', value: 13, tone: 'limit' },
    ]),
  ).toEqual({ suggestedMin: 13, suggestedMax: 15 })
  expect(calculateMarkRange([])).toEqual({})
})

it('writes the table behind a chart exactly, and says which points break a rule', () => {
  const table = buildSeriesTable(
    ['08:00', '09:00'],
    [{ name: 'mass', values: [12_345.678, null], flags: [true, false] }],
    {
      language: 'zh',
      flagged: '异常点',
    },
  )
  expect(table).toEqual([
    { label: '08:00', cells: ['12,345.68 (异常点)'] },
    { label: '09:00', cells: ['–'] },
  ])
})

it('hangs each step of a waterfall where the one before it ended', () => {
  const bars = buildWaterfall({
    from: { name: 'standard', value: 1000 },
    steps: [
      { name: 'price', value: 30 },
      { name: 'yield', value: -50 },
    ],
    to: { name: 'actual', value: 980 },
  })
  expect(bars.map(({ span, kind }) => [kind, ...span])).toEqual([
    ['whole', 0, 1000],
    ['more', 1000, 1030],
    ['less', 1030, 980],
    ['whole', 0, 980],
  ])
  // Steps of some per cent are seen: the axis begins a little below the lowest end.
  expect(calculateAxisStart(bars)).toBeCloseTo(967.5)
})
it('begins a waterfall at zero where its steps are large, and below where they lead there', () => {
  const of = (from: number, step: number) =>
    calculateAxisStart(
      buildWaterfall({
        from: { name: 'a', value: from },
        steps: [{ name: 'b', value: step }],
        to: { name: 'c', value: from + step },
      }),
    )
  expect(of(100, 400)).toBe(0)
  expect(of(100, -140)).toBe(-40)
})
