import { expect, test } from 'vitest'
import { convertReading, getCountedValues, summarizeSamples } from '@/areas/laboratory/rules/reading'

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

test('the mean of converted readings is rounded once', () => {
  // 1 oz/yd² is 33.905747 g/m²: a mean of 0.5575 oz/yd² is 18.902 g/m², which is less than 19 with one decimal. Each value
  // with one decimal, 18.9 and 19.0, would give 18.95.
  const { mean } = summarizeSamples(
    ['0.556', '0.559'].map((text) => ({ text: convertReading(text, 'oz/yd²', 'g/m²') ?? '' })),
  )
  expect(mean).toBeCloseTo(18.902454, 5)
})
