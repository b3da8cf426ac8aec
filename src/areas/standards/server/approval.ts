import { canCall } from '@/contract/endpoint'
import { errno, Refusal, refuse, refuseInput } from '@/contract/errno'
import type { PageName } from '@/contract/menu'
import type { Context } from '@/server/context'
import type { KitContext } from '@/server/crud/operations'
import { findRowName, requirePerson } from '@/plant/server/plant'
import { listActiveKeyHolders } from '@/areas/access/server/queries/key-holders'
import {
  decidedBy,
  decisionProblem,
  replacedBy,
  replaceProblem,
  submitProblem,
  withAnswers,
  type Answer,
  type ApprovalProblem,
  type Approver,
  type Replacement,
  type ReplacementAsked,
  type Verdict,
  type Version,
} from '../rules/approval'

/** A version under approval, with its label for notices and the page whose permissions apply. */
export interface Standing extends Version {
  readonly id: string
  readonly label: string
  /** Name of its resource, which selects the notice text. */
  readonly kind: string
  readonly page: PageName
  readonly replacements: readonly Replacement[]
}

/** Checks the permission of the page that this row belongs to. @throws 401 without it */
export function mustMay(ctx: Context, page: PageName, suffix: string): void {
  const key = `${page}${suffix}`
  if (!canCall(key, requirePerson(ctx)))
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', { params: { key } })
}

/** Builds the values of a submission. @throws 6000 if it is refused, 4013 for an unknown approver */
export async function submitted(
  ctx: Context,
  standing: Standing & { readonly earlier: readonly Answer[] },
  approvers: readonly string[],
) {
  const problem = submitProblem(standing, approvers)
  if (problem) throw await refusalOf(ctx, standing, problem)
  await mustBeAble(ctx, standing.page, approvers, 'approvers')
  const fresh = approvers.map((userId): Approver => ({ userId, decision: null, decidedAt: null, reason: null }))
  return {
    state: 'inApproval' as const,
    approvers: fresh,
    earlier: withAnswers(standing.earlier, standing.approvers),
    waitingFor: approvers[0] ?? null,
    submittedBy: requirePerson(ctx).id,
    submittedAt: ctx.now.toISOString(),
  }
}
/** @throws 6000 naming a person without the permission to approve on the page, 4013 at `input` for an unknown person */
async function mustBeAble(ctx: Context, page: PageName, ids: readonly string[], input: string): Promise<void> {
  const able = new Set((await approversOf(ctx, page, ids)).map(({ id }) => id))
  const unable = ids.find((id) => !able.has(id))
  if (!unable) return
  const known = await findRowName(ctx, 'user', unable)
  throw known === unable
    ? refuseInput([{ path: [input], code: 'unknownId' }])
    : refuse('standards:refusals.cannotApprove', { person: known })
}
/** Builds the values of a replacement. @throws 6000 if it is refused, 4013 for an unknown person */
export async function replaced(ctx: Context, standing: Standing, asked: ReplacementAsked) {
  const me = requirePerson(ctx).id
  const problem = replaceProblem(standing, me, asked)
  if (problem) throw await refusalOf(ctx, standing, problem)
  await mustBeAble(ctx, standing.page, [asked.insteadId], 'insteadId')
  return replacedBy(standing, me, { ...asked, at: ctx.now.toISOString() })
}
/** Builds the values of a decision. @throws 6000 if this person may not decide now */
export async function decided(ctx: Context, standing: Standing, verdict: Verdict, reason: string | null) {
  const me = requirePerson(ctx).id
  const problem = decisionProblem(standing, me, verdict, reason)
  if (problem) throw await refusalOf(ctx, standing, problem)
  const at = ctx.now.toISOString()
  const after = decidedBy(standing, me, { verdict, reason, at })
  return { ...after, ...(after.state === 'approved' ? { newest: true, approvedBy: me, approvedAt: at } : {}) }
}

/** Notifies the approver whose turn it is. */
export function notifyNextApprover(ctx: Context, { id, label, kind, page }: Standing, waitingFor: string | null): void {
  if (waitingFor)
    say(ctx, { notice: 'approvalWaiting', id, key: 'waiting', label, kind, keys: [`${page}Approve`], to: [waitingFor] })
}
/** Notifies the authors of the decision. */
export function notifyAuthors(ctx: Context, { id, label, kind, page, authors }: Standing, state: string): void {
  if (state !== 'inApproval')
    say(ctx, { notice: 'approvalDecided', id, key: state, label, kind, keys: [`${page}View`], to: authors })
}
interface Said {
  notice: 'approvalWaiting' | 'approvalDecided'
  id: string
  key: string
  label: string
  kind: string
  keys: string[]
  to: readonly string[]
}
function say(ctx: Context, { key, label, kind, ...notice }: Said): void {
  const { words } = (ctx as KitContext).app
  ctx.notify({
    ...notice,
    title: (language) => words.t(language)(`standards:notices.${kind}.${key}`, { standard: label }),
  })
}

/** Lists active people with the permission to approve on a page, by name; `candidateIds` narrows the list. */
export const approversOf = (
  ctx: Context,
  page: PageName,
  among?: readonly string[],
): Promise<{ id: string; label: string; detail: string | null }[]> => listActiveKeyHolders(ctx, `${page}Approve`, among)

async function refusalOf(
  ctx: Context,
  { label, state }: Standing,
  { code, userId }: ApprovalProblem,
): Promise<Refusal> {
  return refuse(`standards:refusals.approval.${code}`, {
    standard: label,
    state: ctx.t(`standards:processStandard.options.state.${state}`),
    person: userId ? await findRowName(ctx, 'user', userId) : '',
  })
}
