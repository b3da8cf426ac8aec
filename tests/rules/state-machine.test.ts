import { describe, expect, it } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAllowedActions, decideTransition, getFinalStates, listTransitions } from '@/contract/state-machine'
import { equipmentUseLifecycle } from '@/areas/equipment/rules/equipment'
import { inspectionRoundStates } from '@/areas/maintenance/rules/inspection-round'
import { repairStates } from '@/areas/maintenance/rules/repair'

const machines = areaContracts.flatMap((area) => area.lifecycles ?? [])

describe.each(machines.map((machine) => [machine.name, machine] as const))('life cycle %s', (_name, machine) => {
  it('reaches every state from its creation', () => {
    const arrows = listTransitions(machine)
    const reached = new Set(arrows.filter(({ from }) => from === null).map(({ to }) => to))
    // Rows that no action begins are written by the clock, or entered as any row is.
    if (reached.size === 0) reached.add(machine.initial)
    expect(reached).toContain(machine.initial) // among others: a roll that nobody saw begin is there when it is doffed
    for (let before = 0; before < reached.size;) {
      before = reached.size
      for (const { from, to } of arrows) if (from !== null && reached.has(from)) reached.add(to)
    }
    expect([...reached].sort()).toEqual([...machine.states].sort())
  })

  it('is plain data: survives JSON unchanged', () => {
    expect(JSON.parse(JSON.stringify(machine))).toEqual(machine)
  })

  it('decides every pair of state and action as its drawing says', () => {
    const arrows = listTransitions(machine)
    for (const state of [null, ...machine.states]) {
      for (const action of Object.keys(machine.actions)) {
        const arrow = arrows.find((each) => each.from === state && each.action === action)
        const decision = decideTransition(machine, state, action)
        expect(decision).toEqual(
          arrow ? { ok: true, to: arrow.to } : { ok: false, reason: { code: 'notFromHere', state, action } },
        )
      }
    }
  })

  it('offers nobody what only the clock does, nor anything without the permission', () => {
    for (const state of machine.states) {
      expect(getAllowedActions(machine, state, () => false)).toEqual([])
      for (const action of getAllowedActions(machine, state, () => true))
        expect(machine.actions[action]?.permission).not.toBeNull()
    }
  })
})

describe('decide', () => {
  it.each(['toString', 'constructor', '__proto__', 'fly', ''])('refuses the unknown action %j', (action) => {
    expect(decideTransition(repairStates, 'reported', action)).toEqual({
      ok: false,
      reason: { code: 'unknownAction', state: 'reported', action },
    })
  })

  it('names what is missing; 0 and false are given, blank text and empty lists are not', () => {
    expect(
      decideTransition(repairStates, 'inMaintenance', 'finish', { causes: ' ', actions: 'belt changed', hours: [] }),
    ).toEqual({
      ok: false,
      reason: { code: 'missing', state: 'inMaintenance', action: 'finish', fields: ['causes', 'hours'] },
    })
    expect(
      decideTransition(repairStates, null, 'report', { equipmentId: 'e1', faultKind: 0, severity: false }),
    ).toEqual({
      ok: true,
      to: 'reported',
    })
  })

  it('does not take an inherited property for an input', () => {
    const given: Record<string, unknown> = Object.create({ reason: 'inherited' })
    expect(decideTransition(repairStates, 'reported', 'withdraw', given)).toMatchObject({
      ok: false,
      reason: { fields: ['reason'] },
    })
  })
})

it('knows where a life ends', () => {
  expect(getFinalStates(repairStates)).toEqual(['done', 'withdrawn'])
  expect(getFinalStates(inspectionRoundStates)).toEqual(['done'])
  expect(getFinalStates(equipmentUseLifecycle)).toEqual([])
})
