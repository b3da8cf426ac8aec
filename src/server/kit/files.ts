import { mayCall, type InOf } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { FILES, type fileStates, type storedFile } from '@/contract/kit'
import type { UploadState } from '@/contract/sync'
import { isUuid } from '@/contract/id'
import { FileAnswer, type Context } from '../context'
import type { KitContext } from '../crud/operations'
import { storedFileTable as storedFiles } from '../db/system'
import { columns, computed, sql, type RowFor } from '../sql'
import { offeredName } from '../files/file-name'
import { namesAt } from '../crud/names'
import { THUMB_MIME } from '../files/image'

const stored = columns(
  storedFiles,
  ['id', 'state', 'sha256', 'thumbSha256', 'mime', 'name', 'size', 'why', 'createdBy'],
  'f',
)
const used = computed<{ used: string[] | null }>`
  (select array_agg(distinct u.resource) from file_use u where u.site_id = f.site_id and u.file_id = f.id) as used`
type Stored = RowFor<typeof stored> & RowFor<typeof used>

/** Files that the caller may read: own ones, and those that rows show which the caller may list. */
async function readable(ctx: Context, ids: readonly string[]): Promise<Stored[]> {
  const { app } = ctx as KitContext
  const rows = await ctx.query(
    sql`select ${stored}, ${used} from stored_file f where f.site_id = ${ctx.site} and f.id = any(${ids}::uuid[])`,
  )
  const person = ctx.person!
  const mayView = (resource: string) => {
    const list = app.endpoints.get(`${resource}.list`)
    return list !== undefined && mayCall(list.endpoint.access, person)
  }
  return rows.filter(
    (f) => person.isSup || f.createdBy === person.id || f.used?.some(mayView) || f.used?.includes('user'),
  )
}

export async function readFile(ctx: Context, input: InOf<typeof storedFile>): Promise<FileAnswer> {
  const [file] = await readable(ctx, [input.id])
  if (!file || file.state !== 'stored' || !file.sha256)
    throw new Refusal(errno.notFound, 'contract:errors.notFound', { issues: [{ path: ['id'], code: 'unknownId' }] })
  const thumb = input.thumb ? file.thumbSha256 : null
  const body = await (ctx as KitContext).app.files.store.read(thumb ?? file.sha256)
  const mime = thumb ? THUMB_MIME : (file.mime ?? 'application/octet-stream')
  // What an id names never changes, so a reader may keep it; whether they may still read it is asked each time.
  return new FileAnswer(offeredName(file.name ?? file.id, mime), mime, body, {
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization',
    ETag: `"${thumb ?? file.sha256}"`,
    'X-Content-Type-Options': 'nosniff',
  })
}

export async function statesOf(ctx: Context, input: InOf<typeof fileStates>) {
  const ids = input.ids.split(',')
  if (!ids.every(isUuid) || ids.length > 500) throw refuseInput([{ path: ['ids'], code: 'badId' }])
  const files = await readable(ctx, ids)
  const owners = await namesAt(ctx, 'user', files, 'createdBy')
  return files.map((f) => ({
    id: f.id,
    state: f.state,
    name: f.name === null ? null : offeredName(f.name, f.mime ?? ''),
    mime: f.mime,
    size: f.size,
    owner: owners[f.createdBy ?? ''] ?? null,
    why: f.why,
  }))
}

/** Screens that miss a picture hear that one is whole, and ask for theirs again. */
export function toldWhole(ctx: Context, state: UploadState): UploadState {
  if (state.done) ctx.touch(FILES)
  return state
}
/** Gives up uploads that nobody went on with; they can be begun anew. Bytes are removed outside the job's transaction. */
export async function sweepFiles(ctx: Context): Promise<void> {
  const { files } = (ctx as KitContext).app
  ctx.afterCommit(async () => {
    await files.uploads.sweep()
    await files.uploads.sweepUnused()
    await files.sweepIncoming(false)
  })
}
