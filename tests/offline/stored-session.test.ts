import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openOutboxDatabase } from '@/offline/database'
import { createDrafts } from '@/offline/drafts'
import { readStoredSession } from '@/offline/read-stored-session'
import { hasOutboxStore } from '@/offline/outbox-presence'

it('the session written by the store can be read without the store', async () => {
  expect(await hasOutboxStore()).toBe(false)
  const db = openOutboxDatabase()
  await db.meta.put({ key: 'session', value: { userId: 'u1', token: 't1' } })
  await createDrafts(db, () => Promise.resolve(false) as never, Date.now).put('u1', 'session', { userName: 'li' }, [])
  expect(await hasOutboxStore()).toBe(true)
  expect(await readStoredSession('session')).toEqual({ userId: 'u1', token: 't1', draft: { userName: 'li' } })
  await db.meta.delete('session')
  expect(await readStoredSession('session')).toBeNull()
  db.close()
})
