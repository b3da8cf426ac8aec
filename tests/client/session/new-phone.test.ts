// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakePhone } from '../fake-phone'

const opened = vi.hoisted(() => ({ phone: null as unknown, times: 0 }))
vi.mock('@/client/api/phone-store', () => ({
  openPhoneStore: () => {
    opened.times++
    return Promise.resolve(opened.phone)
  },
}))

/** The kit's view of the store in a newly loaded page. */
async function freshPage() {
  vi.resetModules()
  const phone = createFakePhone()
  Object.assign(opened, { phone, times: 0 })
  return { store: phone, ...(await import('@/client/api/phone')) }
}
const turns = () => new Promise((resolve) => setTimeout(resolve, 20))
const awaitRequest = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('failed'))
  })
/** Creates the store's database of an earlier day with its tables and these rows. */
async function earlierDay(rows: { meta?: object[]; drafts?: object[] } = {}): Promise<void> {
  const opening = indexedDB.open('nonwoven-outbox', 10)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('meta', { keyPath: 'key' })
    opening.result.createObjectStore('drafts', { keyPath: ['userId', 'key'] })
  }
  const db = await awaitRequest(opening)
  const write = db.transaction(['meta', 'drafts'], 'readwrite')
  for (const table of ['meta', 'drafts'] as const)
    for (const row of rows[table] ?? []) write.objectStore(table).put(row)
  await new Promise((resolve) => {
    write.oncomplete = resolve
  })
  db.close()
}
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

describe('a new phone', () => {
  it('loads the store only after the first page is drawn, and then reports the person', async () => {
    const {
      setStorePerson: introduce,
      waitForPhoneStore: readyPhone,
      announcePainted: appPainted,
      announceSettled: appSettled,
      hasStore,
      store,
    } = await freshPage()
    appPainted()
    await introduce(false, (phone) => phone.reportSignIn({ userId: 'u1', userName: 'li', token: 't' }, null))
    const ready = readyPhone()
    await turns()
    expect([await hasStore(), opened.times]).toEqual([false, 0])
    appSettled()
    await ready
    expect([opened.times, store.calls]).toEqual([1, ['signedIn u1']])
  })
  it('opens the store at once for a command, with the person known', async () => {
    const { setStorePerson: introduce, getPhoneStore: phone, waitForPhoneStore: readyPhone, store } = await freshPage()
    await introduce(false, (it) => it.reportSignIn({ userId: 'u1', userName: 'li', token: 't' }, null))
    await phone()
    await readyPhone()
    expect([opened.times, store.calls]).toEqual([1, ['signedIn u1']])
  })
  it('opens the store at once if the session is to be stored', async () => {
    const { setStorePerson: introduce, store } = await freshPage()
    await introduce(true, (it) => it.reportSignIn({ userId: 'u1', userName: 'li', token: 't' }, {}))
    await turns()
    expect([opened.times, store.calls]).toEqual([1, ['signedIn u1']])
  })
})

describe('a phone that was used before', () => {
  it('opens the store when the first page is drawn; readers wait until it knows the person', async () => {
    await earlierDay()
    const {
      setStorePerson: introduce,
      waitForPhoneStore: readyPhone,
      announcePainted: appPainted,
      store,
    } = await freshPage()
    let knows = false
    const announcement = introduce(false, async () => {
      await turns()
      knows = true
    })
    const ready = readyPhone().then(() => knows)
    await turns()
    expect(opened.times).toBe(0)
    appPainted()
    expect(await ready).toBe(true)
    await announcement
    expect(store.calls).toEqual([])
  })
  it('admits readers if informing the store failed', async () => {
    await earlierDay()
    const {
      setStorePerson: introduce,
      waitForPhoneStore: readyPhone,
      announcePainted: appPainted,
      store,
    } = await freshPage()
    appPainted()
    await introduce(false, () => Promise.reject(new Error('disk')))
    expect(await readyPhone()).toBe(store)
  })
})

describe('a stored session', () => {
  const persistedRows = {
    meta: [{ key: 'session', value: { userId: 'u1', token: 't1' } }],
    drafts: [{ userId: 'u1', key: 'session', value: { userName: 'li', token: '' }, files: [], savedAt: 1 }],
  }
  it('is read without the store', async () => {
    await earlierDay(persistedRows)
    const { readPersistedSession: keptSession } = await freshPage()
    expect(await keptSession()).toEqual({ userId: 'u1', userName: 'li', token: 't1' })
    expect(opened.times).toBe(0)
  })
  it('does not exist on a new phone, and looking for it leaves nothing behind', async () => {
    const { readPersistedSession: keptSession, hasStore } = await freshPage()
    expect(await keptSession()).toBeNull()
    expect(await hasStore()).toBe(false)
    expect(await indexedDB.databases()).toEqual([])
  })
  it('does not exist if nobody asked for it', async () => {
    await earlierDay({ drafts: persistedRows.drafts })
    const { readPersistedSession: keptSession } = await freshPage()
    expect(await keptSession()).toBeNull()
  })
})
