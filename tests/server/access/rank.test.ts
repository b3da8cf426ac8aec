import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { areaContracts } from '@/areas/contracts'
import { user } from '@/areas/access/contract/user'
import { getAreaEndpoints } from '@/contract/area'
import { runAsSystem } from '@/server/start-application'
import { sync } from '../people'
import { PASSWORD, testPlant, type Answer, type Caller, type TestPlant } from '../harness'

// Who may change whom. `admin` is the super user of the seed; `deputy` is another one, whose role holds hardly anything.
const keysOfRole = {
  clerk: ['usersView', 'usersEdit'],
  head: ['usersView', 'usersAdd', 'usersEdit', 'usersDelete'],
  ruler: ['usersView', 'rolesView', 'rolesAdd', 'rolesEdit', 'rolesDelete'],
  deputy: ['usersView'],
  temp: ['usersView'],
  other: ['repairView'],
} as const
type Name = keyof typeof keysOfRole
const refusals = {
  superUser: ['只有超级用户才能更改超级用户的账号', 'Only a super user may change the account of a super user'],
  above: [
    '此人拥有您没有的权限，您不能更改其账号',
    'This person has permissions that you do not have, so you cannot change the account',
  ],
  grantBeyond: ['不能授予自己没有的权限', 'You cannot grant permissions that you do not have'],
  removal: [
    '移除用户或恢复已移除的用户需要用户的删除权限',
    'Removing a user, or restoring a removed one, needs the permission to delete users',
  ],
  superUserRole: [
    '有超级用户使用此角色，只有超级用户才能更改或删除',
    'A super user has this role: only a super user may change or delete it',
  ],
  roleAbove: [
    '此角色拥有您没有的权限，您不能更改或删除',
    'This role has permissions that you do not have, so you cannot change or delete it',
  ],
} as const

let plant: TestPlant
let admin: Caller
const callers = {} as Record<Name, Caller>
const roleIds = {} as Record<Name, string>
const userIds: Record<string, string> = {}
beforeAll(async () => {
  plant = await testPlant()
  admin = await plant.as('admin')
  for (const name of Object.keys(keysOfRole) as Name[]) {
    const code = name.toUpperCase()
    const made = good(
      await admin.raw('POST', '/role/create', { code, name: code, authority: await menuIds(keysOfRole[name]) }),
    )
    roleIds[name] = made.id
    await newPerson(name, made.id)
    callers[name] = await plant.as(name)
  }
  await plant.query(`update app_user set is_sup = true where user_name = 'deputy'`)
  plant.app.changes.publishSoon(new Set(['user']), [])
  for (const { id, user_name } of await plant.query<{ id: string; user_name: string }>(
    'select id, user_name from app_user',
  ))
    userIds[user_name] = id
}, 120_000)
afterAll(() => plant.close())

function good(answer: Answer): { id: string; version: number; userName: string; state: string } {
  expect([answer.errno, answer.errmsg]).toEqual(['200', expect.anything()])
  return answer.data as never
}
const menuIds = async (urls: readonly string[]) =>
  (await plant.query<{ id: string }>('select id from menu where url = any($1) and menu_type = 4', [urls])).map(
    (row) => row.id,
  )
/** An account with the password that everybody has here: it is hashed once. */
async function newPerson(userName: string, roleId: string): Promise<{ id: string; version: number }> {
  return runAsSystem(plant.app, 'test.people', async (ctx) => {
    const { id, version } = await ctx.rows.insert(user, { userName, accountName: userName, roleId })
    await ctx.query(
      `insert into credential (site_id, user_id, hash) select site_id, $1, hash from credential where user_id = $2`,
      [id, admin.userId],
    )
    return { id, version }
  })
}
const versionOf = async (table: 'app_user' | 'role', id: string) =>
  (await plant.query<{ version: number }>(`select version from ${table} where id = $1`, [id]))[0]!.version
