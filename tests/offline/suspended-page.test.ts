import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { openOutboxDatabase, withReconnect } from '@/offline/database'
import { readStoredSession } from '@/offline/read-stored-session'
import { watchPageFreeze } from '@/offline/page-freeze'

const page = new EventTarget()
const say = (name: 'pagehide' | 'pageshow', persisted: boolean) =>
  page.dispatchEvent(Object.assign(new Event(name), { persisted }))
beforeAll(() => watchPageFreeze(page))
afterEach(() => say('pageshow', true))

/** Reads and writes of another page, which is still active, at the same time. */
async function elsewhere(): Promise<unknown> {
  const db = await new Dexie('nonwoven-outbox').open()
  await db.table('meta').put({ key: 'elsewhere', value: 1 })
  const row = (await db.table('meta').get('half')) as { value: unknown } | undefined
  db.close()
  return row?.value
}

test('a suspended page aborts its transactions and repeats them when it resumes', async () => {
  const db = openOutboxDatabase()
  let begun = 0
  let done = false
  const work = withReconnect(db, () =>
    db.transaction('rw', db.meta, async () => {
      begun++
      await db.meta.put({ key: 'half', value: begun })
      if (begun === 1) say('pagehide', true)
      await db.meta.put({ key: 'whole', value: begun })
    }),
  ).then(() => {
    done = true
  })
  await expect.poll(() => begun).toBe(1)
  expect(await elsewhere()).toBeUndefined()
  expect([begun, done]).toEqual([1, false])
  say('pageshow', true)
  await work
  expect(begun).toBe(2)
  expect((await db.meta.bulkGet(['half', 'whole'])).map((row) => row?.value)).toEqual([2, 2])
  db.close()
})

test('requests during the suspension wait until the page resumes', async () => {
  const db = openOutboxDatabase()
  await db.open()
  say('pagehide', true)
  let done = false
  const work = withReconnect(db, () => db.meta.put({ key: 'late', value: 1 })).then(() => {
    done = true
  })
  await elsewhere()
  expect(done).toBe(false)
  say('pageshow', true)
  await work
  db.close()
})

test('a page that closes for good lets its transactions finish', async () => {
  const db = openOutboxDatabase()
  let begun = 0
  await withReconnect(db, () =>
    db.transaction('rw', db.meta, async () => {
      begun++
      say('pagehide', false)
      await db.meta.put({ key: 'last', value: 1 })
    }),
  )
  expect(begun).toBe(1)
  db.close()
})

test('reading the stored session also uses a transaction that a suspended page aborts', async () => {
  say('pagehide', true)
  await expect(readStoredSession('session')).rejects.toThrow()
})
