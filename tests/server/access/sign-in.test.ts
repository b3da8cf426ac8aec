import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPlant, PASSWORD, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await testPlant()
})
afterAll(() => plant.close())

describe('signing in', () => {
  test('answers the token and the menu cut to the role', async () => {
    const answer = await plant.stranger.raw('POST', '/user/login', { username: 'maint', password: PASSWORD })
    expect(answer.errno).toBe('200')
    const text = JSON.stringify(answer.data)
    expect(text).toContain('repairAccept')
    expect(text).not.toContain('usersView')
    expect(text).not.toContain('repairFinalConfirm')
  })
  test('a wrong name and a wrong password get the same answer', async () => {
    const wrong = await plant.stranger.raw('POST', '/user/login', { username: 'maint', password: 'nope' })
    const unknown = await plant.stranger.raw('POST', '/user/login', { username: 'nobody', password: 'nope' })
    expect(wrong.errno).toBe('6000')
    expect([unknown.errno, unknown.errmsg]).toEqual([wrong.errno, wrong.errmsg])
    expect(await plant.query(`select outcome from login_log where outcome = 'wrongPassword'`)).toHaveLength(2)
  })
  test('a suspended account says so to whoever has its password, and to nobody else', async () => {
    await plant.query(`update app_user set state = 'suspended' where user_name = 'maint'`)
    const tried = (password: string) => plant.stranger.raw('POST', '/user/login', { username: 'maint', password })
    const [right, wrong] = [await tried(PASSWORD), await tried('nope')]
    const unknown = await plant.stranger.raw('POST', '/user/login', { username: 'nobody', password: 'nope' })
    expect([right.errno, right.errmsg]).toEqual(['6000', '该账号已停用，请联系管理员'])
    expect(wrong.errmsg).toBe(unknown.errmsg)
    expect(wrong.errmsg).not.toBe(right.errmsg)
    await plant.query(`update app_user set state = 'active' where user_name = 'maint'`)
  })
  test('without a token nothing is told', async () => {
    const answer = await plant.stranger.raw('GET', '/user/index')
    expect(answer.status).toBe(401)
    expect(answer.data).toBeNull()
  })
  test('a role without the key is refused', async () => {
    const worker = await plant.as('maint')
    const answer = await worker.raw('GET', '/user/index')
    expect(answer.errno).toBe('401')
    expect(answer.data).toBeNull()
  })
  test('the administrator lists people', async () => {
    const admin = await plant.as('admin')
    const answer = await admin.raw('GET', '/user/index?size=5&sort=userName')
    expect(answer.errno).toBe('200')
    expect((answer.data as { total: number }).total).toBe(11)
    expect((answer.data as { list: unknown[] }).list).toHaveLength(5)
  })
})