/** All that a refusal must leave as it was. */
const everything = async () => ({
  people: await plant.query('select * from app_user order by id'),
  roles: await plant.query('select * from role order by id'),
  passwords: await plant.query('select user_id, hash from credential order by user_id'),
  sessions: await plant.query('select id, user_id from session order by id'),
  log: await plant.query(`select count(*)::int from operation_log`),
})
type Body = Record<string, unknown> | undefined
/** Refused in both languages, with a key and without, and nothing of it done. */
async function refused(
  caller: Caller,
  [method, path, body]: readonly [string, string, Body?],
  why: keyof typeof refusals,
) {
  const before = await everything()
  for (const more of [{}, { 'idempotency-key': randomUUID() }] as Record<string, string>[]) {
    const answers = [
      await caller.raw(method, path, body, { 'accept-language': 'zh', ...more }),
      await caller.raw(method, path, body, { 'accept-language': 'en', ...more }),
    ]
    expect(answers.map((a) => [a.errno, a.errmsg])).toEqual(refusals[why].map((text) => ['6000', text]))
    expect(answers.map((a) => a.data)).toEqual([null, null])
  }
  expect(await everything()).toEqual(before)
  for (const one of [admin, callers.deputy, caller])
    expect((await one.raw('GET', '/user/info')).errno, 'nobody is signed out').toBe('200')
}
/** Everything that the area offers to do to a person, by each of its entrances. */
async function deedsTo(id: string, roleId: string): Promise<Record<string, readonly [string, string, Body?]>> {
  const version = await versionOf('app_user', id)
  const update = (patch: object, method = 'PUT') => [method, '/user/update', { id, version, ...patch }] as const
  return {
    'another role': update({ roleId }),
    'another role, by the twin': update({ roleId }, 'POST'),
    'another user name': update({ userName: 'somebody-else' }),
    'another name': update({ accountName: 'somebody-else' }),
    'another phone': update({ phone: '13800000000' }, 'POST'),
    'another department': update({ departmentId: null }),
    suspension: update({ state: 'suspended' }),
    'suspension, by the twin': update({ state: 'suspended' }, 'POST'),
    'the first state': update({ state: null }),
    'removal by its state': update({ state: 'removed' }),
    'removal by its state, by the twin': update({ state: 'removed' }, 'POST'),
    'a new password': ['POST', '/user/reset_password', { id, password: 'Taken-over-1' }],
  }
}
const removalOf = (id: string) => ['DELETE', `/user/delete?id=${id}`] as const

