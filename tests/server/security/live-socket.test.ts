import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { LiveMessage } from '@/contract/sync'
import { equipment } from '@/areas/equipment/contract/equipment'
import { drawPicture } from '../files/test-pictures'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
let address: string
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
  address = (await plant.http.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
})
afterAll(() => plant.close())

interface Screen {
  socket: WebSocket
  heard: LiveMessage[]
  closed: Promise<number>
  hears(type: LiveMessage['type']): Promise<LiveMessage>
}
const open: WebSocket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})

/** Opens a screen that authenticates by its first message, by a header, or not at all. */
function screen(says: { token?: string; header?: string; raw?: string } = {}, path = '/api/polling_check'): Screen {
  const socket = new WebSocket(
    `${address}${path}`,
    says.header === undefined ? {} : { headers: { authorization: says.header } },
  )
  open.push(socket)
  const heard: LiveMessage[] = []
  socket.on('message', (data: Buffer) => {
    heard.push(JSON.parse(data.toString('utf8')) as LiveMessage)
    socket.emit('heard')
  })
  socket.on('error', () => undefined) // an error is followed by a close, which the test checks
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  if (says.token !== undefined || says.raw !== undefined)
    socket.once('open', () => socket.send(says.raw ?? JSON.stringify({ token: says.token })))
  const hears = async (type: LiveMessage['type']): Promise<LiveMessage> => {
    for (;;) {
      const found = heard.find((m) => m.type === type)
      if (found) return found
      if (socket.readyState === socket.CLOSED) throw new Error(`closed without ${type}: ${JSON.stringify(heard)}`)
      await Promise.race([once(socket, 'heard'), closed])
    }
  }
  return { socket, heard, closed, hears }
}
let serial = 0
/** Creates people whose sessions a test may end, one per test. */
const people = ['quality', 'quality-lead', 'operator-slit', 'maint']
const newMachine = async () => {
  const made = await admin.call(equipment.endpoints.create, { code: `LIVE-${++serial}`, name: 'live' } as never)
  if (made.errno !== '200') throw new Error(made.errmsg)
}
const waitFor = async <T>(ms: number, promise: Promise<T>): Promise<T | 'too late'> =>
  Promise.race([promise, pause(ms, 'too late' as const)])
const changed = (s: Screen) => s.heard.flatMap((m) => (m.type === 'changed' ? m.resources : []))

// Runs first, because other tests of this file end sessions and change passwords.
test('a notice excludes the people it leaves out', async () => {
  const other = await plant.as('prod-lead')
  const [doer, colleague] = [screen({ token: admin.token }), screen({ token: other.token })]
  await Promise.all([doer.hears('hello'), colleague.hears('hello')])
  const notice = (title: string, notTo?: string) => ({
    notice: 'rollsHeld' as const,
    id: title,
    title: { zh: title, en: title },
    keys: ['qualityTrackingView'],
    ...(notTo ? { notTo } : {}),
  })
  plant.app.changes.publishSoon([], [notice('his own', admin.userId), notice('for all')])
  expect(await doer.hears('notice')).toMatchObject({ id: 'for all' })
  expect(await colleague.hears('notice')).toMatchObject({ id: 'his own' })
})

test('a complete photo is announced to all, without its row', async () => {
  const other = await plant.as('maint')
  const colleague = screen({ token: other.token })
  await colleague.hears('hello')
  const picture = await drawPicture(8, 8).png()
  const half = picture.length >> 1
  const id = randomUUID()
  const sha256 = createHash('sha256').update(picture).digest('hex')
  const piece = (from: number, to?: number) =>
    admin.raw('PATCH', `/upload_chunk?id=${id}&offset=${from}`, picture.subarray(from, to), {
      'content-type': 'application/octet-stream',
    })
  await admin.raw('POST', '/upload_start', { id, sha256, size: picture.length, mime: 'image/png', name: 'p.png' })
  expect((await piece(0, half)).data).toMatchObject({ done: false })
  await pause(60)
  expect(changed(colleague)).not.toContain('storedFile')
  expect((await piece(half)).data).toMatchObject({ done: true })
  expect(await waitFor(2000, colleague.hears('changed'))).toMatchObject({ resources: ['storedFile'] })
})

