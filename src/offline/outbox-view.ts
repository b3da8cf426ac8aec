import { liveQuery } from 'dexie'
import {
  withReconnect,
  type BlobRow,
  type LastError,
  type OutboxDatabase,
  type OutboxRow,
  type OutboxState,
} from './database'
import { deriveOutboxStates } from './drain-plan'

export interface UnsentPhoto {
  id: string
  mime: string
  name: string
  size: number
  received: number
  state: BlobRow['state']
  lastError: LastError | null
}
/** A saved command that is not completely on the server. */
export interface OutboxItem {
  id: string
  seq: number
  /** Null if the command was sent and only photos are left. */
  op: string | null
  resource: string | null
  entityId: string | null
  body: Record<string, unknown>
  baseVersion: number | null
  occurredAt: string | null
  state: OutboxState
  attempts: number
  nextAttemptAt: number
  lastError: LastError | null
  /** 1 for a final step, which is retried automatically after the commands saved later. */
  closes?: 0 | 1
  /** 1 if the command creates its row. `findDependents` reads `creates` and `dependsOn`. */
  creates?: 0 | 1
  dependsOn?: string[]
  /** True if the command may be edited: it was never sent, or certainly not applied. */
  editable: boolean
  photos: UnsentPhoto[]
}
/** Number of unsent items of a person; `attention` is the number of refused ones among them. */
export interface UnsentCount {
  userId: string
  unsent: number
  attention: number
}

const toUserRange = (userId: string): [[string, number], [string, number]] => [
  [userId, -Infinity],
  [userId, Infinity],
]

/** Reads a person's unsent commands in order, inside a transaction of the caller. */
export const readUnsentInTransaction = (db: OutboxDatabase, userId: string): Promise<OutboxRow[]> =>
  db.outbox
    .where('[userId+seq]')
    .between(...toUserRange(userId))
    .toArray()
/** Lists a person's unsent commands in order. */
export const listUnsentCommands = (db: OutboxDatabase, userId: string): Promise<OutboxRow[]> =>
  withReconnect(db, () => readUnsentInTransaction(db, userId))

/** Lists everything that a person has not sent, in order of saving; photos of sent commands last. */
export async function listOutboxItems(db: OutboxDatabase, userId: string, now: number): Promise<OutboxItem[]> {
  const [rows, blobs] = await withReconnect(db, () =>
    db.transaction('r', db.outbox, db.blobs, async (): Promise<[OutboxRow[], BlobRow[]]> => [
      await readUnsentInTransaction(db, userId),
      await db.blobs.where('userId').equals(userId).toArray(),
    ]),
  )
  const stateById = deriveOutboxStates(rows, now)
  const photosByCommand = groupByCommand(blobs)
  const items = rows.map((row): OutboxItem => {
    const photos = photosByCommand.get(row.id) ?? []
    photosByCommand.delete(row.id)
    return {
      ...row,
      state: stateById.get(row.id) ?? row.state,
      editable: row.attempts === 0 || row.settled,
      photos: photos.map(toUnsentPhoto),
    }
  })
  for (const [id, photos] of photosByCommand) items.push(buildPhotosOnlyItem(id, photos))
  return items
}
function groupByCommand(blobs: BlobRow[]): Map<string, BlobRow[]> {
  const groups = new Map<string, BlobRow[]>()
  for (const blob of blobs) groups.set(blob.outboxId, [...(groups.get(blob.outboxId) ?? []), blob])
  return groups
}
const toUnsentPhoto = ({ id, mime, name, size, received, state, lastError }: BlobRow): UnsentPhoto => ({
  id,
  mime,
  name,
  size,
  received,
  state,
  lastError,
})
function buildPhotosOnlyItem(commandId: string, photos: BlobRow[]): OutboxItem {
  const mostUrgentPhoto =
    photos.find((photo) => photo.state === 'attention') ??
    photos.find((photo) => photo.state === 'retrying') ??
    photos[0]
  return {
    id: commandId,
    seq: Number.MAX_SAFE_INTEGER,
    op: null,
    resource: null,
    entityId: null,
    body: {},
    baseVersion: null,
    occurredAt: null,
    state: mostUrgentPhoto?.state ?? 'pending',
    attempts: mostUrgentPhoto?.attempts ?? 0,
    nextAttemptAt: mostUrgentPhoto?.nextAttemptAt ?? 0,
    lastError: mostUrgentPhoto?.lastError ?? null,
    editable: false,
    photos: photos.map(toUnsentPhoto),
  }
}

