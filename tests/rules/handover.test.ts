import { describe, expect, it } from 'vitest'
import { handoverLifecycle, hasGiven, hasTaken, findTakingProblem } from '@/areas/handover/rules/handover'
import { decideTransition } from '@/contract/state-machine'

const draft = { state: 'draft', giverId: 'li', takerId: null } as const
const givenHandover = { state: 'given', giverId: 'li', takerId: null } as const
const takenHandover = { state: 'taken', giverId: 'li', takerId: 'wang' } as const

describe('signatures of a handover', () => {
  it.each([
    [null, 'open', {}, 'draft'],
    [draft, 'give', {}, 'given'],
    [givenHandover, 'take', {}, 'taken'],
    [givenHandover, 'returnIt', { reason: 'keys missing' }, 'draft'],
    [draft, 'remove', {}, 'deleted'],
  ] as const)('%j %s', (row, action, more, to) => {
    expect(decideTransition(handoverLifecycle, row?.state ?? null, action, more)).toEqual({ ok: true, to })
  })
  it.each([
    [takenHandover, 'take', 'notFromHere'],
    [takenHandover, 'edit', 'notFromHere'],
    [draft, 'take', 'notFromHere'],
    [givenHandover, 'returnIt', 'missing'],
    [takenHandover, 'remove', 'notFromHere'],
  ] as const)('%j %s: %s', (row, action, code) => {
    expect(decideTransition(handoverLifecycle, row.state, action, {})).toMatchObject({ ok: false, reason: { code } })
  })
  it.each([
    [draft, 'li', false, false, null],
    [givenHandover, 'li', true, false, 'ownHandover'],
    [givenHandover, 'wang', false, false, null],
    [takenHandover, 'li', true, false, null],
    [takenHandover, 'wang', false, true, null],
    [takenHandover, 'zhao', false, false, null],
  ] as const)('%j seen by %s', (row, person, gave, took, problem) => {
    expect([hasGiven(row, person), hasTaken(row, person), findTakingProblem(row, person)]).toEqual([
      gave,
      took,
      problem,
    ])
  })
})
