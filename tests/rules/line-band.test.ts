import { expect, test } from 'vitest'
import { buildLineBand } from '@/areas/overview/rules/line-band'

const run = (
  from: number,
  to: number | null,
  pauses: { from: number; to: number | null; reason: string | null }[] = [],
) => ({
  from,
  to,
  pauses,
})
const toText = (segments: ReturnType<typeof buildLineBand>) =>
  segments.map(({ from, to, state, reason }) => `${from}-${to} ${state}${reason ? ` ${reason}` : ''}`)

test('a line without an order has none, also while it is stopped', () => {
  expect(toText(buildLineBand({ from: 0, to: 100, runs: [], stops: [{ from: 20, to: 40, reason: null }] }))).toEqual([
    '0-100 noOrder',
  ])
})
test('stops and pauses of an order are standing time with their reason', () => {
  const segments = buildLineBand({
    from: 0,
    to: 100,
    runs: [run(10, 90, [{ from: 60, to: 70, reason: 'no resin' }])],
    stops: [{ from: 30, to: 40, reason: 'web break' }],
  })
  expect(toText(segments)).toEqual([
    '0-10 noOrder',
    '10-30 running',
    '30-40 standing web break',
    '40-60 running',
    '60-70 standing no resin',
    '70-90 running',
    '90-100 noOrder',
  ])
})
test('a stop that lasts and an order that has not ended reach to the end of the period', () => {
  expect(
    toText(buildLineBand({ from: 50, to: 100, runs: [run(0, null)], stops: [{ from: 80, to: null, reason: null }] })),
  ).toEqual(['50-80 running', '80-100 standing'])
})
test('adjacent orders without a gap are one running segment, and a stop across both stays one', () => {
  expect(
    toText(
      buildLineBand({ from: 0, to: 100, runs: [run(0, 50), run(50, 100)], stops: [{ from: 45, to: 55, reason: 'x' }] }),
    ),
  ).toEqual(['0-45 running', '45-55 standing x', '55-100 running'])
})
