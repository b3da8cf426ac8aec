/** Handlers of the document endpoints, for every kind of document. */
import { refuse, refuseInput } from '@/contract/errno'
import { getEmptyValue, type Fields } from '@/contract/field'
import { createBlankRow, type AnyRow, type Resource, type Row } from '@/contract/resource'
import { isSameValue } from '@/contract/merge-edits'
import { handle, type HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { loadReferencedNames } from '@/server/crud/load-names'
import { requirePerson } from '@/plant/server/plant'
import { getDocumentKind, type DocumentKind, type DocumentRow, type VersionedDocument } from '../contract/document'
import {
  isDraft,
  isUsable,
  openApprovalStates,
  getNextApproverId,
  appendAnswers,
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
import { assertLineReferencesExist } from './assert-line-references'

/** Rules that are specific to a kind of document. */
export interface DocumentRules<C> {
  /** Returns problems of the content, by field. */
  findProblems(content: C): readonly ContentProblem[]
  /** Returns why it cannot be submitted yet, as a key in `refusals.unready.<resource>`, or null. */
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
  const { steps: approvalEndpoints, resource } = definition
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
/** Refuses rows of another kind, because the permissions of one page do not apply to the other. */
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
  const content = fillLineDefaults(kind.content, input)
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
    ...kind.fixed,
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
    fillLineDefaults(kind.content, edits) as Partial<Row<Resource>>,
    version,
  )
  const mergedRow: AnyRow = { ...row, ...mergedValues }
  // The code stands for the same subject in every version.
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

/** Locks the version in force, so that the second of two concurrent requests finds the draft of the first. */
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
  const content = Object.fromEntries(Object.keys(kind.content).map((name) => [name, (row as AnyRow)[name]]))
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
  const blocker = rules.getSubmitBlocker(row as C)
  if (blocker)
    throw refuse(`standards:refusals.unready.${definition.resource.name}.${blocker}`, { standard: subject.label })
  await assertDiffersFromCurrent(ctx, definition, row)
  const values = await buildSubmission(ctx, { ...subject, earlier: row.earlier }, approvers)
  const saved = await saveRow(ctx, definition, id, values, version)
  notifyNextApprover(ctx, subject, values.waitingFor)
  return saved
}
/** Refuses a draft that equals the version in force: approving it would replace that version without any change. */
async function assertDiffersFromCurrent(ctx: Context, definition: VersionedDocument, row: DocumentRow): Promise<void> {
  if (!isDraft(row)) return
  const [currentVersion] = (await ctx.rows.find(definition.resource, {
    where: { code: row.code, newest: true },
    limit: 1,
  })) as DocumentRow[]
  if (!currentVersion) return
  const names = Object.keys(getDocumentKind(definition, row).content)
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
  const earlier = appendAnswers(row.earlier, row.approvers)
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
  const values = await buildDecision(ctx, subject, decision, reason?.trim() || null)
  if (values.state === 'approved') {
    for (const former of await ctx.rows.find(definition.resource, {
      where: { code: row.code, newest: true },
      lock: true,
    }))
      await ctx.rows.update(definition.resource, former.id, { newest: false })
  }
  const saved = await saveRow(ctx, definition, id, values, version)
  notifyNextApprover(ctx, subject, values.waitingFor)
  notifyAuthors(ctx, subject, values.state)
  return saved
}

async function replaceApprover(
  ctx: Context,
  definition: VersionedDocument,
  { id, version, ...replacement }: VersionInput & ReplacementInput,
): Promise<DocumentRow> {
  const row = await lockRow(ctx, definition, id)
  const subject = toApprovalSubject(definition, row)
  assertPagePermission(ctx, subject.page, 'Approve')
  const values = await buildReplacement(ctx, subject, replacement)
  const saved = await saveRow(ctx, definition, id, values, version)
  // A substitute further down the list is notified when their turn comes.
  if (values.waitingFor !== row.waitingFor) notifyNextApprover(ctx, subject, values.waitingFor)
  return saved
}

async function getApprovalStatus(ctx: Context, definition: VersionedDocument, id: string) {
  const row = (await ctx.rows.get(definition.resource, id)) as DocumentRow
  const names = await loadReferencedNames(ctx, 'user', row.approvers, 'userId')
  const waitingFor = getNextApproverId(row)
  return {
    state: row.state,
    waitingFor,
    mine: waitingFor === requirePerson(ctx).id,
    approvers: row.approvers.map((one) => ({ ...one, name: names[one.userId] ?? '' })),
  }
}
/** Lists people who may approve documents of the kind given by the filters; without filters, of every kind. */
async function listKindApprovers(ctx: Context, { kinds }: VersionedDocument, filters: AnyRow) {
  const isNarrowed = Object.values(filters).some(Boolean)
  const requestedKinds = isNarrowed ? [getDocumentKind({ kinds }, filters)] : kinds
  const [first, ...others] = await Promise.all(requestedKinds.map(({ page }) => listApprovers(ctx, page)))
  return (first ?? []).filter(({ id }) => others.every((also) => also.some((one) => one.id === id)))
}

const formatImmutableFields = (ctx: Context, { resource, immutableFields }: VersionedDocument): string =>
  new Intl.ListFormat(ctx.language === 'zh' ? 'zh' : 'en-GB').format(
    immutableFields.map((name) => ctx.t(`${resource.area}:${resource.name}.fields.${name}`).toLowerCase()),
  )
const buildEmptyContent = (content: Fields): AnyRow =>
  Object.fromEntries(Object.entries(content).map(([name, field]) => [name, getEmptyValue(field)]))
/** Fills in the defaults of missing fields in list lines. */
const fillLineDefaults = (content: Fields, values: AnyRow): AnyRow =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = content[name]
      if (field?.kind !== 'list' || !Array.isArray(value)) return [name, value]
      const defaults = buildEmptyContent(field.of)
      const getFilledEntries = (line: AnyRow) =>
        Object.entries(line).filter(([, part]) => part !== undefined && part !== null)
      return [name, value.map((line: AnyRow) => ({ ...defaults, ...Object.fromEntries(getFilledEntries(line)) }))]
    }),
  )

/**
 * @throws 4013 for problems of the content, 4006 for an unknown reference in a line, and refusals of the kind's own
 * check
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
  await assertLineReferencesExist(ctx, kind.content, content)
  await rules.check?.(ctx, content as C, kind)
}
