import { UPLOAD_CHUNK, type UploadState } from '@/contract/sync'
import { withReconnect, type BlobRow, type LastError, type OutboxDatabase } from './database'
import { sha256 } from './digest'
import { isDue, POISON_LIMIT, waitAfter } from './drain-plan'
import { isUploadState, type Outcome, type Transport } from './transport'

/** Shrinks a photo that is too large for the server; null if impossible here (no canvas). */
export type Recompress = (data: ArrayBuffer, mime: string) => Promise<{ data: ArrayBuffer; mime: string } | null>

export interface UploadDeps {
  db: OutboxDatabase
  transport: Transport
  now: () => number
  random: () => number
  recompress?: Recompress
  /** Stores a sent photo so that it can still be viewed here. */
  keepSent?: (photo: { id: string; data: ArrayBuffer; mime: string }) => Promise<void>
}
/** How often one turn restarts a photo that arrived damaged; later turns try again. */
const MAX_STARTS_OVER = 2

/**
 * Result of one photo. `aside`: continue with another one; `failed`: server error; `stop`: no photo can be sent now,
 * for the given reason.
 */
export type UploadStep =
  | { kind: 'stored' }
  | { kind: 'aside' }
  | { kind: 'failed' }
  | { kind: 'outOfTime' }
  | { kind: 'stop'; outcome: Exclude<Outcome<unknown>, { kind: 'ok' }> }

/** Finds the next photo that is due and whose command was sent. Photos of refused commands are never sent. */
export async function nextPhoto(db: OutboxDatabase, userId: string, now: number): Promise<BlobRow | null> {
  return withReconnect(db, () =>
    db.transaction('r', db.blobs, db.outbox, async () => {
      const blobs = (await db.blobs.where('userId').equals(userId).toArray()).filter(
        (blob) => blob.state !== 'attention' && isDue(blob.nextAttemptAt, now),
      )
      blobs.sort((a, b) => (a.id < b.id ? -1 : 1))
      const commands = await db.outbox.bulkGet(blobs.map((blob) => blob.outboxId))
      return blobs.find((_, at) => commands[at] === undefined) ?? null
    }),
  )
}

/**
 * Sends one photo in chunks, starting at the server's offset. It is deleted here only after the server confirms, in
 * answer to a start request with hash and size of the stored bytes, that it has all of them. An acknowledged last chunk
 * is not enough.
 * @param time returns the ms allowed for the next request, 0 if none may begin
 */
export async function uploadPhoto(
  deps: UploadDeps,
  token: string,
  blob: BlobRow,
  time: () => number,
): Promise<UploadStep> {
  const { db, transport } = deps
  const bytes = await withReconnect(db, () => db.bytes.get(blob.id))
  if (!bytes) return drop(deps, blob)
  const data = bytes.data
  const start = { id: blob.id, sha256: await sha256(data), size: data.byteLength, mime: blob.mime, name: blob.name }
  let best = -1
  let startedOver = 0
  for (let idle = 0; idle < 3;) {
    if (time() <= 0) return { kind: 'outOfTime' }
    let state: Outcome<UploadState> = await transport.uploadStart(token, start, time())
    if (state.kind === 'ok' && state.data.done && state.data.received === start.size) {
      await deps.keepSent?.({ id: blob.id, data, mime: blob.mime })
      return drop(deps, blob)
    }
    while (state.kind === 'ok' && state.data.received < start.size) {
      const { received } = state.data
      idle = received > best ? 0 : idle + 1
      best = Math.max(best, received)
      if (idle >= 3 || received < 0) break
      await note(db, blob.id, { received })
      if (time() <= 0) return { kind: 'outOfTime' }
      state = await transport.uploadChunk(
        token,
        blob.id,
        received,
        data.slice(received, received + UPLOAD_CHUNK),
        time(),
      )
    }
    // The bytes arrived damaged. The server returns the offset to resend from.
    if (state.kind === 'refused' && isUploadState(state.data)) {
      if (++startedOver > MAX_STARTS_OVER) break
      best = state.data.received - 1
      continue
    }
    if (state.kind !== 'ok') return afterFailure(deps, blob, data, state)
    // All chunks arrived: ask the server to confirm the whole photo.
    idle++
  }
  return aside(deps, blob, { kind: 'server', errno: null, message: '', issues: [], data: null, at: deps.now() })
}

async function afterFailure(
  deps: UploadDeps,
  blob: BlobRow,
  data: ArrayBuffer,
  outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>,
): Promise<UploadStep> {
  const { db, now } = deps
  const error: LastError = { kind: 'refused', errno: null, message: '', issues: [], data: null, at: now() }
  switch (outcome.kind) {
    case 'tooLarge':
      return smaller(deps, blob, data)
    case 'refused': {
      await note(db, blob.id, {
        state: 'attention',
        lastError: {
          ...error,
          errno: outcome.errno,
          message: outcome.message,
          issues: outcome.issues,
          data: outcome.data,
        },
      })
      return { kind: 'aside' }
    }
    case 'server':
      return aside(deps, blob, { ...error, kind: 'server', message: outcome.message })
    default:
      return { kind: 'stop', outcome }
  }
}
/** Retries later; parks the photo after too many server errors, like a command. */
async function aside({ db, now, random }: UploadDeps, blob: BlobRow, lastError: LastError): Promise<UploadStep> {
  const attempts = blob.attempts + 1
  await note(db, blob.id, {
    attempts,
    lastError,
    state: attempts >= POISON_LIMIT ? 'attention' : 'retrying',
    nextAttemptAt: now() + waitAfter(attempts, random),
  })
  return { kind: 'failed' }
}
/** Shrinks a too large photo once, else parks it. */
async function smaller({ db, now, recompress }: UploadDeps, blob: BlobRow, data: ArrayBuffer): Promise<UploadStep> {
  const made = blob.recompressed ? null : ((await recompress?.(data, blob.mime)) ?? null)
  if (!made || made.data.byteLength >= data.byteLength) {
    await note(db, blob.id, {
      state: 'attention',
      recompressed: true,
      lastError: { kind: 'tooLarge', errno: null, message: '', issues: [], data: null, at: now() },
    })
    return { kind: 'aside' }
  }
  const hash = await sha256(made.data)
  await withReconnect(db, () =>
    db.transaction('rw', db.blobs, db.bytes, async () => {
      if (!(await db.blobs.get(blob.id))) return
      await db.bytes.put({ id: blob.id, data: made.data })
      await db.blobs.update(blob.id, {
        sha256: hash,
        size: made.data.byteLength,
        mime: made.mime,
        received: 0,
        recompressed: true,
      })
    }),
  )
  return { kind: 'aside' }
}
async function note(db: OutboxDatabase, id: string, changes: Partial<BlobRow>): Promise<void> {
  await withReconnect(db, () => db.blobs.update(id, changes))
}
async function drop({ db, now }: UploadDeps, { id }: BlobRow): Promise<UploadStep> {
  await withReconnect(db, () =>
    db.transaction('rw', db.blobs, db.bytes, db.meta, async () => {
      await db.blobs.delete(id)
      await db.bytes.delete(id)
      await db.meta.put({ key: 'lastSentAt', value: now() })
    }),
  )
  return { kind: 'stored' }
}
