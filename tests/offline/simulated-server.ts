import { createHash } from 'node:crypto'
import { errno, type Errno } from '@/contract/errno'
import type { ShiftPackPage, SyncAnswer, SyncCommand, SyncRequest, UploadState } from '@/contract/sync'

interface Row {
  id: string
  version: number
  [field: string]: unknown
}
interface Stored {
  sha256: string
  size: number
  bytes: Uint8Array
  userId: string
  done: boolean
}
export interface Effect {
  opId: string
  userId: string
  seq: number
  entity: string
  op: string
}
class Refused extends Error {
  constructor(
    readonly status: SyncAnswer['status'],
    readonly errno: Errno,
    readonly data: unknown = null,
  ) {
    super(errno)
  }
}
interface Snapshot {
  rows: Map<string, Row>
  ledger: Map<string, { hash: string; userId: string; data: unknown }>
  effects: Effect[]
}

/**
 * A server that follows the contract of `POST /api/sync` and of the uploads. Each command succeeds or fails alone. The ledger
 * row is written in the transaction of the effects and only for applied commands; hashes cover operation and body. A failure
 * of the whole request leaves nothing of it.
 */
export class SimulatedServer {
  rows = new Map<string, Row>()
  ledger: Snapshot['ledger'] = new Map()
  effects: Effect[] = []
  files = new Map<string, Stored>()
  tokens = new Map<string, string>()
  /** Operations that the person may no longer use. */
  forbidden = new Set<string>()
  /** Maximum size of a photo, bytes. */
  photoLimit = Infinity
  /** This many coming uploads arrive corrupted: refused, and sent again from the beginning. */
  damagedUploads = 0
  /** True if a command meets a temporary problem (a lock, a full pool) and must be sent again. */
  flaky: () => boolean = () => false
  /** A command whose body says `poison` fails this way: alone at its savepoint, or with the whole request. */
  poison: 'item' | 'request' = 'item'
  pack: (cursor: string | null, userId: string) => ShiftPackPage = () => ({
    cursor: '0',
    reset: true,
    more: false,
    rows: {},
    gone: {},
    refs: {},
    refsEn: {},
    preparedAt: '',
  })

  constructor(readonly now: () => number) {}

  /** Answers as the real server does over HTTP. Effects are committed when it returns. */
  handle(method: string, url: URL, token: string | null, body: string | ArrayBuffer | null): Response {
    const path = url.pathname.replace('/api', '')
    if (path === '/ping') return envelope({ app: 'nonwoven-mes', at: new Date(this.now()).toISOString() })
    const userId = this.tokens.get(token ?? '')
    if (userId === undefined) return envelope(null, errno.expired, 401)
    if (path === '/shift_pack') return envelope(this.pack(url.searchParams.get('cursor'), userId))
    if (path === '/upload_start') return envelope(this.uploadStart(userId, JSON.parse(String(body))))
    if (path === '/upload_chunk' && method === 'PATCH')
      return this.uploadChunk(userId, url.searchParams, body as ArrayBuffer)
    if (path === '/sync') return this.sync(userId, JSON.parse(String(body)) as SyncRequest)
    return envelope(null, errno.notFound, 404)
  }

  sync(userId: string, request: SyncRequest): Response {
    const receivedAt = new Date(this.now()).toISOString()
    const snapshot = this.snapshot()
    if (request.ops.length > 50) return envelope(null, errno.parameter)
    try {
      const answers = request.ops.map((op) => this.applyOne(userId, op))
      return envelope({ answers, receivedAt })
    } catch {
      this.restore(snapshot)
      return envelope(null, errno.serverError, 500)
    }
  }
  private snapshot(): Snapshot {
    return { rows: new Map(this.rows), ledger: new Map(this.ledger), effects: [...this.effects] }
  }
  private restore(to: Snapshot): void {
    Object.assign(this, to)
  }

