import type { OfflineUse } from '@/contract/endpoint'
import { isUuid, createUuid7 } from '@/contract/id'
import type { Clock } from './clock'
import { withReconnect, type BlobRow, type MetaRow, type OutboxDatabase, type OutboxRow } from './database'
import { calculateSha256 } from './digest'
import { NO_OWNER } from './drafts'
import { REQUEUED_STATE } from './drain-plan'
import { withEviction, type EvictCache } from './storage'

/** A photo of a command; the body of the command already contains its `id`. */
export interface PhotoInput {
  id: string
  data: ArrayBuffer
  mime: string
  name: string
}
export interface SaveRequest {
  endpoint: { readonly name: string; readonly offline?: OfflineUse }
  body: Record<string, unknown>
  /** The idempotency key. A form should create it when it opens, so that a double tap saves once. */
  id?: string
  /** Edits: the version of the row that the person saw. */
  baseVersion?: number | null
  /**
   * True if the command creates its row. By default true if the endpoint declares it (`offline.creates`) or is named
   * `….create`, or if the body has no id.
   */
  creates?: boolean
  /** Commands that must be sent first, in addition to those found by the ids in the body. */
  dependsOn?: string[]
  photos?: PhotoInput[]
  /** Key of the draft that the command was made from. The draft is removed in the same transaction. */
  draftKey?: string
}
export interface SavedCommand {
  id: string
  seq: number
  entityId: string
  body: Record<string, unknown>
}

/** Thrown if a command cannot be changed: it is gone, or the server may already have applied it. */
export class OutboxRefusal extends Error {
  constructor(readonly reason: 'gone' | 'maybeApplied') {
    super(`outbox: ${reason}`)
    this.name = 'OutboxRefusal'
  }
}

export interface OutboxDeps {
  db: OutboxDatabase
  clock: Clock
  evict: EvictCache
  /** Called after every durable change that may give the drain something to do. */
  onSaved?: () => void
  newId?: () => string
}
export type Outbox = ReturnType<typeof createOutbox>

/** Creates the outbox, through which forms save their commands, with and without a network. */
export function createOutbox(deps: OutboxDeps) {
  const { db, clock, evict } = deps
  const newId = deps.newId ?? (() => createUuid7(clock.now()))
  const tables = [db.outbox, db.blobs, db.bytes, db.drafts, db.meta, db.applied]
  const runTransaction = <T>(work: () => Promise<T>) =>
    withEviction(() => withReconnect(db, () => db.transaction('rw', tables, work)), evict)

  return {
    /**
     * Saves a command with its photos and removes its draft in one durable transaction. Once it resolves, the command
     * survives any crash. Saving the same `id` again changes nothing.
     * @throws StorageFullError if there is no room even without the read caches
     */
    async save(userId: string, request: SaveRequest): Promise<SavedCommand> {
      const offlineUse = request.endpoint.offline
      if (!offlineUse) throw new Error(`${request.endpoint.name} is not declared for offline use`)
      const bodyId = request.body[offlineUse.idInput]
      const entityId = typeof bodyId === 'string' && bodyId !== '' ? bodyId : newId()
      const id = request.id ?? newId()
      const body = { ...request.body, [offlineUse.idInput]: entityId }
      const photos = await Promise.all((request.photos ?? []).map((photo) => buildBlobRow(photo, id, userId)))
      const savedCommand = await runTransaction(async () => {
        // Parallel reads, then parallel writes: each round trip to the disk delays the tap noticeably.
        const [existingRow, counter, baseVersion, dependsOn] = await Promise.all([
          db.outbox.get(id),
          db.meta.get('counter'),
          resolveBaseVersion(db, userId, offlineUse.resource, entityId, request.baseVersion ?? null),
          findPrerequisiteIds(
            db,
            userId,
            body,
            { entityId, entityKey: `${offlineUse.resource}:${entityId}` },
            request.dependsOn ?? [],
          ),
        ])
        if (existingRow) return { id, seq: existingRow.seq, entityId: existingRow.entityId, body: existingRow.body }
        const { seq, clientId } = getNextSequence(counter, newId)
        const sentBody =
          baseVersion !== null && body['version'] === request.baseVersion ? { ...body, version: baseVersion } : body
        const createsRow =
          request.creates ?? (offlineUse.creates || bodyId !== entityId || request.endpoint.name.endsWith('.create'))
        const row: OutboxRow = {
          id,
          userId,
          clientId,
          seq,
          resource: offlineUse.resource,
          entityId,
          idField: offlineUse.idInput,
          entityKey: `${offlineUse.resource}:${entityId}`,
          creates: createsRow ? 1 : 0,
          closes: offlineUse.isFinalStep ? 1 : 0,
          ...(offlineUse.createdIdInput && typeof body[offlineUse.createdIdInput] === 'string'
            ? { makes: String(body[offlineUse.createdIdInput]) }
            : {}),
          dependsOn,
          op: request.endpoint.name,
          schemaVersion: offlineUse.schemaVersion,
          body: sentBody,
          baseVersion,
          occurredAt: clock.getServerTime(),
          clockOffsetMs: clock.getOffsetMs(),
          ...UNSENT_STATE,
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
                  [NO_OWNER, request.draftKey],
                ]),
              ]
            : []),
        ])
        return { id, seq, entityId, body: sentBody }
      })
      deps.onSaved?.()
      return savedCommand
    },

    /**
     * Replaces the body of a command in place. Only possible if the command was never sent or certainly not applied. In
     * the second case the command gets a new id, because the server may remember the old id with the old body. Returns
     * the current id.
     * @throws OutboxRefusal
     */
    async edit(id: string, change: { body: Record<string, unknown>; baseVersion?: number | null }): Promise<string> {
      const editedId = await runTransaction(async () => {
        const row = await db.outbox.get(id)
        if (!row) throw new OutboxRefusal('gone')
        if (row.attempts > 0 && !row.settled) throw new OutboxRefusal('maybeApplied')
        const newCommandId = row.attempts === 0 ? id : newId()
        const baseVersion = change.baseVersion === undefined ? row.baseVersion : change.baseVersion
        await db.outbox.delete(id)
        // The body names the same row as before, so the command keeps its place among the commands of that row.
        await db.outbox.put({
          ...row,
          ...UNSENT_STATE,
          id: newCommandId,
          body: { ...change.body, [row.idField]: row.entityId },
          baseVersion,
        })
        if (newCommandId !== id) await moveReferences(db, id, newCommandId)
        return newCommandId
      })
      deps.onSaved?.()
      return editedId
    },

    /** Requeues a parked command and its photos. */
    async retry(id: string): Promise<void> {
      await runTransaction(async () => {
        await db.outbox.update(id, REQUEUED_STATE)
        await db.blobs.where('outboxId').equals(id).modify({ state: 'retrying', nextAttemptAt: 0, attempts: 0 })
      })
      deps.onSaved?.()
    },

    /** Deletes a command and its photos. The caller has asked for confirmation. */
    async discard(id: string): Promise<void> {
      await runTransaction(async () => {
        await db.outbox.delete(id)
        await deletePhotos(db, id)
      })
      deps.onSaved?.()
    },

    /** Deletes everything that a person has not sent. The caller has asked for confirmation. */
    async discardAll(userId: string): Promise<void> {
      await runTransaction(async () => {
        const ids = await db.blobs.where('userId').equals(userId).primaryKeys()
        await db.outbox.where('[userId+seq]').between([userId, -Infinity], [userId, Infinity]).delete()
        await db.blobs.bulkDelete(ids)
        await db.bytes.bulkDelete(ids)
      })
      deps.onSaved?.()
    },
  }
}

