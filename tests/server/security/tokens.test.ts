import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { line } from '@/plant/contract/line'
import { createCaller, PASSWORD, createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
const roleId = async (code: string) =>
  (await plant.query<{ id: string }>('select id from role where code = $1', [code]))[0]!.id
const reading = { readings: [{ line: 'SB-1', at: '2026-05-05T07:59:00Z', speed: 300 }] }
const service = async (userName: string) =>
  (
    (
      await admin.raw('PUT', '/user/create', {
        userName,
        accountName: userName,
        roleId: await roleId('GATEWAY'),
        userType: 'service',
      })
    ).data as { id: string }
  ).id
beforeAll(async () => {
  plant = await createTestPlant({ sessions: { idleHours: 72, maxDays: 30, maxPerPerson: 3 } })
  plant.clock.set('2026-05-05T08:00:00Z')
  admin = await plant.as('admin')
  await admin.call(line.endpoints.create, { code: 'SB-1', name: '纺粘一线', kind: 'spunbond' })
})
afterAll(() => plant.close())

describe('line speeds', () => {
  test('need their own permission: operators send none', async () => {
    const operator = await plant.as('operator-line')
    expect((await operator.raw('POST', '/telemetry/speed', reading)).errno).toBe('401')
    expect(await plant.query('select 1 from line_speed')).toEqual([])
  })
})

describe('a service account', () => {
  test('has tokens that are created, shown once, listed, used and revoked', async () => {
    const userId = await service('gateway-1')
    const made = await admin.raw('POST', '/user/tokens', { userId, name: 'winder plc', days: 10 })
    const { token, id, expiresAt } = made.data as { token: string; id: string; expiresAt: string }
    expect([made.errno, token.length >= 40, expiresAt]).toEqual(['200', true, '2026-05-15T08:00:00.000Z'])
    const machine = createCaller(plant.http, token, userId)
    expect((await machine.raw('POST', '/telemetry/speed', reading)).data).toMatchObject({ stored: 1 })
    expect((await machine.raw('GET', '/user/index')).errno).toBe('401')
    const list = await admin.raw('GET', `/user/tokens?userId=${userId}`)
    expect(list.data).toMatchObject([{ id, name: 'winder plc', expiresAt }])
    for (const path of [`/user/tokens?userId=${userId}`, '/user/operation_log?size=200'])
      expect((await admin.raw('GET', path)).bytes.toString()).not.toContain(token)
    expect(await plant.query('select 1 from sync_op where response::text like $1', [`%${token}%`])).toEqual([])
    // use does not extend it
    plant.clock.set('2026-05-15T07:59:00Z')
    expect((await machine.raw('POST', '/telemetry/speed', reading)).errno).toBe('200')
    plant.clock.set('2026-05-15T08:00:01Z')
    expect((await machine.raw('POST', '/telemetry/speed', reading)).errno).toBe('4101')
    plant.clock.set('2026-05-05T08:00:00Z')
    expect((await admin.raw('DELETE', `/user/tokens?id=${id}`)).errno).toBe('200')
    expect((await machine.raw('POST', '/telemetry/speed', reading)).status).toBe(401)
    const log = await plant.query<{ operation: string }>(
      `select operation from operation_log where operation like 'serviceToken.%'`,
    )
    expect(log.map((row) => row.operation).sort()).toEqual(['serviceToken.create', 'serviceToken.remove'])
  })
  test('shows when and from where a token was last used, to the minute', async () => {
    const userId = await service('gateway-seen')
    const { token, id } = (await admin.raw('POST', '/user/tokens', { userId, name: 'winder plc' })).data as unknown as {
      token: string
      id: string
    }
    const machine = createCaller(plant.http, token, userId)
    const loadToken = async () =>
      ((await admin.raw('GET', `/user/tokens?userId=${userId}`)).data as { seenAt: string; address: string }[])[0]!
    expect(await loadToken()).toMatchObject({ seenAt: null, address: null })
    const callAt = async (clock: string) => {
      plant.clock.set(clock)
      expect((await machine.raw('POST', '/telemetry/speed', reading)).errno).toBe('200')
      return loadToken()
    }
    expect(await callAt('2026-05-05T08:00:20Z')).toMatchObject({
      seenAt: '2026-05-05T08:00:20.000Z',
      address: '127.0.0.1',
    })
    // Not every call causes a write.
    expect(await callAt('2026-05-05T08:01:00Z')).toMatchObject({ seenAt: '2026-05-05T08:00:20.000Z' })
    expect(await callAt('2026-05-05T08:01:20Z')).toMatchObject({ seenAt: '2026-05-05T08:01:20.000Z' })
    plant.clock.set('2026-05-05T08:00:00Z')
    expect((await admin.raw('DELETE', `/user/tokens?id=${id}`)).errno).toBe('200')
  })
  test('has no password and cannot sign in', async () => {
    const id = await service('gateway-2')
    const reset = await admin.raw('POST', '/user/reset_password', { id, password: 'Gateway-horse-7' })
    expect(reset.errno).toBe('6000')
    const login = await plant.stranger.raw('POST', '/user/login', { username: 'gateway-2', password: PASSWORD })
    expect(login.errno).toBe('6000')
  })
  test('people have no tokens; account managers create them for services with their password', async () => {
    const [maint] = await plant.query<{ id: string }>(`select id from app_user where user_name = 'maint'`)
    expect((await admin.raw('POST', '/user/tokens', { userId: maint!.id, name: 'x' })).errno).toBe('6000')
    const userId = await service('gateway-3')
    for (const who of ['viewer', 'prod-lead'])
      expect((await (await plant.as(who)).raw('POST', '/user/tokens', { userId, name: 'x' })).errno, who).toBe('401')
    const unverified = await plant.as('admin', { verified: false })
    expect((await unverified.raw('POST', '/user/tokens', { userId, name: 'x' })).data).toMatchObject({
      verification: true,
    })
    const [sessionRow] = await plant.query<{ id: string }>(
      `select s.id from session s join app_user u on u.id = s.user_id where u.user_name = 'admin' limit 1`,
    )
    expect((await admin.raw('DELETE', `/user/tokens?id=${sessionRow!.id}`)).errno).toBe('4006') // not a token but a person’s session
    expect(await plant.query(`select 1 from session where kind = 'token'`)).toEqual([])
  })
  test('a person converted into a service account loses password and sessions', async () => {
    const before = await plant.as('accountant')
    const [row] = await plant.query<{ id: string; version: number }>(
      `select id, version from app_user where user_name = 'accountant'`,
    )
    const turned = await admin.raw('PUT', '/user/update', { ...row, userType: 'service' })
    expect(turned.errno).toBe('200')
    expect((await before.raw('GET', '/user/info')).status).toBe(401)
    expect(await plant.query('select 1 from credential where user_id = $1', [row!.id])).toEqual([])
  })
})

describe('sessions', () => {
  test('end a month after sign-in, however much they are used', async () => {
    const who = await plant.as('quality')
    for (let day = 2; day <= 28; day += 2) {
      plant.clock.set(new Date(Date.parse('2026-05-05T08:00:00Z') + day * 86_400_000))
      expect((await who.raw('GET', '/user/info')).errno, `day ${day}`).toBe('200')
    }
    plant.clock.set('2026-06-04T07:59:00Z')
    expect((await who.raw('GET', '/user/info')).errno).toBe('200')
    plant.clock.set('2026-06-04T08:00:01Z')
    expect((await who.raw('GET', '/user/info')).errno).toBe('4101')
    plant.clock.set('2026-05-05T08:00:00Z')
  })
  test('are limited per person; one more ends the longest unused', async () => {
    const callers: Caller[] = []
    for (let i = 0; i < 5; i++) {
      plant.clock.set(new Date(Date.parse('2026-05-05T08:00:00Z') + i * 60_000))
      callers.push(await plant.as('maint'))
    }
    const statuses = []
    for (const caller of callers) statuses.push((await caller.raw('GET', '/user/info')).status)
    expect(statuses).toEqual([401, 401, 200, 200, 200])
  })
  test('as are live screens', async () => {
    const address = (await plant.http.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws')
    const { token } = await plant.as('viewer')
    const screens: WebSocket[] = []
    const closed: number[] = []
    for (let i = 0; i < 6; i++) {
      const socket = new WebSocket(`${address}/api/polling_check`, { headers: { authorization: token } })
      socket.on('close', () => closed.push(i))
      await once(socket, 'message')
      screens.push(socket)
    }
    await expect.poll(() => closed).toEqual([0, 1, 2])
    for (const socket of screens) socket.terminate()
  })
})

describe('a machine', () => {
  test('gets one token per key; a repeat names the token without showing it', async () => {
    const userId = await service('gateway-repeat')
    const key = randomUUID()
    const make = (body: object, idempotencyKey = key) =>
      admin.raw('POST', '/user/tokens', body, { 'idempotency-key': idempotencyKey })
    const body = { userId, name: 'winder plc', days: 10 }
    const answers = [await make(body), await make(body), await make(body)]
    const made = answers.map((answer) => answer.data as unknown as { id: string; token: string | null })
    expect(made[0]!.token).toMatch(/^[\w-]{43}$/)
    expect(made.slice(1)).toEqual([
      { ...made[0], token: null },
      { ...made[0], token: null },
    ])
    // Of several concurrent calls some may learn that the first is still running.
    for (const answer of await Promise.all([make(body), make(body)]))
      expect(answer.errno === '4502' || (answer.data as unknown as { id: string }).id === made[0]!.id).toBe(true)
    const rows = await plant.query(`select id from session where user_id = $1`, [userId])
    expect(rows).toEqual([{ id: made[0]!.id }])
    expect(await plant.query('select 1 from sync_op where response::text like $1', [`%${made[0]!.token}%`])).toEqual([])
    expect((await make({ ...body, name: 'another' })).errno).toBe('6000')
    expect((await make(body, randomUUID())).data).toMatchObject({ token: expect.any(String) as string })
  })
  test('cannot list people unless its role may list accounts', async () => {
    const userId = await service('gateway-curious')
    const { token } = (await admin.raw('POST', '/user/tokens', { userId, name: 'curious' })).data as unknown as {
      token: string
    }
    // An operator’s permissions are enough to list people in forms.
    await plant.query('update app_user set role_id = $2 where id = $1', [userId, await roleId('MAINT-LEAD')])
    plant.app.changes.publishSoon(new Set(['user']), [])
    const machine = createCaller(plant.http, token, userId)
    for (const path of ['/user/get_name', '/user/get_cname1', '/user/get_cname2', '/resource_options?of=user'])
      expect([path, (await machine.raw('GET', path)).errno]).toEqual([path, '401'])
    const pack = await machine.raw('GET', '/shift_pack')
    expect((pack.data as unknown as { rows: Record<string, unknown> }).rows['user'] ?? []).toEqual([])
    const person = await plant.as('maint-lead')
    expect((await person.raw('GET', '/user/get_name')).errno).toBe('200')
  })
})
