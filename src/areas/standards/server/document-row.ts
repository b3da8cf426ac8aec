import { refuse, refuseInput } from '@/contract/errno'
import type { AnyRow, Resource, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { getDocumentKind, type DocumentKind, type DocumentRow, type VersionedDocument } from '../contract/document'
import { isDraft } from '../rules/approval'

/** Id of a document row, and the row version that the person has read: a counter of edits, not the revision. */
export type RowVersionInput = { id: string; version: number }

/** Returns code and revision as the label of a version. */
export const buildVersionLabel = (row: Pick<DocumentRow, 'code' | 'revision'>): string => `${row.code} ${row.revision}`
/** Translates the state of a version into the reader's language. */
export const translateState = (ctx: Context, { state }: Pick<DocumentRow, 'state'>): string =>
  ctx.t(`standards:processStandard.options.state.${state}`)
/** Locks a version until the transaction ends. */
export const lockVersion = async (ctx: Context, definition: VersionedDocument, id: string): Promise<DocumentRow> =>
  (await ctx.rows.lock(definition.resource, id)) as DocumentRow
/**
 * Updates a version of a document. With `rowVersion`, refuses the update if somebody has edited the row since that row
 * version.
 */
export const saveVersion = async (
  ctx: Context,
  definition: VersionedDocument,
  id: string,
  values: AnyRow,
  rowVersion?: number,
) =>
  (await ctx.rows.update(
    definition.resource,
    id,
    values as Partial<Row<Resource>>,
    rowVersion === undefined ? {} : { version: rowVersion },
  )) as DocumentRow
/** Asserts that the row belongs to the kind, because each kind has the permissions of its own page. Returns the row. */
export function assertRowOfKind(definition: VersionedDocument, kind: DocumentKind, row: DocumentRow): DocumentRow {
  if (getDocumentKind(definition, row) !== kind) throw refuseInput([{ path: ['id'], code: 'unknownId' }])
  return row
}
/** @throws a refusal that names the state, if the version is no draft */
export function assertDraft(ctx: Context, row: DocumentRow): void {
  if (!isDraft(row))
    throw refuse('standards:refusals.notDraft', { standard: buildVersionLabel(row), state: translateState(ctx, row) })
}