const UNSENT_STATE = {
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
 * Returns the version that an edit is really based on. The form may show the effect of an own command that has been
 * acknowledged since. The person saw this effect, so the edit does not conflict with that command.
 */
async function resolveBaseVersion(
  db: OutboxDatabase,
  userId: string,
  resource: string,
  entityId: string,
  seenVersion: number | null,
): Promise<number | null> {
  if (seenVersion === null) return null
  const appliedRow = await db.applied.get([userId, resource, entityId])
  const version = appliedRow?.row['version']
  return appliedRow && typeof version === 'number' && appliedRow.ownFrom <= seenVersion && seenVersion < version
    ? version
    : seenVersion
}

/** Returns the next sequence number. It is stored in the transaction of the save, so an aborted save leaves no gap. */
function getNextSequence(counter: MetaRow | undefined, newId: () => string): { seq: number; clientId: string } {
  const storedCounter = counter?.value as { seq: number; clientId: string } | undefined
  return { seq: (storedCounter?.seq ?? 0) + 1, clientId: storedCounter?.clientId ?? newId() }
}

/**
 * Returns the ids of the commands that must be sent before this one. These are `explicitIds` and the unsent commands
 * that create another row whose id occurs in the body.
 */
async function findPrerequisiteIds(
  db: OutboxDatabase,
  userId: string,
  body: Record<string, unknown>,
  { entityId, entityKey }: Pick<OutboxRow, 'entityId' | 'entityKey'>,
  explicitIds: string[],
): Promise<string[]> {
  const ids = new Set<string>()
  collectIds(body, ids)
  ids.delete(entityId)
  if (ids.size === 0) return explicitIds
  const creatorIds = await db.outbox
    .where('[userId+entityId]')
    .anyOf([...ids].map((id): [string, string] => [userId, id]))
    .filter((row) => row.creates === 1)
    .primaryKeys()
  const siblingIds = await db.outbox
    .where('[userId+entityKey+seq]')
    .between([userId, entityKey, -Infinity], [userId, entityKey, Infinity])
    .filter(({ makes }) => makes !== undefined && ids.has(makes))
    .primaryKeys()
  return [...new Set([...explicitIds, ...creatorIds, ...siblingIds])]
}
function collectIds(value: unknown, ids: Set<string>): void {
  if (isUuid(value)) ids.add(value)
  else if (Array.isArray(value)) for (const item of value) collectIds(item, ids)
  else if (value instanceof Object) for (const item of Object.values(value)) collectIds(item, ids)
}

async function moveReferences(db: OutboxDatabase, oldId: string, newId: string): Promise<void> {
  await db.outbox
    .where('dependsOn')
    .equals(oldId)
    .modify((row) => {
      row.dependsOn = row.dependsOn.map((id) => (id === oldId ? newId : id))
    })
  await db.blobs.where('outboxId').equals(oldId).modify({ outboxId: newId })
}
async function deletePhotos(db: OutboxDatabase, outboxId: string): Promise<void> {
  const ids = await db.blobs.where('outboxId').equals(outboxId).primaryKeys()
  await db.blobs.bulkDelete(ids)
  await db.bytes.bulkDelete(ids)
}

async function buildBlobRow(
  photo: PhotoInput,
  outboxId: string,
  userId: string,
): Promise<{ row: BlobRow; data: ArrayBuffer }> {
  const row: BlobRow = {
    id: photo.id,
    outboxId,
    userId,
    sha256: await calculateSha256(photo.data),
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