  private applyOne(userId: string, op: SyncCommand): SyncAnswer {
    const savepoint = this.snapshot()
    try {
      if (op.userId !== userId) throw new Refused('refused', errno.forbidden)
      if (op.dependsOn?.some((id) => !this.ledger.has(id)))
        return { id: op.id, status: 'waiting', errno: errno.busy, errmsg: 'waiting', data: null }
      return { id: op.id, status: 'done', errno: errno.ok, errmsg: '', data: this.once(op) }
    } catch (error) {
      this.restore(savepoint)
      if (!(error instanceof Refused)) throw error
      return { id: op.id, status: error.status, errno: error.errno, errmsg: 'refused', data: error.data }
    }
  }
  private once(op: SyncCommand): unknown {
    const hash = createHash('sha256')
      .update(`${op.op}\0${canonical(op.body)}`)
      .digest('hex')
    const ledgerEntry = this.ledger.get(op.id)
    if (ledgerEntry) {
      if (ledgerEntry.hash !== hash || ledgerEntry.userId !== op.userId) throw new Refused('refused', errno.message)
      return ledgerEntry.data
    }
    if (this.forbidden.has(op.op)) throw new Refused('refused', errno.forbidden)
    if (this.flaky()) throw new Refused('retry', errno.busy)
    const data = this.perform(op)
    if (op.body['poison'] === true) {
      if (this.poison === 'request') throw new Error('poison')
      throw new Refused('retry', errno.serverError)
    }
    this.effects.push({ opId: op.id, userId: op.userId, seq: op.seq, entity: String(op.body['id']), op: op.op })
    this.ledger.set(op.id, { hash, userId: op.userId, data })
    return data
  }
  private perform(op: SyncCommand): Row {
    const id = String(op.body['id'])
    const row = this.rows.get(id)
    if (op.op === 'note.create') {
      if (row) throw new Refused('refused', errno.exists)
      for (const other of [op.body['about']])
        if (typeof other === 'string' && !this.rows.has(other)) throw new Refused('refused', errno.notFound)
      return this.put({ ...op.body, id, version: 1 })
    }
    if (!row) throw new Refused('refused', errno.notFound)
    if (op.op === 'note.finish') {
      const missing = Number(row['wanted'] ?? 0) - ((row['lines'] as string[] | undefined) ?? []).length
      if (row['finished'] !== true && missing > 0) throw new Refused('refused', errno.message)
      return this.put({ ...row, finished: true, version: row.version + 1 })
    }
    if (op.op === 'note.append')
      return this.put({
        ...row,
        version: row.version + 1,
        lines: [...((row['lines'] as string[] | undefined) ?? []), String(op.body['line'])],
      })
    if (op.baseVersion !== row.version)
      throw new Refused('conflict', errno.message, { conflict: { yours: op.body, theirs: row } })
    return this.put({ ...row, ...op.body, version: row.version + 1 })
  }
  private put(row: Row): Row {
    this.rows.set(row.id, row)
    return row
  }
  /** Another person changes a row. */
  foreignEdit(id: string, fields: Record<string, unknown>): void {
    const row = this.rows.get(id)
    if (row) this.put({ ...row, ...fields, version: row.version + 1 })
  }

  private uploadStart(userId: string, start: { id: string; sha256: string; size: number }): UploadState {
    const known = this.files.get(start.id)
    if (known?.sha256 === start.sha256 && known.userId === userId)
      return { id: start.id, received: known.bytes.length, done: known.done }
    this.files.set(start.id, { sha256: start.sha256, size: start.size, bytes: new Uint8Array(), userId, done: false })
    return { id: start.id, received: 0, done: false }
  }
  private uploadChunk(userId: string, query: URLSearchParams, body: ArrayBuffer): Response {
    const id = query.get('id') ?? ''
    const file = this.files.get(id)
    if (!file || file.userId !== userId) return envelope(null, errno.forbidden)
    if (file.size > this.photoLimit)
      return new Response('<html>too large</html>', { status: 413, headers: { 'content-type': 'text/html' } })
    if (Number(query.get('offset')) === file.bytes.length && !file.done) {
      const joinedBytes = new Uint8Array(file.bytes.length + body.byteLength)
      joinedBytes.set(file.bytes)
      joinedBytes.set(new Uint8Array(body), file.bytes.length)
      file.bytes = joinedBytes
      if (joinedBytes.length >= file.size) {
        const damaged = this.damagedUploads > 0
        if (damaged) this.damagedUploads--
        file.done = !damaged && createHash('sha256').update(joinedBytes).digest('hex') === file.sha256
        if (!file.done) {
          file.bytes = new Uint8Array()
          return envelope({ id, received: 0, done: false } satisfies UploadState, errno.message)
        }
      }
    }
    return envelope({ id, received: file.bytes.length, done: file.done } satisfies UploadState)
  }
}
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    v instanceof Object && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
      : v,
  )
export const envelope = (data: unknown, code: Errno = errno.ok, status = 200): Response =>
  new Response(JSON.stringify({ errno: code, errmsg: '', data }), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
