import { afterAll, beforeAll, expect, test } from 'vitest'
import { user } from '@/areas/access/contract/user'
import { expectOk } from '../plant-staff'
import { PASSWORD, createTestPlant, type Caller, type TestPlant } from '../harness'
import { createPersonWithKeys } from './create-person-with-keys'

let plant: TestPlant
let admin: Caller
let role: string
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
  role = (await plant.query<{ name: string }>(`select name from role where code = 'OPERATOR-LINE'`))[0]!.name
}, 120_000)
afterAll(() => plant.close())

const sheet = (rows: readonly string[], head = '用户名,姓名,角色') => Buffer.from(`${head}\n${rows.join('\n')}\n`)
const send = (who: Caller, file: Buffer, more: Record<string, string> = {}) =>
  who.upload('/user/import', file, more, 'people.csv')

test('imported people sign in only after an administrator has set their password', async () => {
  const file = sheet([`op-1,张三,${role}`, `op-2,李四,${role}`])
  const dryRunAnswer = await send(admin, file, { dryRun: 'true' })
  expect(expectOk(dryRunAnswer)).toMatchObject({ created: 2, warned: 2, warnings: [{ row: 2 }, { row: 3 }] })
  expect(expectOk(await send(admin, file))).toMatchObject({ created: 2, updated: 0 })
  const { list } = expectOk(await admin.call(user.endpoints.list, { keyword: 'op-1' }))
  expect(list[0]).toMatchObject({ accountName: '张三', state: 'active', mustChange: true })
  const signIn = (password: string) => plant.stranger.raw('POST', '/user/login', { username: 'op-1', password })
  for (const password of ['', PASSWORD, 'op-1']) expect((await signIn(password)).errno).not.toBe('200')
  expectOk(await admin.raw('POST', '/user/reset_password', { id: list[0]!.id, password: 'Quartz-lemur-58' }))
  expect((await signIn('Quartz-lemur-58')).errno).toBe('200')
})
test('the workbook has no password column', async () => {
  const answer = await send(admin, sheet([`op-3,王五,${role},Quartz-lemur-58`], '用户名,姓名,角色,密码'))
  expect(answer).toMatchObject({ errno: '6000', data: { rows: [{ issue: { code: 'unknownField' } }] } })
})
test('every import entrance asks for the password again first', async () => {
  const unverified = await plant.as('admin', { verified: false })
  const file = sheet([`op-4,赵六,${role}`])
  expect(await send(unverified, file)).toMatchObject({ errno: '6000', data: { verification: true } })
  expect((await unverified.upload('/UPLOAD_FILE', file, { type: 'user' }, 'people.csv')).errno).toBe('6000')
  expect((await admin.upload('/UPLOAD_FILE', file, { type: 'user' }, 'people.csv')).errno).toBe('6000')
  expect(await plant.query(`select 1 from app_user where user_name = 'op-4'`)).toEqual([])
})
test('an import grants no permission that the form would refuse', async () => {
  const adder = await createPersonWithKeys(plant, 'adder', ['usersView', 'usersAdd', 'usersEdit', 'usersExport'])
  const [adminRole] = await plant.query<{ name: string }>(`select name from role where code = 'ADMIN'`)
  expect((await send(adder, sheet([`op-5,钱七,${adminRole!.name}`]))).errmsg).toContain('不能授予自己没有的权限')
  // The export of people with a higher role changes nothing, so its import is accepted.
  const { bytes } = await adder.call(user.endpoints.export, {})
  const reimportAnswer = await adder.upload('/user/import', bytes, {}, 'people.xlsx')
  expect(expectOk(reimportAnswer)).toMatchObject({ created: 0, updated: 0 })
  const changeAnswer = await send(adder, sheet([`admin,别人,${adminRole!.name}`]))
  expect(changeAnswer.errno).toBe('6000')
  const editor = await createPersonWithKeys(plant, 'seer', ['usersView', 'usersEdit'])
  // A person who may not remove people by the form may not do so by an import.
  const removalAnswer = await send(adder, sheet(['seer,seer,seer,已删除'], '用户名,姓名,角色,状态'))
  expect(removalAnswer.errmsg).toContain('需要用户的删除权限')
  expect((await send(editor, sheet([`op-6,孙八,${role}`]))).errno).toBe('401')
})
