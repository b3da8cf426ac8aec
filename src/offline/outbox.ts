import type { OfflineUse } from '@/contract/endpoint'
import { isUuid, uuid7 } from '@/contract/id'
import type { Clock } from './clock'
import { withReconnect, type BlobRow, type MetaRow, type OutboxDatabase, type OutboxRow } from './database'
import { sha256 } from './digest'
import { again } from './drain-plan'
import { withRoom, type Evict } from './storage'

/** A photo that belongs to a command; the command's body already refers to `id`. */
export interface PhotoInput {
  id: string
  data: ArrayBuffer
  mime: string
  name: string
}
export interface SaveRequest {
  endpoint: { readonly name: string; readonly offline?: OfflineUse }
  body: Record<string, unknown>
  /** The idempotency key. Give a form's own, made when it was opened, and a double tap saves once. */
  id?: string
  /** Version of the row the person saw, for edits. */
  baseVersion?: number | null
  /** Brings the thing into being; assumed when the body has no id yet or the operation is a `.create`. */
  creates?: boolean
  /** Commands that must be through before, besides those found in the body. */
  dependsOn?: string[]
  photos?: PhotoInput[]
  /** The draft this came from: removed in the same transaction. */
  draftKey?: string
}
export interface Saved {
  id: string
  seq: number
  entityId: string
  body: Record<string, unknown>
}

/** A command cannot be changed as asked: it is gone, or the server may have applied it already. */
export class OutboxRefusal extends Error {
  constructor(readonly reason: 'gone' | 'maybeApplied') {
    super(`outbox: ${reason}`)
    this.name = 'OutboxRefusal'
  }
}

export interface OutboxDeps {
  db: OutboxDatabase
  clock: Clock
  /** Makes room in the read caches; a larger step the second time. */
  evict: Evict
  /** Told after every durable change that may give the drain something to do. */
  onSaved?: () => void
  newId?: () => string
}
export type Outbox = ReturnType<typeof createOutbox>

/** The one way by which a walk-around command leaves a form, with and without a network. */
export function createOutbox(deps: OutboxDeps) {
  const { db, clock, evict } = deps
  const newId = deps.newId ?? (() => uuid7(clock.now()))
  const tables = [db.outbox, db.blobs, db.bytes, db.drafts, db.meta, db.applied]
  const commit = <T>(work: () => Promise<T>) =>
    withRoom(() => withReconnect(db, () => db.transaction('rw', tables, work)), evict)

  return {
    /**
     * Saves a command, its photos and the removal of its draft in one durable transaction. When it resolves, the command
     * survives any crash. Saving the same `id` again changes nothing. Throws `StorageFull` when the phone has no room left
     * even without its read caches.
     */
    async save(userId: string, request: SaveRequest): Promise<Saved> {
      const use = request.endpoint.offline
      if (!use) throw new Error(`${request.endpoint.name} is not declared for offline use`)
      const given = request.body[use.id]
      const entityId = typeof given === 'string' && given !== '' ? given : newId()
      const id = request.id ?? newId()
      const body = { ...request.body, [use.id]: entityId }
      const photos = await Promise.all((request.photos ?? []).map((photo) => blobOf(photo, id, userId)))
      const saved = await commit(async () => {
        // All that is read side by side, then all that is written: each wait for the disk's answer is felt under the thumb.
        const [known, counter, base, dependsOn] = await Promise.all([
          db.outbox.get(id),
          db.meta.get('counter'),
          ownBase(db, userId, use.entity, entityId, request.baseVersion ?? null),
          creatorsOf(db, userId, body, { entityId, entityKey: `${use.entity}:${entityId}` }, request.dependsOn ?? []),
        ])
        if (known) return { id, seq: known.seq, entityId: known.entityId, body: known.body }
        const { seq, clientId } = nextNumber(counter, newId)
        const sent = base !== null && body['version'] === request.baseVersion ? { ...body, version: base } : body
        const row: OutboxRow = {
          id,
          userId,
          clientId,
          seq,
          resource: use.entity,
          entityId,
          idField: use.id,
          entityKey: `${use.entity}:${entityId}`,
          creates:
            (request.creates ?? (use.creates || given !== entityId || request.endpoint.name.endsWith('.create')))
              ? 1
              : 0,
          closes: use.closes ? 1 : 0,
          ...(use.makes && typeof body[use.makes] === 'string' ? { makes: String(body[use.makes]) } : {}),
          dependsOn,
          op: request.endpoint.name,
          schemaVersion: use.schema,
          body: sent,
          baseVersion: base,
          occurredAt: clock.moment(),
          ...untried,
        }
        await Promise.all([
          db.meta.put({ key: 'counter', value: { seq, clientId } }),
          db.outbox.add(row),
          ...(photos.length > 0
            ? [
                db.blobs.bulkPut(photos.map(({ row: blob }) => blob)),
                db.bytes.bulkPut(photos.map(({ row: blob, data }) => ({ id: blob.id, data }))),
              ]
            : []),
          ...(request.draftKey !== undefined
            ? [
                db.drafts.bulkDelete([
                  [userId, request.draftKey],
                  ['', request.draftKey],
                ]),
              ]
            : []),
        ])
        return { id, seq, entityId, body: sent }
      })
      deps.onSaved?.()
      return saved
    },

    /**
     * Replaces what a command says, at its place in the queue. Only while it has never been sent, or after an answer that
     * says for certain that it was not applied; it then goes under a new id, because the server may remember the old one
     * with the old contents. Answers the id it has now.
     */
    async edit(id: string, change: { body: Record<string, unknown>; baseVersion?: number | null }): Promise<string> {
      const edited = await commit(async () => {
        const row = await db.outbox.get(id)
        if (!row) throw new OutboxRefusal('gone')
        if (row.attempts > 0 && !row.settled) throw new OutboxRefusal('maybeApplied')
        const next = row.attempts === 0 ? id : newId()
        const baseVersion = change.baseVersion === undefined ? row.baseVersion : change.baseVersion
        await db.outbox.delete(id)
        // The thing stays the same: its place in line is that thing's.
        await db.outbox.put({
          ...row,
          ...untried,
          id: next,
          body: { ...change.body, [row.idField]: row.entityId },
          baseVersion,
        })
        if (next !== id) await moveReferences(db, id, next)
        return next
      })
      deps.onSaved?.()
      return edited
    },

    /** Puts a parked command, and its photos, back in line. */
    async retry(id: string): Promise<void> {
      await commit(async () => {
        await db.outbox.update(id, again)
        await db.blobs.where('outboxId').equals(id).modify({ state: 'retrying', nextAttemptAt: 0, attempts: 0 })
      })
      deps.onSaved?.()
    },

    /** Forgets a command and its photos for good. The caller has asked the person. */
    async discard(id: string): Promise<void> {
      await commit(async () => {
        await db.outbox.delete(id)
        await dropPhotos(db, id)
      })
      deps.onSaved?.()
    },

    /** Forgets everything a person has not sent. The caller has asked for typed confirmation. */
    async discardAll(userId: string): Promise<void> {
      await commit(async () => {
        const ids = await db.blobs.where('userId').equals(userId).primaryKeys()
        await db.outbox.where('[userId+seq]').between([userId, -Infinity], [userId, Infinity]).delete()
        await db.blobs.bulkDelete(ids)
        await db.bytes.bulkDelete(ids)
      })
      deps.onSaved?.()
    },
  }
}

