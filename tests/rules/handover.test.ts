import { describe, expect, it } from 'vitest'
import { handoverStates, hasGiven, hasTaken, findTakingProblem } from '@/areas/handover/rules/handover'
import { decideTransition } from '@/contract/state-machine'

const draft = { state: 'draft', giverId: 'li', takerId: null } as const
const given = { state: 'given', giverId: 'li', takerId: null } as const
const taken = { state: 'taken', giverId: 'li', takerId: 'wang' } as const

describe('signatures of a handover', () => {
  it.each([
    [null, 'open', {}, 'draft'],
    [draft, 'give', {}, 'given'],
    [given, 'take', {}, 'taken'],
    [given, 'returnIt', { reason: 'keys missing' }, 'draft'],
    [draft, 'remove', {}, 'deleted'],
  ] as const)('%j %s', (row, action, more, to) => {
    expect(decideTransition(handoverStates, row?.state ?? null, action, more)).toEqual({ ok: true, to })
  })
  it.each([
    [taken, 'take', 'notFromHere'],
    [taken, 'edit', 'notFromHere'],
    [draft, 'take', 'notFromHere'],
    [given, 'returnIt', 'missing'],
    [taken, 'remove', 'notFromHere'],
  ] as const)('%j %s: %s', (row, action, code) => {
    expect(decideTransition(handoverStates, row.state, action, {})).toMatchObject({ ok: false, reason: { code } })
  })
  it.each([
    [draft, 'li', false, false, null],
    [given, 'li', true, false, 'ownHandover'],
    [given, 'wang', false, false, null],
    [taken, 'li', true, false, null],
    [taken, 'wang', false, true, null],
    [taken, 'zhao', false, false, null],
  ] as const)('%j seen by %s', (row, person, gave, took, problem) => {
    expect([hasGiven(row, person), hasTaken(row, person), findTakingProblem(row, person)]).toEqual([
      gave,
      took,
      problem,
    ])
  })
})
