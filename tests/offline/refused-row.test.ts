/** A list does not show refused changes of a row that the server has. It shows a refused new row, but does not count it. */
import { afterEach, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { isCountedInSums, overlayRows } from '@/offline/overlay'
import { findBlocker, findDependents } from '@/offline/command-dependencies'
import { FaultyNetwork } from './faulty-network'
import { IDBFactory, stubbedLocks, Tab } from './phone'
import { seeded } from './seeded'
import { SimulatedServer } from './simulated-server'

const note = { resource: 'note', idInput: 'id', schemaVersion: 1 }
const create = { name: 'note.create', offline: note }
const update = { name: 'note.update', offline: note }
const append = { name: 'note.append', offline: note }
const li = { userId: createUuid7(), token: 'li', name: 'Li', staySignedIn: false }

let tab: Tab | null = null
afterEach(() => tab?.close())
function plant() {
  const random = seeded(7)
  const now = () => Date.UTC(2026, 5, 1)
  const server = new SimulatedServer(now)
  server.tokens.set(li.token, li.userId)
  const network = new FaultyNetwork(server, random)
  tab = new Tab(new IDBFactory(), { fetch: network.fetch, now, random, locks: stubbedLocks })
  const { offline } = tab
  return {
    server,
    offline,
    save: (endpoint: typeof update, body: Record<string, unknown>, baseVersion: number | null = null) =>
      offline.outbox.save(li.userId, { endpoint, body, baseVersion }),
    send: async () => {
      await offline.sessionStore.signIn(li)
      await offline.triggers.requestDrain('userRequest')
      await tab?.idle()
    },
    /** The list as a page shows it: the server's rows, overlaid with this phone's commands. */
    shown: async () => {
      const { commands, applied } = await offline.loadPendingChanges(li.userId, 'note')
      return overlayRows('note', [...server.rows.values()], commands, { applied, fetchedAt: now() + 1, now: now() })
    },
  }
}
const kilograms = (rows: readonly object[]): number =>
  rows.filter(isCountedInSums).reduce((sum, row) => sum + Number((row as { kg?: number }).kg ?? 0), 0)

test("a row of the server shows the server's values after a refusal, with the error mark", async () => {
  const { server, save, send, shown } = plant()
  const id = createUuid7()
  server.rows.set(id, { id, version: 1, kg: 31 })
  await save(update, { id, kg: 30.2, version: 1 }, 1)
  expect(await shown()).toMatchObject([{ kg: 30.2, pending: { state: 'pending' } }])
  server.foreignEdit(id, { kg: 31.5 })
  await send()
  expect(await shown()).toMatchObject([{ kg: 31.5, pending: { state: 'attention', isCreationBlocked: false } }])
  expect(kilograms(await shown())).toBe(31.5)
})
test('a command behind a refused one is not sent, so it is not overlaid on the row either', async () => {
  const { server, save, send, shown } = plant()
  const id = createUuid7()
  server.rows.set(id, { id, version: 1, kg: 31, speed: 20 })
  await save(update, { id, kg: 30.2, version: 1 }, 1)
  server.foreignEdit(id, { kg: 31.5 })
  await send()
  await save(update, { id, speed: 25, version: 2 }, 2)
  expect(await shown()).toMatchObject([{ kg: 31.5, speed: 20, pending: { state: 'attention' } }])
})
test('a refused new row stays visible with its additions; no sum includes it', async () => {
  const { server, save, send, shown } = plant()
  const other = createUuid7()
  server.rows.set(other, { id: other, version: 1, kg: 5 })
  server.forbidden.add('note.create')
  const { entityId } = await save(create, { kg: 40 })
  expect(kilograms(await shown())).toBe(45)
  await send()
  await save(update, { id: entityId, kg: 41, version: 1 }, 1)
  expect(await shown()).toMatchObject([
    { id: entityId, kg: 41, pending: { state: 'attention', isCreationBlocked: true } },
    { kg: 5 },
  ])
  expect(kilograms(await shown())).toBe(5)
})
test('a new row that waits behind a refused command is not counted either', async () => {
  const { offline, server, save, send, shown } = plant()
  server.forbidden.add('note.append')
  const first = await save(append, { id: createUuid7(), line: 'a' })
  const { entityId } = await offline.outbox.save(li.userId, {
    endpoint: create,
    body: { kg: 40 },
    dependsOn: [first.id],
  })
  await send()
  expect(await shown()).toMatchObject([
    { id: entityId, kg: 40, pending: { state: 'waiting', isCreationBlocked: true } },
  ])
  expect(kilograms(await shown())).toBe(0)
})
test('a command on a row that another command creates depends on it: a set on its cutting', async () => {
  const { offline, save, send } = plant()
  const cutting = createUuid7()
  const doff = {
    name: 'set.doff',
    offline: { resource: 'cutting', idInput: 'cuttingId', schemaVersion: 1, createdIdInput: 'id' },
  }
  const weigh = { name: 'set.edit', offline: { resource: 'cutting', idInput: 'cuttingId', schemaVersion: 1 } }
  const set = createUuid7()
  await save(doff, { id: set, cuttingId: cutting })
  await save(weigh, { id: set, cuttingId: cutting, kg: 166.5 })
  await save(weigh, { id: createUuid7(), cuttingId: cutting, kg: 1 })
  await send()
  const items = await offline.items(li.userId)
  expect(items.map(({ state }) => state)).toEqual(['attention', 'waiting', 'waiting'])
  expect(findDependents(items, items[0]!).map(({ body }) => body['kg'])).toEqual([166.5])
  expect(findBlocker(items, items[1]!)?.op).toBe('set.doff')
  expect(findBlocker(items, items[2]!)?.op).toBe('set.doff')
})
