/** An equipment's use state and its condition. */
import {
  decideTransition,
  defineStateMachine,
  listTransitions,
  type ActionName,
  type ActionRule,
  type TransitionDecision,
  type StateName,
} from '@/contract/state-machine'

/** In use, not used, discarded; only a key of its own brings a discarded equipment back. */
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

/** Where a machine stands in its repairs; `normal` is its resting state. */
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

/** Whether a machine may go from one use state to another, by which action, and which key a person needs for it. */
export function moveUse(from: EquipmentUseState, to: EquipmentUseState, reason: string | null): UseMove {
  const step = listTransitions(equipmentUse).find((arrow) => arrow.from === from && arrow.to === to)
  if (!step) return { ok: false, code: 'noWay' }
  const decision: TransitionDecision = decideTransition(equipmentUse, from, step.action, { reason })
  return decision.ok ? { ok: true, action: step.action, permission: step.permission } : { ok: false, code: 'reason' }
}

/**
 * The key for taking back the newest use record: undoing a discard brings a machine back, undoing a restore discards it
 * again, so each needs the key of what it amounts to. Null: the key for deleting use records is enough.
 */
export function undoUsePermission(from: EquipmentUseState, to: EquipmentUseState): ActionRule['permission'] {
  if (to === 'discarded') return equipmentUse.actions.restore.permission
  return from === 'discarded' ? equipmentUse.actions.discard.permission : null
}
