import { liveQuery } from 'dexie'
import {
  withReconnect,
  type BlobRow,
  type LastError,
  type OutboxDatabase,
  type OutboxRow,
  type OutboxState,
} from './database'
import { shownStates } from './drain-plan'

export interface PhotoView {
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
  /** 1 if it creates its row, and the commands that it waits for: see `findDependents`. */
  creates?: 0 | 1
  dependsOn?: string[]
  /** Can be edited: never sent, or certainly not applied. */
  editable: boolean
  photos: PhotoView[]
}
export interface UnsentCount {
  userId: string
  unsent: number
  attention: number
}

const all = (userId: string): [[string, number], [string, number]] => [
  [userId, -Infinity],
  [userId, Infinity],
]

/** Reads a person's unsent commands in order, inside a transaction of the caller. */
export const opsOf = (db: OutboxDatabase, userId: string): Promise<OutboxRow[]> =>
  db.outbox
    .where('[userId+seq]')
    .between(...all(userId))
    .toArray()
/** Lists a person's unsent commands in order. */
export const pendingOps = (db: OutboxDatabase, userId: string): Promise<OutboxRow[]> =>
  withReconnect(db, () => opsOf(db, userId))

/** Lists everything that a person has not sent, in order of saving; photos of sent commands last. */
export async function listItems(db: OutboxDatabase, userId: string, now: number): Promise<OutboxItem[]> {
  const [rows, blobs] = await withReconnect(db, () =>
    db.transaction('r', db.outbox, db.blobs, async (): Promise<[OutboxRow[], BlobRow[]]> => [
      await opsOf(db, userId),
      await db.blobs.where('userId').equals(userId).toArray(),
    ]),
  )
  const states = shownStates(rows, now)
  const photosOf = groupByOp(blobs)
  const items = rows.map((row): OutboxItem => {
    const photos = photosOf.get(row.id) ?? []
    photosOf.delete(row.id)
    return {
      ...row,
      state: states.get(row.id) ?? row.state,
      editable: row.attempts === 0 || row.settled,
      photos: photos.map(photoView),
    }
  })
  for (const [id, photos] of photosOf) items.push(photosOnly(id, photos))
  return items
}
function groupByOp(blobs: BlobRow[]): Map<string, BlobRow[]> {
  const groups = new Map<string, BlobRow[]>()
  for (const blob of blobs) groups.set(blob.outboxId, [...(groups.get(blob.outboxId) ?? []), blob])
  return groups
}
const photoView = ({ id, mime, name, size, received, state, lastError }: BlobRow): PhotoView => ({
  id,
  mime,
  name,
  size,
  received,
  state,
  lastError,
})
function photosOnly(id: string, photos: BlobRow[]): OutboxItem {
  const worst =
    photos.find((photo) => photo.state === 'attention') ??
    photos.find((photo) => photo.state === 'retrying') ??
    photos[0]
  return {
    id,
    seq: Number.MAX_SAFE_INTEGER,
    op: null,
    resource: null,
    entityId: null,
    body: {},
    baseVersion: null,
    occurredAt: null,
    state: worst?.state ?? 'pending',
    attempts: worst?.attempts ?? 0,
    nextAttemptAt: worst?.nextAttemptAt ?? 0,
    lastError: worst?.lastError ?? null,
    editable: false,
    photos: photos.map(photoView),
  }
}

/** Counts the unsent items of one person. Uses index counts, because it runs after every save and every batch. */
export async function countMine(db: OutboxDatabase, userId: string): Promise<UnsentCount> {
  return withReconnect(db, () =>
    db.transaction('r', db.outbox, db.blobs, async () => {
      const commands = await db.outbox
        .where('[userId+seq]')
        .between(...all(userId))
        .count()
      const parked = await db.outbox
        .where('[userId+state+seq]')
        .between([userId, 'attention', -Infinity], [userId, 'attention', Infinity])
        .count()
      const blobs = await db.blobs.where('userId').equals(userId).toArray()
      const owners = [...new Set(blobs.map((blob) => blob.outboxId))]
      const withCommand = new Set(owners.length > 0 ? await db.outbox.where('id').anyOf(owners).primaryKeys() : [])
      const stuck = new Set(
        blobs
          .filter((blob) => blob.state === 'attention' && !withCommand.has(blob.outboxId))
          .map((blob) => blob.outboxId),
      )
      return {
        userId,
        unsent: commands + owners.filter((id) => !withCommand.has(id)).length,
        attention: parked + stuck.size,
      }
    }),
  )
}

