import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPersonWithKeys } from './create-person-with-keys'
import { PASSWORD, createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant()
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
const findUser = async (userName: string) =>
  ((await admin.raw('GET', `/user/index?keyword=${userName}`)).data as { list: UserRow[] }).list.find(
    (u) => u.userName === userName,
  )!
const findRoleId = async (code: string) =>
  ((await admin.raw('GET', '/role/index?size=100')).data as { list: { id: string; code: string }[] }).list.find(
    (r) => r.code === code,
  )!.id

describe('accounts', () => {
  test('a new person must change the first password before anything else', async () => {
    const createAnswer = await admin.raw('PUT', '/user/create', {
      userName: 'zhang',
      accountName: '张三',
      roleId: await findRoleId('MAINT'),
      password: 'Quartz-lemur-58',
    })
    expect(createAnswer.errno).toBe('200')
    expect(JSON.stringify(createAnswer.data)).not.toContain('Quartz-lemur-58')
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

  test('user names ignore case at sign-in and for uniqueness, and keep the spelling they were created with', async () => {
    const createAnswer = await admin.raw('PUT', '/user/create', {
      userName: 'WangLei',
      accountName: '王磊',
      roleId: await findRoleId('VIEWER'),
      password: 'Quartz-lemur-58',
    })
    expect(createAnswer.errno).toBe('200')
    for (const typed of ['wanglei', 'WANGLEI', 'Wanglei ', 'WangLei']) {
      const login = await plant.stranger.raw('POST', '/user/login', { username: typed, password: 'Quartz-lemur-58' })
      expect([login.errno, (login.data as { userName?: string } | null)?.userName], typed).toEqual(['200', 'WangLei'])
    }
    const duplicateAnswer = await admin.raw('PUT', '/user/create', {
      userName: 'wanglei',
      accountName: '王蕾',
      roleId: await findRoleId('VIEWER'),
      password: 'Quartz-lemur-58',
    })
    expect([duplicateAnswer.errno, duplicateAnswer.data as unknown]).toEqual([
      '4003',
      { issues: [{ path: ['userName'], code: 'duplicate' }] },
    ])
    const viewerRow = await findUser('viewer')
    expect(
      (await admin.raw('PUT', '/user/update', { id: viewerRow.id, version: viewerRow.version, userName: 'WANGLEI' }))
        .errno,
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
  ])('refuses a user name with look-alike letters: %s', async (userName) => {
    const person = { accountName: '王磊', roleId: await findRoleId('VIEWER'), password: 'Quartz-lemur-58' }
    const issues = { issues: [{ path: ['userName'], code: 'badUserName' }] }
    const createAnswer = await admin.raw('PUT', '/user/create', { ...person, userName })
    expect([createAnswer.errno, createAnswer.data as unknown]).toEqual(['4013', issues])
    const viewer = await findUser('viewer')
    const renameAnswer = await admin.raw('PUT', '/user/update', { id: viewer.id, version: viewer.version, userName })
    expect([renameAnswer.errno, renameAnswer.data as unknown]).toEqual(['4013', issues])
  })
  test.each(['王磊', 'müller.j', 'line_2-B', 'José', '张三3'])('accepts the user name %s', async (userName) => {
    const person = { accountName: '王磊', roleId: await findRoleId('VIEWER'), password: 'Quartz-lemur-58' }
    expect((await admin.raw('PUT', '/user/create', { ...person, userName })).errno).toBe('200')
  })

  test('a person with an English name is shown and found by it, and by the Chinese name for Chinese readers', async () => {
    const role = await findRoleId('MAINT')
    const person = {
      userName: 'wuhaibo',
      accountName: '吴海波',
      accountNameEn: 'Wu Haibo',
      roleId: role,
      password: 'Quartz-lemur-58',
    }
    const { id } = (await admin.raw('PUT', '/user/create', person)).data as { id: string }
    const fetchPeople = async (path: string, language: string) =>
      (await admin.raw('GET', path, undefined, { 'accept-language': language })).data as { id: string; label: string }[]
    for (const path of ['/user/get_name', `/user/get_cname2?roleId=${role}`, '/user/get_name?keyword=haibo']) {
      expect((await fetchPeople(path, 'zh')).find((one) => one.id === id)?.label, path).toBe('吴海波')
      expect((await fetchPeople(path, 'en')).find((one) => one.id === id)?.label, path).toBe('Wu Haibo')
    }
    const listAnswer = await admin.raw('GET', '/user/index?keyword=Haibo')
    expect((listAnswer.data as { list: UserRow[] }).list.map((one) => one.id)).toEqual([id])
    const login = async () =>
      (await plant.stranger.raw('POST', '/user/login', { username: 'wuhaibo', password: 'Quartz-lemur-58' })).data
    expect(await login()).toMatchObject({ nickname: '吴海波', nicknameEn: 'Wu Haibo' })
    const version = (await findUser('wuhaibo')).version
    expect((await admin.raw('PUT', '/user/update', { id, version, nickname: '海哥' })).errno).toBe('200')
    expect(await login()).toMatchObject({ nickname: '海哥', nicknameEn: null })
  })
  test('only people who may see accounts find somebody by login name', async () => {
    const person = { userName: 'letterbox7', accountName: '何雨', accountNameEn: 'He Yu', password: 'Quartz-lemur-58' }
    const createAnswer = await admin.raw('PUT', '/user/create', { ...person, roleId: await findRoleId('MAINT') })
    expect(createAnswer.errno).toBe('200')
    const countMatches = async (who: Caller, keyword: string) =>
      ((await who.raw('GET', `/user/get_name?keyword=${keyword}`)).data as { label: string }[]).length
    const operator = await createPersonWithKeys(plant, 'reader1', ['repairView'])
    expect([await countMatches(operator, 'He%20Yu'), await countMatches(operator, 'letterb')]).toEqual([1, 0])
    expect(await countMatches(admin, 'letterb')).toBe(1)
  })
  test('option lists leave out service accounts and suspended people', async () => {
    const fetchOptions = async (path: string) =>
      (await admin.raw('GET', path)).data as readonly { id: string; label: string }[]
    const role = await findRoleId('MAINT')
    const createPerson = async (userName: string, more: object) =>
      (
        (await admin.raw('PUT', '/user/create', { userName, accountName: userName, roleId: role, ...more })).data as {
          id: string
        }
      ).id
    const gateway = await createPerson('pick-gateway', { userType: 'service' })
    const suspendedId = await createPerson('pick-left', { password: 'Quartz-lemur-58' })
    const activeId = await createPerson('pick-here', { password: 'Quartz-lemur-58' })
    const { version } = await findUser('pick-left')
    await admin.raw('PUT', '/user/update', { id: suspendedId, version, state: 'suspended' })
    for (const path of ['/user/get_name?keyword=pick-', '/resource_options?of=user&keyword=pick-'])
      expect(
        (await fetchOptions(path)).map(({ id }) => id),
        path,
      ).toEqual([activeId])
    // Rows that these accounts wrote still show their names.
    const recordedPeople = await fetchOptions(`/resource_options?of=user&ids=${gateway},${suspendedId}`)
    expect(recordedPeople.map(({ label }) => label)).toEqual(['pick-gateway', 'pick-left'])
  })
  test('no password or hash reaches the operation log or an answer', async () => {
    const [row] = await plant.query<{ text: string }>(
      `select string_agg(concat(before::text, after::text), ' ') as text from operation_log`,
    )
    expect(row!.text).not.toContain('Quartz-lemur-58')
    expect(row!.text).not.toContain('argon2')
    const listAnswer = await admin.raw('GET', '/user/index?size=500')
    expect(JSON.stringify(listAnswer.data)).not.toContain('argon2')
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
  ])('%s ends every session of the person immediately', async (actionName, act) => {
    const userName = `p-${actionName.replaceAll(' ', '')}`
    await admin.raw('PUT', '/user/create', {
      userName,
      accountName: userName,
      roleId: await findRoleId('VIEWER'),
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
    const fetchNames = (token: string) =>
      plant.stranger.raw('GET', '/user/get_name', undefined, { authorization: token })
    for (const token of tokens) expect((await fetchNames(token)).status).toBe(200) // the answer asks for a new password first
    expect((await act(await findUser(userName))).errno).toBe('200')
    for (const token of tokens) expect((await fetchNames(token)).status).toBe(401)
  })

  test('nobody removes themselves or the last administrator, or grants permissions they do not hold', async () => {
    const adminRow = await findUser('admin')
    expect((await admin.raw('DELETE', `/user/delete?id=${adminRow.id}`)).errno).toBe('6000')
    const clerkRole = await admin.raw('POST', '/role/create', {
      code: 'CLERK',
      name: '文员',
      authority: await findMenuIds(['usersView', 'usersAdd', 'usersEdit']),
    })
    await admin.raw('PUT', '/user/create', {
      userName: 'clerk',
      accountName: '文员',
      roleId: (clerkRole.data as unknown as { id: string }).id,
      password: PASSWORD,
    })
    await plant.query(`update app_user set must_change = false where user_name = 'clerk'`)
    const clerk = await plant.as('clerk')
    const superiorAnswer = await clerk.raw('PUT', '/user/create', {
      userName: 'boss',
      accountName: 'boss',
      roleId: await findRoleId('ADMIN'),
      password: PASSWORD,
    })
    expect(superiorAnswer.errno).toBe('6000')
    const clerkRow = await findUser('clerk')
    expect(
      (
        await clerk.raw('PUT', '/user/update', {
          id: clerkRow.id,
          version: clerkRow.version,
          roleId: await findRoleId('ADMIN'),
        })
      ).errno,
    ).toBe('6000')
    expect((await clerk.raw('POST', '/user/reset_password', { id: adminRow.id, password: 'Taken-over-1' })).errno).toBe(
      '6000',
    )
    expect(await findUser('boss')).toBeUndefined()
  })
  async function findMenuIds(urls: string[]): Promise<string[]> {
    return (await plant.query<{ id: string }>('select id from menu where url = any($1)', [urls])).map((r) => r.id)
  }

  test('refuses to delete a department with people or sub-departments', async () => {
    const department = (await admin.raw('POST', '/dept/create', { name: '设备部' })).data as unknown as { id: string }
    const subDepartment = (await admin.raw('POST', '/dept/create', { name: '电气组', parentId: department.id }))
      .data as unknown as {
      id: string
      version: number
    }
    const person = await findUser('maint')
    await admin.raw('PUT', '/user/update', { id: person.id, version: person.version, departmentId: subDepartment.id })
    const refusal = await admin.raw('DELETE', `/dept/delete?id=${subDepartment.id}`, undefined, {
      'accept-language': 'en',
    })
    expect([refusal.errno, refusal.errmsg]).toEqual([
      '6000',
      'A department already associated with users cannot be deleted',
    ])
    expect((await admin.raw('DELETE', `/dept/delete?id=${department.id}`)).errno).toBe('6000')
    expect(
      (await admin.raw('PUT', '/dept/update', { id: department.id, version: 1, parentId: subDepartment.id })).errno,
    ).toBe('6000')
  })

  test('a role or department can be deleted when only removed people are left in it', async () => {
    const { id } = (await admin.raw('POST', '/role/create', { code: 'LEAVER', name: '短工' })).data as unknown as {
      id: string
    }
    const { id: departmentId } = (await admin.raw('POST', '/dept/create', { name: '短工组' })).data as unknown as {
      id: string
    }
    const createAnswer = await admin.raw('PUT', '/user/create', {
      userName: 'leaver',
      accountName: '短工甲',
      roleId: id,
      departmentId,
      password: 'Quartz-lemur-58',
    })
    expect((await admin.raw('DELETE', `/role/delete?id=${id}`)).errno).toBe('6000')
    expect((await admin.raw('DELETE', `/dept/delete?id=${departmentId}`)).errno).toBe('6000')
    const person = (createAnswer.data as unknown as UserRow).id
    expect((await admin.raw('DELETE', `/user/delete?id=${person}`)).errno).toBe('200')
    expect((await admin.raw('DELETE', `/role/delete?id=${id}`)).errno).toBe('200')
    expect((await admin.raw('DELETE', `/dept/delete?id=${departmentId}`)).errno).toBe('200')
    const [leaverRow] = await plant.query<{ roleId: string; departmentId: string | null }>(
      'select role_id as "roleId", department_id as "departmentId" from app_user where id = $1',
      [person],
    )
    expect(leaverRow).toEqual({ roleId: await findRoleId('VIEWER'), departmentId: null })
  })

  test('refuses an update of a stale version and answers both versions', async () => {
    const person = await findUser('viewer')
    expect(
      (await admin.raw('PUT', '/user/update', { id: person.id, version: person.version, nickname: 'one' })).errno,
    ).toBe('200')
    const staleAnswer = await admin.raw('PUT', '/user/update', {
      id: person.id,
      version: person.version,
      nickname: 'two',
    })
    expect(staleAnswer.errno).toBe('6000')
    expect(staleAnswer.data as unknown).toMatchObject({
      conflict: true,
      theirs: { nickname: 'one' },
      mine: { nickname: 'two' },
    })
    expect(((await findUser('viewer')) as unknown as { nickname: string }).nickname).toBe('one')
  })

  test('the operation log holds every change with its author, old values and new values', async () => {
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
  test('fifty simultaneous repeats create one row', async () => {
    const body = { code: 'ONCE', name: '一次' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.raw('POST', '/role/create', body, { 'idempotency-key': key })),
    )
    const successfulAnswers = answers.filter((a) => a.errno === '200')
    expect(answers.every((a) => a.errno === '200' || a.status === 409)).toBe(true)
    expect(new Set(successfulAnswers.map((a) => (a.data as unknown as { id: string }).id)).size).toBe(1)
    expect(await plant.query(`select 1 from role where code = 'ONCE'`)).toHaveLength(1)
    const repeatAnswer = await admin.raw('POST', '/role/create', body, { 'idempotency-key': key })
    expect(repeatAnswer.data).toEqual(successfulAnswers[0]!.data)
  })
  test('is refused with a different body', async () => {
    const other = await admin.raw('POST', '/role/create', { code: 'TWICE', name: '两次' }, { 'idempotency-key': key })
    expect(other.errno).toBe('6000')
    expect(await plant.query(`select 1 from role where code = 'TWICE'`)).toHaveLength(0)
  })
})

describe('an idempotency key of a password change', () => {
  const body = { oldPassword: PASSWORD, newPassword: 'Kelp-tractor-72' }
  const key = '01900000-0000-7000-8000-0000000000b1'
  test('a repeat after a lost answer succeeds without a second change', async () => {
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
    expect((await send({ ...body, newPassword: 'Copper-otter-26' })).errno).toBe('6000') // a different change under the same key
    expect(
      (await plant.stranger.raw('POST', '/user/login', { username: 'operator-slit', password: 'Kelp-tractor-72' }))
        .errno,
    ).toBe('200')
    expect((await send(body, '01900000-0000-7000-8000-0000000000b2')).errno).toBe('6000') // under a new key the old password is wrong
  })
  test('leaves no password and no guessable hash in the idempotency ledger', async () => {
    const rows = await plant.query<{ request_hash: string; response: unknown }>(
      'select request_hash, response from sync_op where op_id = $1',
      [key],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.response).toEqual({ data: null })
    const { hashRequest: requestHash } = await import('@/server/ledger')
    expect(rows[0]!.request_hash).toBe(requestHash({ endpoint: 'session.password', input: {} }))
  })
  test('five simultaneous requests make one change', async () => {
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
  test('a repeated verification checks the password again', async () => {
    const person = await plant.as('quality-lead', { verified: false })
    const sendVerification = (password: string) =>
      person.raw(
        'POST',
        '/user/verification',
        { password },
        { 'idempotency-key': '01900000-0000-7000-8000-0000000000b4' },
      )
    expect((await sendVerification(PASSWORD)).errno).toBe('200')
    expect((await sendVerification('not mine')).errno).toBe('6000')
    expect((await sendVerification(PASSWORD)).errno).toBe('200')
    expect(await plant.query(`select 1 from sync_op where op = 'session.verification'`)).toHaveLength(0)
  })
})

describe('wrong passwords', () => {
  beforeAll(() => plant.clock.set(new Date())) // The clock stands still, so the test reads waiting times without waiting.
  test('a hundred wrong passwords are throttled, and the owner still signs in from another address', async () => {
    const loginFrom = (remoteAddress: string, password: string) =>
      plant.http.inject({
        method: 'POST',
        url: '/api/user/login',
        remoteAddress,
        payload: { username: 'quality', password },
      })
    const errnos: string[] = []
    for (let i = 0; i < 100; i++)
      errnos.push((await loginFrom('10.1.1.1', `guess-${i}`)).json<{ errno: string }>().errno)
    expect(errnos.slice(0, 5)).toEqual(['6000', '6000', '6000', '6000', '6000'])
    expect(errnos.filter((e) => e === '4201').length).toBeGreaterThan(80)
    expect((await loginFrom('10.1.1.1', PASSWORD)).json<{ errno: string }>().errno).toBe('4201')
    expect((await loginFrom('10.2.2.2', PASSWORD)).json<{ errno: string }>().errno).toBe('200')
  })
  test('a request body cannot choose the address that the throttle counts', async () => {
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
