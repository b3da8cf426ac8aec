import { expect, test } from 'vitest'
import { findUsualRollCount } from '@/areas/packing/rules/package'

test('three rolls among packages of 24 are under-filled; a nearly full package is not', () => {
  expect(findUsualRollCount(3, [24, 24, 24, 12])).toBe(24)
  expect(findUsualRollCount(22, [24, 24])).toBeNull()
  expect(findUsualRollCount(24, [24, 24])).toBeNull()
  expect(findUsualRollCount(3, [])).toBeNull()
  expect(findUsualRollCount(3, [0, 0])).toBeNull()
})
