// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { buildWaterfall, calculateAxisStart, calculatePareto, buildSeriesTable } from '@/client/ui/charts/chart-data'
import { formatTicks } from '@/client/ui/charts/base-options'
import { calculateMarkRange } from '@/client/ui/charts/chart-plugins'

it('sorts causes and adds up their shares; values not above zero have no share', () => {
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
it('is empty without data', () => {
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
      flaggedLabel: '异常点',
    },
  )
  expect(table).toEqual([
    { label: '08:00', cells: ['12,345.68 (异常点)'] },
    { label: '09:00', cells: ['–'] },
  ])
})

it('starts each waterfall step where the previous one ended', () => {
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
  // Steps of a few per cent are visible: the axis starts slightly below the lowest value.
  expect(calculateAxisStart(bars)).toBeCloseTo(967.5)
})
it('starts a waterfall at zero for large steps, and slightly below the values for small ones', () => {
  const getAxisStart = (from: number, step: number) =>
    calculateAxisStart(
      buildWaterfall({
        from: { name: 'a', value: from },
        steps: [{ name: 'b', value: step }],
        to: { name: 'c', value: from + step },
      }),
    )
  expect(getAxisStart(100, 400)).toBe(0)
  expect(getAxisStart(100, -140)).toBe(-40)
})

it('gives the ticks of an axis as many decimals as tell them apart', () => {
  const ticks = [2_780_000, 2_800_000, 2_820_000, 2_840_000]
  expect(formatTicks(ticks, { language: 'en' })).toEqual(['2.78M', '2.80M', '2.82M', '2.84M'])
  expect(formatTicks(ticks, { language: 'zh' })).toEqual(['278万', '280万', '282万', '284万'])
  expect(formatTicks([0, 20_000, 40_000], { language: 'en' })).toEqual(['0', '20k', '40k'])
})
