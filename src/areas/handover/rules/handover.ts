/** A handover 交接班: filled in by the system and by people, signed by both sides, then locked. */
import { decide, defineMachine, openStates, type Decision, type StateOf } from '@/contract/state-machine'

export const handoverKinds = ['squadLeader', 'packaging', 'slitting', 'middle', 'hostTransfer'] as const
export type HandoverKind = (typeof handoverKinds)[number]

export const handover = defineMachine('handover', {
  states: ['draft', 'given', 'taken', 'deleted'],
  initial: 'draft',
  actions: {
    open: { from: [null], to: 'draft', permission: 'jobHandoverAdd', requires: ['kind', 'lineId'] },
    edit: { from: ['draft'], to: 'draft', permission: 'jobHandoverEdit' },
    give: { from: ['draft'], to: 'given', permission: 'jobHandoverEdit' },
    // The taker does not agree: back to the giver with what is missing.
    returnIt: { from: ['given'], to: 'draft', permission: 'jobHandoverEdit', requires: ['reason'] },
    take: { from: ['given'], to: 'taken', permission: 'jobHandoverEdit' },
    remove: { from: ['draft'], to: 'deleted', permission: 'jobHandoverDelete' },
  },
})
export type HandoverState = StateOf<typeof handover>
/** States of handovers that still wait for a signature. */
export const openHandovers: readonly HandoverState[] = openStates(handover)

export interface Signed {
  readonly state: HandoverState
  readonly giverId: string | null
  readonly takerId: string | null
}
export type HandoverDecision =
  | Decision<HandoverState>
  | {
      readonly ok: false
      readonly reason: {
        readonly code: 'ownHandover' | 'alreadySigned'
        readonly state: HandoverState
        readonly action: string
      }
    }

/**
 * Decides a signature. Nobody takes what they gave themselves. Signing twice is not an error of the person: the same
 * person's second signature says `alreadySigned`, which the caller answers as done.
 */
export function decideHandover(
  row: Signed | null,
  action: string,
  personId: string,
  given: Readonly<Record<string, unknown>> = {},
): HandoverDecision {
  if (row && action === 'give' && row.state !== 'draft' && row.giverId === personId)
    return { ok: false, reason: { code: 'alreadySigned', state: row.state, action } }
  if (row && action === 'take' && row.state === 'taken' && row.takerId === personId)
    return { ok: false, reason: { code: 'alreadySigned', state: row.state, action } }
  if (row && action === 'take' && row.state === 'given' && row.giverId === personId)
    return { ok: false, reason: { code: 'ownHandover', state: row.state, action } }
  return decide(handover, row?.state ?? null, action, given)
}

/** Sheets of a shift that nobody changes any more once its squad leaders have signed both. */
export const lockedSheets = ['dailyInspection', 'postInspection', 'processRecord', 'teamSummary', 'postTime'] as const
/** The handover that stands for the whole shift. */
export const lockingKind: HandoverKind = 'squadLeader'
export const locksSheets = (row: { readonly kind: HandoverKind; readonly state: HandoverState }): boolean =>
  row.kind === lockingKind && row.state === 'taken'
