import { errno, Refusal } from '@/contract/errno'
import { mergeEdits, type FieldConflict, type KeyedList } from '@/contract/merge-edits'
import type { Resource, RowBase } from '@/contract/resource'
import { maskRow } from '@/contract/field-visibility'
import { type RowAccessContext, findVersionAuthor } from './audit'
import { limit, sql } from '../sql'

type AnyRow = RowBase & Record<string, unknown>
type Edit = Record<string, unknown>

/**
 * Builds the refusal of an edit that was made on an older version. The refusal has `errno.message`, both versions, the
 * author of the stored version and, if known, the fields that both people changed.
 */
export async function buildConflictRefusal(
  ctx: Pick<RowAccessContext, 'query' | 'site' | 'person'>,
  resource: Resource,
  row: AnyRow,
  mine: object,
  conflicts: readonly FieldConflict[] = [],
): Promise<Refusal> {
  const theirs = maskRow(resource.fields, row, ctx.person)
  const author = await findVersionAuthor(ctx, resource, row)
  return new Refusal(errno.message, 'contract:errors.conflict', {
    data: { conflict: true, theirs, mine, conflicts, by: author },
  })
}
/**
 * Merges an edit that was made on `version` into the locked current row. Fields changed only by others keep their value;
 * fields changed only by this edit get the edited value. The base version is reconstructed from the audit log.
 * @throws errno.message if both people changed a field, or if the log does not contain every change since `version`
 */
export async function mergeEdit(
  ctx: Pick<RowAccessContext, 'query' | 'site' | 'person'>,
  resource: Resource,
  currentRow: AnyRow,
  edit: Edit,
  version: number,
): Promise<Edit> {
  if (version === currentRow.version) return edit
  const baseValues = version < currentRow.version ? await loadValuesAtVersion(ctx, resource, currentRow, version) : null
  if (!baseValues) throw await buildConflictRefusal(ctx, resource, currentRow, edit)
  const theirs = Object.fromEntries(Object.keys(baseValues).map((name) => [name, currentRow[name]]))
  const { id: _id, version: _version, ...mine } = edit
  const mergeResult = mergeEdits(baseValues, mine, theirs, getMergeableLists(resource), getKeyedLists(resource))
  if (!mergeResult.ok) {
    const getConflictSide = (side: 'mine' | 'theirs') =>
      Object.fromEntries(mergeResult.conflicts.map((conflict) => [conflict.field, conflict[side]]))
    throw await buildConflictRefusal(
      ctx,
      resource,
      { ...currentRow, ...getConflictSide('theirs') },
      { ...edit, ...getConflictSide('mine') },
      mergeResult.conflicts,
    )
  }
  return Object.fromEntries(Object.keys(mine).map((name) => [name, mergeResult.merged[name]]))
}

/** Returns the list fields whose entries merge independently, with their maximum length. Photos and files always do. */
const getMergeableLists = ({ fields }: Resource): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'image' || field.kind === 'file' || (field.kind === 'list' && field.mergesEntries)
        ? [[name, field.max] as const]
        : [],
    ),
  )

const getKeyedLists = ({ fields }: Resource): ReadonlyMap<string, KeyedList> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'list' && field.entryKey ? [[name, { key: field.entryKey, max: field.max }] as const] : [],
    ),
  )

/** Loads the values that changed fields had at `version`; null if a change is missing in the log (bulk SQL). */
async function loadValuesAtVersion(
  ctx: Pick<RowAccessContext, 'query' | 'site'>,
  resource: Resource,
  currentRow: AnyRow,
  version: number,
): Promise<Edit | null> {
  const changes = await ctx.query(
    sql<{ before: Edit }>`
      select before from operation_log
      where site_id = ${ctx.site} and row_id = ${currentRow.id} and resource = ${resource.name} and action = 'update' and (after->>'version')::int > ${version}
      order by (after->>'version')::int ${limit(1000)}`,
  )
  if (changes.length !== currentRow.version - version) return null
  return Object.assign({}, ...changes.map((c) => c.before).toReversed()) as Edit
}