describe('a super user', () => {
  test.each(['admin', 'deputy'])('%s is changed by nobody who is none, in no way', async (target) => {
    const id = userIds[target]!
    for (const name of ['clerk', 'head'] as const)
      for (const [what, deed] of Object.entries(await deedsTo(id, roleIds[name])))
        await step(what, () => refused(callers[name], deed, 'superUser'))
    await refused(callers.head, removalOf(id), 'superUser')
  })
  test('is not taken over by a weak role, step by step', async () => {
    const { clerk } = callers
    const before = await everything()
    const version = await versionOf('app_user', admin.userId)
    for (const method of ['PUT', 'POST'])
      expect(
        (await clerk.raw(method, '/user/update', { id: admin.userId, version, roleId: roleIds.clerk })).errno,
      ).not.toBe('200')
    expect(
      (await clerk.raw('POST', '/user/reset_password', { id: admin.userId, password: 'Taken-over-1' })).errno,
    ).not.toBe('200')
    expect(await everything()).toEqual(before)
    const login = await plant.stranger.raw('POST', '/user/login', { username: 'admin', password: 'Taken-over-1' })
    expect([login.errno, login.data]).toEqual(['6000', null])
  })
  test('may change another one, and may not remove the own account', async () => {
    const id = userIds['deputy']!
    const row = good(
      await admin.raw('PUT', '/user/update', { id, version: await versionOf('app_user', id), nickname: 'second' }),
    )
    good(await admin.raw('POST', '/user/update', { id, version: row.version, state: 'suspended' }))
    expect((await callers.deputy.raw('GET', '/user/info')).status).toBe(401)
    good(await admin.raw('PUT', '/user/update', { id, version: row.version + 1, state: 'active' }))
    callers.deputy = await plant.as('deputy')
    expect((await admin.raw('DELETE', `/user/delete?id=${admin.userId}`)).errno).toBe('6000')
  })
  test('that was removed is brought back by nobody else', async () => {
    const { id } = await newPerson('former', roleIds.temp)
    await plant.query(`update app_user set is_sup = true, state = 'removed' where id = $1`, [id])
    const version = await versionOf('app_user', id)
    for (const state of ['active', 'suspended', null])
      await refused(callers.head, ['PUT', '/user/update', { id, version, state }], 'superUser')
  })
  test('comes into being by no call', async () => {
    const before = await everything()
    const account = { userName: 'boss', accountName: 'boss', roleId: roleIds.temp, password: PASSWORD }
    for (const more of [{ isSup: true }, { is_sup: true }, { state: 'active' }]) {
      const answer = await callers.head.raw('PUT', '/user/create', { ...account, ...more })
      expect([answer.errno, JSON.stringify(answer.data)]).toEqual(['4013', expect.stringContaining('unknownField')])
    }
    const { clerk } = callers
    const own = { id: clerk.userId, version: await versionOf('app_user', clerk.userId) }
    for (const method of ['PUT', 'POST'])
      expect((await clerk.raw(method, '/user/update', { ...own, isSup: true })).errno).toBe('4013')
    expect((await clerk.raw('PUT', '/user/info', { isSup: true })).errno).toBe('4013')
    expect(await everything()).toEqual(before)
  })
})

