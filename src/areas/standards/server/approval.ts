import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { PageName } from '@/contract/menu'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { findRowName, requirePerson } from '@/plant/server/plant'
import { listActiveKeyHolders } from '@/areas/access/server/queries/key-holders'
import {
  applyDecision,
  checkDecision,
  applyReplacement,
  checkReplacement,
  checkSubmission,
  appendAnswers,
  type ApprovalAnswer,
  type ApprovalProblem,
  type Approver,
  type ReplacementRecord,
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
  readonly replacements: readonly ReplacementRecord[]
}

/** Asserts the person's permission on a page: `page` + `suffix`, e.g. `Approve`. @throws 401 without it */
export function assertPagePermission(ctx: Context, page: PageName, suffix: string): void {
  const key = `${page}${suffix}`
  if (!canCall(key, requirePerson(ctx)))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key } })
}

/** Builds the values of a submission. @throws 6000 if it is refused, 4013 for an unknown approver */
export async function buildSubmission(
  ctx: Context,
  subject: ApprovalSubject & { readonly earlier: readonly ApprovalAnswer[] },
  approvers: readonly string[],
) {
  const problem = checkSubmission(subject, approvers)
  if (problem) throw await toRefusal(ctx, subject, problem)
  await assertCanApprove(ctx, subject.page, approvers, 'approvers')
  const pendingApprovers = approvers.map((userId): Approver => ({
    userId,
    decision: null,
    decidedAt: null,
    reason: null,
  }))
  return {
    state: 'inApproval' as const,
    approvers: pendingApprovers,
    earlier: appendAnswers(subject.earlier, subject.approvers),
    waitingFor: approvers[0] ?? null,
    submittedBy: requirePerson(ctx).id,
    submittedAt: ctx.now.toISOString(),
  }
}
/** @throws 6000 naming a person without the permission to approve on the page, 4013 at `input` for an unknown person */
async function assertCanApprove(ctx: Context, page: PageName, ids: readonly string[], input: string): Promise<void> {
  const eligibleIds = new Set((await listApprovers(ctx, page, ids)).map(({ id }) => id))
  const ineligibleId = ids.find((id) => !eligibleIds.has(id))
  if (!ineligibleId) return
  const personName = await findRowName(ctx, 'user', ineligibleId)
  throw personName === ineligibleId
    ? refuseInput([{ path: [input], code: 'unknownId' }])
    : refuse('standards:refusals.cannotApprove', { person: personName })
}
/** Builds the values of a replacement. @throws 6000 if it is refused, 4013 for an unknown person */
export async function buildReplacement(ctx: Context, subject: ApprovalSubject, input: ReplacementInput) {
  const personId = requirePerson(ctx).id
  const problem = checkReplacement(subject, personId, input)
  if (problem) throw await toRefusal(ctx, subject, problem)
  await assertCanApprove(ctx, subject.page, [input.insteadId], 'insteadId')
  return applyReplacement(subject, personId, { ...input, at: ctx.now.toISOString() })
}
/** Builds the values of a decision. @throws 6000 if this person may not decide now */
export async function buildDecision(
  ctx: Context,
  subject: ApprovalSubject,
  verdict: ApprovalDecision,
  reason: string | null,
) {
  const personId = requirePerson(ctx).id
  const problem = checkDecision(subject, personId, verdict, reason)
  if (problem) throw await toRefusal(ctx, subject, problem)
  const decidedAt = ctx.now.toISOString()
  const result = applyDecision(subject, personId, { verdict, reason, at: decidedAt })
  return {
    ...result,
    ...(result.state === 'approved' ? { newest: true, approvedBy: personId, approvedAt: decidedAt } : {}),
  }
}

/** Notifies the approver whose turn it is. */
export function notifyNextApprover(
  ctx: Context,
  { id, label, kind, page }: ApprovalSubject,
  waitingFor: string | null,
): void {
  if (waitingFor)
    sendNotice(ctx, {
      notice: 'approvalWaiting',
      id,
      titleKey: 'waiting',
      label,
      kind,
      keys: [`${page}Approve`],
      to: [waitingFor],
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
  const { words } = (ctx as KitContext).app
  ctx.notify({
    ...notice,
    title: (language) => words.t(language)(`standards:notices.${kind}.${titleKey}`, { standard: label }),
  })
}

/** Lists active people with the permission to approve on a page, by name; `candidateIds` narrows the list. */
export const listApprovers = (
  ctx: Context,
  page: PageName,
  candidateIds?: readonly string[],
): Promise<{ id: string; label: string; detail: string | null }[]> =>
  listActiveKeyHolders(ctx, `${page}Approve`, candidateIds)

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
