/** Use state and condition of a machine. */
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
export const equipmentUse = defineStateMachine('equipmentUse', {
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
export const conditions = ['normal', 'reported', 'inMaintenance', 'toConfirmByProduction', 'toConfirmFinally'] as const
export type Condition = (typeof conditions)[number]

export type EquipmentUseState = StateName<typeof equipmentUse>

export type UseMove =
  | {
      readonly ok: true
      readonly action: ActionName<typeof equipmentUse>
      readonly permission: ActionRule['permission']
    }
  | { readonly ok: false; readonly code: 'noWay' | 'reason' }

/** Decides if a machine may change from one use state to another, and returns the action and its permission. */
export function moveUse(from: EquipmentUseState, to: EquipmentUseState, reason: string | null): UseMove {
  const step = listTransitions(equipmentUse).find((arrow) => arrow.from === from && arrow.to === to)
  if (!step) return { ok: false, code: 'noWay' }
  const decision: TransitionDecision = decideTransition(equipmentUse, from, step.action, { reason })
  return decision.ok ? { ok: true, action: step.action, permission: step.permission } : { ok: false, code: 'reason' }
}

/**
 * Returns the permission needed to undo the newest use record. Undoing a discard is a restore and undoing a restore is
 * a discard, so each needs the permission of its effect. Null: the permission to delete use records is enough.
 */
export function undoUsePermission(from: EquipmentUseState, to: EquipmentUseState): ActionRule['permission'] {
  if (to === 'discarded') return equipmentUse.actions.restore.permission
  return from === 'discarded' ? equipmentUse.actions.discard.permission : null
}