describe('a person', () => {
  test('with a key that the other lacks is changed by them in no way', async () => {
    for (const target of ['other', 'maint-lead'])
      for (const name of ['clerk', 'head'] as const)
        for (const [what, deed] of Object.entries(await deedsTo(userIds[target]!, roleIds.temp)))
          await step(`${target}: ${what}`, () => refused(callers[name], deed, 'above'))
    await refused(callers.head, removalOf(userIds['other']!), 'above')
    await refused(
      callers.clerk,
      ['POST', '/user/reset_password', { id: userIds['head'], password: 'Taken-over-1' }],
      'above',
    )
  })
  test('within is changed as before, but gets no role beyond the keys of whoever gives it', async () => {
    const { id, version } = await newPerson('within', roleIds.temp)
    const row = good(await callers.clerk.raw('PUT', '/user/update', { id, version, nickname: 'new here' }))
    await refused(
      callers.clerk,
      ['PUT', '/user/update', { id, version: row.version, roleId: roleIds.head }],
      'grantBeyond',
    )
    const account = { userName: 'lifted', accountName: 'lifted', roleId: roleIds.other, password: PASSWORD }
    await refused(callers.head, ['PUT', '/user/create', account], 'grantBeyond')
    const moved = good(
      await callers.clerk.raw('POST', '/user/update', { id, version: row.version, roleId: roleIds.clerk }),
    )
    const out = good(await callers.clerk.raw('PUT', '/user/update', { id, version: moved.version, state: 'suspended' }))
    good(await callers.clerk.raw('PUT', '/user/update', { id, version: out.version, state: 'active' }))
    good(await callers.clerk.raw('POST', '/user/reset_password', { id, password: 'Given-anew-3' }))
  })
  test('changes the own details and password, and gains nothing by it', async () => {
    const { clerk } = callers
    good(await clerk.raw('PUT', '/user/info', { nickname: 'me', phone: '13811112222' }))
    const own = { id: clerk.userId, version: await versionOf('app_user', clerk.userId) }
    good(await clerk.raw('PUT', '/user/update', { ...own, nickname: 'myself' }))
    await refused(
      clerk,
      ['PUT', '/user/update', { ...own, version: own.version + 1, roleId: roleIds.head }],
      'grantBeyond',
    )
    good(await clerk.raw('POST', '/user/password', { oldPassword: PASSWORD, newPassword: 'My-own-new-7' }))
    good(await callers.deputy.raw('PUT', '/user/info', { nickname: 'D' }))
  })
  test('is removed and brought back only with the key for it, whichever call says so', async () => {
    const { id, version } = await newPerson('leaver', roleIds.temp)
    const leaver = await plant.as('leaver')
    for (const method of ['PUT', 'POST'])
      await refused(callers.clerk, [method, '/user/update', { id, version, state: 'removed' }], 'removal')
    expect((await callers.clerk.raw(...removalOf(id))).errno).toBe('401')
    expect((await leaver.raw('GET', '/user/info')).errno).toBe('200')

    const gone = good(await callers.head.raw('PUT', '/user/update', { id, version, state: 'removed', nickname: 'x' }))
    expect(gone).toMatchObject({ state: 'removed', phone: null, nickname: 'x' })
    expect(gone.userName).not.toBe('leaver')
    expect(await plant.query('select 1 from credential where user_id = $1', [id])).toEqual([])
    expect((await leaver.raw('GET', '/user/info')).status).toBe(401)
    for (const state of ['active', 'suspended', null])
      await refused(callers.clerk, ['PUT', '/user/update', { id, version: gone.version, state }], 'removal')
    const again = good((await callers.head.raw('DELETE', `/user/delete?id=${id}`)) as Answer) as unknown
    expect(again).toBeNull()
    expect(
      (await plant.query<{ user_name: string }>('select user_name from app_user where id = $1', [id]))[0]!.user_name,
    ).toBe(gone.userName)
    good(await callers.head.raw('POST', '/user/update', { id, version: gone.version, state: 'active' }))
  })
  test('who is told to be in the first state stays signed in when in it', async () => {
    const { id, version } = await newPerson('steady', roleIds.temp)
    const steady = await plant.as('steady')
    good(await callers.clerk.raw('PUT', '/user/update', { id, version, state: null }))
    expect((await steady.raw('GET', '/user/info')).errno).toBe('200')
  })
})

describe('a role', () => {
  const change = async (id: string, patch: object) =>
    ['PUT', '/role/update', { id, version: await versionOf('role', id), ...patch }] as const
  test('with a key that the other lacks is neither changed nor deleted by them', async () => {
    const { ruler } = callers
    const { id } = good(
      await admin.raw('POST', '/role/create', {
        code: 'HIGH',
        name: 'HIGH',
        authority: await menuIds(['repairView', 'rolesView']),
      }),
    )
    for (const patch of [
      { name: 'renamed' },
      { note: 'n' },
      { authority: [] },
      { authority: await menuIds(['repairView']) },
      { authority: await menuIds(['repairView', 'rolesView', 'rolesAdd']) },
    ])
      await refused(ruler, await change(id, patch), 'roleAbove')
    await refused(ruler, ['DELETE', `/role/delete?id=${id}`], 'roleAbove')
  })
  test('gets no key beyond those of its author, the own role neither', async () => {
    const { ruler } = callers
    const beyond = await menuIds(['rolesView', 'usersEdit'])
    await refused(ruler, ['POST', '/role/create', { code: 'MORE', name: 'MORE', authority: beyond }], 'grantBeyond')
    await refused(
      ruler,
      await change(roleIds.ruler, { authority: await menuIds([...keysOfRole.ruler, 'usersEdit']) }),
      'grantBeyond',
    )
    await refused(ruler, await change(roleIds.temp, { authority: beyond }), 'grantBeyond')
    good(
      await ruler.raw(
        ...(await change(roleIds.temp, { name: 'TEMP 2', authority: await menuIds(['usersView', 'rolesView']) })),
      ),
    )
    good(await ruler.raw(...(await change(roleIds.temp, { authority: await menuIds(['usersView']) }))))
  })
  test('of a super user is changed by super users only, however little it holds', async () => {
    await refused(callers.ruler, await change(roleIds.deputy, { name: 'renamed' }), 'superUserRole')
    await refused(callers.ruler, await change(roleIds.deputy, { authority: [] }), 'superUserRole')
    await refused(callers.ruler, ['DELETE', `/role/delete?id=${roleIds.deputy}`], 'superUserRole')
    good(await admin.raw(...(await change(roleIds.deputy, { note: 'n' }))))
  })
})

