import { readMeta, withReconnect, type CacheDatabase, type OutboxDatabase } from './database'
import type { PassReport, Session } from './drain'
import { countMine, countUnsent } from './outbox-view'
import { wipeCache } from './storage'

export interface Person {
  userId: string
  name: string
}
/** "Li: 4 unsent". */
export interface UnsentPerson extends Person {
  unsent: number
  attention: number
}
export interface SignOutResult {
  signedOut: boolean
  /** Unsent items that stay on the phone. */ left: number
}
/** How long signing out tries to send unsent items, ms. */
export const SIGN_OUT_DRAIN = 10_000

export interface KeeperDeps {
  db: OutboxDatabase
  cache: CacheDatabase
  /** Sends unsent items immediately. */
  send: () => Promise<PassReport>
  /** Called after every change of the session. */
  onChange?: (session: Session | null) => void
  wait?: (ms: number) => Promise<void>
}
export type SessionKeeper = ReturnType<typeof createSessionKeeper>

/**
 * Creates the keeper of the session on this phone. The token is stored in IndexedDB only if the person chose to stay
 * signed in.
 */
export function createSessionKeeper({
  db,
  cache,
  send,
  onChange,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: KeeperDeps) {
  let current: Session | null = null
  function become(session: Session | null): void {
    current = session
    onChange?.(session)
  }
  /** Deletes the acknowledged rows, which are personal data as well. */
  const forgetApplied = (userId: string) =>
    withReconnect(db, () =>
      db.applied.where('[userId+resource+rowId]').between([userId, '', ''], [userId, '\uffff', '\uffff']).delete(),
    )
  const mineOf = async (userId: string): Promise<number> => (await countMine(db, userId)).unsent

  return {
    session: (): Session | null => current,

    /** Stores a login. Read caches of another person are wiped; that person's unsent work stays on the phone. */
    async signedIn(person: Person & { token: string; keep: boolean }): Promise<void> {
      const { userId, name, token, keep } = person
      const before = await withReconnect(db, () =>
        db.transaction('rw', db.meta, async () => {
          const owner = await readMeta<string>(db, 'owner')
          await db.meta.bulkPut([
            { key: 'owner', value: userId },
            { key: `person:${userId}`, value: name },
          ])
          if (keep) await db.meta.put({ key: 'session', value: { userId, token } satisfies Session })
          else await db.meta.delete('session')
          return owner
        }),
      )
      if (before !== null && before !== userId) await wipeCache(cache)
      become({ userId, token })
    },

    /** Restores the stored session, if any: at start and in the worker. */
    async restore(): Promise<Session | null> {
      const kept = await withReconnect(db, () => readMeta<Session>(db, 'session'))
      if (kept && !current) become(kept)
      return current
    },

    /** Resumes a session from another store (the page's session storage) without a new login. */
    resume(session: Session): void {
      if (current?.token !== session.token) become(session)
    },

    /**
     * Ends a session whose token is invalid: expired, or ended from elsewhere, e.g. for a lost phone. Unsent work stays
     * for the next login; cached data of the person is wiped.
     */
    async expired(): Promise<void> {
      const me = current
      become(null)
      await withReconnect(db, () => db.meta.delete('session'))
      if (me) await forgetApplied(me.userId)
      await wipeCache(cache)
    },

    /** Lists everyone with unsent work on this phone, for the login page. */
    async unsentPeople(): Promise<UnsentPerson[]> {
      const counts = await countUnsent(db)
      const names = await withReconnect(db, () => db.meta.bulkGet(counts.map(({ userId }) => `person:${userId}`)))
      return counts.map((count, at) => ({ ...count, name: String(names[at]?.value ?? '') }))
    },

    /**
     * Signs out: tries for 10 s to send unsent work, then asks `confirmLeaving` to leave the remaining work on this
     * phone. Token, read caches and acknowledged rows are wiped; drafts and the outbox are not.
     */
    async signOut(leave: (left: number) => Promise<boolean> = () => Promise.resolve(true)): Promise<SignOutResult> {
      const me = current
      if (!me) return { signedOut: true, left: 0 }
      if ((await mineOf(me.userId)) > 0) await Promise.race([send(), wait(SIGN_OUT_DRAIN)])
      const left = await mineOf(me.userId)
      if (left > 0 && !(await leave(left))) return { signedOut: false, left }
      become(null)
      await withReconnect(db, () => db.meta.bulkDelete(left > 0 ? ['session'] : ['session', `person:${me.userId}`]))
      await forgetApplied(me.userId)
      await wipeCache(cache)
      return { signedOut: true, left }
    },
  }
}
