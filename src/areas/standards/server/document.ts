/** Handlers of the document endpoints, for every kind of document. */
import { refuse, refuseInput } from '@/contract/errno'
import { createBlankRow, type AnyRow, type Resource, type Row } from '@/contract/resource'
import { isSameValue } from '@/contract/merge-edits'
import { handle, type HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { loadReferencedNames } from '@/server/crud/refs'
import { requirePerson } from '@/plant/server/plant'
import { getDocumentKind, type DocumentKind, type DocumentRow, type VersionedDocument } from '../contract/document'
import {
  isDraft,
  isUsable,
  openApprovalStates,
  getNextApproverId,
  appendDecisions,
  type ReplacementInput,
  type ApprovalDecision,
} from '../rules/approval'
import type { ContentProblem } from '../rules/content'
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
import { exportVersion, type ListColumns } from './document-excel'
import { assertLineReferencesExist, fillLineDefaults } from './document-content'

/** Rules that are specific to a kind of document. */
export interface DocumentRules<C> {
  /** Returns problems of the content, by field. */
  findProblems(content: C): readonly ContentProblem[]
  /** Returns why the draft cannot be submitted yet, as a key in `refusals.unready.<resource>`, or null. */
  getSubmitBlocker(content: C): string | null
  /** Checks rules that need the database. */
  check?(ctx: Context, content: C, kind: DocumentKind): Promise<void>
  /** Lists of the Excel export that do not show all of their columns. */
  columns?: ListColumns
}
type VersionInput = { id: string; version: number }

/** Returns code and revision as the label of a version. */
export const buildVersionLabel = (row: Pick<DocumentRow, 'code' | 'revision'>): string => `${row.code} ${row.revision}`
const translateState = (ctx: Context, { state }: Pick<DocumentRow, 'state'>): string =>
  ctx.t(`standards:processStandard.options.state.${state}`)

/** Creates the handlers of all endpoints of a document; `C` is the type of its content. */
export function createDocumentHandlers<C extends object>(
  definition: VersionedDocument,
  rules: DocumentRules<C>,
): HandlerEntry[] {
  const { approvalEndpoints, resource } = definition
  return [
    ...definition.kinds.flatMap((kind) => [
      handle(kind.add, (ctx, input) => addDraft(ctx, { definition, rules, kind }, input as AnyRow)),
      handle(kind.edit, (ctx, input) => editDraft(ctx, { definition, rules, kind }, input)),
      handle(kind.remove, (ctx, input) => removeDraft(ctx, { definition, rules, kind }, input)),
      handle(kind.excel, async (ctx, { id }) => {
        const row = await assertRowOfKind(definition, kind, (await ctx.rows.get(resource, id)) as DocumentRow)
        return exportVersion(ctx, definition, kind, row, rules.columns ?? {})
      }),
    ]),
    handle(approvalEndpoints.newVersion, (ctx, { id }) => startNewVersion(ctx, definition, id)),
    handle(approvalEndpoints.submit, (ctx, input) => submitDraft(ctx, definition, rules, input)),
    handle(approvalEndpoints.withdraw, (ctx, input) => withdrawVersion(ctx, definition, input)),
    handle(approvalEndpoints.ratify, (ctx, input) => decideVersion(ctx, definition, input)),
    handle(approvalEndpoints.replaceApprover, (ctx, input) => replaceApprover(ctx, definition, input)),
    handle(approvalEndpoints.approval, (ctx, { id }) => getApprovalStatus(ctx, definition, id)),
    handle(approvalEndpoints.approvers, (ctx, filters: AnyRow) => listKindApprovers(ctx, definition, filters)),
  ]
}
interface WriteContext<C> {
  definition: VersionedDocument
  rules: DocumentRules<C>
  kind: DocumentKind
}
const lockRow = async (ctx: Context, definition: VersionedDocument, id: string): Promise<DocumentRow> =>
  (await ctx.rows.lock(definition.resource, id)) as DocumentRow
const saveRow = async (ctx: Context, definition: VersionedDocument, id: string, values: AnyRow, version?: number) =>
  (await ctx.rows.update(
    definition.resource,
    id,
    values as Partial<Row<Resource>>,
    version === undefined ? {} : { version },
  )) as DocumentRow
/** Asserts that the row belongs to the kind, because each kind has the permissions of its own page. Returns the row. */
function assertRowOfKind(definition: VersionedDocument, kind: DocumentKind, row: DocumentRow): DocumentRow {
  if (getDocumentKind(definition, row) !== kind) throw refuseInput([{ path: ['id'], code: 'unknownId' }])
  return row
}
const toApprovalSubject = (definition: VersionedDocument, row: DocumentRow): ApprovalSubject => ({
  ...row,
  label: buildVersionLabel(row),
  kind: definition.resource.name,
  page: getDocumentKind(definition, row).page,
})

/** Inserts the first version of a code as a draft. */
async function addDraft<C>(
  ctx: Context,
  { definition, rules, kind }: WriteContext<C>,
  input: AnyRow,
): Promise<DocumentRow> {
  const content = fillLineDefaults(kind.contentFields, input)
  await assertContentValid(ctx, rules, kind, { ...createBlankRow(definition.resource), ...content })
  return insertDraft(ctx, definition, kind, content, 1)
}
/** Inserts a draft of a revision. */
const insertDraft = async (
  ctx: Context,
  definition: VersionedDocument,
  kind: DocumentKind,
  content: AnyRow,
  revision: number,
) =>
  (await ctx.rows.insert(definition.resource, {
    ...content,
    ...kind.fixedValues,
    revision,
    newest: false,
    state: 'notApproved',
    authors: [requirePerson(ctx).id],
  } as Partial<Row<Resource>>)) as DocumentRow

/** Edits a draft. Concurrent edits of different fields are merged. */
async function editDraft<C>(
  ctx: Context,
  { definition, rules, kind }: WriteContext<C>,
  { id, version, ...edits }: VersionInput,
): Promise<DocumentRow> {
  const row = assertRowOfKind(definition, kind, await lockRow(ctx, definition, id))
  assertDraft(ctx, row)
  const mergedValues: AnyRow = await ctx.rows.merge(
    definition.resource,
    id,
    fillLineDefaults(kind.contentFields, edits) as Partial<Row<Resource>>,
    version,
  )
  const mergedRow: AnyRow = { ...row, ...mergedValues }
  // All versions of a code are about the same subject, e.g. the same product.
  if (row.revision > 1 && definition.immutableFields.some((name) => mergedRow[name] !== (row as AnyRow)[name]))
    throw refuse('standards:refusals.fixed', {
      standard: buildVersionLabel(row),
      fields: formatImmutableFields(ctx, definition),
    })
  await assertContentValid(ctx, rules, kind, mergedRow)
  return saveRow(ctx, definition, id, {
    ...mergedValues,
    authors: [...new Set([...row.authors, requirePerson(ctx).id])],
  })
}
async function removeDraft<C>(
  ctx: Context,
  { definition, kind }: WriteContext<C>,
  { id, version }: { id: string; version?: number | null },
): Promise<null> {
  assertDraft(ctx, assertRowOfKind(definition, kind, await lockRow(ctx, definition, id)))
  await ctx.rows.remove(definition.resource, id, { version: version ?? null })
  return null
}
function assertDraft(ctx: Context, row: DocumentRow): void {
  if (!isDraft(row))
    throw refuse('standards:refusals.notDraft', { standard: buildVersionLabel(row), state: translateState(ctx, row) })
}

/**
 * Copies the version in force to a draft of the next revision. The lock lets the second of two concurrent requests find
 * the draft of the first.
 */
async function startNewVersion(ctx: Context, definition: VersionedDocument, id: string): Promise<DocumentRow> {
  const row = await lockRow(ctx, definition, id)
  const kind = getDocumentKind(definition, row)
  assertPagePermission(ctx, kind.page, 'Add')
  if (!isUsable(row))
    throw refuse('standards:refusals.notInForce', { standard: buildVersionLabel(row), state: translateState(ctx, row) })
  const [openVersion] = (await ctx.rows.find(definition.resource, {
    where: { code: row.code, state: openApprovalStates },
    limit: 1,
  })) as DocumentRow[]
  if (openVersion)
    throw refuse('standards:refusals.openDraft', {
      standard: buildVersionLabel(openVersion),
      state: translateState(ctx, openVersion),
    })
  const content = Object.fromEntries(Object.keys(kind.contentFields).map((name) => [name, (row as AnyRow)[name]]))
  return insertDraft(ctx, definition, kind, content, row.revision + 1)
}

async function submitDraft<C>(
  ctx: Context,
  definition: VersionedDocument,
  rules: DocumentRules<C>,
  { id, version, approvers }: VersionInput & { approvers: string[] },
): Promise<DocumentRow> {
  const row = await lockRow(ctx, definition, id)
  const subject = toApprovalSubject(definition, row)
  assertPagePermission(ctx, subject.page, 'SetApprover')
  const submitBlocker = rules.getSubmitBlocker(row as C)
  if (submitBlocker)
    throw refuse(`standards:refusals.unready.${definition.resource.name}.${submitBlocker}`, { standard: subject.label })
  await assertDiffersFromCurrent(ctx, definition, row)
  const approvalValues = await buildSubmission(ctx, { ...subject, earlier: row.earlier }, approvers)
  const savedRow = await saveRow(ctx, definition, id, approvalValues, version)
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
async function withdrawVersion(
  ctx: Context,
  definition: VersionedDocument,
  { id, version }: VersionInput,
): Promise<DocumentRow> {
  const row = await lockRow(ctx, definition, id)
  assertPagePermission(ctx, getDocumentKind(definition, row).page, 'SetApprover')
  if (row.state !== 'inApproval')
    throw refuse('standards:refusals.notInApproval', {
      standard: buildVersionLabel(row),
      state: translateState(ctx, row),
    })
  const approvers = row.approvers.map(({ userId }) => ({ userId, decision: null, decidedAt: null, reason: null }))
  const earlier = appendDecisions(row.earlier, row.approvers)
  return saveRow(ctx, definition, id, { state: 'notApproved', waitingFor: null, approvers, earlier }, version)
}
/**
 * Records a decision. With the last agreement this version becomes the newest of its code instead of the previous one.
 */
async function decideVersion(
  ctx: Context,
  definition: VersionedDocument,
  { id, version, decision, reason }: VersionInput & { decision: ApprovalDecision; reason?: string | null },
): Promise<DocumentRow> {
  const row = await lockRow(ctx, definition, id)
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
  const savedRow = await saveRow(ctx, definition, id, approvalValues, version)
  notifyNextApprover(ctx, subject, approvalValues.waitingFor)
  notifyAuthors(ctx, subject, approvalValues.state)
  return savedRow
}

async function replaceApprover(
  ctx: Context,
  definition: VersionedDocument,
  { id, version, ...replacement }: VersionInput & ReplacementInput,
): Promise<DocumentRow> {
  const row = await lockRow(ctx, definition, id)
  const subject = toApprovalSubject(definition, row)
  assertPagePermission(ctx, subject.page, 'Approve')
  const approvalValues = await buildReplacement(ctx, subject, replacement)
  const savedRow = await saveRow(ctx, definition, id, approvalValues, version)
  // A substitute further down the list is notified when their turn comes.
  if (approvalValues.waitingFor !== row.waitingFor) notifyNextApprover(ctx, subject, approvalValues.waitingFor)
  return savedRow
}

async function getApprovalStatus(ctx: Context, definition: VersionedDocument, id: string) {
  const row = (await ctx.rows.get(definition.resource, id)) as DocumentRow
  const nameById = await loadReferencedNames(ctx, 'user', row.approvers, 'userId')
  const nextApproverId = getNextApproverId(row)
  return {
    state: row.state,
    waitingFor: nextApproverId,
    mine: nextApproverId === requirePerson(ctx).id,
    approvers: row.approvers.map((approver) => ({ ...approver, name: nameById[approver.userId] ?? '' })),
  }
}
/** Lists people who may approve documents of the kind that the filters select; without filters, of every kind. */
async function listKindApprovers(ctx: Context, { kinds }: VersionedDocument, filters: AnyRow) {
  const hasFilters = Object.values(filters).some(Boolean)
  const requestedKinds = hasFilters ? [getDocumentKind({ kinds }, filters)] : kinds
  const approversByKind = await Promise.all(requestedKinds.map(({ page }) => listApprovers(ctx, page)))
  const [firstApprovers = [], ...otherApprovers] = approversByKind
  return firstApprovers.filter((person) => otherApprovers.every((people) => people.some(({ id }) => id === person.id)))
}

const formatImmutableFields = (ctx: Context, { resource, immutableFields }: VersionedDocument): string =>
  new Intl.ListFormat(ctx.language === 'zh' ? 'zh' : 'en-GB').format(
    immutableFields.map((name) => ctx.t(`${resource.area}:${resource.name}.fields.${name}`).toLowerCase()),
  )

/**
 * @throws input errors for problems of the content, a not-found error for an unknown reference in a line, or a refusal
 * of the kind's own check
 */
async function assertContentValid<C>(
  ctx: Context,
  rules: DocumentRules<C>,
  kind: DocumentKind,
  content: AnyRow,
): Promise<void> {
  const problems = rules.findProblems(content as C)
  if (problems.length)
    throw refuseInput(
      problems.map(({ path, code, limit }) => ({ path, code, ...(limit === undefined ? {} : { params: { limit } }) })),
    )
  await assertLineReferencesExist(ctx, kind.contentFields, content)
  await rules.check?.(ctx, content as C, kind)
}