/** Counts the unsent items of one person. Uses index counts, because it runs after every save and every batch. */
export async function countUserUnsent(db: OutboxDatabase, userId: string): Promise<UnsentCount> {
  return withReconnect(db, () =>
    db.transaction('r', db.outbox, db.blobs, async () => {
      const commandCount = await db.outbox
        .where('[userId+seq]')
        .between(...toUserRange(userId))
        .count()
      const parkedCount = await db.outbox
        .where('[userId+state+seq]')
        .between([userId, 'attention', -Infinity], [userId, 'attention', Infinity])
        .count()
      const blobs = await db.blobs.where('userId').equals(userId).toArray()
      const photoCommandIds = [...new Set(blobs.map((blob) => blob.outboxId))]
      const unsentCommandIds = new Set(
        photoCommandIds.length > 0 ? await db.outbox.where('id').anyOf(photoCommandIds).primaryKeys() : [],
      )
      const commandIdsOfParkedPhotos = new Set(
        blobs
          .filter((blob) => blob.state === 'attention' && !unsentCommandIds.has(blob.outboxId))
          .map((blob) => blob.outboxId),
      )
      return {
        userId,
        unsent: commandCount + photoCommandIds.filter((id) => !unsentCommandIds.has(id)).length,
        attention: parkedCount + commandIdsOfParkedPhotos.size,
      }
    }),
  )
}

/** Counts the unsent items by person, for "Li: 4 unsent". A command with its photos counts as one until all is sent. */
export async function countUnsentByUser(db: OutboxDatabase): Promise<UnsentCount[]> {
  return withReconnect(db, () =>
    db.transaction('r', db.outbox, db.blobs, async () => {
      const countsByUser = new Map<string, { ids: Set<string>; attention: Set<string> }>()
      const getCounts = (userId: string) => {
        const counts = countsByUser.get(userId) ?? { ids: new Set<string>(), attention: new Set<string>() }
        countsByUser.set(userId, counts)
        return counts
      }
      // Keys only: this runs after every batch of a drain, over any number of commands.
      const orderedRows = db.outbox.orderBy('[userId+state+seq]')
      const [keys, ids] = [await orderedRows.keys(), await orderedRows.primaryKeys()]
      ids.forEach((id, index) => {
        // The index has three parts; the types of Dexie do not express that.
        const [userId, state] = keys[index] as unknown as [string, string, number]
        getCounts(userId).ids.add(id)
        if (state === 'attention') getCounts(userId).attention.add(id)
      })
      await db.blobs.each((blob) => {
        getCounts(blob.userId).ids.add(blob.outboxId)
        if (blob.state === 'attention') getCounts(blob.userId).attention.add(blob.outboxId)
      })
      return [...countsByUser].map(([userId, { ids, attention }]) => ({
        userId,
        unsent: ids.size,
        attention: attention.size,
      }))
    }),
  )
}

/** Calls the listener now and after every change in any tab. Returns a function that stops watching. */
export function watchOutboxItems(
  db: OutboxDatabase,
  userId: string,
  now: () => number,
  listener: (items: OutboxItem[]) => void,
  onError: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(() => listOutboxItems(db, userId, now())).subscribe({ next: listener, error: onError })
  return () => subscription.unsubscribe()
}
/** Loads the photos of a command, to display them before they are on the server. */
export async function loadPhotos(
  db: OutboxDatabase,
  outboxId: string,
): Promise<{ id: string; mime: string; name: string; data: ArrayBuffer }[]> {
  return withReconnect(db, () =>
    db.transaction('r', db.blobs, db.bytes, async () => {
      const blobs = await db.blobs.where('outboxId').equals(outboxId).toArray()
      const bytes = await db.bytes.bulkGet(blobs.map((blob) => blob.id))
      return blobs.flatMap(({ id, mime, name }, index) =>
        bytes[index] ? [{ id, mime, name, data: bytes[index].data }] : [],
      )
    }),
  )
}

/**
 * Exports everything that a person has not sent, with photos (base64), as JSON: for support or a transfer to another
 * device.
 */
export async function exportOutbox(
  db: OutboxDatabase,
  userId: string,
  exportedAt: string,
  selectedIds?: readonly string[],
): Promise<string> {
  const isExported = (id: string) => !selectedIds || selectedIds.includes(id)
  return withReconnect(db, () =>
    db.transaction('r', db.outbox, db.blobs, db.bytes, async () => {
      const ops = (await readUnsentInTransaction(db, userId)).filter((row) => isExported(row.id))
      const blobs = (await db.blobs.where('userId').equals(userId).toArray()).filter((blob) =>
        isExported(blob.outboxId),
      )
      const photos = []
      for (const blob of blobs)
        photos.push({ ...blob, base64: encodeBase64((await db.bytes.get(blob.id))?.data ?? new ArrayBuffer(0)) })
      return JSON.stringify({ app: 'nonwoven-mes', kind: 'unsent', exportedAt, userId, ops, photos }, null, 1)
    }),
  )
}
/** Maximum number of bytes per call of `fromCharCode`, which takes each byte as an argument. */
const BYTES_PER_CALL = 0x8000
function encodeBase64(data: ArrayBuffer): string {
  const bytes = new Uint8Array(data)
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += BYTES_PER_CALL)
    text += String.fromCharCode(...bytes.subarray(offset, offset + BYTES_PER_CALL))
  return btoa(text)
}
