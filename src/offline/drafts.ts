import type { DraftFile, DraftRow, OutboxDatabase } from './database'
import { withReconnect } from './database'
import { withEviction, type EvictCache } from './storage'

/** Owner of drafts without a known person, e.g. a photo shared from the gallery. */
export const NO_OWNER = ''

/**
 * Creates the store of unsaved form input. A draft stays until its form is saved or the person discards it.
 */
export function createDrafts(db: OutboxDatabase, evict: EvictCache, now: () => number = Date.now) {
  return {
    async put(userId: string, key: string, value: unknown, files: DraftFile[] = []): Promise<void> {
      await withEviction(
        () => withReconnect(db, () => db.drafts.put({ userId, key, value, files, savedAt: now() })),
        evict,
      )
    },
    /** Returns the person's draft, or one without an owner. */
    async get(userId: string, key: string): Promise<DraftRow | null> {
      const [ownDraft, sharedDraft] = await withReconnect(db, () =>
        db.drafts.bulkGet([
          [userId, key],
          [NO_OWNER, key],
        ]),
      )
      return ownDraft ?? sharedDraft ?? null
    },
    async list(userId: string): Promise<DraftRow[]> {
      return withReconnect(db, () =>
        db.drafts.where('[userId+key]').between([userId, ''], [userId, '\uffff']).toArray(),
      )
    },
    async drop(userId: string, key: string): Promise<void> {
      await withReconnect(db, () =>
        db.drafts.bulkDelete([
          [userId, key],
          [NO_OWNER, key],
        ]),
      )
    },
  }
}
export type Drafts = ReturnType<typeof createDrafts>
