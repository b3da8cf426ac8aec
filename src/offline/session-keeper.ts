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
  /** Things that stay on the phone, unsent. */ left: number
}
/** How long signing out may try to send what is left, ms. */
export const SIGN_OUT_DRAIN = 10_000

export interface KeeperDeps {
  db: OutboxDatabase
  cache: CacheDatabase
  /** Sends what is left, at once. */
  send: () => Promise<PassReport>
  /** Told after every change of the person. */
  onChange?: (session: Session | null) => void
  wait?: (ms: number) => Promise<void>
}
export type SessionKeeper = ReturnType<typeof createSessionKeeper>

/** Who is signed in on this phone. The token lies in IndexedDB only if the person chose to be kept signed in here. */
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
  /** Rows that the server answered to what was sent: read for the person as well. */
  const forgetApplied = (userId: string) =>
    withReconnect(db, () =>
      db.applied.where('[userId+resource+rowId]').between([userId, '', ''], [userId, '\uffff', '\uffff']).delete(),
    )
  const mineOf = async (userId: string): Promise<number> => (await countMine(db, userId)).unsent

  return {
    session: (): Session | null => current,

    /** Takes over a log-in. What was kept for another person's eyes is wiped; their unsent work stays theirs and stays here. */
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

    /** The session kept on this phone, if any: at start, and in the worker. */
    async restore(): Promise<Session | null> {
      const kept = await withReconnect(db, () => readMeta<Session>(db, 'session'))
      if (kept && !current) become(kept)
      return current
    },

    /** Takes up a token that another store kept (the page's session storage), without a new log-in. */
    resume(session: Session): void {
      if (current?.token !== session.token) become(session)
    },

    /**
     * The token turned out to be void: its time is over, or somebody ended the session from elsewhere, as one does for a phone that
     * is lost. Unsent work stays for the next log-in; what was read for the person's eyes does not.
     */
    async expired(): Promise<void> {
      const me = current
      become(null)
      await withReconnect(db, () => db.meta.delete('session'))
      if (me) await forgetApplied(me.userId)
      await wipeCache(cache)
    },

    /** Everyone with unsent work on this phone, for the log-in page. */
    async unsentPeople(): Promise<UnsentPerson[]> {
      const counts = await countUnsent(db)
      const names = await withReconnect(db, () => db.meta.bulkGet(counts.map(({ userId }) => `person:${userId}`)))
      return counts.map((count, at) => ({ ...count, name: String(names[at]?.value ?? '') }))
    },

    /**
     * Signs out: tries for 10 s to send what is left, then asks `leave` whether to go with work unsent; it stays on this
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
