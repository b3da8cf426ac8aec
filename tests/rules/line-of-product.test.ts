import { expect, test } from 'vitest'
import { webFamilies } from '@/areas/standards/contract/product'
import { canMakeFamily, chooseDefaultLine } from '@/areas/orders/rules/work-order'

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
  expect(chooseDefaultLine(lines, family)).toBe(usual)
  expect(lines.filter(({ kind }) => canMakeFamily(kind, family)).map(({ id }) => id)).toEqual(made)
})
test('without its usual line a product can use a line of its family or any line', () => {
  expect(chooseDefaultLine(lines.slice(1, 2), 'spunbond')).toBe('SM1')
  expect(chooseDefaultLine(lines.slice(0, 1), 'meltblown')).toBe('SB1')
  expect([chooseDefaultLine(lines, null), chooseDefaultLine([], 'sms')]).toEqual(['SB1', null])
})
