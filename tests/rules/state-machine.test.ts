import { describe, expect, it } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAllowedActions, decideTransition, getFinalStates, listTransitions } from '@/contract/state-machine'
import { equipmentUseLifecycle } from '@/areas/equipment/rules/equipment'
import { inspectionRoundLifecycle } from '@/areas/rounds/rules/inspection-round'
import { repairLifecycle } from '@/areas/maintenance/rules/repair'

const machines = areaContracts.flatMap((area) => area.lifecycles ?? [])

describe.each(machines.map((machine) => [machine.name, machine] as const))('life cycle %s', (_name, machine) => {
  it('reaches every state from its initial one', () => {
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

  it('decides every pair of state and action as the diagram says', () => {
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

  it('offers no action that only the clock performs, or without permission', () => {
    for (const state of machine.states) {
      expect(getAllowedActions(machine, state, () => false)).toEqual([])
      for (const action of getAllowedActions(machine, state, () => true))
        expect(machine.actions[action]?.permission).not.toBeNull()
    }
  })
})

describe('decide', () => {
  it.each(['toString', 'constructor', '__proto__', 'fly', ''])('refuses the unknown action %j', (action) => {
    expect(decideTransition(repairLifecycle, 'reported', action)).toEqual({
      ok: false,
      reason: { code: 'unknownAction', state: 'reported', action },
    })
  })

  it('names missing inputs; 0 and false are present, blank text and empty lists are missing', () => {
    expect(
      decideTransition(repairLifecycle, 'inMaintenance', 'finish', { causes: ' ', actions: 'belt changed', hours: [] }),
    ).toEqual({
      ok: false,
      reason: { code: 'missing', state: 'inMaintenance', action: 'finish', fields: ['causes', 'hours'] },
    })
    expect(
      decideTransition(repairLifecycle, null, 'report', { equipmentId: 'e1', faultKind: 0, severity: false }),
    ).toEqual({
      ok: true,
      to: 'reported',
    })
  })

  it('ignores inherited properties as inputs', () => {
    const given: Record<string, unknown> = Object.create({ reason: 'inherited' })
    expect(decideTransition(repairLifecycle, 'reported', 'withdraw', given)).toMatchObject({
      ok: false,
      reason: { fields: ['reason'] },
    })
  })
})

it('recognises final states', () => {
  expect(getFinalStates(repairLifecycle)).toEqual(['done', 'withdrawn'])
  expect(getFinalStates(inspectionRoundLifecycle)).toEqual(['done'])
  expect(getFinalStates(equipmentUseLifecycle)).toEqual([])
})
