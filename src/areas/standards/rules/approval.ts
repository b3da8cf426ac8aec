/**
 * Approval of standards 标准审批, the same for every kind of standard: a draft goes to its approvers one after the other, each
 * agrees or sends it back, the last one puts it in force. What is not approved cannot be used.
 */
import { defineStateMachine, getOpenStates, type StateName } from '@/contract/state-machine'

export const approvalStates = ['notApproved', 'inApproval', 'approved', 'rejected'] as const
export const decisions = ['approved', 'rejected'] as const
export type Verdict = (typeof decisions)[number]
/** Longest row of approvers. */
export const MOST_APPROVERS = 8

/** The life of one version of a standard; the keys are those of the first page that has it (see `stepsOf`). */
export const approval = defineStateMachine('approval', {
  states: approvalStates,
  initial: 'notApproved',
  actions: {
    draft: { from: [null], to: 'notApproved', permission: 'processDataAdd' },
    submit: {
      from: ['notApproved', 'rejected'],
      to: 'inApproval',
      permission: 'processDataSetApprover',
      requiredInputs: ['approvers'],
    },
    withdraw: { from: ['inApproval'], to: 'notApproved', permission: 'processDataSetApprover' },
    // All but the last approver agree, the last one approves.
    agree: { from: ['inApproval'], to: 'inApproval', permission: 'processDataApprove' },
    approve: { from: ['inApproval'], to: 'approved', permission: 'processDataApprove' },
    reject: { from: ['inApproval'], to: 'rejected', permission: 'processDataApprove', requiredInputs: ['reason'] },
  },
})
export type ApprovalState = StateName<typeof approval>
/** States of versions that were never in force. */
export const openApprovals: readonly ApprovalState[] = getOpenStates(approval)

/** One of those who approve, in their order, and what was said. */
export interface Approver {
  readonly userId: string
  readonly decision: Verdict | null
  readonly decidedAt: string | null
  readonly reason: string | null
}
/** What somebody answered before the version was handed in anew. */
export interface Answer {
  readonly userId: string
  readonly decision: Verdict
  readonly decidedAt: string
  readonly reason: string | null
}
/** As many as are kept of one version; the trail has all. */
export const MOST_EARLIER = 40
/** The answers of earlier rounds with those of the one that ends now. */
export const withAnswers = (before: readonly Answer[], approvers: readonly Approver[]): Answer[] =>
  [
    ...before,
    ...approvers.flatMap(({ userId, decision, decidedAt, reason }) =>
      decision && decidedAt ? [{ userId, decision, decidedAt, reason }] : [],
    ),
  ].slice(-MOST_EARLIER)

/** One who was asked and could not answer: who was asked instead, by whom, when and why. */
export interface Replacement {
  readonly userId: string
  readonly insteadId: string
  readonly replacedBy: string
  readonly replacedAt: string
  readonly reason: string
}
/** As many as are kept of one version; the trail has all. */
export const MOST_REPLACEMENTS = 40
export const withReplacement = (before: readonly Replacement[], made: Replacement): Replacement[] =>
  [...before, made].slice(-MOST_REPLACEMENTS)
/** A version of any standard, as far as its approval goes. `authors`: everybody who wrote in it. */
export interface Version {
  readonly state: ApprovalState
  readonly newest: boolean
  readonly approvers: readonly Approver[]
  readonly authors: readonly string[]
}

/** The state of versions that are, or once were, in force. */
export const inForce = 'approved' satisfies ApprovalState
/** Whether orders may run on it, feeds be checked against it and certificates cite it. */
export const isUsable = (standard: Pick<Version, 'state' | 'newest'>): boolean =>
  standard.state === inForce && standard.newest
/**
 * Of all that was ever written for one thing, what holds: in force before what is not, its own before the general, then the
 * latest. What comes first and is not usable is what a refusal names; null where nobody has written anything.
 */
export const holding = <V extends Pick<Version, 'state' | 'newest'> & { readonly createdAt: string }>(
  written: readonly V[],
  isOwn: (version: V) => boolean,
): V | null =>
  [...written].sort(
    (a, b) =>
      Number(isUsable(b)) - Number(isUsable(a)) ||
      Number(isOwn(b)) - Number(isOwn(a)) ||
      b.createdAt.localeCompare(a.createdAt),
  )[0] ?? null
/** Whether it may still be written in and thrown away: it never was in force, and nobody is reading it just now. */
export const isDraft = ({ state }: Pick<Version, 'state'>): boolean => state === 'notApproved' || state === 'rejected'
/** Whose turn it is; null when nobody is to decide. */
export const turnOf = ({ state, approvers }: Pick<Version, 'state' | 'approvers'>): string | null =>
  state === 'inApproval' ? (approvers.find(({ decision }) => decision === null)?.userId ?? null) : null
/** Whether whoever is to decide now is the last to: what they agree to is in force. */
export const isLastAsked = ({ approvers }: Pick<Version, 'approvers'>): boolean =>
  approvers.filter(({ decision }) => decision === null).length <= 1

/** Why a step may not be taken; `userId` is the person it is about. */
export interface ApprovalProblem {
  readonly code:
    | 'wrongState'
    | 'noApprovers'
    | 'tooMany'
    | 'twice'
    | 'ownDraft'
    | 'notApprover'
    | 'notYourTurn'
    | 'alreadyDecided'
    | 'noReason'
    | 'notAsked'
    | 'answeredAlready'
    | 'authorReplaces'
    | 'noReplaceReason'
  readonly userId?: string
}

