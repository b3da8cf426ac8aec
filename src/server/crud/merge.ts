import { errno, Refusal } from '@/contract/errno'
import { mergeEdits, type FieldConflict, type Keyed } from '@/contract/merge-edits'
import type { Resource, RowBase } from '@/contract/resource'
import { seenRow } from '@/contract/seen-by'
import type { AuditContext } from './audit'
import { changedBy } from './last-change'

type AnyRow = RowBase & Record<string, unknown>
type Edit = Record<string, unknown>

/**
 * Refuses an edit made on an older version: errno 6000 with both versions, who made theirs, and which fields both changed when
 * that is known.
 */
export async function conflict(
  ctx: Pick<AuditContext, 'query' | 'site' | 'person'>,
  r: Resource,
  row: AnyRow,
  mine: object,
  conflicts: readonly FieldConflict[] = [],
): Promise<Refusal> {
  const theirs = seenRow(r.fields, row, ctx.person)
  const by = await changedBy(ctx, r, row)
  return new Refusal(errno.message, 'contract:errors.conflict', {
    data: { conflict: true, theirs, mine, conflicts, by },
  })
}
/**
 * What is left to write of an edit made on `version` of a row that is now `current` (and locked): fields that only
 * others changed keep their value, fields that only this edit changes take its. The version the edit was made on is
 * put together again from the audit trail.
 * @throws the conflict when both changed a field, and when the trail does not tell every change since
 */
export async function mergedEdit(
  ctx: Pick<AuditContext, 'query' | 'site' | 'person'>,
  r: Resource,
  current: AnyRow,
  edit: Edit,
  version: number,
): Promise<Edit> {
  if (version === current.version) return edit
  const base = version < current.version ? await changedSince(ctx, r, current, version) : null
  if (!base) throw await conflict(ctx, r, current, edit)
  const theirs = Object.fromEntries(Object.keys(base).map((name) => [name, current[name]]))
  const { id: _id, version: _version, ...mine } = edit
  const joined = mergeEdits(base, mine, theirs, joinedFields(r), keyedFields(r))
  if (!joined.ok) {
    const sideOf = (side: 'mine' | 'theirs') =>
      Object.fromEntries(joined.conflicts.map((one) => [one.field, one[side]]))
    throw await conflict(ctx, r, { ...current, ...sideOf('theirs') }, { ...edit, ...sideOf('mine') }, joined.conflicts)
  }
  return Object.fromEntries(Object.keys(mine).map((name) => [name, joined.merged[name]]))
}

/** Lists whose entries stand for themselves: photos and files always do. */
const joinedFields = ({ fields }: Resource): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'image' || field.kind === 'file' || (field.kind === 'list' && field.joins)
        ? [[name, field.max] as const]
        : [],
    ),
  )

const keyedFields = ({ fields }: Resource): ReadonlyMap<string, Keyed> =>
  new Map(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'list' && field.entryKey ? [[name, { key: field.entryKey, max: field.max }] as const] : [],
    ),
  )

/** The fields changed since `version` with the values they had then; null when a change left no trail (bulk SQL). */
async function changedSince(
  ctx: Pick<AuditContext, 'query' | 'site'>,
  r: Resource,
  current: AnyRow,
  version: number,
): Promise<Edit | null> {
  const changes = await ctx.query<{ before: Edit }>(
    `select before from operation_log where site_id = $1 and row_id = $2 and resource = $3 and action = 'update' and (after->>'version')::int > $4
     order by (after->>'version')::int limit 1000`,
    [ctx.site, current.id, r.name, version],
  )
  if (changes.length !== current.version - version) return null
  return Object.assign({}, ...changes.map((c) => c.before).toReversed()) as Edit
}
