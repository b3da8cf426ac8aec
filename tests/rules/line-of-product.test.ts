import { expect, test } from 'vitest'
import { webFamilies } from '@/areas/standards/contract/product'
import { makesFamily, usualLine } from '@/areas/orders/rules/line-of-product'

const lines = [
  { id: 'SB1', kind: 'spunbond' },
  { id: 'SM1', kind: 'composite' },
  { id: 'MB1', kind: 'meltblown' },
] as const
test.each([
  ['spunbond', 'SB1', ['SB1', 'SM1']],
  ['meltblown', 'MB1', ['MB1']],
  ['sms', 'SM1', ['SM1']],
  ['ssmms', 'SM1', ['SM1']],
  ['laminate', 'SB1', ['SB1', 'SM1', 'MB1']],
])('%s is planned on %s, and made on %j', (family, usual, made) => {
  expect(webFamilies).toContain(family)
  expect(usualLine(lines, family)).toBe(usual)
  expect(lines.filter(({ kind }) => makesFamily(kind, family)).map(({ id }) => id)).toEqual(made)
})
test('without the line that makes it, a family or any line', () => {
  expect(usualLine(lines.slice(1, 2), 'spunbond')).toBe('SM1')
  expect(usualLine(lines.slice(0, 1), 'meltblown')).toBe('SB1')
  expect([usualLine(lines, null), usualLine([], 'sms')]).toEqual(['SB1', null])
})
