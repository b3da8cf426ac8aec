import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, testPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
beforeAll(async () => { plant = await testPlant(); admin = await plant.as('admin') }, 120_000)
afterAll(() => plant.close())

interface UserRow { id: string; version: number; userName: string; state: string; roleId: string; mustChange: boolean }
const find = async (userName: string) => ((await admin.raw('GET', `/user/index?keyword=${userName}`)).data as { list: UserRow[] }).list.find((u) => u.userName === userName)!
const roleId = async (code: string) => ((await admin.raw('GET', '/role/index?size=100')).data as { list: { id: string; code: string }[] }).list.find((r) => r.code === code)!.id

describe('accounts', () => {
  test('a new person must change the first password before anything else', async () => {
    const made = await admin.raw('PUT', '/user/create', { userName: 'zhang', accountName: '张三', roleId: await roleId('MAINT'), password: 'First-one-1' })
    expect(made.errno).toBe('200')
    expect(JSON.stringify(made.data)).not.toContain('First-one-1')
    const login = await plant.stranger.raw('POST', '/user/login', { username: 'zhang', password: 'First-one-1' })
    const { token, mustChangePassword } = login.data as { token: string; mustChangePassword: boolean }
    expect(mustChangePassword).toBe(true)
    const auth = { authorization: token }
    const body = { 'content-type': 'application/json', ...auth }
    expect((await plant.stranger.raw('POST', '/dept/findall', {}, body)).errno).not.toBe('200')
    expect((await plant.stranger.raw('POST', '/user/password', { oldPassword: 'wrong', newPassword: 'Second-one-2' }, body)).errno).toBe('6000')
    expect((await plant.stranger.raw('POST', '/user/password', { oldPassword: 'First-one-1', newPassword: '12345678' }, body)).errno).toBe('6000')
    expect((await plant.stranger.raw('POST', '/user/password', { oldPassword: 'First-one-1', newPassword: 'Second-one-2' }, body)).errno).toBe('200')
    expect((await plant.stranger.raw('GET', '/user/get_name', undefined, auth)).errno).toBe('200')
  })

  test('no secret reaches the audit trail or the wire', async () => {
    const [row] = await plant.query<{ text: string }>(`select string_agg(concat(before::text, after::text), ' ') as text from operation_log`)
    expect(row!.text).not.toContain('First-one-1')
    expect(row!.text).not.toContain('argon2')
    const list = await admin.raw('GET', '/user/index?size=500')
    expect(JSON.stringify(list.data)).not.toContain('argon2')
  })

  test.each([
    ['suspension', async (u: UserRow) => admin.raw('PUT', '/user/update', { id: u.id, version: u.version, state: 'suspended' })],
    ['removal', async (u: UserRow) => admin.raw('DELETE', `/user/delete?id=${u.id}`)],
    ['a new password', async (u: UserRow) => admin.raw('POST', '/user/reset_password', { id: u.id, password: 'Given-anew-3' })],
  ])('%s ends every session of the person at once', async (what, act) => {
    const userName = `p-${what.replaceAll(' ', '')}`
    await admin.raw('PUT', '/user/create', { userName, accountName: userName, roleId: await roleId('VIEWER'), password: 'First-one-1' })
    const tokens = await Promise.all([1, 2].map(async () => ((await plant.stranger.raw('POST', '/user/login', { username: userName, password: 'First-one-1' })).data as { token: string }).token))
    const ask = (token: string) => plant.stranger.raw('GET', '/user/get_name', undefined, { authorization: token })
    for (const token of tokens) expect((await ask(token)).errno).toBe('200')
    expect((await act(await find(userName))).errno).toBe('200')
    for (const token of tokens) expect((await ask(token)).status).toBe(401)
  })

  test('nobody removes themselves or the last administrator, or gives rights they do not hold', async () => {
    const self = await find('admin')
    expect((await admin.raw('DELETE', `/user/delete?id=${self.id}`)).errno).toBe('6000')
    const clerkRole = await admin.raw('POST', '/role/create', { code: 'CLERK', name: '文员', authority: await menuIds(['usersView', 'usersAdd', 'usersEdit']) })
    await admin.raw('PUT', '/user/create', { userName: 'clerk', accountName: '文员', roleId: (clerkRole.data as unknown as { id: string }).id, password: PASSWORD })
    await plant.query(`update app_user set must_change = false where user_name = 'clerk'`)
    const clerk = await plant.as('clerk')
    const lifted = await clerk.raw('PUT', '/user/create', { userName: 'boss', accountName: 'boss', roleId: await roleId('ADMIN'), password: PASSWORD })
    expect(lifted.errno).toBe('6000')
    const own = await find('clerk')
    expect((await clerk.raw('PUT', '/user/update', { id: own.id, version: own.version, roleId: await roleId('ADMIN') })).errno).toBe('6000')
    expect((await clerk.raw('POST', '/user/reset_password', { id: self.id, password: 'Taken-over-1' })).errno).toBe('6000')
    expect(await find('boss')).toBeUndefined()
  })
  async function menuIds(urls: string[]): Promise<string[]> {
    return (await plant.query<{ id: string }>('select id from menu where url = any($1)', [urls])).map((r) => r.id)
  }

  test('a department with people, or with departments below it, stays', async () => {
    const made = (await admin.raw('POST', '/dept/create', { name: '设备部' })).data as unknown as { id: string }
    const below = (await admin.raw('POST', '/dept/create', { name: '电气组', parentId: made.id })).data as unknown as { id: string; version: number }
    const person = await find('maint')
    await admin.raw('PUT', '/user/update', { id: person.id, version: person.version, departmentId: below.id })
    const refused = await admin.raw('DELETE', `/dept/delete?id=${below.id}`, undefined, { 'accept-language': 'en' })
    expect([refused.errno, refused.errmsg]).toEqual(['6000', 'A department already associated with users cannot be deleted'])
    expect((await admin.raw('DELETE', `/dept/delete?id=${made.id}`)).errno).toBe('6000')
    expect((await admin.raw('PUT', '/dept/update', { id: made.id, version: 1, parentId: below.id })).errno).toBe('6000')
  })

  test('a stale version is refused with both versions', async () => {
    const person = await find('viewer')
    expect((await admin.raw('PUT', '/user/update', { id: person.id, version: person.version, nickname: 'one' })).errno).toBe('200')
    const stale = await admin.raw('PUT', '/user/update', { id: person.id, version: person.version, nickname: 'two' })
    expect(stale.errno).toBe('6000')
    expect(stale.data as unknown).toMatchObject({ conflict: true, theirs: { nickname: 'one' }, mine: { nickname: 'two' } })
    expect((await find('viewer') as unknown as { nickname: string }).nickname).toBe('one')
  })

  test('every change is in the audit trail, with who, what was and what is', async () => {
    const log = (await admin.raw('GET', '/user/operation_log?size=5&resource=user&action=update')).data as { list: { operation: string; userName: string; before: unknown; after: unknown }[] }
    expect(log.list[0]).toMatchObject({ operation: 'user.update', userName: '系统管理员', before: { nickname: null }, after: { nickname: 'one' } })
  })
})

