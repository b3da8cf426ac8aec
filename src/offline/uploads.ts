import { UPLOAD_CHUNK_BYTES, type UploadState } from '@/contract/sync'
import { withReconnect, type BlobRow, type LastError, type OutboxDatabase } from './database'
import { calculateSha256 } from './digest'
import { isDue, MAX_SERVER_ERRORS, calculateRetryDelay } from './drain-plan'
import { isUploadState, type RequestOutcome, type Transport } from './transport'

/** Shrinks a photo that is too large for the server; null if impossible here (no canvas). */
export type RecompressPhoto = (data: ArrayBuffer, mime: string) => Promise<{ data: ArrayBuffer; mime: string } | null>

export interface UploadDeps {
  db: OutboxDatabase
  transport: Transport
  now: () => number
  random: () => number
  recompress?: RecompressPhoto
  /** Stores a sent photo so that it can still be viewed here. */
  storeSentPhoto?: (photo: { id: string; data: ArrayBuffer; mime: string }) => Promise<void>
}
/** Maximum number of restarts by one call of `uploadPhoto` if a photo arrives damaged; later calls try again. */
const MAX_RESTARTS = 2
/** Maximum number of requests in a row after which the server has no more bytes than before. */
const MAX_TRIES_WITHOUT_PROGRESS = 3

/**
 * Result of one photo. `skipped`: the photo waits or is parked, so continue with another one; `failed`: server error;
 * `stop`: no photo can be sent now, because of `outcome`.
 */
export type UploadResult =
  | { kind: 'stored' }
  | { kind: 'skipped' }
  | { kind: 'failed' }
  | { kind: 'outOfTime' }
  | { kind: 'stop'; outcome: Exclude<RequestOutcome<unknown>, { kind: 'ok' }> }

/** Finds the next photo that is due and whose command was sent. Photos of refused commands are never sent. */
export async function findNextPhoto(db: OutboxDatabase, userId: string, now: number): Promise<BlobRow | null> {
  return withReconnect(db, () =>
    db.transaction('r', db.blobs, db.outbox, async () => {
      const blobs = (await db.blobs.where('userId').equals(userId).toArray()).filter(
        (blob) => blob.state !== 'attention' && isDue(blob.nextAttemptAt, now),
      )
      blobs.sort((a, b) => (a.id < b.id ? -1 : 1))
      const commands = await db.outbox.bulkGet(blobs.map((blob) => blob.outboxId))
      return blobs.find((_, index) => commands[index] === undefined) ?? null
    }),
  )
}

/**
 * Sends one photo in chunks, starting at the server's offset. The photo is deleted from the phone only after a last
 * start request: its answer confirms that the server has all bytes with this hash and size. An acknowledged last chunk
 * is not enough.
 * @param getTimeLeftMs returns the ms allowed for the next request, 0 if none may begin
 */
export async function uploadPhoto(
  deps: UploadDeps,
  token: string,
  blob: BlobRow,
  getTimeLeftMs: () => number,
): Promise<UploadResult> {
  const { db, transport } = deps
  const bytes = await withReconnect(db, () => db.bytes.get(blob.id))
  // Without bytes there is nothing to send, e.g. because another tab has just sent the photo.
  if (!bytes) return deleteLocalPhoto(deps, blob)
  const data = bytes.data
  const announcement = {
    id: blob.id,
    sha256: await calculateSha256(data),
    size: data.byteLength,
    mime: blob.mime,
    name: blob.name,
  }
  let maxReceivedBytes = -1
  let restartCount = 0
  for (let triesWithoutProgress = 0; triesWithoutProgress < MAX_TRIES_WITHOUT_PROGRESS;) {
    if (getTimeLeftMs() <= 0) return { kind: 'outOfTime' }
    let outcome: RequestOutcome<UploadState> = await transport.startUpload(token, announcement, getTimeLeftMs())
    if (outcome.kind === 'ok' && outcome.data.done && outcome.data.received === announcement.size) {
      await deps.storeSentPhoto?.({ id: blob.id, data, mime: blob.mime })
      return deleteLocalPhoto(deps, blob)
    }
    while (outcome.kind === 'ok' && outcome.data.received < announcement.size) {
      const { received } = outcome.data
      triesWithoutProgress = received > maxReceivedBytes ? 0 : triesWithoutProgress + 1
      maxReceivedBytes = Math.max(maxReceivedBytes, received)
      if (triesWithoutProgress >= MAX_TRIES_WITHOUT_PROGRESS || received < 0) break
      await updateBlob(db, blob.id, { received })
      if (getTimeLeftMs() <= 0) return { kind: 'outOfTime' }
      outcome = await transport.uploadChunk(
        token,
        blob.id,
        received,
        data.slice(received, received + UPLOAD_CHUNK_BYTES),
        getTimeLeftMs(),
      )
    }
    // The bytes arrived damaged. The server returns the offset to resend from.
    if (outcome.kind === 'refused' && isUploadState(outcome.data)) {
      if (++restartCount > MAX_RESTARTS) break
      maxReceivedBytes = outcome.data.received - 1 // so that resending from this offset counts as progress
      continue
    }
    if (outcome.kind !== 'ok') return handleUploadFailure(deps, blob, data, outcome)
    // All chunks arrived: ask the server to confirm the whole photo.
    triesWithoutProgress++
  }
  return retryLater(deps, blob, { kind: 'server', errno: null, message: '', issues: [], data: null, at: deps.now() })
}

