import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareByPlantOrder, type LineSortKey } from '@/areas/sheets/rules/input-output'

const line = (more: Partial<LineSortKey>): LineSortKey => ({
  day: '2026-11-20',
  isManual: false,
  linePosition: 0,
  shiftPosition: 0,
  kindPosition: 0,
  productName: 'PP 1',
  order: 'a',
  lotOrGrade: null,
  ...more,
})
test('lines are sorted by day, line, shift, role and name, not by kilograms', () => {
  const balanceLines = [
    line({ day: '2026-11-19', linePosition: 4 }),
    line({ isManual: true, linePosition: 2, shiftPosition: null, kindPosition: null }),
    line({}),
    line({ productName: 'PP 2' }),
    line({ productName: 'PP 10' }),
    line({ kindPosition: 1, productName: 'Blue' }),
    line({ shiftPosition: 1 }),
    line({ linePosition: 1 }),
    line({ linePosition: null }),
  ]
  expect(balanceLines.toReversed().sort(compareByPlantOrder)).toEqual(balanceLines)
})
test('the sorting is independent of the input order', () => {
  const place = fc.option(fc.nat(3), { nil: null })
  const anyLine = fc.record({
    day: fc.constantFrom('2026-11-19', '2026-11-20'),
    isManual: fc.boolean(),
    linePosition: place,
    shiftPosition: place,
    kindPosition: place,
    productName: fc.option(fc.constantFrom('PP', 'PE', '蓝'), { nil: null }),
    order: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
    lotOrGrade: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 12 }), (lines) => {
      expect(lines.toReversed().sort(compareByPlantOrder)).toEqual([...lines].sort(compareByPlantOrder))
    }),
  )
})
