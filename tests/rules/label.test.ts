import { expect, test } from 'vitest'
import { isLabelOutdated, labelContents } from '@/areas/rolls/rules/label-contents'

const roll = {
  kg: 61.2 as number | null,
  expectedKg: 60,
  grade: 'good',
  lengthM: 5000,
  widthMm: 160,
  labels: 0,
  labelSaid: null as string | null,
}
const isOld = (row: typeof roll) => isLabelOutdated(row, labelContents.slitRoll(row))
const printed = { ...roll, labels: 1, labelSaid: labelContents.slitRoll(roll) }

test("a label is outdated if its roll's weight or other data changed", () => {
  expect(isOld(printed)).toBe(false)
  expect(isOld({ ...printed, kg: 59.8 })).toBe(true)
  expect(isOld({ ...printed, grade: 'downgraded' })).toBe(true)
})
test('the calculated mass differs from the weighed one', () => {
  const before = { ...roll, kg: null }
  expect(isOld({ ...before, labels: 1, labelSaid: labelContents.slitRoll(before), kg: 60 })).toBe(true)
})
test('a label that was never printed, or whose text was not stored, is not outdated', () => {
  expect(isOld(roll)).toBe(false)
  expect(isOld({ ...roll, labels: 2 })).toBe(false)
})
test('a package changes when rolls are added or removed', () => {
  const pack = { netKg: 180, rolls: 3, labels: 1, labelSaid: labelContents.package({ netKg: 180, rolls: 3 }, 0) }
  expect(isLabelOutdated(pack, labelContents.package(pack, 0))).toBe(false)
  expect(isLabelOutdated(pack, labelContents.package({ rolls: 4, netKg: 240 }, 0))).toBe(true)
})
