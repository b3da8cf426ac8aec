/** Lifecycle of an incoming inspection 来料检验: sampled and measured, then released, conceded or rejected by quality. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'
import type { LotState } from '@/areas/feeding/rules/feed'
import type { InspectionResult } from './judge-inspection'

/** Permission to decide on inspections. */
export const APPROVE_PERMISSION = 'rawMaterialInspectionApprove'
export const materialInspectionLifecycle = defineStateMachine('materialInspection', {
  states: ['inspecting', 'released', 'concession', 'rejected'],
  initial: 'inspecting',
  actions: {
    start: { from: [null], to: 'inspecting', permission: 'rawMaterialInspectionAdd', requiredInputs: ['lotId'] },
    record: {
      from: ['inspecting'],
      to: 'inspecting',
      permission: ['rawMaterialInspectionAdd', 'rawMaterialInspectionEdit'],
    },
    // Inspectors do not decide. The initial roles give inspectors only the permissions to record; their lead has the
    // permission to decide.
    release: { from: ['inspecting'], to: 'released', permission: APPROVE_PERMISSION },
    concede: { from: ['inspecting'], to: 'concession', permission: APPROVE_PERMISSION, requiredInputs: ['reason'] },
    reject: { from: ['inspecting'], to: 'rejected', permission: APPROVE_PERMISSION, requiredInputs: ['reason'] },
    // The lot returns to quarantine and needs a new decision.
    reopen: {
      from: ['released', 'concession', 'rejected'],
      to: 'inspecting',
      permission: APPROVE_PERMISSION,
      requiredInputs: ['reason'],
    },
  },
})
export type InspectionState = StateName<typeof materialInspectionLifecycle>
/** States in which quality has decided. */
export const decidedStates = ['released', 'concession', 'rejected'] as const satisfies readonly InspectionState[]

/** State of the lot for each state of its inspection. */
export const lotStateByInspectionState = {
  inspecting: 'quarantine',
  released: 'released',
  concession: 'concession',
  rejected: 'blocked',
} as const satisfies Record<InspectionState, LotState>

/**
 * Returns why a lot cannot be released: failed, not finished, or sampling of the supplier discontinued; null if it
 * can.
 */
export function getReleaseProblem({
  result,
  discontinued,
}: {
  readonly result: InspectionResult
  readonly discontinued: boolean
}): 'failed' | 'notFinished' | 'discontinued' | null {
  if (result === 'fail') return 'failed'
  if (result === 'open') return 'notFinished'
  return discontinued ? 'discontinued' : null
}