describe('an idempotency key', () => {
  const key = '01900000-0000-7000-8000-000000000001'
  test('fifty repeats at once make one row', async () => {
    const body = { code: 'ONCE', name: '一次' }
    const answers = await Promise.all(Array.from({ length: 50 }, () => admin.raw('POST', '/role/create', body, { 'idempotency-key': key })))
    const done = answers.filter((a) => a.errno === '200')
    expect(answers.every((a) => a.errno === '200' || a.status === 409)).toBe(true)
    expect(new Set(done.map((a) => (a.data as unknown as { id: string }).id)).size).toBe(1)
    expect(await plant.query(`select 1 from role where code = 'ONCE'`)).toHaveLength(1)
    const again = await admin.raw('POST', '/role/create', body, { 'idempotency-key': key })
    expect(again.data).toEqual(done[0]!.data)
  })
  test('with another body is refused', async () => {
    const other = await admin.raw('POST', '/role/create', { code: 'TWICE', name: '两次' }, { 'idempotency-key': key })
    expect(other.errno).toBe('6000')
    expect(await plant.query(`select 1 from role where code = 'TWICE'`)).toHaveLength(0)
  })
})

describe('wrong passwords', () => {
  test('a hundred of them are throttled, and the right person still gets in from elsewhere', async () => {
    const from = (remoteAddress: string, password: string) => plant.http.inject({ method: 'POST', url: '/api/user/login', remoteAddress, payload: { username: 'quality', password } })
    const errnos: string[] = []
    for (let i = 0; i < 100; i++) errnos.push((await from('10.1.1.1', `guess-${i}`)).json<{ errno: string }>().errno)
    expect(errnos.slice(0, 5)).toEqual(['6000', '6000', '6000', '6000', '6000'])
    expect(errnos.filter((e) => e === '4201').length).toBeGreaterThan(80)
    expect((await from('10.1.1.1', PASSWORD)).json<{ errno: string }>().errno).toBe('4201')
    expect((await from('10.2.2.2', PASSWORD)).json<{ errno: string }>().errno).toBe('200')
  })
  test('a body cannot choose the address it is counted for', async () => {
    const answer = await plant.http.inject({ method: 'POST', url: '/api/user/login', remoteAddress: '10.1.1.1', headers: { 'x-forwarded-for': '10.9.9.9' }, payload: { username: 'quality', password: PASSWORD } })
    expect(answer.json<{ errno: string }>().errno).toBe('4201')
  })
})
