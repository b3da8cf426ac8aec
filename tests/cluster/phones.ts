/** Phones that report faults with a photo and repeat failed calls as the app does. */
import { createHash, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Transformer } from '@napi-rs/image'
import { reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { errno } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { UPLOAD_CHUNK_BYTES, type SyncResponse, type UploadState } from '@/contract/sync'

const RETRY_PAUSE_MS = 250

export interface PhoneRecord {
  /** Ids of repairs that the server acknowledged. */
  readonly acknowledgedRepairs: string[]
  readonly storedPhotos: string[]
  /** Refusals of photos and reports. There should be none. */
  readonly refusals: string[]
  /** Duration of each call in ms, failed ones included. */
  readonly callMs: number[]
  /** Calls that a phone had to repeat. */
  repeatedCalls: number
  readonly retryPauseMs: number
}
export interface Session {
  url: string
  token: string
  userId: string
}
interface Envelope<T> {
  errno: string
  errmsg: string
  data: T
}

export async function signIn(url: string, password: string, username = 'admin'): Promise<Session> {
  const answer = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { data } = (await answer.json()) as Envelope<{ token: string; userid: string }>
  return { url, token: data.token, userId: data.userid }
}
/** A call that the server refused. */
class RefusedCall extends Error {
  constructor(
    call: string,
    readonly errno: string,
    reason: string,
  ) {
    super(`${call}: ${errno} ${reason}`)
  }
}
/** @throws RefusedCall */
export async function callApi<T>(session: Session, method: string, path: string, body?: object): Promise<Envelope<T>> {
  const answer = await fetch(`${session.url}/api${path}`, {
    method,
    headers: { authorization: session.token, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const envelope = (await answer.json()) as Envelope<T>
  if (envelope.errno !== errno.ok) throw new RefusedCall(`${method} ${path}`, envelope.errno, envelope.errmsg)
  return envelope
}
/** Reads as a page does: retries up to twice if the server is busy or unreachable. @throws RefusedCall */
export async function readWithRetries<T>(read: () => Promise<T>, onRetry: () => void): Promise<T> {
  for (const retryPauseMs of [1_000, 2_000]) {
    try {
      return await read()
    } catch (error) {
      if (error instanceof RefusedCall && error.errno !== errno.busy) throw error
      onRetry()
      await pause(retryPauseMs)
    }
  }
  return read()
}

/**
 * Reports faults until `isOver`, with about `pauseMs` between two, and then sends what is still pending.
 * @returns what the server acknowledged
 */
export async function usePhone(
  session: Session,
  machineIds: readonly string[],
  options: { name: string; pauseMs: number; retryPauseMs?: number; isOver: () => boolean; onReported?: () => void },
): Promise<PhoneRecord> {
  const record: PhoneRecord = {
    acknowledgedRepairs: [],
    storedPhotos: [],
    refusals: [],
    callMs: [],
    repeatedCalls: 0,
    retryPauseMs: options.retryPauseMs ?? RETRY_PAUSE_MS,
  }
  await pause(randomInt(options.pauseMs))
  for (let seq = 0; !options.isOver(); seq++) {
    const photoId = await uploadPhoto(session, record)
    await sendReport(session, record, {
      clientId: options.name,
      seq,
      repair: {
        id: createUuid7(Date.now()),
        equipmentId: machineIds[randomInt(machineIds.length)]!,
        faultKind: 'mechanical',
        severity: 'low',
        images: [photoId],
      },
    })
    options.onReported?.()
    await pause(options.pauseMs / 2 + randomInt(options.pauseMs))
  }
  return record
}

/** Sends a request until it is answered. @returns the envelope's data; null after a refusal */
async function sendUntilAnswered<T>(
  session: Session,
  record: PhoneRecord,
  method: string,
  path: string,
  body: object | Uint8Array<ArrayBuffer>,
): Promise<T | null> {
  for (;;) {
    const startedAt = performance.now()
    const isChunk = body instanceof Uint8Array
    const answer = await fetch(`${session.url}/api${path}`, {
      method,
      headers: {
        authorization: session.token,
        'content-type': isChunk ? 'application/octet-stream' : 'application/json',
      },
      body: isChunk ? body : JSON.stringify(body),
    }).catch(() => null) // the connection broke: the phone tries again
    // The proxy answers without an envelope if it reaches no instance.
    const envelope = ((await answer?.json().catch(() => null)) ?? null) as Partial<Envelope<T>> | null
    record.callMs.push(performance.now() - startedAt)
    if (envelope?.errno === errno.ok) return envelope.data!
    if (envelope?.errno && envelope.errno !== errno.busy) {
      record.refusals.push(`${path} ${envelope.errno} ${envelope.errmsg}`)
      return null
    }
    record.repeatedCalls++
    await pause(record.retryPauseMs)
  }
}

/** Uploads a photo in chunks and continues at the offset that the server names. @returns its id */
async function uploadPhoto(session: Session, record: PhoneRecord): Promise<string> {
  const id = createUuid7(Date.now())
  const bytes = await takePhoto()
  const start = {
    id,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    mime: 'image/jpeg',
    name: 'photo.jpg',
  }
  let state = await sendUntilAnswered<UploadState>(session, record, 'POST', '/upload_start', start)
  while (state && !state.done) {
    const chunk = new Uint8Array(bytes.subarray(state.received, state.received + UPLOAD_CHUNK_BYTES))
    state = await sendUntilAnswered<UploadState>(
      session,
      record,
      'PATCH',
      `/upload_chunk?id=${id}&offset=${state.received}`,
      chunk,
    )
  }
  if (state?.done) record.storedPhotos.push(id)
  return id
}
/** Creates a JPEG of noise that is larger than one chunk. */
async function takePhoto(): Promise<Buffer> {
  const [width, height] = [640, 480]
  const pixels = new Uint8Array(width * height * 4)
  for (let i = 0; i < pixels.length; i += 4) {
    pixels.fill(randomInt(256), i, i + 3)
    pixels[i + 3] = 255
  }
  return Transformer.fromRgbaPixels(pixels, width, height).jpeg(97)
}

async function sendReport(
  { userId, ...session }: Session,
  record: PhoneRecord,
  { clientId, seq, repair }: { clientId: string; seq: number; repair: { id: string } & Record<string, unknown> },
): Promise<void> {
  const now = new Date().toISOString()
  const command = {
    id: createUuid7(Date.now()),
    userId,
    clientId,
    seq,
    schemaVersion: 1,
    occurredAt: now,
    op: reportRepair.name,
    body: repair,
  }
  for (;;) {
    const data = await sendUntilAnswered<SyncResponse>({ userId, ...session }, record, 'POST', '/sync', {
      ops: [command],
      sentAt: now,
    })
    const answer = data?.answers[0]
    if (answer?.status === 'done') return void record.acknowledgedRepairs.push(repair.id)
    const isTemporary = answer?.status === 'retry' ? answer.errno !== errno.serverError : answer?.status === 'waiting'
    if (!isTemporary)
      return void record.refusals.push(`report ${answer?.status ?? 'no answer'} ${answer?.errmsg ?? ''}`)
    await pause(record.retryPauseMs)
  }
}
