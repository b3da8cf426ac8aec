import type { DraftFile, DraftRow, OutboxDatabase } from './database'
import { withReconnect } from './database'
import { withRoom, type Evict } from './storage'

/** Owner of drafts made before anyone is known, such as a photo shared from the gallery. */
export const NOBODY = ''

/** What is typed and not saved. A draft stays until its form is saved (`draftKey` of the save) or the person drops it. */
export function createDrafts(db: OutboxDatabase, evict: Evict, now: () => number = Date.now) {
  return {
    async put(userId: string, key: string, value: unknown, files: DraftFile[] = []): Promise<void> {
      await withRoom(() => withReconnect(db, () => db.drafts.put({ userId, key, value, files, savedAt: now() })), evict)
    },
    /** The person's draft, or one that nobody owns yet. */
    async get(userId: string, key: string): Promise<DraftRow | null> {
      const [own, shared] = await withReconnect(db, () =>
        db.drafts.bulkGet([
          [userId, key],
          [NOBODY, key],
        ]),
      )
      return own ?? shared ?? null
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
          [NOBODY, key],
        ]),
      )
    },
  }
}
export type Drafts = ReturnType<typeof createDrafts>
