import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '@/areas/access/contract/user'
import { good } from '../people'
import { PASSWORD, testPlant, type Caller, type TestPlant } from '../harness'
import { personWith } from './new-person'

let plant: TestPlant
let admin: Caller
let role: string
beforeAll(async () => {
  plant = await testPlant()
  admin = await plant.as('admin')
  role = (await plant.query<{ name: string }>(`select name from role where code = 'OPERATOR-LINE'`))[0]!.name
}, 120_000)
afterAll(() => plant.close())

const sheet = (rows: readonly string[], head = '用户名,姓名,角色') => Buffer.from(`${head}\n${rows.join('\n')}\n`)
const send = (who: Caller, file: Buffer, more: Record<string, string> = {}) =>
  who.upload('/user/import', file, more, 'people.csv')

test('people come in by a sheet, and sign in only with a password that an administrator gave them', async () => {
  const file = sheet([`op-1,张三,${role}`, `op-2,李四,${role}`])
  const trial = await send(admin, file, { dryRun: 'true' })
  expect(good(trial)).toMatchObject({ created: 2, warned: 2, warnings: [{ row: 2 }, { row: 3 }] })
  expect(good(await send(admin, file))).toMatchObject({ created: 2, updated: 0 })
  const { list } = good(await admin.call(user.endpoints.list, { keyword: 'op-1' }))
  expect(list[0]).toMatchObject({ accountName: '张三', state: 'active', mustChange: true })
  const signIn = (password: string) => plant.stranger.raw('POST', '/user/login', { username: 'op-1', password })
  for (const password of ['', PASSWORD, 'op-1']) expect((await signIn(password)).errno).not.toBe('200')
  good(await admin.raw('POST', '/user/reset_password', { id: list[0]!.id, password: 'Quartz-lemur-58' }))
  expect((await signIn('Quartz-lemur-58')).errno).toBe('200')
})
test('a password is no column', async () => {
  const answer = await send(admin, sheet([`op-3,王五,${role},Quartz-lemur-58`], '用户名,姓名,角色,密码'))
  expect(answer).toMatchObject({ errno: '6000', data: { rows: [{ issue: { code: 'unknownField' } }] } })
})
test('the password is entered again first, at every door', async () => {
  const unverified = await plant.as('admin', { verified: false })
  const file = sheet([`op-4,赵六,${role}`])
  expect(await send(unverified, file)).toMatchObject({ errno: '6000', data: { verification: true } })
  expect((await unverified.upload('/UPLOAD_FILE', file, { type: 'user' }, 'people.csv')).errno).toBe('6000')
  expect((await admin.upload('/UPLOAD_FILE', file, { type: 'user' }, 'people.csv')).errno).toBe('6000')
  expect(await plant.query(`select 1 from app_user where user_name = 'op-4'`)).toEqual([])
})
test('a sheet gives no right that a form does not', async () => {
  const adder = await personWith(plant, 'adder', ['usersView', 'usersAdd', 'usersEdit', 'usersExport'])
  const [above] = await plant.query<{ name: string }>(`select name from role where code = 'ADMIN'`)
  expect((await send(adder, sheet([`op-5,钱七,${above!.name}`]))).errmsg).toContain('不能授予自己没有的权限')
  // What is exported of those above says nothing new, and is no change of them.
  const { bytes } = await adder.call(user.endpoints.export, {})
  const back = await adder.upload('/user/import', bytes, {}, 'people.xlsx')
  expect(good(back)).toMatchObject({ created: 0, updated: 0 })
  const changed = await send(adder, sheet([`admin,别人,${above!.name}`]))
  expect(changed.errno).toBe('6000')
  const seer = await personWith(plant, 'seer', ['usersView', 'usersEdit'])
  // Who may not remove people by a form may not by a sheet.
  const removal = await send(adder, sheet(['seer,seer,seer,已删除'], '用户名,姓名,角色,状态'))
  expect(removal.errmsg).toContain('需要用户的删除权限')
  expect((await send(seer, sheet([`op-6,孙八,${role}`]))).errno).toBe('401')
})
