/**
 * Approval of standards 标准审批, the same for every kind of standard. A draft goes to its approvers one after the other.
 * Each approver agrees or rejects, and the last agreement puts the draft in force. An unapproved standard cannot be
 * used.
 */
import { defineStateMachine, getOpenStates, type StateName } from '@/contract/state-machine'

export const approvalStates = ['notApproved', 'inApproval', 'approved', 'rejected'] as const
export const decisions = ['approved', 'rejected'] as const
export type ApprovalDecision = (typeof decisions)[number]
/** Maximum number of approvers of one version. */
export const MAX_APPROVERS = 8

/**
 * Lifecycle of one version. It names the permissions of the page `processData`; the endpoints of each kind of standard
 * and `getAvailableActions` check the permissions of the kind's own page.
 */
export const approvalLifecycle = defineStateMachine('approval', {
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
export type ApprovalState = StateName<typeof approvalLifecycle>
/** States of versions that have never been in force. */
export const openApprovalStates: readonly ApprovalState[] = getOpenStates(approvalLifecycle)

/** An approver of a version, in order of approval, with the decision if there is one. */
export interface Approver {
  readonly userId: string
  readonly decision: ApprovalDecision | null
  readonly decidedAt: string | null
  readonly reason: string | null
}
/** A decision from before the version was last submitted. */
export interface EarlierDecision {
  readonly userId: string
  readonly decision: ApprovalDecision
  readonly decidedAt: string
  readonly reason: string | null
}
/** Maximum number of earlier decisions stored with a version; the audit log has all of them. */
export const MAX_EARLIER_DECISIONS = 40
/** Appends the decisions of the approval round that ends now to those of earlier rounds. */
export const appendDecisions = (
  earlierDecisions: readonly EarlierDecision[],
  approvers: readonly Approver[],
): EarlierDecision[] =>
  [
    ...earlierDecisions,
    ...approvers.flatMap(({ userId, decision, decidedAt, reason }) =>
      decision && decidedAt ? [{ userId, decision, decidedAt, reason }] : [],
    ),
  ].slice(-MAX_EARLIER_DECISIONS)

/** Replacement of approver `userId`, who could not answer, by `insteadId`. */
export interface ApproverReplacement {
  readonly userId: string
  readonly insteadId: string
  readonly replacedBy: string
  readonly replacedAt: string
  readonly reason: string
}
/** Maximum number of replacements stored with a version; the audit log has all of them. */
export const MAX_REPLACEMENTS = 40
/** Appends a replacement and drops the oldest beyond the maximum. */
export const appendReplacement = (
  replacements: readonly ApproverReplacement[],
  replacement: ApproverReplacement,
): ApproverReplacement[] => [...replacements, replacement].slice(-MAX_REPLACEMENTS)
/** The approval fields of a version of any standard. `authors` are all people who edited it. */
export interface ApprovableVersion {
  readonly state: ApprovalState
  readonly newest: boolean
  readonly approvers: readonly Approver[]
  readonly authors: readonly string[]
}

/** State of all approved versions: those in force, and those that a newer version has replaced. */
export const APPROVED_STATE = 'approved' satisfies ApprovalState
/** True if orders, feed checks and certificates may use this version. */
export const isUsable = (standard: Pick<ApprovableVersion, 'state' | 'newest'>): boolean =>
  standard.state === APPROVED_STATE && standard.newest
/**
 * Picks the version that applies: usable versions first, then specific before general ones, then the latest. The result
 * may be unusable, so that a refusal can name it. Null without any version.
 */
export const pickApplicableVersion = <
  V extends Pick<ApprovableVersion, 'state' | 'newest'> & { readonly createdAt: string },
>(
  versions: readonly V[],
  isSpecific: (version: V) => boolean,
): V | null =>
  [...versions].sort(
    (a, b) =>
      Number(isUsable(b)) - Number(isUsable(a)) ||
      Number(isSpecific(b)) - Number(isSpecific(a)) ||
      b.createdAt.localeCompare(a.createdAt),
  )[0] ?? null
/** True if the version may be edited and deleted: it was never in force and is not being approved. */
export const isDraft = ({ state }: Pick<ApprovableVersion, 'state'>): boolean =>
  state === 'notApproved' || state === 'rejected'
/** Returns the id of the approver whose turn it is; null if no decision is due. */
export const getNextApproverId = ({
  state,
  approvers,
}: Pick<ApprovableVersion, 'state' | 'approvers'>): string | null =>
  state === 'inApproval' ? (approvers.find(({ decision }) => decision === null)?.userId ?? null) : null
/** True if the next agreement puts the version in force. */
export const isLastApproval = ({ approvers }: Pick<ApprovableVersion, 'approvers'>): boolean =>
  approvers.filter(({ decision }) => decision === null).length <= 1

/** Reason why an action is refused; `userId` is the person concerned. */
export interface ApprovalProblem {
  readonly code:
    | 'wrongState'
    // Problems of a submission. `twice`: a person is named twice or is an approver already. `ownDraft`: a person is an
    // author.
    | 'noApprovers'
    | 'tooMany'
    | 'twice'
    | 'ownDraft'
    // Problems of a decision.
    | 'notApprover'
    | 'notYourTurn'
    | 'alreadyDecided'
    | 'noReason'
    // Problems of a replacement. `notAsked`: the replaced person is no approver. `answeredAlready`: that person has
    // decided. `authorReplaces`: the person who makes the replacement is an author.
    | 'notAsked'
    | 'answeredAlready'
    | 'authorReplaces'
    | 'noReplaceReason'
  readonly userId?: string
}

/** Returns why a draft cannot be submitted to these approvers, or null. */
export function checkSubmission(
  version: Pick<ApprovableVersion, 'state' | 'authors'>,
  approverIds: readonly string[],
): ApprovalProblem | null {
  if (!isDraft(version)) return { code: 'wrongState' }
  if (approverIds.length === 0) return { code: 'noApprovers' }
  if (approverIds.length > MAX_APPROVERS) return { code: 'tooMany' }
  const duplicateId = approverIds.find((id, i) => approverIds.indexOf(id) !== i)
  if (duplicateId) return { code: 'twice', userId: duplicateId }
  const authorId = approverIds.find((id) => version.authors.includes(id))
  return authorId ? { code: 'ownDraft', userId: authorId } : null
}
/** Returns why this person cannot decide now, or null. A rejection needs a reason. */
export function checkDecision(
  version: ApprovableVersion,
  personId: string,
  decision: ApprovalDecision,
  reason: string | null | undefined,
): ApprovalProblem | null {
  const approverEntry = version.approvers.find(({ userId }) => userId === personId)
  if (approverEntry?.decision) return { code: 'alreadyDecided' }
  const nextApproverId = getNextApproverId(version)
  if (nextApproverId === null) return { code: 'wrongState' }
  if (!approverEntry) return { code: 'notApprover', userId: nextApproverId }
  if (version.authors.includes(personId)) return { code: 'ownDraft', userId: personId }
  if (nextApproverId !== personId) return { code: 'notYourTurn', userId: nextApproverId }
  return decision === 'rejected' && !reason?.trim() ? { code: 'noReason' } : null
}
/** Returns the approval fields after a decision, which `checkDecision` must have allowed. */
export function applyDecision(
  version: ApprovableVersion,
  personId: string,
  { decision, reason, decidedAt }: { decision: ApprovalDecision; reason: string | null; decidedAt: string },
): { state: ApprovalState; approvers: Approver[]; waitingFor: string | null } {
  const approvers = version.approvers.map((approver) =>
    approver.userId === personId ? { ...approver, decision, decidedAt, reason } : approver,
  )
  if (decision === 'rejected') return { state: 'rejected', approvers, waitingFor: null }
  const waitingFor = getNextApproverId({ state: 'inApproval', approvers })
  return { state: waitingFor ? 'inApproval' : 'approved', approvers, waitingFor }
}

/** Input of a replacement: the approver, the substitute, and the reason. */
export interface ReplacementInput {
  readonly approverId: string
  readonly insteadId: string
  readonly reason: string
}
/** Returns the undecided approvers that this person may replace. Authors may not choose who judges their own draft. */
export const getReplaceableApprovers = (version: ApprovableVersion, personId: string): string[] =>
  version.state !== 'inApproval' || version.authors.includes(personId)
    ? []
    : version.approvers.flatMap(({ userId, decision }) => (decision === null ? userId : []))
/** True if a person can become an approver: not an author, and not an approver already. */
export const canBecomeApprover = (
  { approvers, authors }: Pick<ApprovableVersion, 'approvers' | 'authors'>,
  id: string,
): boolean => !authors.includes(id) && !approvers.some(({ userId }) => userId === id)
/** Returns why this person cannot replace an approver by another, or null. */
export function checkReplacement(
  version: ApprovableVersion,
  personId: string,
  { approverId, insteadId, reason }: ReplacementInput,
): ApprovalProblem | null {
  if (version.state !== 'inApproval') return { code: 'wrongState' }
  const replacedApprover = version.approvers.find(({ userId }) => userId === approverId)
  if (!replacedApprover) return { code: 'notAsked', userId: approverId }
  if (replacedApprover.decision) return { code: 'answeredAlready', userId: approverId }
  if (version.authors.includes(personId)) return { code: 'authorReplaces' }
  if (!canBecomeApprover(version, insteadId))
    return { code: version.authors.includes(insteadId) ? 'ownDraft' : 'twice', userId: insteadId }
  return reason.trim() ? null : { code: 'noReplaceReason' }
}
/**
 * Returns the approval fields with the substitute in the approver's place, which `checkReplacement` must have allowed.
 */
export function applyReplacement(
  version: ApprovableVersion & { readonly replacements: readonly ApproverReplacement[] },
  personId: string,
  { approverId, insteadId, reason, replacedAt }: ReplacementInput & { replacedAt: string },
): { approvers: Approver[]; waitingFor: string | null; replacements: ApproverReplacement[] } {
  const approvers = version.approvers.map((approver) =>
    approver.userId === approverId ? { ...approver, userId: insteadId } : approver,
  )
  const replacement = { userId: approverId, insteadId, replacedBy: personId, replacedAt, reason: reason.trim() }
  return {
    approvers,
    waitingFor: getNextApproverId({ state: version.state, approvers }),
    replacements: appendReplacement(version.replacements, replacement),
  }
}

export const documentActions = ['edit', 'remove', 'submit', 'withdraw', 'reject', 'approve', 'newVersion'] as const
export type DocumentAction = (typeof documentActions)[number]
/** Page permission that each action needs, without the page: `Edit` is `processDataEdit` on the page `processData`. */
export const permissionByAction = {
  edit: 'Edit',
  remove: 'Delete',
  submit: 'SetApprover',
  withdraw: 'SetApprover',
  reject: 'Approve',
  approve: 'Approve',
  newVersion: 'Add',
} as const satisfies Record<DocumentAction, string>
/**
 * Returns the actions that a person may perform now, for the buttons. `hasPagePermission` gets a permission without the
 * page, e.g. `Approve`.
 */
export function getAvailableActions(
  version: ApprovableVersion,
  personId: string,
  hasPagePermission: (permission: string) => boolean,
): DocumentAction[] {
  const isAvailable: Record<DocumentAction, boolean> = {
    edit: isDraft(version),
    remove: isDraft(version),
    submit: isDraft(version),
    withdraw: version.state === 'inApproval',
    reject: checkDecision(version, personId, 'rejected', '-') === null,
    approve: checkDecision(version, personId, 'approved', null) === null,
    newVersion: isUsable(version),
  }
  return documentActions.filter((action) => isAvailable[action] && hasPagePermission(permissionByAction[action]))
}