async function handleUploadFailure(
  deps: UploadDeps,
  blob: BlobRow,
  data: ArrayBuffer,
  outcome: Exclude<RequestOutcome<unknown>, { kind: 'ok' }>,
): Promise<UploadResult> {
  const { db, now } = deps
  const error: LastError = { kind: 'refused', errno: null, message: '', issues: [], data: null, at: now() }
  switch (outcome.kind) {
    case 'tooLarge':
      return shrinkPhoto(deps, blob, data)
    case 'refused': {
      await updateBlob(db, blob.id, {
        state: 'attention',
        lastError: {
          ...error,
          errno: outcome.errno,
          message: outcome.message,
          issues: outcome.issues,
          data: outcome.data,
        },
      })
      return { kind: 'skipped' }
    }
    case 'server':
      return retryLater(deps, blob, { ...error, kind: 'server', message: outcome.message })
    default:
      return { kind: 'stop', outcome }
  }
}
/** Retries later; parks the photo after too many server errors, like a command. */
async function retryLater({ db, now, random }: UploadDeps, blob: BlobRow, lastError: LastError): Promise<UploadResult> {
  const attempts = blob.attempts + 1
  await updateBlob(db, blob.id, {
    attempts,
    lastError,
    state: attempts >= MAX_SERVER_ERRORS ? 'attention' : 'retrying',
    nextAttemptAt: now() + calculateRetryDelay(attempts, random),
  })
  return { kind: 'failed' }
}
/** Shrinks a too large photo once, else parks it. */
async function shrinkPhoto(
  { db, now, recompress }: UploadDeps,
  blob: BlobRow,
  data: ArrayBuffer,
): Promise<UploadResult> {
  const smallerPhoto = blob.recompressed ? null : ((await recompress?.(data, blob.mime)) ?? null)
  if (!smallerPhoto || smallerPhoto.data.byteLength >= data.byteLength) {
    await updateBlob(db, blob.id, {
      state: 'attention',
      recompressed: true,
      lastError: { kind: 'tooLarge', errno: null, message: '', issues: [], data: null, at: now() },
    })
    return { kind: 'skipped' }
  }
  const sha256 = await calculateSha256(smallerPhoto.data)
  await withReconnect(db, () =>
    db.transaction('rw', db.blobs, db.bytes, async () => {
      if (!(await db.blobs.get(blob.id))) return
      await db.bytes.put({ id: blob.id, data: smallerPhoto.data })
      await db.blobs.update(blob.id, {
        sha256,
        size: smallerPhoto.data.byteLength,
        mime: smallerPhoto.mime,
        received: 0,
        recompressed: true,
      })
    }),
  )
  return { kind: 'skipped' }
}
async function updateBlob(db: OutboxDatabase, id: string, changes: Partial<BlobRow>): Promise<void> {
  await withReconnect(db, () => db.blobs.update(id, changes))
}
/** Deletes the photo from the phone, because the server has it. */
async function deleteLocalPhoto({ db, now }: UploadDeps, { id }: BlobRow): Promise<UploadResult> {
  await withReconnect(db, () =>
    db.transaction('rw', db.blobs, db.bytes, db.meta, async () => {
      await db.blobs.delete(id)
      await db.bytes.delete(id)
      await db.meta.put({ key: 'lastSentAt', value: now() })
    }),
  )
  return { kind: 'stored' }
}

/** Target of a photo that is too large for the server: long edge in pixels, JPEG quality. */
const MAX_LONG_EDGE_PX = 1280
const JPEG_QUALITY = 0.6

/** Recompresses a photo into a smaller JPEG; null if the browser has no offscreen canvas or cannot read the picture. */
export const recompressPhoto: RecompressPhoto = async (data, mime) => {
  if (typeof OffscreenCanvas === 'undefined' || typeof createImageBitmap === 'undefined' || !mime.startsWith('image/'))
    return null
  const picture = await createImageBitmap(new Blob([data], { type: mime }), { imageOrientation: 'from-image' }).catch(
    () => null,
  )
  if (!picture) return null
  const scale = Math.min(1, MAX_LONG_EDGE_PX / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const smallerPhoto = await canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY })
  // Some browsers return PNG if they cannot encode the requested type.
  return smallerPhoto.type === 'image/jpeg' ? { data: await smallerPhoto.arrayBuffer(), mime: smallerPhoto.type } : null
}
