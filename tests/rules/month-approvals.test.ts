import { expect, it } from 'vitest'
import { listMonthApprovals } from '@/areas/monthClosing/rules/closing'

const nothing = { statisticalBy: null, statisticalAt: null, financialBy: null, financialAt: null }
const closedAt = '2026-11-02T01:00:00.000Z'

it('lists the three approvals of a month that nobody has approved', () => {
  expect(listMonthApprovals(null, null).map(({ step, doneBy }) => [step, doneBy])).toEqual([
    ['statistical', null],
    ['financial', null],
    ['closing', null],
  ])
})
it('excludes the approver of the statistics from the approval for finance', () => {
  const approvals = listMonthApprovals({ ...nothing, statisticalBy: 'a', statisticalAt: closedAt }, null)
  expect(approvals.map(({ doneBy, excludedPersonId }) => [doneBy, excludedPersonId])).toEqual([
    ['a', null],
    [null, 'a'],
    [null, null],
  ])
})
it('adds the reopening while somebody else requests it', () => {
  const closed = { state: 'closed', closedBy: 'b', closedAt, askedBy: 'c' }
  expect(listMonthApprovals(nothing, closed).at(-1)).toMatchObject({ step: 'reopening', excludedPersonId: 'c' })
  // A reopened month is to be closed again.
  expect(listMonthApprovals(nothing, { ...closed, state: 'reopened' }).at(-1)).toMatchObject({
    step: 'closing',
    doneBy: null,
  })
})
