import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { PageName } from '@/contract/menu'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { findRowName, requirePerson } from '@/plant/server/plant'
import { listPeopleWithPermission } from '@/areas/access/server/queries/key-holders'
import {
  applyDecision,
  checkDecision,
  applyReplacement,
  checkReplacement,
  checkSubmission,
  appendDecisions,
  type EarlierDecision,
  type ApprovalProblem,
  type Approver,
  type ApproverReplacement,
  type ReplacementInput,
  type ApprovalDecision,
  type ApprovableVersion,
} from '../rules/approval'

/** A version under approval, with its label for notices and the page whose permissions apply. */
export interface ApprovalSubject extends ApprovableVersion {
  readonly id: string
  readonly label: string
  /** Name of its resource, which selects the notice text. */
  readonly kind: string
  readonly page: PageName
  readonly replacements: readonly ApproverReplacement[]
}

/** Asserts the person's permission on a page, e.g. `page` + `Approve`. @throws `forbidden` without the permission */
export function assertPagePermission(ctx: Context, page: PageName, permission: string): void {
  const permissionKey = `${page}${permission}`
  if (!canCall(permissionKey, requirePerson(ctx)))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key: permissionKey } })
}

/** Builds the values of a submission. @throws a refusal, or an input error for an unknown approver */
export async function buildSubmission(
  ctx: Context,
  subject: ApprovalSubject & { readonly earlier: readonly EarlierDecision[] },
  approverIds: readonly string[],
) {
  const problem = checkSubmission(subject, approverIds)
  if (problem) throw await toRefusal(ctx, subject, problem)
  await assertCanApprove(ctx, subject.page, approverIds, 'approvers')
  const pendingApprovers = approverIds.map((userId): Approver => ({
    userId,
    decision: null,
    decidedAt: null,
    reason: null,
  }))
  return {
    state: 'inApproval' as const,
    approvers: pendingApprovers,
    earlier: appendDecisions(subject.earlier, subject.approvers),
    waitingFor: approverIds[0] ?? null,
    submittedBy: requirePerson(ctx).id,
    submittedAt: ctx.now.toISOString(),
  }
}
/**
 * @throws a refusal that names a person without the permission to approve on the page, or an input error at
 * `inputField` for an unknown person
 */
async function assertCanApprove(
  ctx: Context,
  page: PageName,
  ids: readonly string[],
  inputField: string,
): Promise<void> {
  const eligibleIds = new Set((await listApprovers(ctx, page, ids)).map(({ id }) => id))
  const ineligibleId = ids.find((id) => !eligibleIds.has(id))
  if (!ineligibleId) return
  const personName = await findRowName(ctx, 'user', ineligibleId)
  throw personName === ineligibleId
    ? refuseInput([{ path: [inputField], code: 'unknownId' }])
    : refuse('standards:refusals.cannotApprove', { person: personName })
}
/** Builds the values of a replacement. @throws a refusal, or an input error for an unknown person */
export async function buildReplacement(ctx: Context, subject: ApprovalSubject, input: ReplacementInput) {
  const personId = requirePerson(ctx).id
  const problem = checkReplacement(subject, personId, input)
  if (problem) throw await toRefusal(ctx, subject, problem)
  await assertCanApprove(ctx, subject.page, [input.insteadId], 'insteadId')
  return applyReplacement(subject, personId, { ...input, replacedAt: ctx.now.toISOString() })
}
/** Builds the values of a decision. @throws a refusal if this person may not decide now */
export async function buildDecision(
  ctx: Context,
  subject: ApprovalSubject,
  decision: ApprovalDecision,
  reason: string | null,
) {
  const personId = requirePerson(ctx).id
  const problem = checkDecision(subject, personId, decision, reason)
  if (problem) throw await toRefusal(ctx, subject, problem)
  const decidedAt = ctx.now.toISOString()
  const result = applyDecision(subject, personId, { decision, reason, decidedAt })
  return {
    ...result,
    ...(result.state === 'approved' ? { newest: true, approvedBy: personId, approvedAt: decidedAt } : {}),
  }
}

/** Notifies the approver whose turn it is. */
export function notifyNextApprover(
  ctx: Context,
  { id, label, kind, page }: ApprovalSubject,
  nextApproverId: string | null,
): void {
  if (nextApproverId)
    sendNotice(ctx, {
      notice: 'approvalWaiting',
      id,
      titleKey: 'waiting',
      label,
      kind,
      keys: [`${page}Approve`],
      to: [nextApproverId],
    })
}
/** Notifies the authors of the decision. */
export function notifyAuthors(ctx: Context, { id, label, kind, page, authors }: ApprovalSubject, state: string): void {
  if (state !== 'inApproval')
    sendNotice(ctx, { notice: 'approvalDecided', id, titleKey: state, label, kind, keys: [`${page}View`], to: authors })
}
interface ApprovalNotice {
  notice: 'approvalWaiting' | 'approvalDecided'
  id: string
  titleKey: string
  label: string
  kind: string
  keys: string[]
  to: readonly string[]
}
function sendNotice(ctx: Context, { titleKey, label, kind, ...notice }: ApprovalNotice): void {
  const { translations } = (ctx as AppContext).app
  ctx.notify({
    ...notice,
    title: (language) => translations.t(language)(`standards:notices.${kind}.${titleKey}`, { standard: label }),
  })
}

/** Lists active people with the permission to approve on a page, by name; `candidateIds` narrows the list. */
export const listApprovers = (
  ctx: Context,
  page: PageName,
  candidateIds?: readonly string[],
): Promise<{ id: string; label: string; detail: string | null }[]> =>
  listPeopleWithPermission(ctx, `${page}Approve`, candidateIds)

async function toRefusal(
  ctx: Context,
  { label, state }: ApprovalSubject,
  { code, userId }: ApprovalProblem,
): Promise<Refusal> {
  return refuse(`standards:refusals.approval.${code}`, {
    standard: label,
    state: ctx.t(`standards:processStandard.options.state.${state}`),
    person: userId ? await findRowName(ctx, 'user', userId) : '',
  })
}
