import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personWith } from './new-person'
import { PASSWORD, testPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await testPlant()
  admin = await plant.as('admin')
}, 120_000)
afterAll(() => plant.close())

interface UserRow {
  id: string
  version: number
  userName: string
  state: string
  roleId: string
  mustChange: boolean
}
const find = async (userName: string) =>
  ((await admin.raw('GET', `/user/index?keyword=${userName}`)).data as { list: UserRow[] }).list.find(
    (u) => u.userName === userName,
  )!
const roleId = async (code: string) =>
  ((await admin.raw('GET', '/role/index?size=100')).data as { list: { id: string; code: string }[] }).list.find(
    (r) => r.code === code,
  )!.id

describe('accounts', () => {
  test('a new person must change the first password before anything else', async () => {
    const made = await admin.raw('PUT', '/user/create', {
      userName: 'zhang',
      accountName: '张三',
      roleId: await roleId('MAINT'),
      password: 'Quartz-lemur-58',
    })
    expect(made.errno).toBe('200')
    expect(JSON.stringify(made.data)).not.toContain('Quartz-lemur-58')
    const login = await plant.stranger.raw('POST', '/user/login', { username: 'zhang', password: 'Quartz-lemur-58' })
    const { token, mustChangePassword } = login.data as { token: string; mustChangePassword: boolean }
    expect(mustChangePassword).toBe(true)
    const auth = { authorization: token }
    const body = { 'content-type': 'application/json', ...auth }
    expect((await plant.stranger.raw('POST', '/dept/findall', {}, body)).errno).not.toBe('200')
    expect(
      (
        await plant.stranger.raw(
          'POST',
          '/user/password',
          { oldPassword: 'wrong', newPassword: 'Kelp-tractor-72' },
          body,
        )
      ).errno,
    ).toBe('6000')
    expect(
      (
        await plant.stranger.raw(
          'POST',
          '/user/password',
          { oldPassword: 'Quartz-lemur-58', newPassword: '12345678' },
          body,
        )
      ).errno,
    ).toBe('6000')
    expect(
      (
        await plant.stranger.raw(
          'POST',
          '/user/password',
          { oldPassword: 'Quartz-lemur-58', newPassword: 'Kelp-tractor-72' },
          body,
        )
      ).errno,
    ).toBe('200')
    expect((await plant.stranger.raw('GET', '/user/get_name', undefined, auth)).errno).toBe('200')
  })

  test('a user name is the same in either case: it signs in, is shown as it was given, and exists once', async () => {
    const made = await admin.raw('PUT', '/user/create', {
      userName: 'WangLei',
      accountName: '王磊',
      roleId: await roleId('VIEWER'),
      password: 'Quartz-lemur-58',
    })
    expect(made.errno).toBe('200')
    for (const typed of ['wanglei', 'WANGLEI', 'Wanglei ', 'WangLei']) {
      const login = await plant.stranger.raw('POST', '/user/login', { username: typed, password: 'Quartz-lemur-58' })
      expect([login.errno, (login.data as { userName?: string } | null)?.userName], typed).toEqual(['200', 'WangLei'])
    }
    const twin = await admin.raw('PUT', '/user/create', {
      userName: 'wanglei',
      accountName: '王蕾',
      roleId: await roleId('VIEWER'),
      password: 'Quartz-lemur-58',
    })
    expect([twin.errno, twin.data as unknown]).toEqual([
      '4003',
      { issues: [{ path: ['userName'], code: 'duplicate' }] },
    ])
    const other = await find('viewer')
    expect(
      (await admin.raw('PUT', '/user/update', { id: other.id, version: other.version, userName: 'WANGLEI' })).errno,
    ).toBe('4003')
  })

  test.each([
    '\u0430dmin',
    'adm\u0456n',
    '\u0391dmin',
    '\uff41dmin',
    'adm\u0131n',
    '\u0251dmin',
    'adm\u0457n',
    '\u0441\u0435\u0430',
    'admin\u0661',
  ])('a user name of letters that look like others is refused: %s', async (userName) => {
    const person = { accountName: '王磊', roleId: await roleId('VIEWER'), password: 'Quartz-lemur-58' }
    const issues = { issues: [{ path: ['userName'], code: 'badUserName' }] }
    const made = await admin.raw('PUT', '/user/create', { ...person, userName })
    expect([made.errno, made.data as unknown]).toEqual(['4013', issues])
    const viewer = await find('viewer')
    const renamed = await admin.raw('PUT', '/user/update', { id: viewer.id, version: viewer.version, userName })
    expect([renamed.errno, renamed.data as unknown]).toEqual(['4013', issues])
  })
  test.each(['王磊', 'müller.j', 'line_2-B', 'José', '张三3'])('a user name may be %s', async (userName) => {
    const person = { accountName: '王磊', roleId: await roleId('VIEWER'), password: 'Quartz-lemur-58' }
    expect((await admin.raw('PUT', '/user/create', { ...person, userName })).errno).toBe('200')
  })

  test('with an English name reads in it for an English reader, wherever it is named, and is found by either', async () => {
    const role = await roleId('MAINT')
    const person = {
      userName: 'wuhaibo',
      accountName: '吴海波',
      accountNameEn: 'Wu Haibo',
      roleId: role,
      password: 'Quartz-lemur-58',
    }
    const { id } = (await admin.raw('PUT', '/user/create', person)).data as { id: string }
    const ask = async (path: string, language: string) =>
      (await admin.raw('GET', path, undefined, { 'accept-language': language })).data as { id: string; label: string }[]
    for (const path of ['/user/get_name', `/user/get_cname2?roleId=${role}`, '/user/get_name?keyword=haibo']) {
      expect((await ask(path, 'zh')).find((one) => one.id === id)?.label, path).toBe('吴海波')
      expect((await ask(path, 'en')).find((one) => one.id === id)?.label, path).toBe('Wu Haibo')
    }
    const listed = await admin.raw('GET', '/user/index?keyword=Haibo')
    expect((listed.data as { list: UserRow[] }).list.map((one) => one.id)).toEqual([id])
    const login = async () =>
      (await plant.stranger.raw('POST', '/user/login', { username: 'wuhaibo', password: 'Quartz-lemur-58' })).data
    expect(await login()).toMatchObject({ nickname: '吴海波', nicknameEn: 'Wu Haibo' })
    const version = (await find('wuhaibo')).version
    expect((await admin.raw('PUT', '/user/update', { id, version, nickname: '海哥' })).errno).toBe('200')
    expect(await login()).toMatchObject({ nickname: '海哥', nicknameEn: null })
  })
  test('is found by the login name only by who may see accounts', async () => {
    const person = { userName: 'letterbox7', accountName: '何雨', accountNameEn: 'He Yu', password: 'Quartz-lemur-58' }
    const made = await admin.raw('PUT', '/user/create', { ...person, roleId: await roleId('MAINT') })
    expect(made.errno).toBe('200')
    const found = async (who: Caller, keyword: string) =>
      ((await who.raw('GET', `/user/get_name?keyword=${keyword}`)).data as { label: string }[]).length
    const operator = await personWith(plant, 'reader1', ['repairView'])
    expect([await found(operator, 'He%20Yu'), await found(operator, 'letterb')]).toEqual([1, 0])
    expect(await found(admin, 'letterb')).toBe(1)
  })
  test('nobody chooses a machine, nor who has left', async () => {
    const named = async (path: string) =>
      (await admin.raw('GET', path)).data as readonly { id: string; label: string }[]
    const role = await roleId('MAINT')
    const add = async (userName: string, more: object) =>
      (
        (await admin.raw('PUT', '/user/create', { userName, accountName: userName, roleId: role, ...more })).data as {
          id: string
        }
      ).id
    const gateway = await add('pick-gateway', { userType: 'service' })
    const left = await add('pick-left', { password: 'Quartz-lemur-58' })
    const here = await add('pick-here', { password: 'Quartz-lemur-58' })
    const { version } = await find('pick-left')
    await admin.raw('PUT', '/user/update', { id: left, version, state: 'suspended' })
    for (const path of ['/user/get_name?keyword=pick-', '/resource_options?of=user&keyword=pick-'])
      expect(
        (await named(path)).map(({ id }) => id),
        path,
      ).toEqual([here])
    // What they did is still told with their names.
    const known = await named(`/resource_options?of=user&ids=${gateway},${left}`)
    expect(known.map(({ label }) => label)).toEqual(['pick-gateway', 'pick-left'])
  })
  test('no secret reaches the audit trail or the wire', async () => {
    const [row] = await plant.query<{ text: string }>(
      `select string_agg(concat(before::text, after::text), ' ') as text from operation_log`,
    )
    expect(row!.text).not.toContain('Quartz-lemur-58')
    expect(row!.text).not.toContain('argon2')
    const list = await admin.raw('GET', '/user/index?size=500')
    expect(JSON.stringify(list.data)).not.toContain('argon2')
  })

  test.each([
    [
      'suspension',
      async (u: UserRow) => admin.raw('PUT', '/user/update', { id: u.id, version: u.version, state: 'suspended' }),
    ],
    ['removal', async (u: UserRow) => admin.raw('DELETE', `/user/delete?id=${u.id}`)],
    [
      'a new password',
      async (u: UserRow) => admin.raw('POST', '/user/reset_password', { id: u.id, password: 'Given-anew-3' }),
    ],
  ])('%s ends every session of the person at once', async (what, act) => {
    const userName = `p-${what.replaceAll(' ', '')}`
    await admin.raw('PUT', '/user/create', {
      userName,
      accountName: userName,
      roleId: await roleId('VIEWER'),
      password: 'Quartz-lemur-58',
    })
    const tokens = await Promise.all(
      [1, 2].map(
        async () =>
          (
            (await plant.stranger.raw('POST', '/user/login', { username: userName, password: 'Quartz-lemur-58' }))
              .data as {
              token: string
            }
          ).token,
      ),
    )
    const ask = (token: string) => plant.stranger.raw('GET', '/user/get_name', undefined, { authorization: token })
    for (const token of tokens) expect((await ask(token)).status).toBe(200) // told to change the password first
    expect((await act(await find(userName))).errno).toBe('200')
    for (const token of tokens) expect((await ask(token)).status).toBe(401)
  })

  test('nobody removes themselves or the last administrator, or gives rights they do not hold', async () => {
    const self = await find('admin')
    expect((await admin.raw('DELETE', `/user/delete?id=${self.id}`)).errno).toBe('6000')
    const clerkRole = await admin.raw('POST', '/role/create', {
      code: 'CLERK',
      name: '文员',
      authority: await menuIds(['usersView', 'usersAdd', 'usersEdit']),
    })
    await admin.raw('PUT', '/user/create', {
      userName: 'clerk',
      accountName: '文员',
      roleId: (clerkRole.data as unknown as { id: string }).id,
      password: PASSWORD,
    })
    await plant.query(`update app_user set must_change = false where user_name = 'clerk'`)
    const clerk = await plant.as('clerk')
    const lifted = await clerk.raw('PUT', '/user/create', {
      userName: 'boss',
      accountName: 'boss',
      roleId: await roleId('ADMIN'),
      password: PASSWORD,
    })
    expect(lifted.errno).toBe('6000')
    const own = await find('clerk')
    expect(
      (await clerk.raw('PUT', '/user/update', { id: own.id, version: own.version, roleId: await roleId('ADMIN') }))
        .errno,
    ).toBe('6000')
    expect((await clerk.raw('POST', '/user/reset_password', { id: self.id, password: 'Taken-over-1' })).errno).toBe(
      '6000',
    )
    expect(await find('boss')).toBeUndefined()
  })
  async function menuIds(urls: string[]): Promise<string[]> {
    return (await plant.query<{ id: string }>('select id from menu where url = any($1)', [urls])).map((r) => r.id)
  }

  test('a department with people, or with departments below it, stays', async () => {
    const made = (await admin.raw('POST', '/dept/create', { name: '设备部' })).data as unknown as { id: string }
    const below = (await admin.raw('POST', '/dept/create', { name: '电气组', parentId: made.id })).data as unknown as {
      id: string
      version: number
    }
    const person = await find('maint')
    await admin.raw('PUT', '/user/update', { id: person.id, version: person.version, departmentId: below.id })
    const refused = await admin.raw('DELETE', `/dept/delete?id=${below.id}`, undefined, { 'accept-language': 'en' })
    expect([refused.errno, refused.errmsg]).toEqual([
      '6000',
      'A department already associated with users cannot be deleted',
    ])
    expect((await admin.raw('DELETE', `/dept/delete?id=${made.id}`)).errno).toBe('6000')
    expect((await admin.raw('PUT', '/dept/update', { id: made.id, version: 1, parentId: below.id })).errno).toBe('6000')
  })

  test('a role or department goes once nobody is left in it but people who were removed', async () => {
    const { id } = (await admin.raw('POST', '/role/create', { code: 'LEAVER', name: '短工' })).data as unknown as {
      id: string
    }
    const { id: departmentId } = (await admin.raw('POST', '/dept/create', { name: '短工组' })).data as unknown as {
      id: string
    }
    const made = await admin.raw('PUT', '/user/create', {
      userName: 'leaver',
      accountName: '短工甲',
      roleId: id,
      departmentId,
      password: 'Quartz-lemur-58',
    })
    expect((await admin.raw('DELETE', `/role/delete?id=${id}`)).errno).toBe('6000')
    expect((await admin.raw('DELETE', `/dept/delete?id=${departmentId}`)).errno).toBe('6000')
    const person = (made.data as unknown as UserRow).id
    expect((await admin.raw('DELETE', `/user/delete?id=${person}`)).errno).toBe('200')
    expect((await admin.raw('DELETE', `/role/delete?id=${id}`)).errno).toBe('200')
    expect((await admin.raw('DELETE', `/dept/delete?id=${departmentId}`)).errno).toBe('200')
    const [left] = await plant.query<{ roleId: string; departmentId: string | null }>(
      'select role_id as "roleId", department_id as "departmentId" from app_user where id = $1',
      [person],
    )
    expect(left).toEqual({ roleId: await roleId('VIEWER'), departmentId: null })
  })

  test('a stale version is refused with both versions', async () => {
    const person = await find('viewer')
    expect(
      (await admin.raw('PUT', '/user/update', { id: person.id, version: person.version, nickname: 'one' })).errno,
    ).toBe('200')
    const stale = await admin.raw('PUT', '/user/update', { id: person.id, version: person.version, nickname: 'two' })
    expect(stale.errno).toBe('6000')
    expect(stale.data as unknown).toMatchObject({
      conflict: true,
      theirs: { nickname: 'one' },
      mine: { nickname: 'two' },
    })
    expect(((await find('viewer')) as unknown as { nickname: string }).nickname).toBe('one')
  })

  test('every change is in the audit trail, with who, what was and what is', async () => {
    const log = (await admin.raw('GET', '/user/operation_log?size=5&resource=user&action=update')).data as {
      list: { operation: string; userName: string; before: unknown; after: unknown }[]
    }
    expect(log.list[0]).toMatchObject({
      operation: 'user.update',
      userName: '系统管理员',
      before: { nickname: null },
      after: { nickname: 'one' },
    })
  })
})

