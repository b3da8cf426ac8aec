import { expect, it } from 'vitest'
import { isFeedbackOverdue } from '@/areas/deviations/rules/material-feedback'

const sent = { state: 'approved', answerBy: '2026-11-20', feedbackAt: null }
it.each([
  ['the day after', sent, '2026-11-21', true],
  ['on the day itself', sent, '2026-11-20', false],
  ['without a day', { ...sent, answerBy: null }, '2026-11-21', false],
  ['once answered', { ...sent, feedbackAt: '2026-11-22T01:00:00.000Z' }, '2026-11-23', false],
  ['while it is not approved, so not sent', { ...sent, state: 'inApproval' }, '2026-11-21', false],
])('says whether the supplier owes its answer: %s', (_when, row, today, overdue) =>
  expect(isFeedbackOverdue(row, today)).toBe(overdue),
)
