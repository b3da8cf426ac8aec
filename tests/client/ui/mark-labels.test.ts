import { expect, test } from 'vitest'
import { placeLabels, spreadLabels, type VerticalMark } from '@/client/ui/charts/mark-labels'

const buildMarks = (...places: number[]): VerticalMark[] => places.map((one) => ({ x: one, width: 40 }))
/** Pairs of overlapping labels. */
function over(marks: readonly VerticalMark[], from = 0, to = 300): string[] {
  const placed = placeLabels(marks, from, to)
  return placed.flatMap((one, i) =>
    placed
      .slice(i + 1)
      .flatMap((other, j) =>
        one.row === other.row && one.x < other.x + marks[i + 1 + j]!.width && other.x < one.x + marks[i]!.width
          ? [`${i} ${i + 1 + j}`]
          : [],
      ),
  )
}

test('labels of distant lines are in one row, each left of its line', () => {
  expect(placeLabels(buildMarks(60, 150, 240), 0, 300)).toEqual([
    { x: 16, row: 0 },
    { x: 106, row: 0 },
    { x: 196, row: 0 },
  ])
})
test('labels of close lines do not overlap, and the outer ones are outside', () => {
  const marks = buildMarks(140, 150, 160)
  const [lsl, target, usl] = placeLabels(marks, 0, 300)
  expect(lsl!.x + 40).toBeLessThan(140)
  expect(usl!.x).toBeGreaterThan(160)
  expect([lsl!.row, target!.row, usl!.row]).toEqual([0, 1, 0])
  expect(over(marks)).toEqual([])
})
test.each([
  ['on one place', [150, 150, 150, 150]],
  ['at the left end', [0, 3, 8]],
  ['at the right end', [290, 296, 300]],
  ['given in any order', [160, 140, 150, 145]],
])('names of lines %s stay inside and apart', (_, places) => {
  const marks = buildMarks(...places)
  expect(over(marks)).toEqual([])
  for (const { x } of placeLabels(marks, 0, 300)) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + 40).toBeLessThanOrEqual(300)
  }
})
test('a drawing narrower than a label keeps it, from its left end', () => {
  expect(placeLabels(buildMarks(10, 20), 0, 30).map(({ x }) => x)).toEqual([0, 0])
  expect(over(buildMarks(10, 20), 0, 30)).toEqual([])
})
test('heights of horizontal lines keep their order and distance within the drawing', () => {
  expect(spreadLabels([20, 60, 100], 14, 15, 200)).toEqual([20, 60, 100])
  expect(spreadLabels([60, 62, 61], 14, 15, 200)).toEqual([60, 88, 74])
  expect(spreadLabels([198, 199, 200], 14, 15, 200)).toEqual([172, 186, 200])
  expect(spreadLabels([1, 2], 14, 15, 200)).toEqual([15, 29])
})
