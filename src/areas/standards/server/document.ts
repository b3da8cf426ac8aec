/** Handlers of the document endpoints, for every kind of document. */
import { refuse } from '@/contract/errno'
import type { AnyRow, Resource, Row } from '@/contract/resource'
import { createBlankRow } from '@/contract/build-row'
import { handle, type HandlerEntry } from '@/server/area'
import type { Context } from '@/server/context'
import { requirePerson } from '@/plant/server/plant'
import { getDocumentKind, type DocumentKind, type DocumentRow, type VersionedDocument } from '../contract/document'
import { isUsable, openApprovalStates } from '../rules/approval'
import { assertPagePermission } from './approval'
import { exportVersion } from './document-excel'
import { assertContentValid, fillListEntryDefaults, type DocumentRules } from './document-content'
import {
  decideVersion,
  loadApprovalStatus,
  listKindApprovers,
  replaceVersionApprover,
  submitDraft,
  withdrawVersion,
} from './document-approval'
import {
  assertDraft,
  assertRowOfKind,
  buildVersionLabel,
  lockVersion,
  saveVersion,
  translateState,
  type RowVersionInput,
} from './document-row'

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
        const row = assertRowOfKind(definition, kind, (await ctx.rows.get(resource, id)) as DocumentRow)
        return exportVersion(ctx, definition, kind, row, rules.columns ?? {})
      }),
    ]),
    handle(approvalEndpoints.newVersion, (ctx, { id }) => startNewVersion(ctx, definition, id)),
    handle(approvalEndpoints.submit, (ctx, input) => submitDraft(ctx, definition, rules, input)),
    handle(approvalEndpoints.withdraw, (ctx, input) => withdrawVersion(ctx, definition, input)),
    handle(approvalEndpoints.ratify, (ctx, input) => decideVersion(ctx, definition, input)),
    handle(approvalEndpoints.replaceApprover, (ctx, input) => replaceVersionApprover(ctx, definition, input)),
    handle(approvalEndpoints.approval, (ctx, { id }) => loadApprovalStatus(ctx, definition, id)),
    handle(approvalEndpoints.approvers, (ctx, filters: AnyRow) => listKindApprovers(ctx, definition, filters)),
  ]
}
/** The kind of document that a handler writes, with its rules. */
interface WriteContext<C> {
  definition: VersionedDocument
  rules: DocumentRules<C>
  kind: DocumentKind
}

/** Inserts a draft of the first version of a document, under a new document code. */
async function addDraft<C>(
  ctx: Context,
  { definition, rules, kind }: WriteContext<C>,
  input: AnyRow,
): Promise<DocumentRow> {
  const content = fillListEntryDefaults(kind.contentFields, input)
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
    newest: false, // true only for the version approved last
    state: 'notApproved',
    authors: [requirePerson(ctx).id],
  } as Partial<Row<Resource>>)) as DocumentRow

/** Edits a draft. Concurrent edits of different fields are merged. */
async function editDraft<C>(
  ctx: Context,
  { definition, rules, kind }: WriteContext<C>,
  { id, version: rowVersion, ...edits }: RowVersionInput,
): Promise<DocumentRow> {
  const row = assertRowOfKind(definition, kind, await lockVersion(ctx, definition, id))
  assertDraft(ctx, row)
  const mergedValues: AnyRow = await ctx.rows.merge(
    definition.resource,
    id,
    fillListEntryDefaults(kind.contentFields, edits) as Partial<Row<Resource>>,
    rowVersion,
  )
  const mergedRow: AnyRow = { ...row, ...mergedValues }
  // All versions of a code are about the same subject, e.g. the same product.
  if (row.revision > 1 && definition.immutableFields.some((name) => mergedRow[name] !== (row as AnyRow)[name]))
    throw refuse('standards:refusals.fixed', {
      standard: buildVersionLabel(row),
      fields: formatImmutableFields(ctx, definition),
    })
  await assertContentValid(ctx, rules, kind, mergedRow)
  return saveVersion(ctx, definition, id, {
    ...mergedValues,
    authors: [...new Set([...row.authors, requirePerson(ctx).id])],
  })
}
async function removeDraft<C>(
  ctx: Context,
  { definition, kind }: WriteContext<C>,
  { id, version: rowVersion }: { id: string; version?: number | null },
): Promise<null> {
  assertDraft(ctx, assertRowOfKind(definition, kind, await lockVersion(ctx, definition, id)))
  await ctx.rows.remove(definition.resource, id, { version: rowVersion ?? null })
  return null
}

/**
 * Copies the version in force to a draft of the next revision. The lock lets the second of two concurrent requests find
 * the draft of the first.
 */
async function startNewVersion(ctx: Context, definition: VersionedDocument, id: string): Promise<DocumentRow> {
  const row = await lockVersion(ctx, definition, id)
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

const formatImmutableFields = (ctx: Context, { resource, immutableFields }: VersionedDocument): string =>
  new Intl.ListFormat(ctx.language === 'zh' ? 'zh' : 'en-GB').format(
    immutableFields.map((name) => ctx.t(`${resource.area}:${resource.name}.fields.${name}`).toLowerCase()),
  )