/** Why a draft may not be handed to these approvers, or null. */
export function submitProblem(
  version: Pick<Version, 'state' | 'authors'>,
  approvers: readonly string[],
): ApprovalProblem | null {
  if (!isDraft(version)) return { code: 'wrongState' }
  if (approvers.length === 0) return { code: 'noApprovers' }
  if (approvers.length > MOST_APPROVERS) return { code: 'tooMany' }
  const again = approvers.find((one, i) => approvers.indexOf(one) !== i)
  if (again) return { code: 'twice', userId: again }
  const own = approvers.find((one) => version.authors.includes(one))
  return own ? { code: 'ownDraft', userId: own } : null
}
/** Why this person may not decide now, or null. A rejection says why. */
export function decisionProblem(
  version: Version,
  personId: string,
  verdict: Verdict,
  reason: string | null | undefined,
): ApprovalProblem | null {
  const mine = version.approvers.find(({ userId }) => userId === personId)
  if (mine?.decision) return { code: 'alreadyDecided' }
  const turn = turnOf(version)
  if (turn === null) return { code: 'wrongState' }
  if (!mine) return { code: 'notApprover', userId: turn }
  if (version.authors.includes(personId)) return { code: 'ownDraft', userId: personId }
  if (turn !== personId) return { code: 'notYourTurn', userId: turn }
  return verdict === 'rejected' && !reason?.trim() ? { code: 'noReason' } : null
}
/** What a decision makes of a version; `decisionProblem` has found nothing against it. */
export function decidedBy(
  version: Version,
  personId: string,
  { verdict, reason, at }: { verdict: Verdict; reason: string | null; at: string },
): { state: ApprovalState; approvers: Approver[]; waitingFor: string | null } {
  const approvers = version.approvers.map((one) =>
    one.userId === personId ? { ...one, decision: verdict, decidedAt: at, reason } : one,
  )
  if (verdict === 'rejected') return { state: 'rejected', approvers, waitingFor: null }
  const waitingFor = turnOf({ state: 'inApproval', approvers })
  return { state: waitingFor ? 'inApproval' : 'approved', approvers, waitingFor }
}

/** Who is asked no more, who is asked instead, and why. */
export interface ReplacementAsked {
  readonly approverId: string
  readonly insteadId: string
  readonly reason: string
}
/** Approvers whom this person may replace, as they have not answered; an author does not choose who judges the own draft. */
export const replaceableBy = (version: Version, personId: string): string[] =>
  version.state !== 'inApproval' || version.authors.includes(personId)
    ? []
    : version.approvers.flatMap(({ userId, decision }) => (decision === null ? userId : []))
/** Whether somebody may be asked who was not: nobody twice, and no author. */
export const mayBeAsked = ({ approvers, authors }: Pick<Version, 'approvers' | 'authors'>, id: string): boolean =>
  !authors.includes(id) && !approvers.some(({ userId }) => userId === id)
/** Why this person may not replace an approver by another, or null. */
export function replaceProblem(
  version: Version,
  personId: string,
  { approverId, insteadId, reason }: ReplacementAsked,
): ApprovalProblem | null {
  if (version.state !== 'inApproval') return { code: 'wrongState' }
  const known = version.approvers.find(({ userId }) => userId === approverId)
  if (!known) return { code: 'notAsked', userId: approverId }
  if (known.decision) return { code: 'answeredAlready', userId: approverId }
  if (version.authors.includes(personId)) return { code: 'authorReplaces' }
  if (!mayBeAsked(version, insteadId))
    return { code: version.authors.includes(insteadId) ? 'ownDraft' : 'twice', userId: insteadId }
  return reason.trim() ? null : { code: 'noReplaceReason' }
}
/** What a replacement makes of a version: the other stands in the same place. `replaceProblem` has found nothing against it. */
export function replacedBy(
  version: Version & { readonly replacements: readonly Replacement[] },
  personId: string,
  { approverId, insteadId, reason, at }: ReplacementAsked & { at: string },
): { approvers: Approver[]; waitingFor: string | null; replacements: Replacement[] } {
  const approvers = version.approvers.map((one) => (one.userId === approverId ? { ...one, userId: insteadId } : one))
  const made = { userId: approverId, insteadId, replacedBy: personId, replacedAt: at, reason: reason.trim() }
  return {
    approvers,
    waitingFor: turnOf({ state: version.state, approvers }),
    replacements: withReplacement(version.replacements, made),
  }
}

export const standardSteps = ['edit', 'remove', 'submit', 'withdraw', 'reject', 'approve', 'newVersion'] as const
export type StandardStep = (typeof standardSteps)[number]
/** Suffix of the page's key that each step needs. */
export const suffixOf = {
  edit: 'Edit',
  remove: 'Delete',
  submit: 'SetApprover',
  withdraw: 'SetApprover',
  reject: 'Approve',
  approve: 'Approve',
  newVersion: 'Add',
} as const satisfies Record<StandardStep, string>
/** What a person may do with a version now: the buttons to show. `can` answers for a suffix of the page's keys. */
export function stepsOf(version: Version, personId: string, can: (suffix: string) => boolean): StandardStep[] {
  const open: Record<StandardStep, boolean> = {
    edit: isDraft(version),
    remove: isDraft(version),
    submit: isDraft(version),
    withdraw: version.state === 'inApproval',
    reject: decisionProblem(version, personId, 'rejected', '-') === null,
    approve: decisionProblem(version, personId, 'approved', null) === null,
    newVersion: isUsable(version),
  }
  return standardSteps.filter((step) => open[step] && can(suffixOf[step]))
}
