import { describe, expect, it } from 'vitest'
import { decideHandover } from '@/areas/handover/rules/handover'

const draft = { state: 'draft', giverId: 'li', takerId: null } as const
const given = { state: 'given', giverId: 'li', takerId: null } as const
const taken = { state: 'taken', giverId: 'li', takerId: 'wang' } as const

describe('signatures of a handover', () => {
  it.each([
    [null, 'open', 'li', { kind: 'slitting', lineId: 'l' }, 'draft'],
    [draft, 'give', 'li', {}, 'given'],
    [given, 'take', 'wang', {}, 'taken'],
    [given, 'returnIt', 'wang', { reason: 'keys missing' }, 'draft'],
    [draft, 'remove', 'li', {}, 'deleted'],
  ] as const)('%j %s by %s', (row, action, person, more, to) => {
    expect(decideHandover(row, action, person, more)).toEqual({ ok: true, to })
  })
  it.each([
    [given, 'take', 'li', 'ownHandover'],
    [given, 'give', 'li', 'alreadySigned'],
    [taken, 'take', 'wang', 'alreadySigned'],
    [taken, 'take', 'zhao', 'notFromHere'],
    [taken, 'edit', 'li', 'notFromHere'],
    [draft, 'take', 'wang', 'notFromHere'],
    [given, 'returnIt', 'wang', 'missing'],
    [taken, 'remove', 'li', 'notFromHere'],
  ] as const)('%j %s by %s: %s', (row, action, person, code) => {
    expect(decideHandover(row, action, person)).toMatchObject({ ok: false, reason: { code } })
  })
})