describe('around the forms', () => {
  const bodies = async () => {
    const target = { id: admin.userId, version: await versionOf('app_user', admin.userId) }
    return {
      'user.update': { ...target, roleId: roleIds.head },
      'user.resetPassword': { id: target.id, password: 'Taken-over-1' },
      'user.remove': target,
      'user.create': { userName: 'by-phone', accountName: 'by-phone', roleId: roleIds.temp, password: PASSWORD },
      'role.update': { id: roleIds.ruler, version: await versionOf('role', roleIds.ruler), note: 'n' },
      'role.create': { code: 'PHONE', name: 'PHONE' },
      'role.remove': { id: roleIds.temp },
    }
  }
  test('no phone changes a person or a role through its outbox', async () => {
    const before = await everything()
    for (const caller of [callers.head, callers.ruler, admin])
      for (const [name, body] of Object.entries(await bodies())) {
        const [answer] = await sync(caller, [{ op: { name }, body }])
        expect([name, answer!.status, answer!.data]).toEqual([name, 'refused', null])
      }
    expect(await everything()).toEqual(before)
  })
  test('no sheet changes a person or a role at the door for all kinds', async () => {
    const before = await everything()
    const sheet = Buffer.from('用户名,姓名,角色\nadmin,taken,CLERK\n')
    for (const [caller, type] of [
      [callers.head, 'user'],
      [admin, 'user'],
      [admin, 'role'],
    ] as const) {
      const answer = await caller.upload('/UPLOAD_FILE', sheet, { type }, 'people.csv')
      expect([type, answer.errno, answer.errmsg]).toEqual([type, '6000', '没有这种 Excel 类型'])
    }
    expect({ ...(await everything()), log: null }).toEqual({ ...before, log: null }) // a refused file is noted
  })
  test('a sheet of people does no more than the forms', async () => {
    const before = await everything()
    const tries: [string, keyof typeof refusals][] = [
      // The person, the role and the state that the sheet says.
      ['admin,taken,CLERK,在用', 'superUser'],
      ['deputy,renamed,DEPUTY,在用', 'superUser'],
      ['deputy,deputy,DEPUTY,停用', 'superUser'],
      ['other,renamed,OTHER,在用', 'above'],
      ['other,other,OTHER,已删除', 'above'],
      ['temp,temp,RULER,在用', 'grantBeyond'],
      ['head,head,RULER,在用', 'grantBeyond'],
      ['by-sheet,by-sheet,RULER,在用', 'grantBeyond'],
    ]
    for (const [row, why] of tries)
      for (const dryRun of ['true', 'false']) {
        const sheet = Buffer.from(`用户名,姓名,角色,状态\n${row}\n`)
        const answer = await callers.head.upload('/user/import', sheet, { dryRun }, 'people.csv')
        expect([row, answer.errno, answer.errmsg]).toEqual([row, '6000', expect.stringContaining(refusals[why][0])])
      }
    const sheet = Buffer.from('用户名,姓名,角色\ntemp,renamed,TEMP\n')
    expect((await callers.clerk.upload('/user/import', sheet, {}, 'people.csv')).errno).toBe('401')
    expect({ ...(await everything()), log: null }).toEqual({ ...before, log: null })
  })
  test('nothing of people and roles may be imported or kept in an outbox unless it is tried here', () => {
    const access = areaContracts.find((area) => area.name === 'access')!
    const open = getAreaEndpoints(access).filter(
      (e) => e.offline || (e.body === 'sheet' && e.name !== 'excelType.upload'),
    )
    expect(open.map((e) => e.name)).toEqual(['user.import'])
    const writes = getAreaEndpoints(access).filter((e) => e.effect !== 'read')
    expect(writes.map((e) => e.name).sort()).toEqual([
      'department.create',
      'department.remove',
      'department.update',
      'directory.begin',
      'directory.login',
      'excelType.upload',
      'role.create',
      'role.remove',
      'role.update',
      'savedView.drop',
      'savedView.keep',
      'serviceToken.create',
      'serviceToken.remove',
      'session.end',
      'session.factorBegin',
      'session.factorConfirm',
      'session.factorRemove',
      'session.info',
      'session.login',
      'session.logout',
      'session.password',
      // Of the caller's own session alone.
      'session.pushBegin',
      'session.pushEnd',
      'session.pushStart',
      'session.verification',
      'user.confirmDirectoryLink',
      'user.create',
      'user.import',
      'user.remove',
      'user.removeDirectoryLink',
      'user.resetFactor',
      'user.resetPassword',
      'user.update',
    ])
  })
  test('tokens are made and revoked, and second factors taken, by those who may act on the account', async () => {
    const role = await plant.query<{ id: string }>(`select id from role where code = 'ADMIN'`)
    const made = await admin.raw('PUT', '/user/create', {
      userName: 'above-machine',
      accountName: 'above machine',
      roleId: role[0]!.id,
      userType: 'service',
    })
    const { id: userId } = made.data as unknown as { id: string }
    const token = await admin.raw('POST', '/user/tokens', { userId, name: 'x' })
    const { id } = token.data as unknown as { id: string }
    await plant.query(`insert into second_factor (site_id, user_id, secret) values (1, $1, 'AAAA')`, [admin.userId])
    const before = await everything()
    expect((await callers.clerk.raw('POST', '/user/tokens', { userId, name: 'y' })).errno).toBe('6000')
    expect((await callers.clerk.raw('DELETE', `/user/tokens?id=${id}`)).errno).toBe('6000')
    expect((await callers.clerk.raw('POST', '/user/reset_second_factor', { id: admin.userId })).errno).toBe('6000')
    expect(await everything()).toEqual(before)
    expect(await plant.query('select secret from second_factor')).toEqual([{ secret: 'AAAA' }])
    expect(await plant.query('select 1 from session where id = $1', [id])).toHaveLength(1)
    await plant.query('delete from second_factor')
  })
  test('a session is ended by whose it is, whoever knows its id', async () => {
    const before = await everything()
    const [session] = await plant.query<{ id: string }>('select id from session where user_id = $1', [admin.userId])
    for (const caller of [callers.head, callers.deputy])
      expect((await caller.raw('DELETE', `/user/sessions?id=${session!.id}`)).errno).toBe('4006')
    expect(await everything()).toEqual(before)
  })
  test('those who manage people see what a role holds, as the buttons ask it; others do not', async () => {
    const keys = (nodes: Node[]): string[] =>
      nodes.flatMap((n) => [...(n.menu_type === 4 ? [n.url] : []), ...keys(n.children)])
    const seen = await callers.clerk.raw('GET', `/role_menu?roleId=${roleIds.head}`)
    expect(keys(seen.data).sort()).toEqual([...keysOfRole.head].sort())
    const blind = await callers.other.raw('GET', `/role_menu?roleId=${roleIds.head}`)
    expect([blind.errno, blind.data]).toEqual(['401', null])
  })
})
interface Node {
  url: string
  menu_type: number
  children: Node[]
}
/** Names the step in what a failure says. */
async function step(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error) error.message = `${what}: ${error.message}`
    throw error
  }
}
