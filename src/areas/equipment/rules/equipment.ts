/** Use state and condition of a machine, and the materials that a hopper accepts. */
import {
  decideTransition,
  defineStateMachine,
  listTransitions,
  type ActionName,
  type ActionRule,
  type TransitionDecision,
  type StateName,
} from '@/contract/state-machine'

/** Use states of a machine. Restoring a discarded machine needs its own permission. */
export const equipmentUseLifecycle = defineStateMachine('equipmentUse', {
  states: ['inUse', 'notUsed', 'discarded'],
  initial: 'inUse',
  actions: {
    add: { from: [null], to: 'inUse', permission: 'equipmentLedgerAdd', requiredInputs: ['name', 'code'] },
    stopUse: { from: ['inUse'], to: 'notUsed', permission: 'equipmentUseAdd', requiredInputs: ['reason'] },
    resumeUse: { from: ['notUsed'], to: 'inUse', permission: 'equipmentUseAdd' },
    discard: {
      from: ['inUse', 'notUsed'],
      to: 'discarded',
      permission: 'equipmentLedgerDiscard',
      requiredInputs: ['reason'],
    },
    restore: { from: ['discarded'], to: 'notUsed', permission: 'equipmentLedgerRestore', requiredInputs: ['reason'] },
  },
})

/** Repair conditions of a machine; `normal` means that no repair is open. */
export const machineConditions = [
  'normal',
  'reported',
  'inMaintenance',
  'toConfirmByProduction',
  'toConfirmFinally',
] as const
export type MachineCondition = (typeof machineConditions)[number]

export type EquipmentUseState = StateName<typeof equipmentUseLifecycle>

export type UseChangeDecision =
  | {
      readonly ok: true
      readonly action: ActionName<typeof equipmentUseLifecycle>
      readonly permission: ActionRule['permission']
    }
  /** `noWay`: no action leads from one state to the other; `reason`: the reason is missing. */
  | { readonly ok: false; readonly code: 'noWay' | 'reason' }

/** Decides if a machine may change from one use state to another, and returns the action and its permission. */
export function decideUseChange(
  fromState: EquipmentUseState,
  toState: EquipmentUseState,
  reason: string | null,
): UseChangeDecision {
  const transition = listTransitions(equipmentUseLifecycle).find(
    (candidate) => candidate.from === fromState && candidate.to === toState,
  )
  if (!transition) return { ok: false, code: 'noWay' }
  const decision: TransitionDecision = decideTransition(equipmentUseLifecycle, fromState, transition.action, { reason })
  return decision.ok
    ? { ok: true, action: transition.action, permission: transition.permission }
    : { ok: false, code: 'reason' }
}

/**
 * Returns the permission needed to undo the newest use record. Undoing a discard restores the machine, so it needs the
 * permission to restore; undoing a restore needs the permission to discard. Null: the permission to delete use records
 * is enough.
 */
export function getUndoUsePermission(
  fromState: EquipmentUseState,
  toState: EquipmentUseState,
): ActionRule['permission'] {
  if (toState === 'discarded') return equipmentUseLifecycle.actions.restore.permission
  return fromState === 'discarded' ? equipmentUseLifecycle.actions.discard.permission : null
}

/** Kinds of material that a hopper 料斗 accepts: `main` resin, `sub` masterbatch and additives, `mid` reclaim, `sur` spin finish. */
export const hopperMaterialKinds = ['main', 'sub', 'mid', 'sur'] as const
export type HopperMaterialKind = (typeof hopperMaterialKinds)[number]