describe('the live socket', () => {
  test.each([
    ['a token nobody knows', { token: 'x'.repeat(43) }],
    ['a token nobody knows in the header', { header: 'x'.repeat(43) }],
    ['something that is no JSON', { raw: 'hello' }],
    ['JSON without a token', { raw: '{"token":{"$gt":""}}' }],
    ['SQL', { token: `' or 1=1 --` }],
  ])('closes on %s and sends nothing', async (_, says) => {
    const stranger = screen(says)
    await once(stranger.socket, 'open')
    await newMachine()
    expect(await waitFor(3_000, stranger.closed)).toBe(4401)
    expect(changed(stranger)).toEqual([])
    expect(stranger.heard.filter((m) => m.type === 'hello')).toEqual([])
  })

  test('closes within five seconds on clients that send nothing', async () => {
    const silent = screen()
    await once(silent.socket, 'open')
    await newMachine()
    expect(await waitFor(6_000, silent.closed)).toBe(4401)
    expect(silent.heard).toEqual([])
  })

  test('is cut off within five seconds from clients that never close', async () => {
    const { port } = plant.http.server.address() as AddressInfo
    const raw = connect(port, '127.0.0.1')
    const ended = once(raw, 'close')
    raw.write(
      `GET /api/polling_check HTTP/1.1\r\nHost: plant\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    )
    // Reads, so that its end is noticed, but answers nothing.
    raw.resume()
    const [opened] = (await once(raw, 'data')) as [Buffer]
    expect(opened.toString()).toContain('101 Switching Protocols')
    await waitFor(6_000, ended)
  }, 15_000)

  test('closes after 10,000 characters, without affecting other sockets', async () => {
    const calm = screen({ token: admin.token })
    await calm.hears('hello')
    const loud = screen({ raw: 'x'.repeat(10_000) })
    expect(await waitFor(3_000, loud.closed)).toBe(1009)
    const late = screen({ token: admin.token })
    await late.hears('hello')
    late.socket.send('x'.repeat(10_000))
    expect(await waitFor(3_000, late.closed)).toBe(1009)
    await newMachine()
    await calm.hears('changed')
    expect(changed(calm)).toContain('equipment')
  })

  test('sends a notice for named people to those only, while they hold its permission', async () => {
    const [manager, lead] = [await plant.as('manager'), await plant.as('prod-lead')]
    const [named, other, withoutKey] = [
      screen({ token: manager.token }),
      screen({ token: admin.token }),
      screen({ token: lead.token }),
    ]
    for (const one of [named, other, withoutKey]) await one.hears('hello')
    plant.app.changes.publishSoon(
      ['equipment'],
      [
        {
          notice: 'approvalWaiting',
          id: manager.userId,
          title: { zh: '待批', en: 'waits' },
          keys: ['processDataApprove'],
          to: [manager.userId, lead.userId],
        },
      ],
    )
    expect(await named.hears('notice')).toMatchObject({ notice: 'approvalWaiting', title: { zh: '待批', en: 'waits' } })
    await newMachine()
    for (const one of [other, withoutKey]) {
      await one.hears('changed')
      expect(one.heard.filter((m) => m.type === 'notice')).toEqual([])
    }
  })

  test('sends changes of listable rows only, through /socket too', async () => {
    const [mayAll, mayLittle] = [
      screen({ header: admin.token }),
      screen({ token: (await plant.as('accountant')).token }, '/socket/polling_check'),
    ]
    await Promise.all([mayAll.hears('hello'), mayLittle.hears('hello')])
    await admin.raw('POST', '/role/create', { code: `LIVE-ROLE-${++serial}`, name: `live ${serial}` })
    await newMachine()
    await mayAll.hears('changed')
    await pause(200)
    expect(changed(mayAll)).toEqual(expect.arrayContaining(['role', 'equipment']))
    expect(changed(mayLittle)).not.toContain('role')
    expect(changed(mayLittle)).not.toContain('equipment')
  })

  test('sends a new screen the earlier changes that its person may list', async () => {
    await newMachine()
    await admin.raw('POST', '/role/create', { code: `LIVE-ROLE-${++serial}`, name: `live ${serial}` })
    const openScreen = async (token: string, ago?: unknown) => {
      const s = screen({ raw: JSON.stringify({ token, ago }) })
      await s.hears('hello')
      return s
    }
    const { token: little } = await plant.as('accountant')
    const [adminScreen, accountantScreen, freshScreen] = [
      await openScreen(admin.token, 30_000),
      await openScreen(little, 30_000),
      await openScreen(admin.token),
    ]
    await Promise.all([adminScreen, accountantScreen].map((s) => s.hears('changed')))
    const late = await openScreen(admin.token, 1)
    await pause(100)
    expect(changed(adminScreen)).toEqual(expect.arrayContaining(['equipment', 'role']))
    expect(changed(accountantScreen)).toContain('menu') // a role changed, perhaps their own
    expect(changed(accountantScreen)).not.toContain('role')
    expect(changed(accountantScreen)).not.toContain('equipment')
    for (const one of [freshScreen, late]) expect(one.heard).toHaveLength(1)
  })

  test('stops at once when the role loses the permission', async () => {
    const viewer = screen({ token: (await plant.as('viewer')).token })
    await viewer.hears('hello')
    const roles = (await admin.raw('GET', '/role/index?size=100')).data as {
      list: { id: string; code: string; version: number; authority: string[] }[]
    }
    const role = roles.list.find((r) => r.code === 'VIEWER')!
    expect((await admin.raw('PUT', '/role/update', { id: role.id, version: role.version, authority: [] })).errno).toBe(
      '200',
    )
    await pause(100)
    viewer.heard.length = 0
    await newMachine()
    await pause(200)
    expect(changed(viewer)).toEqual([])
    await admin.raw('PUT', '/role/update', { id: role.id, version: role.version + 1, authority: role.authority })
    await viewer.hears('changed') // the menu is restored
    await newMachine()
    await pause(200)
    expect(changed(viewer)).toContain('equipment')
  })

  test.each([
    ['signing out', async (who: Caller) => who.raw('POST', '/user/logout', {})],
    [
      'suspension',
      async (who: Caller) => {
        const [row] = await plant.query<{ version: number }>('select version from app_user where id = $1', [who.userId])
        return admin.raw('PUT', '/user/update', { id: who.userId, version: row!.version, state: 'suspended' })
      },
    ],
    [
      'a password given anew',
      async (who: Caller) => admin.raw('POST', '/user/reset_password', { id: who.userId, password: 'Given-anew-3' }),
    ],
    ['removal', async (who: Caller) => admin.raw('DELETE', `/user/delete?id=${who.userId}`)],
  ])('%s closes that person’s screens within a second, and nobody else’s', async (_, end) => {
    const who = await plant.as(people.pop()!)
    const [own, other] = [screen({ token: who.token }), screen({ token: admin.token })]
    await Promise.all([own.hears('hello'), other.hears('hello')])
    expect((await end(who)).errno).toBe('200')
    expect(await waitFor(1_000, own.closed)).toBe(4401)
    expect(own.heard.at(-1)).toMatchObject({ type: 'signedOut', errno: '4101' })
    await newMachine()
    await other.hears('changed')
  })

  test('closes for people suspended while it opens', async () => {
    const who = await plant.as('prod-lead')
    const [row] = await plant.query<{ version: number }>('select version from app_user where id = $1', [who.userId])
    const { authenticate } = plant.app
    try {
      Object.assign(plant.app, {
        authenticate: async (...args: Parameters<typeof authenticate>) => {
          const person = await authenticate(...args)
          Object.assign(plant.app, { authenticate }) // the socket asks first, and its answer arrives outdated
          const done = await admin.raw('PUT', '/user/update', {
            id: who.userId,
            version: row!.version,
            state: 'suspended',
          })
          expect(done.errno).toBe('200')
          return person
        },
      })
      const ownScreen = screen({ token: who.token })
      expect(await waitFor(3_000, ownScreen.closed)).toBe(4401)
      expect(ownScreen.heard.at(-1)).toMatchObject({ type: 'signedOut', errno: '4101' })
    } finally {
      Object.assign(plant.app, { authenticate })
    }
  })

  test('refuses expired sessions', async () => {
    const { token } = await plant.as('manager')
    await plant.query(
      `update session set expires_at = now() - interval '1 minute' where user_id = (select id from app_user where user_name = 'manager')`,
    )
    plant.app.changes.publishSoon(['session'])
    const late = screen({ token })
    expect(await waitFor(3_000, late.closed)).toBe(4401)
    expect(late.heard).toEqual([{ type: 'signedOut', errno: '4101' }])
  })

  test('leaves request capacity unaffected by a hundred open screens', async () => {
    const small = await createTestPlant({ settings: { MAX_IN_FLIGHT: '5' } })
    try {
      const url = (await small.http.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
      const { token } = await small.as('admin')
      const sockets = Array.from({ length: 100 }, () => {
        const s = new WebSocket(`${url}/api/polling_check`, { headers: { authorization: token } })
        open.push(s)
        return s
      })
      await Promise.all(sockets.map((s) => once(s, 'message')))
      expect((await small.stranger.raw('GET', '/ping')).errno).toBe('200')
      expect((await small.stranger.raw('GET', '/user/get_name', undefined, { authorization: token })).errno).toBe('200')
    } finally {
      await small.close()
    }
  })
})
