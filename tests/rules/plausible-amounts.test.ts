import { expect, test } from 'vitest'
import { amount, integer } from '@/contract/field'
import { checkFields } from '@/contract/schema'
import { teamSummary } from '@/areas/handover/contract/production-records'
import { orderedFields } from '@/areas/orders/contract/work-order'

const findIssue = (fields: Parameters<typeof checkFields>[0], input: object) => {
  const result = checkFields(fields, input)
  return result.ok ? null : result.issues.map(({ path, code, params }) => [path[0], code, params?.['limit']])
}

test('an amount without a limit of its own is limited by its unit', () => {
  const fields = { kg: amount({ unit: 'kg' }), hours: amount({ unit: 'h' }), own: amount({ unit: 'kg', max: 2e8 }) }
  expect(findIssue(fields, { kg: 100_000_000, hours: 1_000_000, own: 200_000_000 })).toBe(null)
  expect(findIssue(fields, { kg: 100_000_001, hours: 1_000_001 })).toEqual([
    ['kg', 'tooBig', 100_000_000],
    ['hours', 'tooBig', 1_000_000],
  ])
  expect(findIssue({ pieces: integer({ max: 5 }) }, { pieces: 6 })).toEqual([['pieces', 'tooBig', 5]])
})
test('rolls of a shift and sizes of an order have limits; an order for nothing is refused', () => {
  const { jumboRolls, slitRolls } = teamSummary.fields
  expect(findIssue({ jumboRolls, slitRolls }, { jumboRolls: 10_001, slitRolls: 999_999_999 })).toEqual([
    ['jumboRolls', 'tooBig', 10_000],
    ['slitRolls', 'tooBig', 10_000],
  ])
  const { orderedKg, orderedRolls, rollKg } = orderedFields
  expect(findIssue({ orderedKg, orderedRolls, rollKg }, { orderedKg: 0, orderedRolls: 0, rollKg: 0 })).toEqual([
    ['orderedKg', 'tooSmall', 0.001],
    ['orderedRolls', 'tooSmall', 1],
    ['rollKg', 'tooSmall', 0.001],
  ])
})