describe('an idempotency key', () => {
  const key = '01900000-0000-7000-8000-000000000001'
  test('fifty repeats at once make one row', async () => {
    const body = { code: 'ONCE', name: '一次' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.raw('POST', '/role/create', body, { 'idempotency-key': key })),
    )
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

describe('an idempotency key of a password change', () => {
  const body = { oldPassword: PASSWORD, newPassword: 'Kelp-tractor-72' }
  const key = '01900000-0000-7000-8000-0000000000b1'
  test('whose answer was lost: the repeat is told that it was made, once', async () => {
    const person = await plant.as('operator-slit')
    const send = (input: object, idempotencyKey = key) =>
      person.raw('POST', '/user/password', input, { 'idempotency-key': idempotencyKey })
    expect((await send(body)).errno).toBe('200')
    expect((await send(body)).errno).toBe('200')
    expect(
      await plant.query(
        `select 1 from operation_log where operation = 'session.password' and row_title = user_name and user_id = $1`,
        [person.userId],
      ),
    ).toHaveLength(1)
    expect((await send({ ...body, newPassword: 'Copper-otter-26' })).errno).toBe('6000') // another change under the same key
    expect(
      (await plant.stranger.raw('POST', '/user/login', { username: 'operator-slit', password: 'Kelp-tractor-72' }))
        .errno,
    ).toBe('200')
    expect((await send(body, '01900000-0000-7000-8000-0000000000b2')).errno).toBe('6000') // without it the old password is wrong
  })
  test('leaves no password in the ledger, nor a hash that helps to find one', async () => {
    const rows = await plant.query<{ request_hash: string; response: unknown }>(
      'select request_hash, response from sync_op where op_id = $1',
      [key],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.response).toEqual({ data: null })
    const { hashRequest: requestHash } = await import('@/server/ledger')
    expect(rows[0]!.request_hash).toBe(requestHash({ endpoint: 'session.password', input: {} }))
  })
  test('five at once make one change', async () => {
    const person = await plant.as('prod-lead')
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        person.raw('POST', '/user/password', body, { 'idempotency-key': '01900000-0000-7000-8000-0000000000b3' }),
      ),
    )
    expect(answers.map((a) => a.errno)).toEqual(['200', '200', '200', '200', '200'])
    expect(
      await plant.query(
        `select 1 from operation_log where operation = 'session.password' and row_title = user_name and user_id = $1`,
        [person.userId],
      ),
    ).toHaveLength(1)
  })
  test('of a verification is looked at anew: a repeat never verifies by itself', async () => {
    const person = await plant.as('quality-lead', { verified: false })
    const send = (password: string) =>
      person.raw(
        'POST',
        '/user/verification',
        { password },
        { 'idempotency-key': '01900000-0000-7000-8000-0000000000b4' },
      )
    expect((await send(PASSWORD)).errno).toBe('200')
    expect((await send('not mine')).errno).toBe('6000')
    expect((await send(PASSWORD)).errno).toBe('200')
    expect(await plant.query(`select 1 from sync_op where op = 'session.verification'`)).toHaveLength(0)
  })
})

describe('wrong passwords', () => {
  beforeAll(() => plant.clock.set(new Date())) // it stands still: waits are counted, not waited for
  test('a hundred of them are throttled, and the right person still gets in from elsewhere', async () => {
    const from = (remoteAddress: string, password: string) =>
      plant.http.inject({
        method: 'POST',
        url: '/api/user/login',
        remoteAddress,
        payload: { username: 'quality', password },
      })
    const errnos: string[] = []
    for (let i = 0; i < 100; i++) errnos.push((await from('10.1.1.1', `guess-${i}`)).json<{ errno: string }>().errno)
    expect(errnos.slice(0, 5)).toEqual(['6000', '6000', '6000', '6000', '6000'])
    expect(errnos.filter((e) => e === '4201').length).toBeGreaterThan(80)
    expect((await from('10.1.1.1', PASSWORD)).json<{ errno: string }>().errno).toBe('4201')
    expect((await from('10.2.2.2', PASSWORD)).json<{ errno: string }>().errno).toBe('200')
  })
  test('a body cannot choose the address it is counted for', async () => {
    const answer = await plant.http.inject({
      method: 'POST',
      url: '/api/user/login',
      remoteAddress: '10.1.1.1',
      headers: { 'x-forwarded-for': '10.9.9.9' },
      payload: { username: 'quality', password: PASSWORD },
    })
    expect(answer.json<{ errno: string }>().errno).toBe('4201')
  })
})
