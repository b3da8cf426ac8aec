import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { openOutboxDatabase } from '@/offline/database'
import { createDrafts } from '@/offline/drafts'
import { readKept } from '@/offline/kept'
import { storeIsThere } from '@/offline/present'

it('what the store writes is what is read without it', async () => {
  expect(await storeIsThere()).toBe(false)
  const db = openOutboxDatabase()
  await db.meta.put({ key: 'session', value: { userId: 'u1', token: 't1' } })
  await createDrafts(db, () => Promise.resolve(false) as never, Date.now).put('u1', 'session', { userName: 'li' }, [])
  expect(await storeIsThere()).toBe(true)
  expect(await readKept('session')).toEqual({ userId: 'u1', token: 't1', draft: { userName: 'li' } })
  await db.meta.delete('session')
  expect(await readKept('session')).toBeNull()
  db.close()
})