const untried = {
  state: 'pending',
  attempts: 0,
  settled: false,
  sentAt: 0,
  nextAttemptAt: 0,
  serverErrors: 0,
  firstErrorAt: 0,
  alone: false,
  lastError: null,
} as const
/**
 * The version an edit is really based on. The form may have been opened on a row with an own command laid over it that has
 * been acknowledged since; the person saw its effect, so the edit is no conflict with it.
 */
async function ownBase(
  db: OutboxDatabase,
  userId: string,
  resource: string,
  entityId: string,
  seen: number | null,
): Promise<number | null> {
  if (seen === null) return null
  const applied = await db.applied.get([userId, resource, entityId])
  const version = applied?.row['version']
  return applied && typeof version === 'number' && applied.ownFrom <= seen && seen < version ? version : seen
}

/** The next number; written in the transaction of the save, so an aborted save leaves no gap that looks like a lost record. */
function nextNumber(counter: MetaRow | undefined, newId: () => string): { seq: number; clientId: string } {
  const known = counter?.value as { seq: number; clientId: string } | undefined
  return { seq: (known?.seq ?? 0) + 1, clientId: known?.clientId ?? newId() }
}

/** Unsent commands that make something this body refers to, by the UUIDs in it. */
async function creatorsOf(
  db: OutboxDatabase,
  userId: string,
  body: Record<string, unknown>,
  { entityId, entityKey }: Pick<OutboxRow, 'entityId' | 'entityKey'>,
  more: string[],
): Promise<string[]> {
  const ids = new Set<string>()
  collectIds(body, ids)
  ids.delete(entityId)
  if (ids.size === 0) return more
  const makers = await db.outbox
    .where('[userId+entityId]')
    .anyOf([...ids].map((id): [string, string] => [userId, id]))
    .filter((row) => row.creates === 1)
    .primaryKeys()
  const beside = await db.outbox
    .where('[userId+entityKey+seq]')
    .between([userId, entityKey, -Infinity], [userId, entityKey, Infinity])
    .filter(({ makes }) => makes !== undefined && ids.has(makes))
    .primaryKeys()
  return [...new Set([...more, ...makers, ...beside])]
}
function collectIds(value: unknown, into: Set<string>): void {
  if (isUuid(value)) into.add(value)
  else if (Array.isArray(value)) for (const item of value) collectIds(item, into)
  else if (value instanceof Object) for (const item of Object.values(value)) collectIds(item, into)
}

async function moveReferences(db: OutboxDatabase, from: string, to: string): Promise<void> {
  await db.outbox
    .where('dependsOn')
    .equals(from)
    .modify((row) => {
      row.dependsOn = row.dependsOn.map((id) => (id === from ? to : id))
    })
  await db.blobs.where('outboxId').equals(from).modify({ outboxId: to })
}
async function dropPhotos(db: OutboxDatabase, outboxId: string): Promise<void> {
  const ids = await db.blobs.where('outboxId').equals(outboxId).primaryKeys()
  await db.blobs.bulkDelete(ids)
  await db.bytes.bulkDelete(ids)
}

async function blobOf(
  photo: PhotoInput,
  outboxId: string,
  userId: string,
): Promise<{ row: BlobRow; data: ArrayBuffer }> {
  const row: BlobRow = {
    id: photo.id,
    outboxId,
    userId,
    sha256: await sha256(photo.data),
    size: photo.data.byteLength,
    mime: photo.mime,
    name: photo.name,
    received: 0,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: 0,
    recompressed: false,
    lastError: null,
  }
  return { row, data: photo.data }
}
