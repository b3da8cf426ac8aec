import { IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import type { ShiftPackPage } from '@/contract/sync'
import { overlayRows, StorageFullError } from '@/offline'
import { chooseBetterSample, measureClock } from '@/offline/clock'
import { openCacheDatabase, openOutboxDatabase } from '@/offline/database'
import { createDrafts } from '@/offline/drafts'
import { isOwnShare, saveSharedDraft, readShare } from '@/offline/share'
import { getScanCodes } from '@/offline/shift-pack'
import { FaultyNetwork } from './faulty-network'
import { IDBFactory, Tab } from './phone'
import { bytesOf, seeded } from './seeded'
import { SimulatedServer } from './simulated-server'

const create = { name: 'note.create', offline: { resource: 'note', idInput: 'id', schemaVersion: 1 } }
const li = { userId: createUuid7(), token: 'li-1', name: 'Li', staySignedIn: false }
const wu = { userId: createUuid7(), token: 'wu-1', name: 'Wu', staySignedIn: true }
const factory = () => new IDBFactory()
const open: Tab[] = []
function tabOn(
  store: IDBFactory,
  now = () => 1_000_000,
): { tab: Tab; server: SimulatedServer; network: FaultyNetwork } {
  const server = new SimulatedServer(now)
  server.tokens.set(li.token, li.userId).set(wu.token, wu.userId)
  const network = new FaultyNetwork(server, seeded(3))
  const tab = new Tab(store, { fetch: network.fetch, now, random: seeded(1), locks: null })
  open.push(tab)
  return { tab, server, network }
}
afterEach(() => open.splice(0).forEach((tab) => tab.close()))

describe('a save is complete or absent', () => {
  const photo = () => ({ id: createUuid7(), data: bytesOf(seeded(5), 100), mime: 'image/jpeg', name: 'p.jpg' })

  test('if the tab is killed at any database access', async () => {
    let survived = 0
    for (let accessesBeforeCrash = 1; survived < 3; accessesBeforeCrash++) {
      const store = factory()
      const { tab } = tabOn(store)
      await tab.offline.drafts.put(li.userId, 'form', { text: 'typed' })
      tab.arm({ after: accessesBeforeCrash, how: 'kill' })
      const saved = await tab.offline.outbox
        .save(li.userId, { endpoint: create, body: { text: 'typed' }, photos: [photo()], draftKey: 'form' })
        .then(
          () => true,
          () => false,
        )
      if (saved) survived++
      tab.close()
      const { tab: next } = tabOn(store)
      const items = await next.offline.items(li.userId)
      const draft = await next.offline.drafts.get(li.userId, 'form')
      expect(
        [
          items.length,
          items.flatMap((item) => item.photos).length,
          await next.offline.stores.db.bytes.count(),
          draft === null,
        ],
        `killed at ${accessesBeforeCrash}`,
      ).toEqual(saved ? [1, 1, 1, true] : [0, 0, 0, false])
      expect(accessesBeforeCrash).toBeLessThan(60)
    }
  })

  test('reopens a lost connection at every access; nothing is saved twice', async () => {
    for (let after = 1; after < 14; after++) {
      const { tab } = tabOn(factory())
      await tab.offline.items(li.userId)
      tab.arm({ after, how: 'lose' })
      await tab.offline.outbox.save(li.userId, { endpoint: create, body: {}, photos: [photo()] })
      tab.arm(null)
      expect(await tab.offline.items(li.userId), `lost at ${after}`).toHaveLength(1)
    }
  })

  test('saves a double tap with the form’s own id once; seq continues after a restart', async () => {
    const store = factory()
    const { tab } = tabOn(store)
    const id = createUuid7()
    const [first, second] = await Promise.all(
      [1, 2].map(() => tab.offline.outbox.save(li.userId, { id, endpoint: create, body: { text: 'x' } })),
    )
    expect(first?.seq).toBe(second?.seq)
    tab.close()
    const later = await tabOn(store).tab.offline.outbox.save(li.userId, { endpoint: create, body: {} })
    expect(later.seq).toBe(2)
  })

  test('a full phone deletes its read caches, never the outbox; then it reports the full disk', async () => {
    const { tab } = tabOn(factory())
    await tab.offline.queries.storeQuery('list', 'b', { rows: [] })
    await tab.offline.queries.storePhoto({ id: 't', data: new ArrayBuffer(8), mime: 'image/jpeg' })
    await tab.offline.outbox.save(li.userId, { endpoint: create, body: {} })
    tab.arm({ after: 2, how: 'full' })
    await tab.offline.outbox.save(li.userId, { endpoint: create, body: {} })
    expect(await tab.offline.queries.loadQuery('list', 'b')).toBeNull()
    expect(await tab.offline.queries.loadPhoto('t')).toBeNull()
    expect(await tab.offline.items(li.userId)).toHaveLength(2)
    const put = tab.offline.stores.db.outbox.add.bind(tab.offline.stores.db.outbox)
    tab.offline.stores.db.outbox.add = () => {
      throw new DOMException('disk full', 'QuotaExceededError')
    }
    await expect(tab.offline.outbox.save(li.userId, { endpoint: create, body: {} })).rejects.toBeInstanceOf(
      StorageFullError,
    )
    tab.offline.stores.db.outbox.add = put
    expect(await tab.offline.items(li.userId)).toHaveLength(2)
  })

  test('a command waits for the unsent row it refers to; the export contains photos and bodies unchanged', async () => {
    const { tab } = tabOn(factory())
    const first = await tab.offline.outbox.save(li.userId, { endpoint: create, body: { text: 'a' }, photos: [photo()] })
    const second = await tab.offline.outbox.save(li.userId, {
      endpoint: create,
      body: { about: { of: [first.entityId] } },
    })
    const file = JSON.parse(await tab.offline.exportItems(li.userId)) as {
      ops: { id: string; dependsOn: string[] }[]
      photos: { base64: string }[]
    }
    expect(file.ops.find((op) => op.id === second.id)?.dependsOn).toEqual([first.id])
    expect(Buffer.from(file.photos[0]?.base64 ?? '', 'base64')).toEqual(Buffer.from(bytesOf(seeded(5), 100)))
    expect((await tab.offline.loadPhotos(first.id))[0]?.data.byteLength).toBe(100)
  })
})

describe('the session on a shared phone', () => {
  test('stores the token on the phone only if the person chose so', async () => {
    const store = factory()
    const { tab } = tabOn(store)
    await tab.offline.sessionStore.signIn(li)
    await tab.idle()
    const stored = async () => JSON.stringify(await tab.offline.stores.db.meta.toArray())
    expect(await stored()).not.toContain(li.token)
    await tab.offline.sessionStore.signIn(wu)
    expect(await stored()).toContain(wu.token)
    expect(await tabOn(store).tab.offline.sessionStore.restore()).toEqual({ userId: wu.userId, token: wu.token })
  })

  test('signing out sends what it can, asks about the remaining commands, deletes token and cached reads, and keeps the outbox', async () => {
    const { tab, server, network } = tabOn(factory())
    await tab.offline.sessionStore.signIn(wu)
    await tab.offline.outbox.save(wu.userId, { endpoint: create, body: {} })
    await tab.offline.triggers.requestDrain('userRequest')
    expect(server.effects).toHaveLength(1)
    await tab.offline.queries.storeQuery('list', 'b', {})
    network.rate = 1
    network.script = Array.from({ length: 50 }, () => 'dropBefore' as const)
    await tab.offline.outbox.save(wu.userId, { endpoint: create, body: {} })
    expect(await tab.offline.sessionStore.signOut(() => Promise.resolve(false))).toEqual({
      signedOut: false,
      unsentCount: 1,
    })
    expect(tab.offline.sessionStore.getSession()).not.toBeNull()
    expect(await tab.offline.sessionStore.signOut()).toEqual({ signedOut: true, unsentCount: 1 })
    expect(JSON.stringify(await tab.offline.stores.db.meta.toArray())).not.toContain(wu.token)
    expect(await tab.offline.stores.cache.queries.count()).toBe(0)
    expect(await tab.offline.stores.db.applied.count()).toBe(0)
    expect(await tab.offline.sessionStore.listPeopleWithUnsentWork()).toMatchObject([{ name: 'Wu', unsent: 1 }])
  })

  test('a session ended remotely leaves unsent work on the phone, but no cached reads', async () => {
    const { tab, server } = tabOn(factory())
    server.pack = () => pack({ rows: { equipment: [{ id: 'e1', code: 'P-1' }] } })
    await tab.offline.sessionStore.signIn(wu)
    await tab.offline.pack.refresh()
    await tab.offline.outbox.save(wu.userId, { endpoint: create, body: {} })
    await tab.offline.triggers.requestDrain('userRequest')
    await tab.offline.queries.storeQuery('list', 'b', {})
    server.tokens.delete(wu.token)
    await tab.offline.outbox.save(wu.userId, { endpoint: create, body: {} })
    await tab.offline.sessionStore.expireSession()
    expect(tab.offline.sessionStore.getSession()).toBeNull()
    const { cache, db } = tab.offline.stores
    expect([await cache.rows.count(), await cache.queries.count(), await db.applied.count()]).toEqual([0, 0, 0])
    expect(JSON.stringify(await db.meta.toArray())).not.toContain(wu.token)
    expect(await tab.offline.sessionStore.listPeopleWithUnsentWork()).toMatchObject([{ name: 'Wu', unsent: 1 }])
  })

  test('a sign-in deletes the cached reads of another person', async () => {
    const { tab, server } = tabOn(factory())
    server.pack = () => pack({ rows: { equipment: [{ id: 'e1', code: 'P-1' }] } })
    await tab.offline.sessionStore.signIn(li)
    await tab.offline.pack.refresh()
    expect(await tab.offline.pack.findByCode('p-1')).toHaveLength(1)
    await tab.offline.sessionStore.signIn(wu)
    expect(await tab.offline.pack.findByCode('p-1')).toEqual([])
    expect(await tab.offline.stores.cache.rows.count()).toBe(0)
  })
})

const pack = (part: Partial<ShiftPackPage>): ShiftPackPage => ({
  cursor: '1',
  reset: false,
  more: false,
  rows: {},
  gone: {},
  refs: {},
  refsEn: {},
  preparedAt: '',
  ...part,
})
describe('the shift pack', () => {
  test('keeps earlier cached reads on a new phone until the first pack arrives', async () => {
    const { tab, server } = tabOn(factory())
    server.pack = () => pack({ reset: true })
    await tab.offline.sessionStore.signIn(li)
    await tab.offline.queries.storeQuery('list', 'mine', { a: 1 })
    expect(await tab.offline.pack.refresh()).toBe('ready')
    expect((await tab.offline.queries.loadQuery('list', 'mine'))?.answer).toEqual({ a: 1 })
  })

  test('loads in pages, resumes after an interruption, and replaces the old pack only when complete', async () => {
    let now = 5_000
    const { tab, server, network } = tabOn(factory(), () => now)
    await tab.offline.sessionStore.signIn(li)
    const rows = (...ids: string[]) => ({ rows: { equipment: ids.map((id) => ({ id, code: `c-${id}` })) } })
    server.pack = (cursor) =>
      cursor === null
        ? pack({ reset: true, more: true, cursor: 'p2', ...rows('old', 'both') })
        : pack({
            cursor: 'end',
            ...rows('tail'),
            refs: { u1: 'Li', l1: 'SS-1 纺粘一线' },
            refsEn: { l1: 'SS-1 Spunbond line 1' },
          })
    expect(await tab.offline.pack.refresh()).toBe('ready')
    expect(await tab.offline.pack.loadReadyAt()).toBe(5_000)
    expect(await tab.offline.pack.loadNames(['u1', 'u2', 'l1'], 'zh')).toEqual({ u1: 'Li', l1: 'SS-1 纺粘一线' })
    expect(await tab.offline.pack.loadNames(['u1', 'l1'], 'en')).toEqual({ u1: 'Li', l1: 'SS-1 Spunbond line 1' })

    now = 9_000
    server.pack = () => pack({ reset: true, more: true, cursor: 'r2', ...rows('both') })
    network.script = ['duplicate', 'dropBefore']
    expect(await tab.offline.pack.refresh()).toBe('unreachable')
    expect((await tab.offline.pack.loadRows('equipment')).rows).toHaveLength(3)
    expect(await tab.offline.pack.loadReadyAt()).toBe(5_000)
    server.pack = (cursor) => (cursor === 'r2' ? pack({ reset: true, cursor: 'end', ...rows('new') }) : pack({}))
    expect(await tab.offline.pack.refresh()).toBe('ready')
    expect((await tab.offline.pack.loadRows('equipment')).rows.map((row) => row['id']).sort()).toEqual(['both', 'new'])
    expect(tab.offline.status.get().readyAt).toBe(9_000)

    server.pack = () => pack({ gone: { equipment: ['both'] } })
    await tab.offline.pack.refresh()
    expect(await tab.offline.pack.loadRow('equipment', 'both')).toBeNull()
  })

  test('a scan finds rows of the pack and newly saved rows', async () => {
    const { tab, server, network } = tabOn(factory())
    await tab.offline.sessionStore.signIn(li)
    server.pack = () => pack({ rows: { jumboRoll: [{ id: 'r1', rollNumber: 'B1-L2-0601-07' }] } })
    await tab.offline.pack.refresh()
    network.script = Array.from({ length: 20 }, () => 'dropBefore' as const)
    const made = await tab.offline.outbox.save(li.userId, { endpoint: create, body: { code: 'N-9' } })
    expect(await tab.offline.pack.findByCode(' b1-l2-0601-07 ')).toMatchObject([{ resource: 'jumboRoll', id: 'r1' }])
    expect(await tab.offline.pack.findByCode('n-9')).toMatchObject([{ resource: 'note', id: made.entityId }])
    expect(getScanCodes({ id: 'x', code: 'a', name: 'not a code', lotNumber: 'L1', number: 7 })).toEqual([
      'A',
      'L1',
      'X',
    ])
  })
})

describe('overlay', () => {
  const row = { id: 'a', version: 3, text: 'read' }
  const op = {
    id: 'o1',
    resource: 'note',
    entityId: 'a',
    entityKey: 'note:a',
    op: 'note.update',
    body: { id: 'a', text: 'mine', version: 3 },
    creates: 0,
    dependsOn: [],
    state: 'pending',
    userId: 'u',
    occurredAt: 't',
  }
  type Op = Parameters<typeof overlayRows>[2][number]
  const ops = (...changes: Partial<Op>[]) => changes.map((change) => ({ ...op, ...change }) as Op)
  const applied = {
    userId: 'u',
    resource: 'note',
    rowId: 'a',
    row: { ...row, text: 'acknowledged', version: 4 },
    ownFrom: 3,
    at: 100,
  }

  test('overlays commands on acknowledged rows, and those on older reads, without changing the input rows', () => {
    expect(overlayRows('note', [row], [], { applied: [applied], fetchedAt: 50 })).toMatchObject([
      { text: 'acknowledged', version: 4 },
    ])
    expect(overlayRows('note', [row], [], { applied: [applied], fetchedAt: 200 })).toEqual([row])
    expect(overlayRows('note', [row], ops({}), { applied: [applied], fetchedAt: 50 })).toMatchObject([
      { text: 'mine', version: 4, pending: { opId: 'o1', state: 'pending' } },
    ])
    expect(row.text).toBe('read')
  })
  test('puts new rows first, once, if they belong in the list; actions mark or preview a row', () => {
    const born = ops(
      { id: 'o2', entityId: 'b', entityKey: 'note:b', creates: 1, op: 'note.create', body: { id: 'b', text: 'new' } },
      { id: 'o3', entityId: 'b', entityKey: 'note:b', op: 'note.update', body: { text: 'newer' } },
    )
    expect(overlayRows('note', [row], born).map(({ id, pending }) => [id, pending?.opId])).toEqual([
      ['b', 'o3'],
      ['a', undefined],
    ])
    expect(overlayRows('note', [row], born, { matchesFilter: () => false })).toEqual([row])
    expect(overlayRows('other', [row], born)).toEqual([row])
    expect(overlayRows('note', [row], ops({ op: 'note.accept' }))).toMatchObject([
      { text: 'read', pending: { op: 'note.accept' } },
    ])
    expect(
      overlayRows('note', [row], ops({ op: 'note.accept' }), {
        previews: { 'note.accept': (before) => ({ ...before, text: 'accepted' }) },
      }),
    ).toMatchObject([{ text: 'accepted' }])
  })
  const step = (name: string, to: string, more: Partial<Op> = {}) => ({
    id: name,
    op: `note.${name}`,
    body: { to },
    ...more,
  })
  const stepping = {
    previews: Object.fromEntries(
      ['start', 'pause', 'finish'].map((name) => [
        `note.${name}`,
        (before: Record<string, unknown> | undefined, body: Record<string, unknown>) =>
          before ? { ...before, state: body['to'] } : null,
      ]),
    ),
    matchesFilter: (one: Record<string, unknown>) => one['state'] === 'running',
  }
  const planned = { ...row, state: 'planned' }
  const running = { ...row, state: 'running' }
  test('a list filtered by state includes a row that a command moves into the state, and drops a row that a command moves out', () => {
    const elsewhere = (id: string) => (id === 'a' ? planned : undefined)
    const displayedRows = overlayRows('note', [] as { id: string }[], ops(step('start', 'running')), {
      ...stepping,
      findElsewhere: elsewhere,
    })
    expect(displayedRows).toMatchObject([{ id: 'a', state: 'running', pending: { op: 'note.start' } }])
    const both = ops(step('start', 'running'), step('pause', 'paused'))
    expect(overlayRows('note', [] as { id: string }[], both, { ...stepping, findElsewhere: elsewhere })).toEqual([])
    expect(overlayRows('note', [running], ops(step('finish', 'finished')), stepping)).toEqual([])
    expect(overlayRows('note', [running], both, stepping)).toEqual([])
    // A matching row that was not fetched is on another page.
    expect(
      overlayRows('note', [] as { id: string }[], ops({ body: { text: 'mine' } }), {
        ...stepping,
        findElsewhere: () => running,
      }),
    ).toEqual([])
    // The phone cannot evaluate this filter, so the row stays where the server put it.
    expect(overlayRows('note', [planned], ops(step('pause', 'paused')), stepping)).toHaveLength(1)
  })
  test('a refused step is not displayed as done: the row keeps its state, with the error mark', () => {
    const refused = { state: 'attention' as const }
    expect(overlayRows('note', [planned], ops(step('start', 'running', refused)))).toMatchObject([{ state: 'planned' }])
    const displayedRows = overlayRows(
      'note',
      [planned],
      ops(step('start', 'running', refused), step('pause', 'paused')),
      {
        previews: {
          ...stepping.previews,
          'note.pause': (before) => (before?.['state'] === 'running' ? { ...before, state: 'paused' } : null),
        },
      },
    )
    expect(displayedRows).toMatchObject([{ state: 'planned', pending: { op: 'note.start', state: 'attention' } }])
    // A refused finished row is still in the list of running rows; only the error mark of the refused change is displayed.
    expect(overlayRows('note', [running], ops(step('finish', 'finished', refused)), stepping)).toMatchObject([
      { state: 'running', pending: { state: 'attention' } },
    ])
    expect(overlayRows('note', [row], ops(refused))).toMatchObject([{ text: 'read', pending: { state: 'attention' } }])
  })
  test('displays a row once if it is acknowledged and listed', () => {
    expect(
      overlayRows('note', [row, { ...row, id: 'c' }], [], {
        applied: [applied, { ...applied, rowId: 'd', row: { id: 'd' } }],
      }).map(({ id }) => id),
    ).toEqual(['d', 'a', 'c'])
  })
})

test('measures the clock offset by the midpoint, with half the round trip as error, and notices a clock change', () => {
  const first = measureClock(1000, 1100, new Date(5050).toISOString())
  expect(first).toEqual({ offset: 4000, error: 50, at: 1100 })
  expect(measureClock(1000, 1100, 'yesterday')).toBeNull()
  const worse = { offset: 4030, error: 400, at: 2000 }
  expect(first && chooseBetterSample(first, worse)).toEqual(first)
  const afterSetting = { offset: -86_400_000, error: 400, at: 2000 }
  expect(first && chooseBetterSample(first, afterSetting)).toEqual(afterSetting)
})

test('a photo shared from another app becomes a draft that the next form finds', async () => {
  const options = { indexedDB: factory(), IDBKeyRange }
  const db = openOutboxDatabase(options)
  const cache = openCacheDatabase(options)
  const drafts = createDrafts(
    db,
    () => Promise.resolve(),
    () => 1,
  )
  const form = new FormData()
  form.set('text', 'leak at pump 3')
  form.set('photo', new File([new Uint8Array([1, 2, 3])], 'leak.jpg', { type: 'image/jpeg' }))
  form.set('other', new File(['x'], 'x.html', { type: 'text/html' }))
  const path = new URL(await saveSharedDraft(form, drafts), 'https://plant.example')
  const draft = await drafts.get('anyone', path.searchParams.get('draft') ?? '')
  expect(draft).toMatchObject({ value: { text: 'leak at pump 3' }, files: [{ name: 'leak.jpg', mime: 'image/jpeg' }] })
  expect(new Uint8Array(draft?.files[0]?.data ?? new ArrayBuffer(0))).toEqual(new Uint8Array([1, 2, 3]))
  db.close()
  cache.close()
})

describe('a shared file', () => {
  const draftsOf = () => {
    const db = openOutboxDatabase({ indexedDB: factory(), IDBKeyRange })
    let now = 0
    return {
      db,
      drafts: createDrafts(
        db,
        () => Promise.resolve(),
        () => ++now,
      ),
    }
  }
  const share = (...photos: [type: string, bytes: number][]) => {
    const form = new FormData()
    photos.forEach(([type, bytes], i) => form.append('photos', new File([new Uint8Array(bytes)], `${i}`, { type })))
    return form
  }
  test.each([
    ['ten photos', share(...Array.from({ length: 10 }, (): [string, number] => ['image/jpeg', 3])), 'tooLarge'],
    ['a photo beyond 25 MB', share(['image/jpeg', 25 * 1024 * 1024 + 1]), 'tooLarge'],
    ['nothing but a page', share(['text/html', 3]), 'notPhotos'],
    ['a drawing that may hold scripts', share(['image/svg+xml', 3]), 'notPhotos'],
  ])('of %s is not kept', async (_what, form, reason) => {
    const { db, drafts } = draftsOf()
    expect(await saveSharedDraft(form, drafts)).toBe(`/activities/repairs?new=1&shared=${reason}`)
    expect(await drafts.list('')).toEqual([])
    db.close()
  })
  test('is discarded for newer ones if nobody uses it: three stay', async () => {
    const { db, drafts } = draftsOf()
    for (let i = 0; i < 6; i++) await saveSharedDraft(share(['image/png', i + 1]), drafts)
    const sizes = (await drafts.list('')).map(({ files }) => files[0]!.data.byteLength)
    expect(sizes.toSorted()).toEqual([4, 5, 6])
    db.close()
  })
  test.each([
    ['the phone', '', null, true],
    ['the phone, by an origin that is none', 'about:client', 'null', true],
    ['a page of the app', 'https://mes.plant/x', 'https://mes.plant', true],
    ['another site', 'https://evil.example/', 'https://evil.example', false],
    ['another site that hides its address', '', 'https://evil.example', false],
    ['another site by its referrer alone', 'https://evil.example/', null, false],
  ])('of %s is taken: %s', (_who, referrer, origin, taken) => {
    const headers = new Headers(origin === null ? {} : { origin })
    expect(isOwnShare({ referrer, headers }, 'https://mes.plant')).toBe(taken)
  })
  test('is read only up to the size limit, whatever length it announces', async () => {
    const body = () => {
      const form = share(['image/png', 5_000])
      return new Request('https://mes.plant/share', { method: 'POST', body: form })
    }
    expect(await readShare(body(), 4_000)).toBeNull()
    const form = await readShare(body(), 10_000)
    expect((form!.get('photos') as File).size).toBe(5_000)
  })
})
