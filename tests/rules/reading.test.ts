import { expect, test } from 'vitest'
import { getCountedValues } from '@/areas/laboratory/rules/reading'

test('values below the limit of detection and excluded values do not count', () => {
  const samples = [
    { text: '1.5', value: 1.5 },
    { text: '<0.1', value: null, below: true },
    { text: '9', value: 9, excluded: true },
    { text: '0', value: 0, excluded: false },
    { text: '' },
  ]
  expect(getCountedValues(samples)).toEqual([1.5, 0])
})
