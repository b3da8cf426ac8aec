import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlant, PASSWORD, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant()
})
afterAll(() => plant.close())

describe('signing in', () => {
  test('answers a token and the menu of the role', async () => {
    const answer = await plant.stranger.raw('POST', '/user/login', { username: 'maint', password: PASSWORD })
    expect(answer.errno).toBe('200')
    const text = JSON.stringify(answer.data)
    expect(text).toContain('repairAccept')
    expect(text).not.toContain('usersView')
    expect(text).not.toContain('repairFinalConfirm')
  })
  test('a wrong name and a wrong password get the same answer', async () => {
    const wrongPasswordAnswer = await plant.stranger.raw('POST', '/user/login', { username: 'maint', password: 'nope' })
    const unknown = await plant.stranger.raw('POST', '/user/login', { username: 'nobody', password: 'nope' })
    expect(wrongPasswordAnswer.errno).toBe('6000')
    expect([unknown.errno, unknown.errmsg]).toEqual([wrongPasswordAnswer.errno, wrongPasswordAnswer.errmsg])
    expect(await plant.query(`select outcome from login_log where outcome = 'wrongPassword'`)).toHaveLength(2)
  })
  test('reveals a suspension only to somebody with the right password', async () => {
    await plant.query(`update app_user set state = 'suspended' where user_name = 'maint'`)
    const signIn = (password: string) => plant.stranger.raw('POST', '/user/login', { username: 'maint', password })
    const [rightAnswer, wrongAnswer] = [await signIn(PASSWORD), await signIn('nope')]
    const unknown = await plant.stranger.raw('POST', '/user/login', { username: 'nobody', password: 'nope' })
    expect([rightAnswer.errno, rightAnswer.errmsg]).toEqual(['6000', '该账号已停用，请联系管理员'])
    expect(wrongAnswer.errmsg).toBe(unknown.errmsg)
    expect(wrongAnswer.errmsg).not.toBe(rightAnswer.errmsg)
    await plant.query(`update app_user set state = 'active' where user_name = 'maint'`)
  })
  test('answers nothing without a token', async () => {
    const answer = await plant.stranger.raw('GET', '/user/index')
    expect(answer.status).toBe(401)
    expect(answer.data).toBeNull()
  })
  test('refuses a role without the permission', async () => {
    const worker = await plant.as('maint')
    const answer = await worker.raw('GET', '/user/index')
    expect(answer.errno).toBe('401')
    expect(answer.data).toBeNull()
  })
  test('lets the administrator list people', async () => {
    const admin = await plant.as('admin')
    const answer = await admin.raw('GET', '/user/index?size=5&sort=userName')
    expect(answer.errno).toBe('200')
    expect((answer.data as { total: number }).total).toBe(11)
    expect((answer.data as { list: unknown[] }).list).toHaveLength(5)
  })
})
