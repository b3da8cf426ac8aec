import { afterEach, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { MAX_QUERY_AGE_MS } from '@/offline/read-cache'
import { FaultyNetwork } from './faulty-network'
import { IDBFactory, stubbedLocks, Tab } from './phone'
import { bytesOf, seeded } from './seeded'
import { SimulatedServer } from './simulated-server'

const li = { userId: createUuid7(), token: 'li-1', name: 'Li', staySignedIn: false }
let tab: Tab | null = null
afterEach(() => tab?.close())

test("resends a photo whose bytes arrived damaged from the server's position, without setting it aside", async () => {
  const clock = { time: Date.UTC(2026, 5, 1) }
  const random = seeded(11)
  const server = new SimulatedServer(() => clock.time)
  server.tokens.set(li.token, li.userId)
  server.damagedUploads = 1
  const network = new FaultyNetwork(server, random)
  tab = new Tab(new IDBFactory(), { fetch: network.fetch, now: () => clock.time, random, locks: stubbedLocks })
  await tab.offline.sessionStore.signIn(li)
  await tab.idle()
  const picture = { id: createUuid7(), data: bytesOf(random, 300_000), mime: 'image/jpeg', name: 'p.jpg' }
  const endpoint = { name: 'note.create', offline: { resource: 'note', idInput: 'id', schemaVersion: 1 } }
  await tab.offline.outbox.save(li.userId, { endpoint, body: { photos: [picture.id] }, photos: [picture] })
  clock.time += 301_000
  await tab.offline.triggers.requestDrain('timer')
  expect(server.damagedUploads).toBe(0)
  expect(server.files.get(picture.id)?.done).toBe(true)
  expect(await tab.offline.stores.db.blobs.toArray()).toEqual([])
  expect(tab.errors).toEqual([])
})

test('keeps a sent photo viewable on the phone as long as a cached list; the outbox is empty', async () => {
  const clock = { time: Date.UTC(2026, 5, 1) }
  const random = seeded(7)
  const server = new SimulatedServer(() => clock.time)
  server.tokens.set(li.token, li.userId)
  const network = new FaultyNetwork(server, random)
  tab = new Tab(new IDBFactory(), { fetch: network.fetch, now: () => clock.time, random, locks: stubbedLocks })
  await tab.offline.sessionStore.signIn(li)
  await tab.idle()
  const picture = { id: createUuid7(), data: bytesOf(random, 300), mime: 'image/jpeg', name: 'p.jpg' }
  const endpoint = { name: 'note.create', offline: { resource: 'note', idInput: 'id', schemaVersion: 1 } }
  await tab.offline.outbox.save(li.userId, { endpoint, body: { photos: [picture.id] }, photos: [picture] })
  clock.time += 301_000
  await tab.offline.triggers.requestDrain('timer')
  expect(server.files.get(picture.id)?.done).toBe(true)
  expect(await tab.offline.stores.db.bytes.count()).toBe(0)
  const storedPhoto = await tab.offline.queries.loadPhoto(picture.id)
  expect(storedPhoto && Buffer.compare(new Uint8Array(storedPhoto.data), new Uint8Array(picture.data))).toBe(0)
  clock.time += MAX_QUERY_AGE_MS + 1
  await tab.offline.queries.deleteExpired()
  expect(await tab.offline.queries.loadPhoto(picture.id)).toBeNull()
  expect(tab.errors).toEqual([])
})
