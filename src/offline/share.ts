import { createUuid7 } from '@/contract/id'
import type { DraftFile } from './database'
import { NO_OWNER, type Drafts } from './drafts'

/** Path that receives photos shared from other apps (`share_target` of the manifest). */
export const SHARE_PATH = '/share'
/** Path of the form that a share opens. */
export const NEW_REPAIR_PATH = '/activities/repairs?new=1'

/** Limits of a form's photos; a photo of a phone camera has 3 to 12 MB. */
const MAX_PHOTOS = 9
const MAX_PHOTO_BYTES = 25 * 1024 * 1024
/** Limit of a whole share including its texts. */
export const MAX_SHARE_BYTES = 60 * 1024 * 1024
const MAX_TEXT_CHARS = 2000
const MAX_NAME_CHARS = 200
/** Maximum number of unclaimed shares. The oldest are deleted, so that no site can fill the phone with shares. */
const MAX_UNCLAIMED = 3
const PHOTO_TYPES = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/heif',
  'image/avif',
  'image/gif',
])

/** Why a share is refused; text key `client:shared.<reason>`. */
export type ShareRefusal = 'otherSite' | 'tooLarge' | 'notPhotos'
/** Builds the path that shows why a share was refused. */
export const buildRefusedSharePath = (reason: ShareRefusal): string => `${NEW_REPAIR_PATH}&shared=${reason}`

/** False for a form sent by a page of another site. A share of the phone itself has no referring page. */
export function isOwnShare(request: Pick<Request, 'referrer' | 'headers'>, origin: string): boolean {
  const sender = request.headers.get('origin')
  if (sender && sender !== 'null' && sender !== origin) return false
  if (!request.referrer || request.referrer === 'about:client') return true
  return URL.canParse(request.referrer) && new URL(request.referrer).origin === origin
}

/** Reads a body up to a limit, regardless of its declared length. @returns null if it is longer */
export async function readShare(request: Request, limitBytes = MAX_SHARE_BYTES): Promise<FormData | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let receivedBytes = 0
  const reader = request.body?.getReader()
  for (;;) {
    const chunk = await reader?.read()
    if (!chunk || chunk.done) break
    receivedBytes += chunk.value.byteLength
    if (receivedBytes > limitBytes) {
      await reader?.cancel()
      return null
    }
    chunks.push(chunk.value)
  }
  const type = request.headers.get('content-type') ?? ''
  return new Response(new Blob(chunks), { headers: { 'content-type': type } }).formData()
}

/**
 * Saves a share as a draft without an owner. Returns the path of the new repair form that opens the draft, or that
 * shows why the share was refused.
 */
export async function saveSharedDraft(form: FormData, drafts: Drafts): Promise<string> {
  const files: DraftFile[] = []
  for (const entry of form.values()) {
    if (typeof entry === 'string' || !PHOTO_TYPES.has(entry.type)) continue
    if (entry.size > MAX_PHOTO_BYTES || files.length === MAX_PHOTOS) return buildRefusedSharePath('tooLarge')
    files.push({
      id: createUuid7(),
      data: await entry.arrayBuffer(),
      mime: entry.type,
      name: entry.name.slice(0, MAX_NAME_CHARS),
    })
  }
  const text = [form.get('title'), form.get('text')]
    .filter((part) => typeof part === 'string' && part !== '')
    .join('\n')
    .slice(0, MAX_TEXT_CHARS)
  if (files.length === 0 && text === '') return buildRefusedSharePath('notPhotos')
  const unclaimedDrafts = (await drafts.list(NO_OWNER)).filter(({ key }) => key.startsWith('share:'))
  unclaimedDrafts.sort((a, b) => b.savedAt - a.savedAt)
  for (const { key } of unclaimedDrafts.slice(MAX_UNCLAIMED - 1)) await drafts.drop(NO_OWNER, key)
  const key = `share:${createUuid7()}`
  await drafts.put(NO_OWNER, key, { text }, files)
  return `${NEW_REPAIR_PATH}&draft=${encodeURIComponent(key)}`
}
