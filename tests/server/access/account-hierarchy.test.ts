import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { areaContracts } from '@/areas/contracts'
import { user } from '@/areas/access/contract/user'
import { getAreaEndpoints } from '@/contract/area'
import { runAsSystem } from '@/server/start-application'
import { sync } from '../plant-staff'
import { PASSWORD, createTestPlant, type Answer, type Caller, type TestPlant } from '../harness'

// Tests who may change whom. `admin` is the seeded super user; `deputy` is a super user whose role holds few permissions.
const keysOfRole = {
  clerk: ['usersView', 'usersEdit'],
  head: ['usersView', 'usersAdd', 'usersEdit', 'usersDelete'],
  ruler: ['usersView', 'rolesView', 'rolesAdd', 'rolesEdit', 'rolesDelete'],
  deputy: ['usersView'],
  temp: ['usersView'],
  other: ['repairView'],
} as const
type RoleName = keyof typeof keysOfRole
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
const callers = {} as Record<RoleName, Caller>
const roleIds = {} as Record<RoleName, string>
const userIds: Record<string, string> = {}
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
  for (const name of Object.keys(keysOfRole) as RoleName[]) {
    const code = name.toUpperCase()
    const createdRole = expectOk(
      await admin.raw('POST', '/role/create', { code, name: code, authority: await findMenuIds(keysOfRole[name]) }),
    )
    roleIds[name] = createdRole.id
    await createPerson(name, createdRole.id)
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

function expectOk(answer: Answer): { id: string; version: number; userName: string; state: string } {
  expect([answer.errno, answer.errmsg]).toEqual(['200', expect.anything()])
  return answer.data as never
}
const findMenuIds = async (urls: readonly string[]) =>
  (await plant.query<{ id: string }>('select id from menu where url = any($1) and menu_type = 4', [urls])).map(
    (row) => row.id,
  )
/** Creates an account with the shared test password; copies its hash because hashing is slow. */
async function createPerson(userName: string, roleId: string): Promise<{ id: string; version: number }> {
  return runAsSystem(plant.app, 'test.people', async (ctx) => {
    const { id, version } = await ctx.rows.insert(user, { userName, accountName: userName, roleId })
    await ctx.query(
      `insert into credential (site_id, user_id, hash) select site_id, $1, hash from credential where user_id = $2`,
      [id, admin.userId],
    )
    return { id, version }
  })
}
const loadVersion = async (table: 'app_user' | 'role', id: string) =>
  (await plant.query<{ version: number }>(`select version from ${table} where id = $1`, [id]))[0]!.version
/** The rows that a refused request must not change. */
const loadState = async () => ({
  people: await plant.query('select * from app_user order by id'),
  roles: await plant.query('select * from role order by id'),
  passwords: await plant.query('select user_id, hash from credential order by user_id'),
  sessions: await plant.query('select id, user_id from session order by id'),
  log: await plant.query(`select count(*)::int from operation_log`),
})
type Body = Record<string, unknown> | undefined
/** Expects the refusal in both languages, with and without an idempotency key, and no changed rows. */
async function expectRefused(
  caller: Caller,
  [method, path, body]: readonly [string, string, Body?],
  refusalName: keyof typeof refusals,
) {
  const stateBefore = await loadState()
  for (const headers of [{}, { 'idempotency-key': randomUUID() }] as Record<string, string>[]) {
    const answers = [
      await caller.raw(method, path, body, { 'accept-language': 'zh', ...headers }),
      await caller.raw(method, path, body, { 'accept-language': 'en', ...headers }),
    ]
    expect(answers.map((a) => [a.errno, a.errmsg])).toEqual(refusals[refusalName].map((text) => ['6000', text]))
    expect(answers.map((a) => a.data)).toEqual([null, null])
  }
  expect(await loadState()).toEqual(stateBefore)
  for (const one of [admin, callers.deputy, caller])
    expect((await one.raw('GET', '/user/info')).errno, 'nobody is signed out').toBe('200')
}
/** Every request of the area that changes a person, by name, one for each entrance. */
async function buildRequestsAgainst(
  id: string,
  roleId: string,
): Promise<Record<string, readonly [string, string, Body?]>> {
  const version = await loadVersion('app_user', id)
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
const buildRemoval = (id: string) => ['DELETE', `/user/delete?id=${id}`] as const

describe('a super user', () => {
  test.each(['admin', 'deputy'])(
    '%s cannot be changed by anybody who is no super user, by any request',
    async (target) => {
      const id = userIds[target]!
      for (const name of ['clerk', 'head'] as const)
        for (const [what, deed] of Object.entries(await buildRequestsAgainst(id, roleIds[name])))
          await runStep(what, () => expectRefused(callers[name], deed, 'superUser'))
      await expectRefused(callers.head, buildRemoval(id), 'superUser')
    },
  )
  test('cannot be taken over step by step by a weak role', async () => {
    const { clerk } = callers
    const stateBefore = await loadState()
    const version = await loadVersion('app_user', admin.userId)
    for (const method of ['PUT', 'POST'])
      expect(
        (await clerk.raw(method, '/user/update', { id: admin.userId, version, roleId: roleIds.clerk })).errno,
      ).not.toBe('200')
    expect(
      (await clerk.raw('POST', '/user/reset_password', { id: admin.userId, password: 'Taken-over-1' })).errno,
    ).not.toBe('200')
    expect(await loadState()).toEqual(stateBefore)
    const login = await plant.stranger.raw('POST', '/user/login', { username: 'admin', password: 'Taken-over-1' })
    expect([login.errno, login.data]).toEqual(['6000', null])
  })
  test('may change another super user, but not remove the own account', async () => {
    const id = userIds['deputy']!
    const row = expectOk(
      await admin.raw('PUT', '/user/update', { id, version: await loadVersion('app_user', id), nickname: 'second' }),
    )
    expectOk(await admin.raw('POST', '/user/update', { id, version: row.version, state: 'suspended' }))
    expect((await callers.deputy.raw('GET', '/user/info')).status).toBe(401)
    expectOk(await admin.raw('PUT', '/user/update', { id, version: row.version + 1, state: 'active' }))
    callers.deputy = await plant.as('deputy')
    expect((await admin.raw('DELETE', `/user/delete?id=${admin.userId}`)).errno).toBe('6000')
  })
  test('cannot be restored after removal by somebody who is no super user', async () => {
    const { id } = await createPerson('former', roleIds.temp)
    await plant.query(`update app_user set is_sup = true, state = 'removed' where id = $1`, [id])
    const version = await loadVersion('app_user', id)
    for (const state of ['active', 'suspended', null])
      await expectRefused(callers.head, ['PUT', '/user/update', { id, version, state }], 'superUser')
  })
  test('cannot be created by any call', async () => {
    const stateBefore = await loadState()
    const account = { userName: 'boss', accountName: 'boss', roleId: roleIds.temp, password: PASSWORD }
    for (const more of [{ isSup: true }, { is_sup: true }, { state: 'active' }]) {
      const answer = await callers.head.raw('PUT', '/user/create', { ...account, ...more })
      expect([answer.errno, JSON.stringify(answer.data)]).toEqual(['4013', expect.stringContaining('unknownField')])
    }
    const { clerk } = callers
    const clerkVersion = { id: clerk.userId, version: await loadVersion('app_user', clerk.userId) }
    for (const method of ['PUT', 'POST'])
      expect((await clerk.raw(method, '/user/update', { ...clerkVersion, isSup: true })).errno).toBe('4013')
    expect((await clerk.raw('PUT', '/user/info', { isSup: true })).errno).toBe('4013')
    expect(await loadState()).toEqual(stateBefore)
  })
})

describe('a person', () => {
  test('cannot be changed by somebody who lacks one of the person’s permissions', async () => {
    for (const target of ['other', 'maint-lead'])
      for (const name of ['clerk', 'head'] as const)
        for (const [what, deed] of Object.entries(await buildRequestsAgainst(userIds[target]!, roleIds.temp)))
          await runStep(`${target}: ${what}`, () => expectRefused(callers[name], deed, 'above'))
    await expectRefused(callers.head, buildRemoval(userIds['other']!), 'above')
    await expectRefused(
      callers.clerk,
      ['POST', '/user/reset_password', { id: userIds['head'], password: 'Taken-over-1' }],
      'above',
    )
  })
  test('can be changed by somebody with more permissions, but gets no role beyond that somebody’s permissions', async () => {
    const { id, version } = await createPerson('within', roleIds.temp)
    const row = expectOk(await callers.clerk.raw('PUT', '/user/update', { id, version, nickname: 'new here' }))
    await expectRefused(
      callers.clerk,
      ['PUT', '/user/update', { id, version: row.version, roleId: roleIds.head }],
      'grantBeyond',
    )
    const account = { userName: 'lifted', accountName: 'lifted', roleId: roleIds.other, password: PASSWORD }
    await expectRefused(callers.head, ['PUT', '/user/create', account], 'grantBeyond')
    const updatedPerson = expectOk(
      await callers.clerk.raw('POST', '/user/update', { id, version: row.version, roleId: roleIds.clerk }),
    )
    const suspendedPerson = expectOk(
      await callers.clerk.raw('PUT', '/user/update', { id, version: updatedPerson.version, state: 'suspended' }),
    )
    expectOk(await callers.clerk.raw('PUT', '/user/update', { id, version: suspendedPerson.version, state: 'active' }))
    expectOk(await callers.clerk.raw('POST', '/user/reset_password', { id, password: 'Given-anew-3' }))
  })
  test('changes the own details and password, and gains no permission by it', async () => {
    const { clerk } = callers
    expectOk(await clerk.raw('PUT', '/user/info', { nickname: 'me', phone: '13811112222' }))
    const clerkVersion = { id: clerk.userId, version: await loadVersion('app_user', clerk.userId) }
    expectOk(await clerk.raw('PUT', '/user/update', { ...clerkVersion, nickname: 'myself' }))
    await expectRefused(
      clerk,
      ['PUT', '/user/update', { ...clerkVersion, version: clerkVersion.version + 1, roleId: roleIds.head }],
      'grantBeyond',
    )
    expectOk(await clerk.raw('POST', '/user/password', { oldPassword: PASSWORD, newPassword: 'My-own-new-7' }))
    expectOk(await callers.deputy.raw('PUT', '/user/info', { nickname: 'D' }))
  })
  test('is removed and restored only with the permission for it, by whichever call', async () => {
    const { id, version } = await createPerson('leaver', roleIds.temp)
    const leaver = await plant.as('leaver')
    for (const method of ['PUT', 'POST'])
      await expectRefused(callers.clerk, [method, '/user/update', { id, version, state: 'removed' }], 'removal')
    expect((await callers.clerk.raw(...buildRemoval(id))).errno).toBe('401')
    expect((await leaver.raw('GET', '/user/info')).errno).toBe('200')

    const removedPerson = expectOk(
      await callers.head.raw('PUT', '/user/update', { id, version, state: 'removed', nickname: 'x' }),
    )
    expect(removedPerson).toMatchObject({ state: 'removed', phone: null, nickname: 'x' })
    expect(removedPerson.userName).not.toBe('leaver')
    expect(await plant.query('select 1 from credential where user_id = $1', [id])).toEqual([])
    expect((await leaver.raw('GET', '/user/info')).status).toBe(401)
    for (const state of ['active', 'suspended', null])
      await expectRefused(
        callers.clerk,
        ['PUT', '/user/update', { id, version: removedPerson.version, state }],
        'removal',
      )
    const removedAgain = expectOk((await callers.head.raw('DELETE', `/user/delete?id=${id}`)) as Answer) as unknown
    expect(removedAgain).toBeNull()
    expect(
      (await plant.query<{ user_name: string }>('select user_name from app_user where id = $1', [id]))[0]!.user_name,
    ).toBe(removedPerson.userName)
    expectOk(await callers.head.raw('POST', '/user/update', { id, version: removedPerson.version, state: 'active' }))
  })
  test('stays signed in when an update resets the state to its default, active', async () => {
    const { id, version } = await createPerson('steady', roleIds.temp)
    const steady = await plant.as('steady')
    expectOk(await callers.clerk.raw('PUT', '/user/update', { id, version, state: null }))
    expect((await steady.raw('GET', '/user/info')).errno).toBe('200')
  })
})

describe('a role', () => {
  const buildRoleUpdate = async (id: string, patch: object) =>
    ['PUT', '/role/update', { id, version: await loadVersion('role', id), ...patch }] as const
  test('cannot be changed or deleted by somebody who lacks one of its permissions', async () => {
    const { ruler } = callers
    const { id } = expectOk(
      await admin.raw('POST', '/role/create', {
        code: 'HIGH',
        name: 'HIGH',
        authority: await findMenuIds(['repairView', 'rolesView']),
      }),
    )
    for (const patch of [
      { name: 'renamed' },
      { note: 'n' },
      { authority: [] },
      { authority: await findMenuIds(['repairView']) },
      { authority: await findMenuIds(['repairView', 'rolesView', 'rolesAdd']) },
    ])
      await expectRefused(ruler, await buildRoleUpdate(id, patch), 'roleAbove')
    await expectRefused(ruler, ['DELETE', `/role/delete?id=${id}`], 'roleAbove')
  })
  test('gets no permission that its author lacks, not even the own role', async () => {
    const { ruler } = callers
    const missingMenuIds = await findMenuIds(['rolesView', 'usersEdit'])
    await expectRefused(
      ruler,
      ['POST', '/role/create', { code: 'MORE', name: 'MORE', authority: missingMenuIds }],
      'grantBeyond',
    )
    await expectRefused(
      ruler,
      await buildRoleUpdate(roleIds.ruler, { authority: await findMenuIds([...keysOfRole.ruler, 'usersEdit']) }),
      'grantBeyond',
    )
    await expectRefused(ruler, await buildRoleUpdate(roleIds.temp, { authority: missingMenuIds }), 'grantBeyond')
    expectOk(
      await ruler.raw(
        ...(await buildRoleUpdate(roleIds.temp, {
          name: 'TEMP 2',
          authority: await findMenuIds(['usersView', 'rolesView']),
        })),
      ),
    )
    expectOk(await ruler.raw(...(await buildRoleUpdate(roleIds.temp, { authority: await findMenuIds(['usersView']) }))))
  })
  test('of a super user can be changed by super users only, however few permissions it holds', async () => {
    await expectRefused(callers.ruler, await buildRoleUpdate(roleIds.deputy, { name: 'renamed' }), 'superUserRole')
    await expectRefused(callers.ruler, await buildRoleUpdate(roleIds.deputy, { authority: [] }), 'superUserRole')
    await expectRefused(callers.ruler, ['DELETE', `/role/delete?id=${roleIds.deputy}`], 'superUserRole')
    expectOk(await admin.raw(...(await buildRoleUpdate(roleIds.deputy, { note: 'n' }))))
  })
})

describe('entrances besides the forms', () => {
  const buildBodies = async () => {
    const target = { id: admin.userId, version: await loadVersion('app_user', admin.userId) }
    return {
      'user.update': { ...target, roleId: roleIds.head },
      'user.resetPassword': { id: target.id, password: 'Taken-over-1' },
      'user.remove': target,
      'user.create': { userName: 'by-phone', accountName: 'by-phone', roleId: roleIds.temp, password: PASSWORD },
      'role.update': { id: roleIds.ruler, version: await loadVersion('role', roleIds.ruler), note: 'n' },
      'role.create': { code: 'PHONE', name: 'PHONE' },
      'role.remove': { id: roleIds.temp },
    }
  }
  test('sync refuses commands that change a person or a role', async () => {
    const before = await loadState()
    for (const caller of [callers.head, callers.ruler, admin])
      for (const [name, body] of Object.entries(await buildBodies())) {
        const [answer] = await sync(caller, [{ op: { name }, body }])
        expect([name, answer!.status, answer!.data]).toEqual([name, 'refused', null])
      }
    expect(await loadState()).toEqual(before)
  })
  test('the general upload refuses workbooks of people and roles', async () => {
    const stateBefore = await loadState()
    const sheet = Buffer.from('用户名,姓名,角色\nadmin,taken,CLERK\n')
    for (const [caller, type] of [
      [callers.head, 'user'],
      [admin, 'user'],
      [admin, 'role'],
    ] as const) {
      const answer = await caller.upload('/UPLOAD_FILE', sheet, { type }, 'people.csv')
      expect([type, answer.errno, answer.errmsg]).toEqual([type, '6000', '没有这种 Excel 类型'])
    }
    expect({ ...(await loadState()), log: null }).toEqual({ ...stateBefore, log: null }) // the operation log records the refused file
  })
  test('the import of people does no more than the forms', async () => {
    const stateBefore = await loadState()
    const attempts: [string, keyof typeof refusals][] = [
      // The person, the role and the state in the workbook.
      ['admin,taken,CLERK,在用', 'superUser'],
      ['deputy,renamed,DEPUTY,在用', 'superUser'],
      ['deputy,deputy,DEPUTY,停用', 'superUser'],
      ['other,renamed,OTHER,在用', 'above'],
      ['other,other,OTHER,已删除', 'above'],
      ['temp,temp,RULER,在用', 'grantBeyond'],
      ['head,head,RULER,在用', 'grantBeyond'],
      ['by-sheet,by-sheet,RULER,在用', 'grantBeyond'],
    ]
    for (const [row, why] of attempts)
      for (const dryRun of ['true', 'false']) {
        const sheet = Buffer.from(`用户名,姓名,角色,状态\n${row}\n`)
        const answer = await callers.head.upload('/user/import', sheet, { dryRun }, 'people.csv')
        expect([row, answer.errno, answer.errmsg]).toEqual([row, '6000', expect.stringContaining(refusals[why][0])])
      }
    const sheet = Buffer.from('用户名,姓名,角色\ntemp,renamed,TEMP\n')
    expect((await callers.clerk.upload('/user/import', sheet, {}, 'people.csv')).errno).toBe('401')
    expect({ ...(await loadState()), log: null }).toEqual({ ...stateBefore, log: null })
  })
  test('every import and offline command of people and roles is covered by this file', () => {
    const access = areaContracts.find((area) => area.name === 'access')!
    const offlineEndpoints = getAreaEndpoints(access).filter(
      (e) => e.offline || (e.body === 'sheet' && e.name !== 'excelType.upload'),
    )
    expect(offlineEndpoints.map((e) => e.name)).toEqual(['user.import'])
    const writes = getAreaEndpoints(access).filter((e) => e.effect !== 'read')
    expect(writes.map((e) => e.name).sort()).toEqual([
      'backup.start',
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
      // These calls affect only the caller's own session.
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
  test('only people who may change the account create and revoke its tokens and remove its second factor', async () => {
    const role = await plant.query<{ id: string }>(`select id from role where code = 'ADMIN'`)
    const createAnswer = await admin.raw('PUT', '/user/create', {
      userName: 'above-machine',
      accountName: 'above machine',
      roleId: role[0]!.id,
      userType: 'service',
    })
    const { id: userId } = createAnswer.data as unknown as { id: string }
    const token = await admin.raw('POST', '/user/tokens', { userId, name: 'x' })
    const { id } = token.data as unknown as { id: string }
    await plant.query(`insert into second_factor (site_id, user_id, secret) values (1, $1, 'AAAA')`, [admin.userId])
    const stateBefore = await loadState()
    expect((await callers.clerk.raw('POST', '/user/tokens', { userId, name: 'y' })).errno).toBe('6000')
    expect((await callers.clerk.raw('DELETE', `/user/tokens?id=${id}`)).errno).toBe('6000')
    expect((await callers.clerk.raw('POST', '/user/reset_second_factor', { id: admin.userId })).errno).toBe('6000')
    expect(await loadState()).toEqual(stateBefore)
    expect(await plant.query('select secret from second_factor')).toEqual([{ secret: 'AAAA' }])
    expect(await plant.query('select 1 from session where id = $1', [id])).toHaveLength(1)
    await plant.query('delete from second_factor')
  })
  test('only its owner ends a session, even if others know its id', async () => {
    const before = await loadState()
    const [session] = await plant.query<{ id: string }>('select id from session where user_id = $1', [admin.userId])
    for (const caller of [callers.head, callers.deputy])
      expect((await caller.raw('DELETE', `/user/sessions?id=${session!.id}`)).errno).toBe('4006')
    expect(await loadState()).toEqual(before)
  })
  test('only people who manage accounts see the permissions of a role', async () => {
    const collectKeys = (nodes: MenuNode[]): string[] =>
      nodes.flatMap((n) => [...(n.menu_type === 4 ? [n.url] : []), ...collectKeys(n.children)])
    const roleMenuAnswer = await callers.clerk.raw('GET', `/role_menu?roleId=${roleIds.head}`)
    expect(collectKeys(roleMenuAnswer.data).sort()).toEqual([...keysOfRole.head].sort())
    const refusal = await callers.other.raw('GET', `/role_menu?roleId=${roleIds.head}`)
    expect([refusal.errno, refusal.data]).toEqual(['401', null])
  })
})
interface MenuNode {
  url: string
  menu_type: number
  children: MenuNode[]
}
/** Runs `work` and puts `what` in front of the message of its error. */
async function runStep(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Error) error.message = `${what}: ${error.message}`
    throw error
  }
}
