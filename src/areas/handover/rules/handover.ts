/** States of a handover 交接班, its signatures, and who may sign it. */
import { defineStateMachine, getFromStates, type StateName } from '@/contract/state-machine'

/** `squadLeader` represents the whole shift, the others a station: packing, slitting, middle station or main line. */
export const handoverKinds = ['squadLeader', 'packaging', 'slitting', 'middle', 'hostTransfer'] as const
export type HandoverKind = (typeof handoverKinds)[number]

/** Everyone who may write a handover may sign it. */
const signerPermissions = ['jobHandoverEdit', 'jobHandoverAdd'] as const
/** State machine of a handover. */
export const handoverLifecycle = defineStateMachine('handover', {
  states: ['draft', 'given', 'taken', 'deleted'],
  initial: 'draft',
  actions: {
    open: { from: [null], to: 'draft', permission: 'jobHandoverAdd' },
    edit: { from: ['draft'], to: 'draft', permission: 'jobHandoverAdd' },
    give: { from: ['draft'], to: 'given', permission: signerPermissions },
    // The taker disagrees and returns the handover to the giver; the reason says what is missing.
    returnIt: { from: ['given'], to: 'draft', permission: signerPermissions, requiredInputs: ['reason'] },
    take: { from: ['given'], to: 'taken', permission: signerPermissions },
    // A lead revokes a wrong signature, the taker's first.
    untake: { from: ['taken'], to: 'given', permission: 'jobHandoverDelete', requiredInputs: ['reason'] },
    ungive: { from: ['given'], to: 'draft', permission: 'jobHandoverDelete', requiredInputs: ['reason'] },
    remove: { from: ['draft'], to: 'deleted', permission: 'jobHandoverDelete' },
  },
})
export type HandoverState = StateName<typeof handoverLifecycle>
/** States of handovers that await a signature. */
export const openHandoverStates: readonly HandoverState[] = [
  ...getFromStates(handoverLifecycle, 'give'),
  ...getFromStates(handoverLifecycle, 'take'),
]

/**
 * Returns the side that must sign again, because a lead revoked its signature or the taker returned the handover; null
 * if neither must. The reason stays until the handover is taken over.
 */
export function getRevokedSignature(row: {
  readonly state: HandoverState
  readonly reason: string | null
  readonly givenAt: string | null
  readonly backAt: string | null
}): 'giver' | 'taker' | null {
  if (row.reason === null) return null
  if (row.state === 'draft') return 'giver'
  const isRevokedAfterGiving =
    row.state === 'given' && row.givenAt !== null && row.backAt !== null && row.backAt >= row.givenAt
  return isRevokedAfterGiving ? 'taker' : null
}

/** State of a handover and who has signed it. */
export interface HandoverSignatures {
  readonly state: HandoverState
  readonly giverId: string | null
  readonly takerId: string | null
}
/** True if this person has already signed as giver, so that a repeated signature is not an error. */
export const hasGiven = (row: HandoverSignatures, personId: string): boolean =>
  row.state !== 'draft' && row.giverId === personId
/** True if this person has already signed as taker. */
export const hasTaken = (row: HandoverSignatures, personId: string): boolean =>
  row.state === 'taken' && row.takerId === personId
/** Reason why a person may not take a handover, or null: givers cannot take their own. */
export const findTakingProblem = (row: HandoverSignatures, personId: string): 'ownHandover' | null =>
  row.state === 'given' && row.giverId === personId ? 'ownHandover' : null

/** Team and lines of a person. */
export interface ShiftWorker {
  /** Null: no fixed team, works with any. */
  readonly team: string | null
  /** Empty: no fixed line, works at any. */
  readonly lineIds: readonly string[]
}
/**
 * Reason why a person may not write or sign a handover of a line and team, or null.
 * @param shift `teams`: the teams that may act; a null entry admits everybody
 */
export function findHandoverAccessProblem(
  person: ShiftWorker,
  shift: { readonly lineId: string; readonly teams: readonly (string | null)[] },
): 'otherLine' | 'otherShift' | null {
  if (person.lineIds.length > 0 && !person.lineIds.includes(shift.lineId)) return 'otherLine'
  return person.team === null || shift.teams.some((team) => team === null || team === person.team) ? null : 'otherShift'
}

/** Records of a shift that are locked after both shift leaders have signed. */
export const lockedRecordNames = [
  'dailyInspection',
  'postInspection',
  'processRecord',
  'teamSummary',
  'postTime',
] as const
/** Kind of handover that represents the whole shift. */
export const LOCKING_KIND: HandoverKind = 'squadLeader'
/** True if a handover locks the records of its shift. */
export const isLockingHandover = (row: { readonly kind: HandoverKind; readonly state: HandoverState }): boolean =>
  row.kind === LOCKING_KIND && row.state === 'taken'
