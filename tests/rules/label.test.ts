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

test('a label is old when its roll weighs, or is, something else than it says', () => {
  expect(isOld(printed)).toBe(false)
  expect(isOld({ ...printed, kg: 59.8 })).toBe(true)
  expect(isOld({ ...printed, grade: 'downgraded' })).toBe(true)
})
test('the mass that was worked out is not the one that was weighed', () => {
  const before = { ...roll, kg: null }
  expect(isOld({ ...before, labels: 1, labelSaid: labelContents.slitRoll(before), kg: 60 })).toBe(true)
})
test('one that was never printed is not old, nor one whose words were not kept', () => {
  expect(isOld(roll)).toBe(false)
  expect(isOld({ ...roll, labels: 2 })).toBe(false)
})
test('a package is another when rolls went in or out', () => {
  const pack = { netKg: 180, rolls: 3, labels: 1, labelSaid: labelContents.package({ netKg: 180, rolls: 3 }, 0) }
  expect(isLabelOutdated(pack, labelContents.package(pack, 0))).toBe(false)
  expect(isLabelOutdated(pack, labelContents.package({ rolls: 4, netKg: 240 }, 0))).toBe(true)
})
