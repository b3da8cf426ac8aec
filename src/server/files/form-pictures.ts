/** Stores photos that arrive with a form, and reads them. */
import { buffer } from 'node:stream/consumers'
import { errno, Refusal } from '@/contract/errno'
import type { Resource } from '@/contract/resource'
import { FileAnswer, type Context, type FormPart } from '../context'
import type { AppContext } from '../crud/operations'
import { CellPicture } from '../excel/pictures'
import { storedFileTable } from '../db/system'
import { columnsNotNull, sql, Sql } from '../sql'
import { cleanFileName } from './check-file'
import { getDownloadName } from './file-name'
import { shrinkForWorkbook, THUMB_MIME } from './image'

type FormPartIds = readonly string[] | null | undefined
const getFormParts = (ctx: Context, fileIds: FormPartIds): FormPart[] =>
  (fileIds ?? []).flatMap((id) => ctx.formParts.get(id) ?? [])
/** Returns the ids of the photos that the form really contains. `storeFormPictures` stores them under these ids. */
export const getPictureIds = (ctx: Context, fileIds: FormPartIds): string[] =>
  getFormParts(ctx, fileIds).map(({ id }) => id)
/** Stores the photos of a form. Call it last, so that a refused call leaves no files. */
export async function storeFormPictures(ctx: Context, fileIds: FormPartIds): Promise<void> {
  for (const part of getFormParts(ctx, fileIds)) await storeFormPicture(ctx, part)
}
/** Stores a photo of a form under the id by which the row refers to it. */
async function storeFormPicture(ctx: Context, { id, fileName, picture }: FormPart): Promise<void> {
  if (!picture) throw new Error('the pictures of a form must be checked before they are stored')
  const storedInfo = await picture.store((ctx as AppContext).app.files.store)
  await ctx.query(sql`insert into stored_file (site_id, id, state, sent_sha256, sha256, mime, name, size, received, width, height, thumb_sha256, created_by, created_at, updated_at)
     values (${ctx.site}, ${id}, 'stored', ${picture.sentSha256}, ${storedInfo.sha256}, ${storedInfo.mime}, ${cleanFileName(fileName)}, ${storedInfo.size}, ${storedInfo.size}, ${storedInfo.width}, ${storedInfo.height}, ${storedInfo.thumbSha256}, ${ctx.person?.id ?? null}, ${ctx.now}, ${ctx.now})
     on conflict (site_id, id) do update set state = 'stored', sent_sha256 = excluded.sent_sha256, sha256 = excluded.sha256, mime = excluded.mime, name = excluded.name,
       size = excluded.size, received = excluded.received, width = excluded.width, height = excluded.height, thumb_sha256 = excluded.thumb_sha256
     where stored_file.state = 'awaited'`)
}

/** Loads pictures for a workbook, in the order of `ids`; null for a picture that has not been uploaded yet. */
export async function loadWorkbookPictures(ctx: Context, ids: readonly string[]): Promise<(CellPicture | null)[]> {
  const files = await ctx.query(
    sql`select ${columnsNotNull(storedFileTable, ['id', 'sha256', 'mime'])} from stored_file
      where site_id = ${ctx.site} and id = any(${ids}::uuid[]) and state = 'stored'`,
  )
  const { store } = (ctx as AppContext).app.files
  const pictures: (CellPicture | null)[] = []
  for (const id of ids) {
    const file = files.find((candidate) => candidate.id === id)
    const resizedPicture =
      file && (await shrinkForWorkbook(async () => buffer(await store.read(file.sha256)), file.mime))
    pictures.push(resizedPicture ? new CellPicture(resizedPicture.bytes, resizedPicture.mime, resizedPicture) : null)
  }
  return pictures
}

/** Reads a photo of a row. @param images column that holds the photo ids @throws errno.notFound if there is none */
export async function readRowPicture(
  ctx: Context,
  resource: Pick<Resource, 'table' | 'area' | 'name'>,
  { id, index, images = 'images' }: { id: string; index?: number | null; images?: string },
): Promise<FileAnswer> {
  const [file] = await ctx.query(
    sql`select ${columnsNotNull(storedFileTable, ['sha256', 'mime', 'name'], 'f')}
      from ${new Sql([resource.table])} r join stored_file f on f.site_id = r.site_id and f.id = (r.${new Sql([images])}->>${index ?? 0}::int)::uuid
      where r.site_id = ${ctx.site} and r.id = ${id} and f.state = 'stored'`,
  )
  if (!file)
    throw new Refusal(errno.notFound, 'contract:errors.notFoundOf', {
      params: { name: ctx.t(`${resource.area}:${resource.name}.fields.images`) },
      issues: [{ path: ['id'], code: 'unknownId' }],
    })
  return new FileAnswer(
    getDownloadName(file.name, file.mime),
    file.mime,
    await (ctx as AppContext).app.files.store.read(file.sha256),
    {
      'X-Content-Type-Options': 'nosniff',
    },
  )
}

/** Finds a picture that has been uploaded completely. */
export async function findStoredPicture(ctx: Context, id: string) {
  const [file] = await ctx.query(
    sql`select ${columnsNotNull(storedFileTable, ['mime', 'size'])} from stored_file
      where site_id = ${ctx.site} and id = ${id} and state = 'stored'`,
  )
  return file ?? null
}
/** Reads the thumbnail of a picture, at most 320 px; null if the picture has not been uploaded. */
export async function readThumbnail(ctx: Context, id: string): Promise<{ bytes: Buffer; mime: string } | null> {
  const [file] = await ctx.query(
    sql`select ${columnsNotNull(storedFileTable, ['thumbSha256'])} from stored_file
      where site_id = ${ctx.site} and id = ${id} and state = 'stored' and thumb_sha256 is not null`,
  )
  if (!file) return null
  return { bytes: await buffer(await (ctx as AppContext).app.files.store.read(file.thumbSha256)), mime: THUMB_MIME }
}
