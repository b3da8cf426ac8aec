import { expect, it } from 'vitest'
import { parseDraft } from '@/areas/boards/client/board/board-draft'

it.each([
  ['thousands as the app shows them', '11,000', 11_000],
  ['a decimal point of a Chinese keyboard', '10866。7', 10_866.7],
  ['a decimal comma', '96,5', 96.5],
  ['nothing, which takes the target away', ' ', null],
])('reads a target typed with %s', (_what, target, value) => {
  expect(parseDraft({ target }, null)).toEqual({ target: value, problems: {} })
})
it.each(['abc', '1.2万', '0', '-5'])('never takes %s for no target', (target) => {
  expect(parseDraft({ target }, null)).toEqual({ problems: { target: 'zeroTarget' } })
})
it('parses a signed difference with its reason', () => {
  expect(parseDraft({ difference: '－1,250', reason: ' scale ' }, null)).toEqual({
    difference: { difference: -1250, reason: 'scale' },
    problems: {},
  })
})
it.each([
  ['text', { difference: 'abc', reason: 'x' }, { difference: 'noDifference' }],
  ['nought', { difference: '0', reason: 'x' }, { difference: 'noDifference' }],
  ['no reason', { difference: '5', reason: ' ' }, { reason: 'noReason' }],
])('asks again for a difference with %s', (_what, draft, problems) => {
  expect(parseDraft(draft, null)).toEqual({ problems })
})
it('omits untyped values', () => {
  expect(parseDraft({}, null)).toEqual({ problems: {} })
  expect(parseDraft({ reason: 'said without a difference' }, null)).toEqual({ problems: {} })
})
it('limits a target to reachable values', () => {
  expect(parseDraft({ target: '240000' }, 240_000)).toEqual({ target: 240_000, problems: {} })
  expect(parseDraft({ target: '1000000000000' }, 240_000)).toEqual({ problems: { target: 'aboveTarget' } })
})
