import { readMeta, withReconnect, type CacheDatabase, type OutboxDatabase } from './database'
import type { PassReport, PhoneSession } from './drain'
import { countUserUnsent, countUnsentByUser } from './outbox-view'
import { wipeCache } from './storage'

export interface PhonePerson {
  userId: string
  name: string
}
/** A person with unsent work, displayed as "Li: 4 unsent". */
export interface UnsentWorkOwner extends PhonePerson {
  unsent: number
  /** Number of refused items among the unsent ones. */
  attention: number
}
/** `signedOut` is false if the person decided to stay because of unsent items. */
export interface SignOutResult {
  signedOut: boolean
  /** Unsent items that stay on the phone. */
  unsentCount: number
}
/** Maximum time for which signing out tries to send unsent items, ms. */
export const SIGN_OUT_DRAIN_MS = 10_000

export interface SessionStoreDeps {
  db: OutboxDatabase
  cache: CacheDatabase
  /** Sends unsent items immediately. */
  send: () => Promise<PassReport>
  /** Called after every change of the session. */
  onChange?: (session: PhoneSession | null) => void
  wait?: (ms: number) => Promise<void>
}
export type SessionStore = ReturnType<typeof createSessionStore>

/**
 * Creates the store of the session on this phone, which also signs people in and out. The token is stored in IndexedDB
 * only if the person chose to stay signed in.
 */
export function createSessionStore({
  db,
  cache,
  send,
  onChange,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}: SessionStoreDeps) {
  let currentSession: PhoneSession | null = null
  function setSession(session: PhoneSession | null): void {
    currentSession = session
    onChange?.(session)
  }
  /** Deletes the acknowledged rows, which are personal data as well. */
  const deleteAppliedRows = (userId: string) =>
    withReconnect(db, () =>
      db.applied.where('[userId+resource+rowId]').between([userId, '', ''], [userId, '\uffff', '\uffff']).delete(),
    )
  const countUnsent = async (userId: string): Promise<number> => (await countUserUnsent(db, userId)).unsent

  return {
    getSession: (): PhoneSession | null => currentSession,

    /**
     * Stores a login; with `staySignedIn` also for later starts of the app. Read caches of another person are wiped; that
     * person's unsent work stays on the phone.
     */
    async signIn(person: PhonePerson & { token: string; staySignedIn: boolean }): Promise<void> {
      const { userId, name, token, staySignedIn } = person
      const previousOwner = await withReconnect(db, () =>
        db.transaction('rw', db.meta, async () => {
          const owner = await readMeta<string>(db, 'owner')
          await db.meta.bulkPut([
            { key: 'owner', value: userId },
            { key: `person:${userId}`, value: name },
          ])
          if (staySignedIn) await db.meta.put({ key: 'session', value: { userId, token } satisfies PhoneSession })
          else await db.meta.delete('session')
          return owner
        }),
      )
      if (previousOwner !== null && previousOwner !== userId) await wipeCache(cache)
      setSession({ userId, token })
    },

    /** Restores the stored session, if any: at start and in the worker. */
    async restore(): Promise<PhoneSession | null> {
      const storedSession = await withReconnect(db, () => readMeta<PhoneSession>(db, 'session'))
      if (storedSession && !currentSession) setSession(storedSession)
      return currentSession
    },

    /** Resumes a session from another store (the page's session storage) without a new login. */
    resume(session: PhoneSession): void {
      if (currentSession?.token !== session.token) setSession(session)
    },

    /**
     * Ends a session whose token is invalid: expired, or ended from elsewhere, e.g. for a lost phone. Unsent work stays
     * for the next login; cached data of the person is wiped.
     */
    async expireSession(): Promise<void> {
      const endedSession = currentSession
      setSession(null)
      await withReconnect(db, () => db.meta.delete('session'))
      if (endedSession) await deleteAppliedRows(endedSession.userId)
      await wipeCache(cache)
    },

    /** Lists everyone with unsent work on this phone, for the login page. */
    async listPeopleWithUnsentWork(): Promise<UnsentWorkOwner[]> {
      const counts = await countUnsentByUser(db)
      const names = await withReconnect(db, () => db.meta.bulkGet(counts.map(({ userId }) => `person:${userId}`)))
      return counts.map((count, index) => ({ ...count, name: String(names[index]?.value ?? '') }))
    },

    /**
     * Signs out: tries for 10 s to send unsent work, then asks `confirmLeaving` to leave the remaining work on this
     * phone. Token, read caches and acknowledged rows are wiped; drafts and the outbox are not.
     */
    async signOut(
      confirmLeaving: (unsentCount: number) => Promise<boolean> = () => Promise.resolve(true),
    ): Promise<SignOutResult> {
      const endedSession = currentSession
      if (!endedSession) return { signedOut: true, unsentCount: 0 }
      if ((await countUnsent(endedSession.userId)) > 0) await Promise.race([send(), wait(SIGN_OUT_DRAIN_MS)])
      const unsentCount = await countUnsent(endedSession.userId)
      if (unsentCount > 0 && !(await confirmLeaving(unsentCount))) return { signedOut: false, unsentCount }
      setSession(null)
      await withReconnect(db, () =>
        db.meta.bulkDelete(unsentCount > 0 ? ['session'] : ['session', `person:${endedSession.userId}`]),
      )
      await deleteAppliedRows(endedSession.userId)
      await wipeCache(cache)
      return { signedOut: true, unsentCount }
    },
  }
}
