import { afterEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import type { PhoneSession } from '@/offline'
import { UPLOAD_CHUNK_BYTES } from '@/contract/sync'
import { FaultyNetwork, type Fault } from './faulty-network'
import { IDBFactory, stubbedLocks, Tab } from './phone'
import { bytesOf, seeded } from './seeded'
import { SimulatedServer } from './simulated-server'

const create = { name: 'note.create', offline: { resource: 'note', idInput: 'id', schemaVersion: 1 } }
const append = { ...create, name: 'note.append' }
const update = { ...create, name: 'note.update' }
const li: PhoneSession & { name: string; staySignedIn: boolean } = {
  userId: createUuid7(),
  token: 'li-1',
  name: 'Li',
  staySignedIn: false,
}
const wu: typeof li = { userId: createUuid7(), token: 'wu-1', name: 'Wu', staySignedIn: false }

function plant(
  options: {
    recompress?: (data: ArrayBuffer, mime: string) => Promise<{ data: ArrayBuffer; mime: string } | null>
  } = {},
) {
  const clock = { time: Date.UTC(2026, 5, 1), skew: 0 }
  const random = seeded(7)
  const server = new SimulatedServer(() => clock.time)
  server.tokens.set(li.token, li.userId).set(wu.token, wu.userId)
  const network = new FaultyNetwork(server, random)
  const factory = new IDBFactory()
  const tabs: Tab[] = []
  const open = () => {
    const tab = new Tab(factory, {
      fetch: network.fetch,
      now: () => clock.time + clock.skew,
      random,
      locks: stubbedLocks,
      ...options,
    })
    tabs.push(tab)
    return tab
  }
  const pass = async (tab: Tab, wait = 301_000) => {
    clock.time += wait
    return tab.offline.triggers.requestDrain('timer')
  }
  return { clock, random, server, network, open, pass, close: () => tabs.forEach((tab) => tab.close()) }
}
let here = plant()
afterEach(() => {
  here.close()
  here = plant()
})
/** A tab with Li signed in and nothing to send. */
async function ready(): Promise<Tab> {
  const tab = here.open()
  await tab.offline.sessionStore.signIn(li)
  await tab.idle()
  return tab
}
const offlineSave = async (
  tab: Tab,
  count: number,
  body: (at: number) => Record<string, unknown> = (at) => ({ text: `${at}` }),
) => {
  const saved = []
  for (let at = 0; at < count; at++)
    saved.push(await tab.offline.outbox.save(li.userId, { endpoint: create, body: body(at) }))
  return saved
}
const photo = (size: number) => ({
  id: createUuid7(),
  data: bytesOf(here.random, size),
  mime: 'image/jpeg',
  name: 'p.jpg',
})

describe('answers that prove nothing keep the command on the phone, and a command is applied once', () => {
  test.each<[Fault, string]>([
    ['dropBefore', 'network'],
    ['dropAfter', 'network'],
    ['late', 'network'],
    ['truncate', 'gateway'],
    ['gateway', 'gateway'],
    ['crowded', 'busy'],
    ['unauthorized', 'signedOut'],
    ['errorBefore', 'server'],
    ['errorAfter', 'server'],
  ])('%s', async (fault, kind) => {
    const tab = here.open()
    const [saved] = await offlineSave(tab, 1)
    here.network.script = Array.from({ length: 3 }, () => fault)
    await tab.offline.sessionStore.signIn(li)
    await tab.offline.triggers.requestDrain('timer')
    await tab.idle()
    expect(await tab.offline.items(li.userId)).toMatchObject([
      { id: saved?.id, state: 'retrying', lastError: { kind } },
    ])
    here.network.script = []
    here.server.tokens.set('li-2', li.userId)
    here.clock.time += 301_000
    await tab.offline.sessionStore.signIn({ ...li, token: 'li-2' })
    await tab.offline.triggers.requestDrain('userRequest')
    here.network.deliverLate()
    expect(await tab.offline.items(li.userId)).toEqual([])
    expect(here.server.effects.map((effect) => effect.opId)).toEqual([saved?.id])
  })
})

test('an expired token pauses the drain, keeps everything and sends nothing until the next sign-in', async () => {
  const tab = await ready()
  await offlineSave(tab, 60)
  await tab.idle()
  here.server.tokens.delete(li.token)
  await tab.offline.outbox.save(li.userId, { endpoint: create, body: {} })
  expect((await here.pass(tab)).end).toBe('signedOut')
  expect(tab.offline.drain.isPaused()).toBe(true)
  expect(tab.offline.status.get().state).toBe('paused')
  const left = (await tab.offline.items(li.userId)).length
  expect(left).toBeGreaterThan(0)
  here.server.tokens.set('li-2', li.userId)
  await tab.offline.sessionStore.signIn({ ...li, token: 'li-2' })
  await tab.offline.triggers.requestDrain('login')
  expect(await tab.offline.items(li.userId)).toEqual([])
  expect(here.server.rows.size).toBe(61)
})

describe('one bad command', () => {
  test.each([
    ['item', 1000],
    ['request', 200],
  ] as const)('a poison is parked after 8 errors, the others pass (by %s, one in %d)', async (how, count) => {
    here.server.poison = how
    const tab = here.open()
    const saved = await offlineSave(tab, count, (at) => (at === 40 ? { poison: true } : { text: `${at}` }))
    await tab.offline.sessionStore.signIn(li)
    for (let pass = 0; pass < 25; pass++) {
      // Another person keeps working: only their passing commands distinguish a bad command from a bad server.
      await tab.offline.outbox.save(li.userId, { endpoint: create, body: {} })
      await here.pass(tab)
    }
    expect(here.server.effects).toHaveLength(count - 1 + 25)
    expect(await tab.offline.items(li.userId)).toMatchObject([
      { id: saved[40]?.id, state: 'attention', lastError: { kind: 'server' } },
    ])
    expect((await tab.offline.items(li.userId))[0]).toHaveProperty('editable', how === 'item')
  })

  test('retries a command that the server has no time for, without setting it aside; its followers wait', async () => {
    const tab = here.open()
    const first = await tab.offline.outbox.save(li.userId, { endpoint: create, body: { text: 'fine' } })
    await tab.offline.outbox.save(li.userId, { endpoint: append, body: { id: first.entityId, line: 'x' } })
    here.server.flaky = () => true
    await tab.offline.sessionStore.signIn(li)
    for (let pass = 0; pass < 25; pass++) await here.pass(tab)
    expect((await tab.offline.items(li.userId)).map((item) => item.state)).toEqual(['retrying', 'pending'])
    here.server.flaky = () => false
    for (let pass = 0; pass < 2; pass++) await here.pass(tab)
    expect(here.server.effects.map((effect) => effect.op)).toEqual([create.name, append.name])
    expect(await tab.offline.items(li.userId)).toEqual([])
  })

  test('sets no command aside while the server fails for everything', async () => {
    const tab = here.open()
    await offlineSave(tab, 5)
    here.network.script = Array.from({ length: 400 }, () => 'errorBefore' as const)
    await tab.offline.sessionStore.signIn(li)
    for (let pass = 0; pass < 30; pass++) await here.pass(tab)
    expect((await tab.offline.items(li.userId)).map((item) => item.state)).not.toContain('attention')
    here.network.script = []
    for (let pass = 0; pass < 3; pass++) await here.pass(tab)
    expect(here.server.effects).toHaveLength(5)
  })

  test('a refused command holds its own chain and dependents; other commands pass', async () => {
    const tab = here.open()
    const bad = await tab.offline.outbox.save(li.userId, { endpoint: append, body: { id: createUuid7(), line: 'x' } })
    await tab.offline.outbox.save(li.userId, { endpoint: append, body: { id: bad.entityId, line: 'y' } })
    const good = await tab.offline.outbox.save(li.userId, { endpoint: create, body: { text: 'fine' } })
    await tab.offline.outbox.save(li.userId, {
      endpoint: append,
      body: { id: good.entityId, line: 'later' },
      dependsOn: [bad.id],
    })
    await tab.offline.sessionStore.signIn(li)
    await tab.offline.triggers.requestDrain('userRequest')
    expect((await tab.offline.items(li.userId)).map((item) => item.state)).toEqual(['attention', 'waiting', 'waiting'])
    expect(here.server.effects.map((effect) => effect.opId)).toEqual([good.id])
    await tab.offline.outbox.discard(bad.id)
    await tab.offline.triggers.requestDrain('userRequest')
    expect(here.server.effects).toHaveLength(2)
  })

  test('after 413 sends smaller batches, then sets aside only the command that is too large', async () => {
    const tab = here.open()
    await offlineSave(tab, 4)
    here.network.script = ['tooLarge', 'tooLarge', 'tooLarge']
    await tab.offline.sessionStore.signIn(li)
    await tab.offline.triggers.requestDrain('userRequest')
    expect(here.server.effects).toHaveLength(3)
    expect(await tab.offline.items(li.userId)).toMatchObject([{ state: 'attention', lastError: { kind: 'tooLarge' } }])
  })
})

describe('editing unsent commands', () => {
  test('an edit after a refusal gets a new id at the old position; a command that may have arrived cannot be edited', async () => {
    const tab = here.open()
    const entity = createUuid7()
    const refused = await tab.offline.outbox.save(li.userId, {
      endpoint: create,
      body: { id: entity, about: createUuid7() },
      photos: [photo(30)],
    })
    await tab.offline.sessionStore.signIn(li)
    await tab.offline.triggers.requestDrain('userRequest')
    const id = await tab.offline.outbox.edit(refused.id, { body: { id: 'another', text: 'mended' } })
    expect(id).not.toBe(refused.id)
    await tab.offline.triggers.requestDrain('userRequest')
    expect(here.server.rows.get(entity)).toMatchObject({ text: 'mended' })
    expect([...here.server.files.values()]).toMatchObject([{ done: true }])

    here.network.script = ['dropAfter']
    const lost = await tab.offline.outbox.save(li.userId, { endpoint: create, body: {} })
    await tab.offline.triggers.requestDrain('userRequest')
    here.network.script = ['dropBefore']
    await tab.idle()
    await expect(tab.offline.outbox.edit(lost.id, { body: {} })).rejects.toThrow(/maybeApplied|gone/)
  })

  test('the server refuses the same id with another body; the phone shows the refusal and applies nothing twice', async () => {
    const tab = await ready()
    const first = await tab.offline.outbox.save(li.userId, { endpoint: create, body: { text: 'one' } })
    await tab.offline.triggers.requestDrain('userRequest')
    await tab.offline.outbox.save(li.userId, {
      id: first.id,
      endpoint: create,
      body: { id: first.entityId, text: 'two' },
    })
    await tab.offline.triggers.requestDrain('userRequest')
    expect(here.server.rows.get(first.entityId)).toMatchObject({ text: 'one' })
    expect(await tab.offline.items(li.userId)).toMatchObject([
      { id: first.id, state: 'attention', lastError: { kind: 'refused' } },
    ])
  })

  test('edits on top of own commands are no conflict; a change by another person is, with both versions', async () => {
    const tab = here.open()
    const { entityId } = await tab.offline.outbox.save(li.userId, { endpoint: create, body: { text: '1' } })
    await tab.offline.outbox.save(li.userId, { endpoint: update, body: { id: entityId, text: '2' }, baseVersion: 1 })
    await tab.offline.outbox.save(li.userId, { endpoint: update, body: { id: entityId, text: '3' }, baseVersion: 1 })
    await tab.offline.sessionStore.signIn(li)
    await tab.offline.triggers.requestDrain('userRequest')
    expect(here.server.rows.get(entityId)).toMatchObject({ text: '3', version: 3 })
    here.server.foreignEdit(entityId, { text: 'theirs' })
    await tab.offline.outbox.save(li.userId, { endpoint: update, body: { id: entityId, text: '4' }, baseVersion: 3 })
    await tab.offline.triggers.requestDrain('userRequest')
    const [item] = await tab.offline.items(li.userId)
    expect(item).toMatchObject({
      state: 'attention',
      editable: true,
      lastError: { kind: 'conflict', data: { conflict: { theirs: { text: 'theirs', version: 4 } } } },
    })
    await tab.offline.outbox.edit(item?.id ?? '', { body: { id: entityId, text: 'both' }, baseVersion: 4 })
    await tab.offline.triggers.requestDrain('userRequest')
    expect(here.server.rows.get(entityId)).toMatchObject({ text: 'both', version: 5 })
  })
})

describe('photos', () => {
  test("are sent after commands, in chunks, and resume at the server's position", async () => {
    const tab = here.open()
    const picture = photo(UPLOAD_CHUNK_BYTES * 2 + 1000)
    await tab.offline.outbox.save(li.userId, { endpoint: create, body: { photos: [picture.id] }, photos: [picture] })
    // Pings are exempt from faults; start, first chunk succeeds, second chunk is lost after it arrived
    here.network.script = ['duplicate', 'duplicate', 'duplicate', 'dropAfter']
    await tab.offline.sessionStore.signIn(li)
    await tab.offline.triggers.requestDrain('timer')
    expect(here.server.files.get(picture.id)?.bytes.length).toBeGreaterThan(UPLOAD_CHUNK_BYTES)
    expect((await tab.offline.items(li.userId))[0]?.photos).toHaveLength(1)
    await here.pass(tab)
    const arrived = here.server.files.get(picture.id)
    expect(arrived?.done && Buffer.compare(arrived.bytes, new Uint8Array(picture.data))).toBe(0)
    expect(await tab.offline.stores.db.bytes.count()).toBe(0)
  })

  test('that are too large are reduced once, then set aside with their bytes', async () => {
    here.close()
    let made = 0
    here = plant({
      recompress: (data) =>
        Promise.resolve(++made > 0 ? { data: data.slice(0, data.byteLength / 2), mime: 'image/jpeg' } : null),
    })
    const tab = await ready()
    here.server.photoLimit = 600
    const small = photo(1000)
    const huge = photo(4000)
    await tab.offline.outbox.save(li.userId, { endpoint: create, body: {}, photos: [small, huge] })
    await tab.offline.triggers.requestDrain('userRequest')
    await here.pass(tab)
    expect(here.server.files.get(small.id)).toMatchObject({ done: true, size: 500 })
    expect(made).toBe(2)
    expect((await tab.offline.items(li.userId))[0]?.photos).toMatchObject([
      { id: huge.id, state: 'attention', lastError: { kind: 'tooLarge' } },
    ])
    expect((await tab.offline.stores.db.bytes.get(huge.id))?.data.byteLength).toBe(2000)
  })

  test('whose bytes do not match the announced hash are not deleted from the phone', async () => {
    const tab = await ready()
    const picture = photo(300)
    here.server.tokens.delete(li.token)
    await tab.offline.outbox.save(li.userId, { endpoint: create, body: {}, photos: [picture] })
    await tab.idle()
    here.server.tokens.set('li-2', li.userId)
    // A proxy corrupts bodies on the way.
    const handle = here.server.handle.bind(here.server)
    here.server.handle = (method, url, token, body) =>
      handle(
        method,
        url,
        token,
        body instanceof ArrayBuffer ? new Uint8Array(body).map((byte) => byte ^ 1).buffer : body,
      )
    await tab.offline.sessionStore.signIn({ ...li, token: 'li-2' })
    await tab.offline.triggers.requestDrain('userRequest')
    expect(await tab.offline.stores.db.bytes.count()).toBe(1)
    here.server.handle = handle
    await here.pass(tab)
    expect(here.server.files.get(picture.id)?.done).toBe(true)
  })
})

test('the status names commands in progress, from reading to sent, and commands that need a person', async () => {
  const tab = here.open()
  expect(tab.offline.status.get().state).toBe('reading')
  await tab.offline.sessionStore.signIn(li)
  await tab.idle()
  const seen: string[] = []
  const leave = tab.offline.status.subscribe(({ state }) => void seen.push(state))
  const status = async (state: string) => {
    await tab.offline.status.refresh()
    expect(tab.offline.status.get().state).toBe(state)
  }
  await status('sent')
  here.network.script = ['dropBefore', 'dropBefore']
  const [first] = await offlineSave(tab, 1)
  await tab.idle()
  await status('offline')
  // Attempts that reach nobody do not count as a network; otherwise the screen would appear and disappear with each of them.
  const until = seen.length
  here.network.down = true
  for (let tries = 0; tries < 3; tries++) {
    await here.pass(tab)
    await status('offline')
  }
  expect(seen.slice(until)).toEqual([])
  here.network.down = false
  here.network.script = []
  await here.pass(tab)
  await status('sent')
  expect(seen.slice(until)).toContain('sending')
  expect(first).toBeDefined()
  here.server.forbidden.add(append.name)
  await tab.offline.outbox.save(li.userId, { endpoint: append, body: { text: 'x' } })
  await here.pass(tab)
  await status('attention')
  leave()
})

describe('people and clocks', () => {
  test('Li saves, Wu signs in, Li returns: nothing is sent under another name', async () => {
    const tab = await ready()
    here.network.script = ['dropBefore', 'dropBefore']
    await offlineSave(tab, 3)
    await tab.idle()
    expect(await tab.offline.sessionStore.listPeopleWithUnsentWork()).toMatchObject([
      { userId: li.userId, name: 'Li', unsent: 3 },
    ])
    here.network.script = []
    await tab.offline.sessionStore.signIn(wu)
    await here.pass(tab)
    expect(here.server.effects).toEqual([])
    expect(tab.offline.status.get().unsent).toBe(0)
    await tab.offline.sessionStore.signIn(li)
    await here.pass(tab)
    expect(here.server.effects.map((effect) => effect.userId)).toEqual([li.userId, li.userId, li.userId])
  })

  test.each([86_400_000, -86_400_000])(
    'a clock %d ms off: occurredAt is corrected after the first contact, waiting is not fooled',
    async (skew) => {
      here.clock.skew = skew
      const tab = await ready()
      await tab.offline.outbox.save(li.userId, { endpoint: create, body: {} })
      const [op] = await tab.offline.items(li.userId)
      expect(Math.abs(Date.parse(op?.occurredAt ?? '') - here.clock.time)).toBeLessThan(1000)
      here.network.script = ['dropBefore', 'dropBefore']
      await tab.idle()
      here.clock.skew = -skew
      here.network.script = []
      await here.pass(tab, 0)
      await here.pass(tab, 301_000)
      expect(here.server.effects).toHaveLength(1)
    },
  )
})
