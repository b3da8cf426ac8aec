import { expect, test } from 'vitest'
import { usualWhenUnderFilled } from '@/areas/rolls/rules/package'

test('a package of three rolls among packages of 24 is under-filled; a nearly full one is not', () => {
  expect(usualWhenUnderFilled(3, [24, 24, 24, 12])).toBe(24)
  expect(usualWhenUnderFilled(22, [24, 24])).toBeNull()
  expect(usualWhenUnderFilled(24, [24, 24])).toBeNull()
  expect(usualWhenUnderFilled(3, [])).toBeNull()
  expect(usualWhenUnderFilled(3, [0, 0])).toBeNull()
})
