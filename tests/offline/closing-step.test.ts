/** A final step that the server refuses for missing data must not block the missing data. */
import { afterEach, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { FaultyNetwork } from './faulty-network'
import { IDBFactory, stubbedLocks, Tab } from './phone'
import { seeded } from './seeded'
import { SimulatedServer } from './simulated-server'

const note = { resource: 'note', idInput: 'id', schemaVersion: 1 }
const create = { name: 'note.create', offline: note }
const append = { name: 'note.append', offline: note }
const finish = { name: 'note.finish', offline: { ...note, isFinalStep: true as const } }
const li = { userId: createUuid7(), token: 'li', name: 'Li', staySignedIn: false }

let tab: Tab | null = null
afterEach(() => tab?.close())
function plant() {
  const random = seeded(7)
  const server = new SimulatedServer(() => Date.UTC(2026, 5, 1))
  server.tokens.set(li.token, li.userId)
  const network = new FaultyNetwork(server, random)
  const now = () => Date.UTC(2026, 5, 1)
  tab = new Tab(new IDBFactory(), { fetch: network.fetch, now, random, locks: stubbedLocks })
  const { offline } = tab
  const save = (endpoint: typeof append, body: Record<string, unknown>) =>
    offline.outbox.save(li.userId, { endpoint, body })
  return {
    server,
    offline,
    save,
    states: async () => (await offline.items(li.userId)).map(({ op, state }) => `${op} ${state}`),
    send: async () => {
      await offline.sessionStore.signIn(li)
      await offline.triggers.requestDrain('userRequest')
      await tab?.idle()
    },
    ops: () => server.effects.map(({ op }) => op),
  }
}

test('a refused closing step yields to later commands and is retried after them', async () => {
  const { save, send, states, ops, server } = plant()
  const { entityId } = await save(create, { wanted: 2 })
  await save(append, { id: entityId, line: 'a' })
  await save(finish, { id: entityId, by: 'first' })
  await send()
  expect(await states()).toEqual(['note.finish attention'])
  await save(append, { id: entityId, line: 'b' })
  await send()
  expect(await states()).toEqual([])
  expect(ops()).toEqual(['note.create', 'note.append', 'note.append', 'note.finish'])
  expect(server.rows.get(entityId)).toMatchObject({ lines: ['a', 'b'], finished: true })
})
test('a batch saved offline loses and doubles nothing', async () => {
  const { save, send, states, ops } = plant()
  const { entityId } = await save(create, { wanted: 2 })
  await save(finish, { id: entityId, by: 'first' })
  await save(append, { id: entityId, line: 'a' })
  await save(append, { id: entityId, line: 'b' })
  await save(finish, { id: entityId, by: 'second' })
  await send()
  expect(await states()).toEqual([])
  expect(ops()).toEqual(['note.create', 'note.append', 'note.append', 'note.finish', 'note.finish'])
})
test('stays refused if it fails again after the later commands, and the next correction triggers a retry', async () => {
  const { save, send, states, ops } = plant()
  const { entityId } = await save(create, { wanted: 2 })
  await save(finish, { id: entityId })
  await send()
  await save(append, { id: entityId, line: 'a' })
  await send()
  expect(await states()).toEqual(['note.finish attention'])
  await save(append, { id: entityId, line: 'b' })
  await send()
  expect(await states()).toEqual([])
  expect(ops().at(-1)).toBe('note.finish')
})
test('another refused command still holds its chain, including a closing step behind it', async () => {
  const { save, send, states } = plant()
  const { entityId } = await save(append, { id: createUuid7(), line: 'of nothing' })
  await save(finish, { id: entityId })
  await save(append, { id: entityId, line: 'later' })
  await send()
  expect(await states()).toEqual(['note.append attention', 'note.finish waiting', 'note.append waiting'])
})
