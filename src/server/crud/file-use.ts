import { refuseInput } from '@/contract/errno'
import type { Field, Fields } from '@/contract/field'
import type { Resource, RowBase } from '@/contract/resource'
import type { AuditContext } from './audit'

type AnyRow = RowBase & Record<string, unknown>
type FileKind = 'image' | 'file'
const holdsFiles = (field: Field, kinds: readonly FileKind[]) => kinds.some((kind) => kind === field.kind)

/**
 * Records which files a row shows, so that whoever may view the row may read the file. A file whose bytes are still on
 * a phone is stored as awaited and belongs to the person who refers to it first.
 */
export async function useFiles(ctx: AuditContext, r: Resource, row: AnyRow, before: AnyRow | null): Promise<void> {
  const idsOf = (of: AnyRow | null) => new Set(of ? filesIn(r.fields, of) : [])
  const now = idsOf(row)
  const then = idsOf(before)
  const added = [...now].filter((id) => !then.has(id))
  const dropped = [...then].filter((id) => !now.has(id))
  if (added.length) {
    await mustBeReadable(ctx, r, row, added)
    const pictures = filesIn(r.fields, row, ['image']).filter((id) => added.includes(id))
    await ctx.query(
      `insert into stored_file (site_id, id, state, picture, created_by, created_at, updated_at) select $1, f, 'awaited', f = any($5::uuid[]), $3, $4, $4 from unnest($2::uuid[]) f
       on conflict (site_id, id) do update set picture = true where excluded.picture and not stored_file.picture and stored_file.state in ('awaited', 'partial')`,
      [ctx.site, added, ctx.person?.id ?? null, ctx.now, pictures],
    )
    if (pictures.length) await mustBePictures(ctx, r, row, pictures)
    await ctx.query(
      `insert into file_use (site_id, file_id, resource, row_id) select $1, f, $3, $4 from unnest($2::uuid[]) f on conflict do nothing`,
      [ctx.site, added, r.name, row.id],
    )
  }
  if (dropped.length)
    await ctx.query(`delete from file_use where site_id = $1 and resource = $2 and row_id = $3 and file_id = any($4)`, [
      ctx.site,
      r.name,
      row.id,
      dropped,
    ])
}

/** Returns the ids of all files in a row, including files in list entries such as the photo of one defect. */
export const filesIn = (
  fields: Fields,
  of: Readonly<Record<string, unknown>>,
  kinds: readonly FileKind[] = ['image', 'file'],
): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (holdsFiles(field, kinds)) return (of[name] as string[] | null) ?? []
    return field.kind === 'list'
      ? ((of[name] as Record<string, unknown>[] | null) ?? []).flatMap((line) => filesIn(field.of, line, kinds))
      : []
  })

/**
 * Asserts that stored files in picture fields are pictures. Files still being uploaded are checked when they arrive.
 */
async function mustBePictures(ctx: AuditContext, r: Resource, row: AnyRow, ids: string[]): Promise<void> {
  const others = await ctx.query<{ id: string }>(
    `select id from stored_file where site_id = $1 and id = any($2) and state = 'stored' and mime not like 'image/%'`,
    [ctx.site, ids],
  )
  if (others.length === 0) return
  const wrong = others.map(({ id }) => id)
  throw refuseInput(holding(r, row, wrong, ['image']).map((name) => ({ path: [name], code: 'notPicture' })))
}
/** Asserts that the author of a row may read its files: naming someone else's file by id must not reveal it. */
async function mustBeReadable(ctx: AuditContext, r: Resource, row: AnyRow, ids: string[]): Promise<void> {
  const foreign = await ctx.query<{ id: string; used: string[] | null }>(
    `select f.id, array_agg(u.resource) filter (where u.resource is not null) as used from stored_file f left join file_use u on u.site_id = f.site_id and u.file_id = f.id
     where f.site_id = $1 and f.id = any($2) and f.created_by is distinct from $3 group by f.id`,
    [ctx.site, ids, ctx.person?.id ?? null],
  )
  const hidden = foreign.filter((f) => ctx.origin.via !== 'job' && !f.used?.some((resource) => ctx.mayView(resource)))
  if (hidden.length === 0) return
  const wrong = hidden.map(({ id }) => id)
  throw refuseInput(holding(r, row, wrong).map((name) => ({ path: [name], code: 'unknownId' })))
}
/** Returns the fields of a row that hold one of these files. Messages name the field because nobody knows an id. */
const holding = (r: Resource, row: AnyRow, ids: readonly string[], kinds?: readonly FileKind[]): string[] =>
  Object.entries(r.fields).flatMap(([name, field]) =>
    filesIn({ [name]: field }, row, kinds).some((id) => ids.includes(id)) ? [name] : [],
  )
