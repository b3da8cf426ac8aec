/** The life of an inspection of what arrived 来料检验: sampled and measured, then released, conceded or rejected by quality. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'
import type { LotState } from '@/areas/feeding/rules/lot'
import type { Result } from './judgement'

/** Key of those who decide. */
export const APPROVE = 'rawMaterialInspectionApprove'
export const materialInspection = defineStateMachine('materialInspection', {
  states: ['inspecting', 'released', 'concession', 'rejected'],
  initial: 'inspecting',
  actions: {
    start: { from: [null], to: 'inspecting', permission: 'rawMaterialInspectionAdd', requiredInputs: ['lotId'] },
    record: {
      from: ['inspecting'],
      to: 'inspecting',
      permission: ['rawMaterialInspectionAdd', 'rawMaterialInspectionEdit'],
    },
    // Who inspects does not decide: the roles that a plant starts with give the one key to inspectors, the other to their lead.
    release: { from: ['inspecting'], to: 'released', permission: APPROVE },
    concede: { from: ['inspecting'], to: 'concession', permission: APPROVE, requiredInputs: ['reason'] },
    reject: { from: ['inspecting'], to: 'rejected', permission: APPROVE, requiredInputs: ['reason'] },
    // The lot waits again, and is decided over anew.
    reopen: {
      from: ['released', 'concession', 'rejected'],
      to: 'inspecting',
      permission: APPROVE,
      requiredInputs: ['reason'],
    },
  },
})
export type InspectionState = StateName<typeof materialInspection>
/** States in which quality has decided. */
export const decidedStates = ['released', 'concession', 'rejected'] as const satisfies readonly InspectionState[]

/** What the state of an inspection makes of its lot. */
export const lotStateOf = {
  inspecting: 'quarantine',
  released: 'released',
  concession: 'concession',
  rejected: 'blocked',
} as const satisfies Record<InspectionState, LotState>

/** Why a lot is not simply released, or null: it failed, is not finished, or sampling of the supplier was discontinued. */
export function releaseProblem({
  result,
  discontinued,
}: {
  readonly result: Result
  readonly discontinued: boolean
}): 'failed' | 'notFinished' | 'discontinued' | null {
  if (result === 'fail') return 'failed'
  if (result === 'open') return 'notFinished'
  return discontinued ? 'discontinued' : null
}
