/** Handlers of the approval of a version. */
import { refuse } from '@/contract/errno'
import type { AnyRow } from '@/contract/resource'
import { isSameValue } from '@/contract/merge-edits'
import type { Context } from '@/server/context'
import { requirePerson } from '@/plant/server/plant'
import { getDocumentKind, type DocumentRow, type VersionedDocument } from '../contract/document'
import {
  isDraft,
  getNextApproverId,
  appendDecisions,
  type ReplacementInput,
  type ApprovalDecision,
} from '../rules/approval'
import {
  listApprovers,
  buildDecision,
  assertPagePermission,
  notifyAuthors,
  notifyNextApprover,
  buildReplacement,
  buildSubmission,
  type ApprovalSubject,
} from './approval'
import type { DocumentRules } from './document-content'
import { buildVersionLabel, lockVersion, saveVersion, translateState, type RowVersionInput } from './document-row'

const toApprovalSubject = (definition: VersionedDocument, row: DocumentRow): ApprovalSubject => ({
  ...row,
  label: buildVersionLabel(row),
  kind: definition.resource.name,
  page: getDocumentKind(definition, row).page,
})

/** Submits a draft to its approvers. */
export async function submitDraft<C>(
  ctx: Context,
  definition: VersionedDocument,
  rules: DocumentRules<C>,
  { id, version: rowVersion, approvers }: RowVersionInput & { approvers: string[] },
): Promise<DocumentRow> {
  const row = await lockVersion(ctx, definition, id)
  const subject = toApprovalSubject(definition, row)
  assertPagePermission(ctx, subject.page, 'SetApprover')
  const submitBlocker = rules.getSubmitBlocker(row as C)
  if (submitBlocker)
    throw refuse(`standards:refusals.unready.${definition.resource.name}.${submitBlocker}`, { standard: subject.label })
  await assertDiffersFromCurrent(ctx, definition, row)
  const approvalValues = await buildSubmission(ctx, { ...subject, earlier: row.earlier }, approvers)
  const savedRow = await saveVersion(ctx, definition, id, approvalValues, rowVersion)
  notifyNextApprover(ctx, subject, approvalValues.waitingFor)
  return savedRow
}
/** Refuses a draft that equals the version in force, because its approval would change nothing. */
async function assertDiffersFromCurrent(ctx: Context, definition: VersionedDocument, row: DocumentRow): Promise<void> {
  if (!isDraft(row)) return
  const [currentVersion] = (await ctx.rows.find(definition.resource, {
    where: { code: row.code, newest: true },
    limit: 1,
  })) as DocumentRow[]
  if (!currentVersion) return
  const names = Object.keys(getDocumentKind(definition, row).contentFields)
  if (names.every((name) => isSameValue((currentVersion as AnyRow)[name] ?? null, (row as AnyRow)[name] ?? null)))
    throw refuse('standards:refusals.nothingNew', {
      standard: buildVersionLabel(row),
      inForce: buildVersionLabel(currentVersion),
    })
}
/** Withdraws a version from approval. The decisions of this round become earlier decisions. */
export async function withdrawVersion(
  ctx: Context,
  definition: VersionedDocument,
  { id, version: rowVersion }: RowVersionInput,
): Promise<DocumentRow> {
  const row = await lockVersion(ctx, definition, id)
  assertPagePermission(ctx, getDocumentKind(definition, row).page, 'SetApprover')
  if (row.state !== 'inApproval')
    throw refuse('standards:refusals.notInApproval', {
      standard: buildVersionLabel(row),
      state: translateState(ctx, row),
    })
  const approvers = row.approvers.map(({ userId }) => ({ userId, decision: null, decidedAt: null, reason: null }))
  const earlier = appendDecisions(row.earlier, row.approvers)
  return saveVersion(ctx, definition, id, { state: 'notApproved', waitingFor: null, approvers, earlier }, rowVersion)
}
/**
 * Records a decision. With the last agreement this version becomes the newest of its code instead of the previous one.
 */
export async function decideVersion(
  ctx: Context,
  definition: VersionedDocument,
  {
    id,
    version: rowVersion,
    decision,
    reason,
  }: RowVersionInput & { decision: ApprovalDecision; reason?: string | null },
): Promise<DocumentRow> {
  const row = await lockVersion(ctx, definition, id)
  const subject = toApprovalSubject(definition, row)
  assertPagePermission(ctx, subject.page, 'Approve')
  const approvalValues = await buildDecision(ctx, subject, decision, reason?.trim() || null)
  if (approvalValues.state === 'approved') {
    for (const previousVersion of await ctx.rows.find(definition.resource, {
      where: { code: row.code, newest: true },
      lock: true,
    }))
      await ctx.rows.update(definition.resource, previousVersion.id, { newest: false })
  }
  const savedRow = await saveVersion(ctx, definition, id, approvalValues, rowVersion)
  notifyNextApprover(ctx, subject, approvalValues.waitingFor)
  notifyAuthors(ctx, subject, approvalValues.state)
  return savedRow
}

/** Replaces an approver who cannot answer. */
export async function replaceVersionApprover(
  ctx: Context,
  definition: VersionedDocument,
  { id, version: rowVersion, ...replacement }: RowVersionInput & ReplacementInput,
): Promise<DocumentRow> {
  const row = await lockVersion(ctx, definition, id)
  const subject = toApprovalSubject(definition, row)
  assertPagePermission(ctx, subject.page, 'Approve')
  const approvalValues = await buildReplacement(ctx, subject, replacement)
  const savedRow = await saveVersion(ctx, definition, id, approvalValues, rowVersion)
  // A substitute further down the list is notified when their turn comes.
  if (approvalValues.waitingFor !== row.waitingFor) notifyNextApprover(ctx, subject, approvalValues.waitingFor)
  return savedRow
}

/** Returns the state of a version, its approvers and whose turn it is. */
export async function loadApprovalStatus(ctx: Context, definition: VersionedDocument, id: string) {
  const row = (await ctx.rows.get(definition.resource, id)) as DocumentRow
  const nextApproverId = getNextApproverId(row)
  return {
    state: row.state,
    waitingFor: nextApproverId,
    mine: nextApproverId === requirePerson(ctx).id,
    approvers: row.approvers,
  }
}
/** Lists people who may approve documents of the kind that the filters select; without filters, of every kind. */
export async function listKindApprovers(ctx: Context, { kinds }: VersionedDocument, filters: AnyRow) {
  const hasFilters = Object.values(filters).some(Boolean)
  const requestedKinds = hasFilters ? [getDocumentKind({ kinds }, filters)] : kinds
  const approversByKind = await Promise.all(requestedKinds.map(({ page }) => listApprovers(ctx, page)))
  const [firstApprovers = [], ...otherApprovers] = approversByKind
  return firstApprovers.filter((person) => otherApprovers.every((people) => people.some(({ id }) => id === person.id)))
}
