import { refuseInput } from '@/contract/errno'
import { createBlankEntry, type Fields } from '@/contract/field'
import type { AnyRow } from '@/contract/resource'
import type { Context } from '@/server/context'
import { assertRowsExist } from '@/plant/server/plant'
import type { DocumentKind } from '../contract/document'
import type { ContentProblem } from '../rules/content'
import type { ListColumns } from './document-excel'

/** Rules that are specific to a kind of document. */
export interface DocumentRules<C> {
  /** Returns problems of the content, by field. */
  findProblems(content: C): readonly ContentProblem[]
  /** Returns why the draft cannot be submitted yet, as a key in `refusals.unready.<resource>`, or null. */
  getSubmitBlocker(content: C): string | null
  /** Checks rules that need the database. */
  check?(ctx: Context, content: C, kind: DocumentKind): Promise<void>
  /** Column selection of lists that are exported to Excel without some of their columns. */
  columns?: ListColumns
}

/**
 * Asserts that the content obeys the rules of its kind.
 * @throws input errors for problems of the content, a not-found error for an unknown reference in an entry, or a refusal
 * of the kind's own check
 */
export async function assertContentValid<C>(
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
  await assertListReferencesExist(ctx, kind.contentFields, content)
  await rules.check?.(ctx, content as C, kind)
}
/**
 * Asserts that the rows referenced by list entries exist. Foreign keys cover references of the row itself.
 * @throws a not-found error
 */
async function assertListReferencesExist(ctx: Context, contentFields: Fields, values: AnyRow): Promise<void> {
  for (const [name, field] of Object.entries(contentFields)) {
    if (field.kind !== 'list') continue
    const entries = (values[name] ?? []) as readonly AnyRow[]
    for (const [entryFieldName, { kind, ...fieldOptions }] of Object.entries(field.of)) {
      if (kind !== 'reference' || !('to' in fieldOptions)) continue
      const ids = entries.flatMap((entry) => (entry[entryFieldName] as string | null | undefined) ?? [])
      if (ids.length) await assertRowsExist(ctx, fieldOptions.to, ids, name)
    }
  }
}

/** Fills in the defaults of missing fields in the entries of lists. */
export const fillListEntryDefaults = (contentFields: Fields, values: AnyRow): AnyRow =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = contentFields[name]
      if (field?.kind !== 'list' || !Array.isArray(value)) return [name, value]
      const defaults = createBlankEntry(field.of)
      const getFilledEntries = (entry: AnyRow) =>
        Object.entries(entry).filter(([, entryValue]) => entryValue !== undefined && entryValue !== null)
      return [name, value.map((entry: AnyRow) => ({ ...defaults, ...Object.fromEntries(getFilledEntries(entry)) }))]
    }),
  )
