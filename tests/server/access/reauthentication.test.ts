import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsReauthentication } from '@/contract/endpoint'
import { PASSWORD, createTestPlant, type Answer, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin', { verified: false })
}, 120_000)
afterAll(() => plant.close())

interface Row {
  id: string
  version: number
  authority: string[]
}
const loadPerson = async (userName: string) =>
  (await plant.query<Row>('select id, version from app_user where user_name = $1', [userName]))[0]!
const loadRole = async (code: string) =>
  (await plant.query<Row>('select id, version, authority from role where code = $1', [code]))[0]!
const enterPassword = (caller: Caller) => caller.raw('POST', '/user/verification', { password: PASSWORD })
const toOutcome = (answer: Answer) => [answer.errno, answer.data as unknown]
const toVerify = ['6000', { verification: true }]

describe('re-entering the password', () => {
  const calls: [string, () => Promise<[string, string, unknown?]>][] = [
    [
      'a new account',
      async () => [
        'PUT',
        '/user/create',
        { userName: 'fresh', accountName: '新', roleId: (await loadRole('VIEWER')).id, password: 'Quartz-lemur-58' },
      ],
    ],
    [
      'another kind of account',
      async () => {
        const u = await loadPerson('viewer')
        return ['PUT', '/user/update', { id: u.id, version: u.version, userType: 'nonStandard' }]
      },
    ],
    [
      'another role',
      async () => {
        const u = await loadPerson('viewer')
        return ['PUT', '/user/update', { id: u.id, version: u.version, roleId: (await loadRole('MAINT')).id }]
      },
    ],
    [
      'a suspension',
      async () => {
        const u = await loadPerson('quality')
        return ['POST', '/user/update', { id: u.id, version: u.version, state: 'suspended' }]
      },
    ],
    ['a removal', async () => ['DELETE', `/user/delete?id=${(await loadPerson('accountant')).id}`]],
    [
      'a new password for somebody',
      async () => ['POST', '/user/reset_password', { id: (await loadPerson('maint')).id, password: 'Given-anew-3' }],
    ],
    [
      'a role with authority',
      async () => [
        'POST',
        '/role/create',
        { code: 'NEW', name: '新', authority: (await loadRole('VIEWER')).authority },
      ],
    ],
    [
      'a role with a second factor',
      async () => ['POST', '/role/create', { code: 'NEW', name: '新', secondFactor: true }],
    ],
    [
      'other authority for a role',
      async () => {
        const r = await loadRole('VIEWER')
        return ['PUT', '/role/update', { id: r.id, version: r.version, authority: [] }]
      },
    ],
    ['the removal of a role', async () => ['DELETE', `/role/delete?id=${(await loadRole('VIEWER')).id}`]],
  ]
  test.each(calls)('is required before %s by both entrances; without it nothing changes', async (_what, make) => {
    const [method, path, body] = await make()
    const loadState = () =>
      plant.query(
        `select (select count(*) from operation_log)::int as log, (select sum(version) from app_user)::int as users, (select sum(version) from role)::int as roles, (select count(*) from credential)::int as passwords`,
      )
    const stateBefore = await loadState()
    expect(toOutcome(await admin.raw(method, path, body))).toEqual(toVerify)
    const socketAnswer = await plant.http.inject({
      method: method as 'GET',
      url: `/socket${path}`,
      headers: { authorization: admin.token },
      ...(body ? { payload: body as object } : {}),
    })
    expect(socketAnswer.json<{ data: unknown }>().data).toEqual({ verification: true })
    expect(await loadState()).toEqual(stateBefore)
  })
  test('is not required when nobody gains or loses permissions', async () => {
    const u = await loadPerson('viewer')
    expect((await admin.raw('PUT', '/user/update', { id: u.id, version: u.version, nickname: 'n' })).errno).toBe('200')
    expect((await admin.raw('POST', '/role/create', { code: 'PLAIN', name: '空' })).errno).toBe('200')
  })
  test('is requested in the language of the caller', async () => {
    const path = `/user/delete?id=${(await loadPerson('accountant')).id}`
    const [zh, en] = [
      await admin.raw('DELETE', path, undefined, { 'accept-language': 'zh' }),
      await admin.raw('DELETE', path, undefined, { 'accept-language': 'en' }),
    ]
    expect([zh.errmsg, en.errmsg]).toEqual([
      '此操作需先再次输入您的密码',
      'Please enter your password again to continue',
    ])
  })
  test('is not requested from people without the permission, nor before an invalid input is refused', async () => {
    const viewer = await plant.as('viewer', { verified: false })
    expect((await viewer.raw('DELETE', `/user/delete?id=${viewer.userId}`)).errno).toBe('401')
    expect((await admin.raw('POST', '/user/reset_password', { id: 'no id' })).errno).not.toBe('6000')
  })
  test('lets the same call through when it is repeated with its idempotency key, once', async () => {
    const body = {
      userName: 'once-again',
      accountName: '一次',
      roleId: (await loadRole('VIEWER')).id,
      password: 'Quartz-lemur-58',
    }
    const key = '01900000-0000-7000-8000-0000000000a1'
    const createOnce = () => admin.raw('PUT', '/user/create', body, { 'idempotency-key': key })
    expect(toOutcome(await createOnce())).toEqual(toVerify)
    expect((await enterPassword(admin)).errno).toBe('200')
    const [firstAnswer, secondAnswer] = [await createOnce(), await createOnce()]
    expect([firstAnswer.errno, secondAnswer.errno]).toEqual(['200', '200'])
    expect(secondAnswer.data).toEqual(firstAnswer.data)
  })
  test("is valid for five minutes by the server's clock, for one session", async () => {
    const start = Date.parse('2026-05-05T08:00:00Z')
    plant.clock.set(new Date(start))
    const [verifiedCaller, otherSession] = [
      await plant.as('admin', { verified: false }),
      await plant.as('admin', { verified: false }),
    ]
    await enterPassword(verifiedCaller)
    const resetPassword = async (caller: Caller) =>
      (
        await caller.raw('POST', '/user/reset_password', {
          id: (await loadPerson('maint')).id,
          password: 'Given-anew-3',
        })
      ).errno
    plant.clock.set(new Date(start + 4 * 60_000 + 59_000))
    expect(await resetPassword(verifiedCaller)).toBe('200')
    expect(await resetPassword(otherSession)).toBe('6000')
    plant.clock.set(new Date(start + 5 * 60_000))
    expect(await resetPassword(verifiedCaller)).toBe('6000')
  })
  test('with a wrong password verifies nothing', async () => {
    const caller = await plant.as('admin', { verified: false })
    expect((await caller.raw('POST', '/user/verification', { password: 'not mine' })).errno).toBe('6000')
    expect(toOutcome(await caller.raw('DELETE', `/user/delete?id=${(await loadPerson('accountant')).id}`))).toEqual(
      toVerify,
    )
  })
  test('cannot happen through sync, so sync refuses these calls', async () => {
    const verified = [...plant.app.endpoints.values()].filter(({ endpoint }) => endpoint.reauthentication)
    expect(verified.map(({ endpoint }) => endpoint.name).sort()).toEqual([
      'energyAlarm.setGas',
      'energyAlarm.setWater',
      'erpSource.create',
      'erpSource.update',
      'inlet.create',
      'inlet.update',
      'labImport.undo',
      'lobbyLink.make',
      'noticeRule.create',
      'noticeRule.update',
      'plantMonth.close',
      'plantMonth.reopen',
      'role.create',
      'role.remove',
      'role.update',
      'serviceToken.create',
      'user.confirmDirectoryLink',
      'user.create',
      'user.import',
      'user.remove',
      'user.removeDirectoryLink',
      'user.resetFactor',
      'user.resetPassword',
      'user.update',
    ])
    for (const { endpoint } of verified) {
      expect(endpoint.offline, endpoint.name).toBeUndefined()
      const syncOp = {
        id: crypto.randomUUID(),
        clientId: 'phone',
        seq: 1,
        userId: admin.userId,
        op: endpoint.name,
        body: { id: (await loadPerson('quality')).id },
        dependsOn: [],
        occurredAt: new Date().toISOString(),
        baseVersion: null,
        schema: 1,
      }
      const answer = await admin.raw('POST', '/sync', { ops: [syncOp], sentAt: new Date().toISOString() })
      expect((answer.data as unknown as { answers: { status: string }[] }).answers[0]!.status, endpoint.name).toBe(
        'refused',
      )
    }
  })
  test('is described in the OpenAPI document', async () => {
    const { paths } = (
      await plant.http.inject({ url: '/api/openapi.json', headers: { authorization: admin.token } })
    ).json<{ paths: Record<string, Record<string, { description: string }>> }>()
    expect(paths['/api/user/delete']!['delete']!.description).toContain('/api/user/verification')
    expect(paths['/api/role/update']!['put']!.description).toContain('when authority or secondFactor is given')
    expect(paths['/api/dept/create']!['post']!.description).not.toContain('verification')
  })
})

test('only inputs with certain fields require reauthentication', () => {
  expect(needsReauthentication({ reauthentication: true }, {})).toBe(true)
  expect(needsReauthentication({ reauthentication: ['state'] }, { state: null })).toBe(true)
  expect(needsReauthentication({ reauthentication: ['state'] }, { nickname: 'x' })).toBe(false)
  expect(needsReauthentication({}, { state: 'x' })).toBe(false)
})