/** Counts the unsent items by person, for "Li: 4 unsent". A command with its photos counts as one until all is sent. */
export async function countUnsent(db: OutboxDatabase): Promise<UnsentCount[]> {
  return withReconnect(db, () =>
    db.transaction('r', db.outbox, db.blobs, async () => {
      const people = new Map<string, { ids: Set<string>; attention: Set<string> }>()
      const of = (userId: string) => {
        const known = people.get(userId) ?? { ids: new Set<string>(), attention: new Set<string>() }
        people.set(userId, known)
        return known
      }
      // Keys only: this runs after every batch of a drain, over any number of commands.
      const ordered = db.outbox.orderBy('[userId+state+seq]')
      const [keys, ids] = [await ordered.keys(), await ordered.primaryKeys()]
      ids.forEach((id, at) => {
        // The index has three parts; the types of Dexie do not express that.
        const [userId, state] = keys[at] as unknown as [string, string, number]
        of(userId).ids.add(id)
        if (state === 'attention') of(userId).attention.add(id)
      })
      await db.blobs.each((blob) => {
        of(blob.userId).ids.add(blob.outboxId)
        if (blob.state === 'attention') of(blob.userId).attention.add(blob.outboxId)
      })
      return [...people].map(([userId, { ids, attention }]) => ({
        userId,
        unsent: ids.size,
        attention: attention.size,
      }))
    }),
  )
}

/** Calls the listener now and after every change in any tab. Returns a function that stops watching. */
export function watchItems(
  db: OutboxDatabase,
  userId: string,
  now: () => number,
  listener: (items: OutboxItem[]) => void,
  failed: (error: unknown) => void,
): () => void {
  const watching = liveQuery(() => listItems(db, userId, now())).subscribe({ next: listener, error: failed })
  return () => watching.unsubscribe()
}
/** Loads the photos of a command, to display them before they are on the server. */
export async function photosOf(
  db: OutboxDatabase,
  outboxId: string,
): Promise<{ id: string; mime: string; name: string; data: ArrayBuffer }[]> {
  return withReconnect(db, () =>
    db.transaction('r', db.blobs, db.bytes, async () => {
      const blobs = await db.blobs.where('outboxId').equals(outboxId).toArray()
      const bytes = await db.bytes.bulkGet(blobs.map((blob) => blob.id))
      return blobs.flatMap(({ id, mime, name }, at) => (bytes[at] ? [{ id, mime, name, data: bytes[at].data }] : []))
    }),
  )
}

/**
 * Exports everything that a person has not sent, with photos (base64), as JSON: for support or a transfer to another
 * device.
 */
export async function exportItems(
  db: OutboxDatabase,
  userId: string,
  exportedAt: string,
  only?: readonly string[],
): Promise<string> {
  const wanted = (id: string) => !only || only.includes(id)
  return withReconnect(db, () =>
    db.transaction('r', db.outbox, db.blobs, db.bytes, async () => {
      const ops = (await opsOf(db, userId)).filter((row) => wanted(row.id))
      const blobs = (await db.blobs.where('userId').equals(userId).toArray()).filter((blob) => wanted(blob.outboxId))
      const photos = []
      for (const blob of blobs)
        photos.push({ ...blob, base64: base64((await db.bytes.get(blob.id))?.data ?? new ArrayBuffer(0)) })
      return JSON.stringify({ app: 'nonwoven-mes', kind: 'unsent', exportedAt, userId, ops, photos }, null, 1)
    }),
  )
}
function base64(data: ArrayBuffer): string {
  const bytes = new Uint8Array(data)
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
