import { describe, expect, it } from 'vitest'
import {
  canAnswerRound,
  isMissedAt,
  shouldReplaceAnswer,
  checkRoundStart,
  addWalker,
  type RoundState,
} from '@/areas/rounds/rules/inspection-round'

const [opensAt, closesAt] = ['2026-11-20T02:00:00.000Z', '2026-11-20T03:00:00.000Z']
const [justBefore, justAfter] = ['2026-11-20T02:59:59.999Z', '2026-11-20T03:00:00.001Z']
const round = (state: RoundState, more: object = {}) => ({
  state,
  opensAt,
  closesAt,
  startedAt: opensAt as string | null,
  roleIds: [],
  userIds: [],
  assignedTo: null,
  userId: 'wang',
  walkers: ['wang', 'li'],
  ...more,
})

describe('an incoming answer', () => {
  it.each([
    ['while the round is walked, whoever gave it and whenever', round('inProgress'), 'zhao', justAfter, true],
    ['after the clock ended it, given in time', round('missed'), 'li', justBefore, true],
    ['at the moment at which it opened', round('missed'), 'li', opensAt, true],
    ['given at the moment at which it closed', round('missed'), 'li', closesAt, false],
    ['given before it opened', round('missed'), 'li', '2026-11-20T01:59:59.999Z', false],
    ['of a round that nobody began', round('missed', { startedAt: null }), 'li', justBefore, false],
    ['after another walker ended it', round('done'), 'li', justBefore, true],
    ['after this person ended it', round('done'), 'wang', justBefore, false],
    ['of somebody who did not walk it', round('done'), 'zhao', justBefore, false],
    ['of a round that is still due', round('due'), 'li', justBefore, false],
  ] as const)('%s', (_, of, person, givenAt, expected) => expect(canAnswerRound(of, person, givenAt)).toBe(expected))

  const [early, late] = ['2026-11-20T02:10:00.000Z', '2026-11-20T02:20:00.000Z']
  it.each([
    ['done', late, 'done', early, true],
    ['done', early, 'done', late, false],
    ['done', early, 'done', early, true],
    ['skipped', late, 'done', early, false],
    ['done', early, 'skipped', late, true],
    ['skipped', early, 'skipped', early, true],
    ['skipped', early, 'skipped', late, false],
  ] as const)('%s at %s takes the place of %s at %s: %s', (state, at, known, knownAt, expected) =>
    expect(shouldReplaceAnswer({ state, occurredAt: at }, { state: known, occurredAt: knownAt })).toBe(expected),
  )
})

it('a round is missed, and can no longer be started, from its closing time', () => {
  expect([justBefore, closesAt].map((now) => isMissedAt(round('due'), now))).toEqual([false, true])
  expect(isMissedAt(round('done'), justAfter)).toBe(false)
  expect(checkRoundStart(round('due'), justBefore)).toEqual({ ok: true })
  expect(checkRoundStart(round('due'), opensAt)).toEqual({ ok: true })
  expect(checkRoundStart(round('due'), closesAt)).toEqual({ ok: false, reason: 'tooLate' })
  expect(checkRoundStart(round('due'), '2026-11-20T01:59:59.999Z')).toEqual({ ok: false, reason: 'tooEarly' })
})

it('lists each walker once', () => {
  expect(addWalker({ walkers: ['wang'] }, 'li')).toEqual(['wang', 'li'])
  expect(addWalker({ walkers: ['wang'] }, 'wang')).toEqual(['wang'])
  expect(addWalker({}, 'wang')).toEqual(['wang'])
})
