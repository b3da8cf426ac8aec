import { canCall, type EndpointInput } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { fileStates, STORED_FILE_TOPIC, uploadChunk, uploadStart, type fetchStoredFile } from '@/contract/kit'
import type { UploadState } from '@/contract/sync'
import { isUuid } from '@/contract/id'
import { FileAnswer, type Context } from '../context'
import type { AppContext } from '../crud/operations'
import { storedFileTable as storedFiles } from '../db/system'
import { columns, computed, sql, type SqlRow } from '../sql'
import { getDownloadName } from '../files/file-name'
import { THUMB_MIME } from '../files/image'
import { handle } from '../area'
import { USER_RESOURCE } from './option-rights'

const fileColumns = columns(
  storedFiles,
  ['id', 'state', 'sha256', 'thumbSha256', 'mime', 'name', 'size', 'why', 'createdBy'],
  'f',
)
const usedByColumn = computed<{ used: string[] | null }>`
  (select array_agg(distinct u.resource) from file_use u where u.site_id = f.site_id and u.file_id = f.id) as used`
type ReadableFile = SqlRow<typeof fileColumns> & SqlRow<typeof usedByColumn>

/**
 * Loads the files that the caller may read: files that the caller uploaded, files in rows that the caller may list, and
 * the photos of people, which everybody sees.
 */
async function loadReadableFiles(ctx: Context, ids: readonly string[]): Promise<ReadableFile[]> {
  const { app } = ctx as AppContext
  const rows = await ctx.query(
    sql`select ${fileColumns}, ${usedByColumn} from stored_file f where f.site_id = ${ctx.site} and f.id = any(${ids}::uuid[])`,
  )
  const person = ctx.person!
  const isSuperUser = person.isSup
  const canView = (resource: string) => {
    const list = app.endpoints.get(`${resource}.list`)
    return list !== undefined && canCall(list.endpoint.access, person)
  }
  return rows.filter(
    (file) =>
      isSuperUser || file.createdBy === person.id || file.used?.some(canView) || file.used?.includes(USER_RESOURCE),
  )
}

/** Returns a stored file or its thumbnail. @throws errno.notFound if it is missing, not stored yet or not readable */
export async function readStoredFile(ctx: Context, input: EndpointInput<typeof fetchStoredFile>): Promise<FileAnswer> {
  const [file] = await loadReadableFiles(ctx, [input.id])
  if (!file || file.state !== 'stored' || !file.sha256)
    throw new Refusal(errno.notFound, 'contract:errors.notFound', { issues: [{ path: ['id'], code: 'unknownId' }] })
  const thumbSha256 = input.thumb ? file.thumbSha256 : null
  const body = await (ctx as AppContext).app.files.store.read(thumbSha256 ?? file.sha256)
  const mime = thumbSha256 ? THUMB_MIME : (file.mime ?? 'application/octet-stream')
  // The content of an id never changes, so readers may cache it, but must revalidate because access may end.
  return new FileAnswer(getDownloadName(file.name ?? file.id, mime), mime, body, {
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization',
    ETag: `"${thumbSha256 ?? file.sha256}"`,
    'X-Content-Type-Options': 'nosniff',
  })
}

const MAX_REQUESTED_FILES = 500
/** Lists the upload states of up to 500 files. @throws errno.parameter for invalid ids */
export const listFileStates = handle(fileStates, async (ctx, input) => {
  const ids = input.ids.split(',')
  if (!ids.every(isUuid) || ids.length > MAX_REQUESTED_FILES) throw refuseInput([{ path: ['ids'], code: 'badId' }])
  const files = await loadReadableFiles(ctx, ids)
  return files.map((file) => ({
    id: file.id,
    state: file.state,
    name: file.name === null ? null : getDownloadName(file.name, file.mime ?? ''),
    mime: file.mime,
    size: file.size,
    owner: file.createdBy,
    why: file.why,
  }))
})

/** Notifies screens when an upload is complete, so that they reload missing pictures. Returns the state. */
function notifyIfComplete(ctx: Context, state: UploadState): UploadState {
  if (state.done) ctx.touch(STORED_FILE_TOPIC)
  return state
}
/** Begins an upload, or continues one that was interrupted. */
export const startFileUpload = handle(uploadStart, async (ctx, input) =>
  notifyIfComplete(ctx, await (ctx as AppContext).app.files.uploads.startUpload({ ...input, userId: ctx.person!.id })),
)
/** Stores the next piece of an upload. */
export const appendUploadedChunk = handle(uploadChunk, async (ctx, input) =>
  notifyIfComplete(
    ctx,
    await (ctx as AppContext).app.files.uploads.appendPiece(input.id, ctx.person!.id, input.offset, ctx.bodyBytes),
  ),
)
/**
 * Removes abandoned uploads, which can be started again, and leftovers of interrupted writes. Bytes are removed outside
 * the job's transaction.
 */
export async function removeAbandonedUploads(ctx: Context): Promise<void> {
  const { files } = (ctx as AppContext).app
  ctx.afterCommit(async () => {
    await files.uploads.resetAbandoned()
    await files.uploads.removeUnused()
    await files.removeAbandonedIncoming(false)
    await files.store.removeLeftovers(ctx.now)
  })
}
