import { refuseInput } from '@/contract/errno'
import type { Field, Fields } from '@/contract/field'
import type { Resource, RowBase } from '@/contract/resource'
import type { RowAccessContext } from './audit'
import { storedFileTable } from '../db/system'
import { columns, computed, sql } from '../sql'

type AnyRow = RowBase & Record<string, unknown>
type FileKind = 'image' | 'file'
const isFileField = (field: Field, kinds: readonly FileKind[]) => kinds.some((kind) => kind === field.kind)

/**
 * Records which files a row shows, because everyone who may view the row may read these files. A file whose bytes are
 * still on a phone gets the state `awaited` and belongs to the person who refers to it first.
 */
export async function recordFileUse(
  ctx: RowAccessContext,
  resource: Resource,
  row: AnyRow,
  previousRow: AnyRow | null,
): Promise<void> {
  const toFileIds = (versionOfRow: AnyRow | null) =>
    new Set(versionOfRow ? getFileIds(resource.fields, versionOfRow) : [])
  const currentIds = toFileIds(row)
  const previousIds = toFileIds(previousRow)
  const addedIds = [...currentIds].filter((id) => !previousIds.has(id))
  const removedIds = [...previousIds].filter((id) => !currentIds.has(id))
  if (addedIds.length) {
    await assertFilesReadable(ctx, resource, row, addedIds)
    const pictureIds = getFileIds(resource.fields, row, ['image']).filter((id) => addedIds.includes(id))
    await ctx.query(
      sql`insert into stored_file (site_id, id, state, picture, created_by, created_at, updated_at)
        select ${ctx.site}, f, 'awaited', f = any(${pictureIds}::uuid[]), ${ctx.person?.id ?? null}, ${ctx.now}, ${ctx.now} from unnest(${addedIds}::uuid[]) f
        on conflict (site_id, id) do update set picture = true where excluded.picture and not stored_file.picture and stored_file.state in ('awaited', 'partial')`,
    )
    if (pictureIds.length) await assertPictures(ctx, resource, row, pictureIds)
    await ctx.query(
      sql`insert into file_use (site_id, file_id, resource, row_id) select ${ctx.site}, f, ${resource.name}, ${row.id} from unnest(${addedIds}::uuid[]) f on conflict do nothing`,
    )
  }
  if (removedIds.length)
    await ctx.query(
      sql`delete from file_use where site_id = ${ctx.site} and resource = ${resource.name} and row_id = ${row.id} and file_id = any(${removedIds})`,
    )
}

/** Returns the ids of all files in a row, including files in list entries such as the photo of one defect. */
export const getFileIds = (
  fields: Fields,
  row: Readonly<Record<string, unknown>>,
  kinds: readonly FileKind[] = ['image', 'file'],
): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (isFileField(field, kinds)) return (row[name] as string[] | null) ?? []
    return field.kind === 'list'
      ? ((row[name] as Record<string, unknown>[] | null) ?? []).flatMap((entry) => getFileIds(field.of, entry, kinds))
      : []
  })

/**
 * Asserts that stored files in picture fields are pictures. Files still being uploaded are checked when they arrive.
 */
async function assertPictures(ctx: RowAccessContext, resource: Resource, row: AnyRow, ids: string[]): Promise<void> {
  const nonPictures = await ctx.query(
    sql`select ${columns(storedFileTable, ['id'])} from stored_file
      where site_id = ${ctx.site} and id = any(${ids}) and state = 'stored' and mime not like 'image/%'`,
  )
  if (nonPictures.length === 0) return
  const nonPictureIds = nonPictures.map(({ id }) => id)
  throw refuseInput(
    getFieldsWithFiles(resource, row, nonPictureIds, ['image']).map((name) => ({ path: [name], code: 'notPicture' })),
  )
}
/** Asserts that the author of a row may read the row's files, so that nobody reads a file by guessing its id. */
async function assertFilesReadable(
  ctx: RowAccessContext,
  resource: Resource,
  row: AnyRow,
  ids: string[],
): Promise<void> {
  const otherPeoplesFiles = await ctx.query(
    sql`select ${columns(storedFileTable, ['id'], 'f')}, ${computed<{ used: string[] | null }>`array_agg(u.resource) filter (where u.resource is not null) as used`}
      from stored_file f left join file_use u on u.site_id = f.site_id and u.file_id = f.id
      where f.site_id = ${ctx.site} and f.id = any(${ids}) and f.created_by is distinct from ${ctx.person?.id ?? null} group by f.id`,
  )
  const unreadableFiles = otherPeoplesFiles.filter(
    (storedFile) => ctx.origin.via !== 'job' && !storedFile.used?.some((resource) => ctx.canView(resource)),
  )
  if (unreadableFiles.length === 0) return
  const unreadableIds = unreadableFiles.map(({ id }) => id)
  throw refuseInput(
    getFieldsWithFiles(resource, row, unreadableIds).map((name) => ({ path: [name], code: 'unknownId' })),
  )
}
/** Returns the fields of a row that hold one of these files. Messages name the field because nobody knows an id. */
const getFieldsWithFiles = (
  resource: Resource,
  row: AnyRow,
  ids: readonly string[],
  kinds?: readonly FileKind[],
): string[] =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    getFileIds({ [name]: field }, row, kinds).some((id) => ids.includes(id)) ? [name] : [],
  )
