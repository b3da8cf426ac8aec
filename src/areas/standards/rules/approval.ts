/**
 * Approval of standards 标准审批, the same for every kind of standard. A draft goes to its approvers one after the other;
 * each agrees or rejects, and the last agreement puts it in force. An unapproved standard cannot be used.
 */
import { defineStateMachine, getOpenStates, type StateName } from '@/contract/state-machine'

export const approvalStates = ['notApproved', 'inApproval', 'approved', 'rejected'] as const
export const decisions = ['approved', 'rejected'] as const
export type Verdict = (typeof decisions)[number]
/** Maximum number of approvers of one version. */
export const MOST_APPROVERS = 8

/**
 * Lifecycle of one version. The permissions are those of the first page; `getAvailableActions` checks the page's own.
 */
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
    // `agree` is the action of every approver but the last, whose action is `approve`.
    agree: { from: ['inApproval'], to: 'inApproval', permission: 'processDataApprove' },
    approve: { from: ['inApproval'], to: 'approved', permission: 'processDataApprove' },
    reject: { from: ['inApproval'], to: 'rejected', permission: 'processDataApprove', requiredInputs: ['reason'] },
  },
})
export type ApprovalState = StateName<typeof approval>
/** States of versions that have never been in force. */
export const openApprovals: readonly ApprovalState[] = getOpenStates(approval)

/** An approver of a version, in order of approval, with the decision if there is one. */
export interface Approver {
  readonly userId: string
  readonly decision: Verdict | null
  readonly decidedAt: string | null
  readonly reason: string | null
}
/** A decision from before the version was last submitted. */
export interface Answer {
  readonly userId: string
  readonly decision: Verdict
  readonly decidedAt: string
  readonly reason: string | null
}
/** Maximum number of earlier answers stored with a version; the audit log has all of them. */
export const MOST_EARLIER = 40
/** Appends the answers of the round that ends now to those of earlier rounds. */
export const withAnswers = (before: readonly Answer[], approvers: readonly Approver[]): Answer[] =>
  [
    ...before,
    ...approvers.flatMap(({ userId, decision, decidedAt, reason }) =>
      decision && decidedAt ? [{ userId, decision, decidedAt, reason }] : [],
    ),
  ].slice(-MOST_EARLIER)

/** The replacement of an approver who could not answer: by whom, when and why. */
export interface Replacement {
  readonly userId: string
  readonly insteadId: string
  readonly replacedBy: string
  readonly replacedAt: string
  readonly reason: string
}
/** Maximum number of replacements stored with a version; the audit log has all of them. */
export const MOST_REPLACEMENTS = 40
/** Appends a replacement and drops the oldest beyond the maximum. */
export const withReplacement = (before: readonly Replacement[], made: Replacement): Replacement[] =>
  [...before, made].slice(-MOST_REPLACEMENTS)
/** The approval fields of a version of any standard. `authors` are all people who edited it. */
export interface Version {
  readonly state: ApprovalState
  readonly newest: boolean
  readonly approvers: readonly Approver[]
  readonly authors: readonly string[]
}

/** State of versions that are in force or were replaced later. */
export const inForce = 'approved' satisfies ApprovalState
/** True if orders, feed checks and certificates may use this version. */
export const isUsable = (standard: Pick<Version, 'state' | 'newest'>): boolean =>
  standard.state === inForce && standard.newest
/**
 * Picks the version that applies: usable versions first, then specific before general ones, then the latest. If the
 * result is not usable, the refusal names it. Returns null without any version.
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
/** True if the version may be edited and deleted: it was never in force and is not being approved. */
export const isDraft = ({ state }: Pick<Version, 'state'>): boolean => state === 'notApproved' || state === 'rejected'
/** Returns the id of the approver whose turn it is; null if no decision is due. */
export const turnOf = ({ state, approvers }: Pick<Version, 'state' | 'approvers'>): string | null =>
  state === 'inApproval' ? (approvers.find(({ decision }) => decision === null)?.userId ?? null) : null
/** True if the next agreement puts the version in force. */
export const isLastAsked = ({ approvers }: Pick<Version, 'approvers'>): boolean =>
  approvers.filter(({ decision }) => decision === null).length <= 1

/** Why an action is refused; `userId` is the person concerned. */
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

/** Returns why a draft cannot be submitted to these approvers, or null. */
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
/** Returns why this person cannot decide now, or null. A rejection needs a reason. */
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
/** Returns the approval fields after a decision, which `checkDecision` must have allowed. */
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

/** Input of a replacement: the approver, the substitute, and the reason. */
export interface ReplacementAsked {
  readonly approverId: string
  readonly insteadId: string
  readonly reason: string
}
/** Returns the undecided approvers that this person may replace. Authors may not choose who judges their own draft. */
export const replaceableBy = (version: Version, personId: string): string[] =>
  version.state !== 'inApproval' || version.authors.includes(personId)
    ? []
    : version.approvers.flatMap(({ userId, decision }) => (decision === null ? userId : []))
/** True if a person can become an approver: not an author, and not an approver already. */
export const mayBeAsked = ({ approvers, authors }: Pick<Version, 'approvers' | 'authors'>, id: string): boolean =>
  !authors.includes(id) && !approvers.some(({ userId }) => userId === id)
/** Returns why this person cannot replace an approver by another, or null. */
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
/** Returns the approval fields with the substitute in the same place. `checkReplacement` must have allowed it. */
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
/** Suffix of the page permission that each action needs. */
export const suffixOf = {
  edit: 'Edit',
  remove: 'Delete',
  submit: 'SetApprover',
  withdraw: 'SetApprover',
  reject: 'Approve',
  approve: 'Approve',
  newVersion: 'Add',
} as const satisfies Record<StandardStep, string>
/**
 * Returns the actions that a person may perform now, for the buttons. `can` checks a suffix of the page permissions.
 */
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
