/** A handover 交接班: filled in by the system and by people, signed by both sides, then locked. */
import { defineStateMachine, getStatesBefore, type StateName } from '@/contract/state-machine'

export const handoverKinds = ['squadLeader', 'packaging', 'slitting', 'middle', 'hostTransfer'] as const
export type HandoverKind = (typeof handoverKinds)[number]

/** Whoever may write one may sign it. */
const signers = ['jobHandoverEdit', 'jobHandoverAdd'] as const
export const handover = defineStateMachine('handover', {
  states: ['draft', 'given', 'taken', 'deleted'],
  initial: 'draft',
  actions: {
    open: { from: [null], to: 'draft', permission: 'jobHandoverAdd' },
    edit: { from: ['draft'], to: 'draft', permission: 'jobHandoverAdd' },
    give: { from: ['draft'], to: 'given', permission: signers },
    // The taker does not agree: back to the giver with what is missing.
    returnIt: { from: ['given'], to: 'draft', permission: signers, requiredInputs: ['reason'] },
    take: { from: ['given'], to: 'taken', permission: signers },
    // A signature that should not stand: a lead takes it back, the taker's first.
    untake: { from: ['taken'], to: 'given', permission: 'jobHandoverDelete', requiredInputs: ['reason'] },
    ungive: { from: ['given'], to: 'draft', permission: 'jobHandoverDelete', requiredInputs: ['reason'] },
    remove: { from: ['draft'], to: 'deleted', permission: 'jobHandoverDelete' },
  },
})
export type HandoverState = StateName<typeof handover>
/** States of handovers that still wait for a signature. */
export const openHandovers: readonly HandoverState[] = [
  ...getStatesBefore(handover, 'give'),
  ...getStatesBefore(handover, 'take'),
]

/**
 * Whose signature was taken back and is wanted again, by a lead or by a taker who sent it back: the giver's until it is
 * given again, the taker's where it is given still. The reason stands until it is taken over.
 */
export function takenBack(row: {
  readonly state: HandoverState
  readonly reason: string | null
  readonly givenAt: string | null
  readonly backAt: string | null
}): 'giver' | 'taker' | null {
  if (row.reason === null) return null
  if (row.state === 'draft') return 'giver'
  const since = row.state === 'given' && row.givenAt !== null && row.backAt !== null && row.backAt >= row.givenAt
  return since ? 'taker' : null
}

export interface Signed {
  readonly state: HandoverState
  readonly giverId: string | null
  readonly takerId: string | null
}
/** Whether the giver's signature of this person stands already: the same again is no error of theirs. */
export const hasGiven = (row: Signed, personId: string): boolean => row.state !== 'draft' && row.giverId === personId
/** The same of the taker's. */
export const hasTaken = (row: Signed, personId: string): boolean => row.state === 'taken' && row.takerId === personId
/** Why a person may not take a handover: nobody takes what they gave themselves. */
export const takingProblem = (row: Signed, personId: string): 'ownHandover' | null =>
  row.state === 'given' && row.giverId === personId ? 'ownHandover' : null

/** A person as the shift book knows one. */
export interface Worker {
  /** Null: of no team, works with any. */
  readonly team: string | null
  /** Empty: of no line, works at any. */
  readonly lineIds: readonly string[]
}
/** Why a handover of a line and a shift's team is not a person's to write or sign. `team` null: the shift is nobody's. */
export function notTheirs(
  person: Worker,
  of: { readonly lineId: string; readonly teams: readonly (string | null)[] },
): 'otherLine' | 'otherShift' | null {
  if (person.lineIds.length > 0 && !person.lineIds.includes(of.lineId)) return 'otherLine'
  return person.team === null || of.teams.some((team) => team === null || team === person.team) ? null : 'otherShift'
}

/** Sheets of a shift that nobody changes any more once its squad leaders have signed both. */
export const lockedSheets = ['dailyInspection', 'postInspection', 'processRecord', 'teamSummary', 'postTime'] as const
/** The handover that stands for the whole shift. */
export const lockingKind: HandoverKind = 'squadLeader'
export const locksSheets = (row: { readonly kind: HandoverKind; readonly state: HandoverState }): boolean =>
  row.kind === lockingKind && row.state === 'taken'
