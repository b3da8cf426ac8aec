import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareByPlantOrder, type LineSortKey } from '@/areas/sheets/rules/input-output'

const line = (more: Partial<LineSortKey>): LineSortKey => ({
  day: '2026-11-20',
  manual: false,
  line: 0,
  shift: 0,
  role: 0,
  what: 'PP 1',
  order: 'a',
  part: null,
  ...more,
})
test('lines stand by day, line, shift, role and name, whatever their kilograms', () => {
  const wanted = [
    line({ day: '2026-11-19', line: 4 }),
    line({ manual: true, line: 2, shift: null, role: null }),
    line({}),
    line({ what: 'PP 2' }),
    line({ what: 'PP 10' }),
    line({ role: 1, what: 'Blue' }),
    line({ shift: 1 }),
    line({ line: 1 }),
    line({ line: null }),
  ]
  expect(wanted.toReversed().sort(compareByPlantOrder)).toEqual(wanted)
})
test('the order is one, whichever way the lines come', () => {
  const place = fc.option(fc.nat(3), { nil: null })
  const some = fc.record({
    day: fc.constantFrom('2026-11-19', '2026-11-20'),
    manual: fc.boolean(),
    line: place,
    shift: place,
    role: place,
    what: fc.option(fc.constantFrom('PP', 'PE', '蓝'), { nil: null }),
    order: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
    part: fc.option(fc.constantFrom('a', 'b'), { nil: null }),
  })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 12 }), (lines) => {
      expect(lines.toReversed().sort(compareByPlantOrder)).toEqual([...lines].sort(compareByPlantOrder))
    }),
  )
})
