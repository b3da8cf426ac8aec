import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, createTestPlant, type Caller, type TestPlant } from '../harness'

// The start of leaked password lists, keyboard patterns, and typical reactions to a rule that requires digits.
const common = [
  'password1',
  'Password1!',
  'qwertyuiop',
  '1qaz2wsx',
  'P@ssw0rd',
  'football1',
  'letmein1',
  'Summer2026',
  'asdf1234',
  'zaq12wsx',
  '5201314a',
  'Nonwoven2026',
  // common in China
  'wodemima123',
  'mima1234',
  'laopo1314',
  'nihao123456',
  'wangwei123',
  'xiaoming123',
  'tianya123',
  'woshishui1',
  'laogong520',
  'zhongguo123',
  'nihaoma123',
  'gongchang1',
  'wuxi2026',
  'fangsha123',
  'jiaban123',
  'abc13800138000',
  'liwei1990',
  'wangxiaoming',
  'woaiwojia1',
]
let plant: TestPlant
let admin: Caller
let person: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  ;[admin, person] = await Promise.all([plant.as('admin'), plant.as('maint')])
})
afterAll(() => plant.close())

describe('a commonly guessed password', () => {
  test.each(common)('%s is refused', async (newPassword) => {
    const answer = await person.raw('POST', '/user/password', { oldPassword: PASSWORD, newPassword })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining('常见密码')])
  })
  test('is refused for others too, and creates no account', async () => {
    const [role] = await plant.query<{ id: string }>(`select id from role where code = 'MAINT'`)
    const made = await admin.raw('PUT', '/user/create', {
      userName: 'zhang',
      accountName: 'Zhang',
      roleId: role!.id,
      password: 'Summer2026',
    })
    const resetAnswer = await admin.raw('POST', '/user/reset_password', { id: person.userId, password: 'P@ssw0rd' })
    expect([made.errno, resetAnswer.errno]).toEqual(['6000', '6000'])
    expect(await plant.query(`select 1 from app_user where user_name = 'zhang'`)).toEqual([])
    expect((await person.raw('GET', '/user/info')).errno).toBe('200')
  })
  const ownNames = [
    'Zhangwei@2026',
    'Zhang-Wei-88',
    '2026weizhang!',
    'iewgnahz#1990',
    'Zh@ngWe1@2026',
    'Xiaozhang*2026',
  ]
  const names = { accountName: '张伟', accountNameEn: 'Zhang Wei', nickname: 'Xiaozhang', phone: '13800138000' }
  const strong = 'Quartz-lemur-58'
  const newPerson = async (userName: string, password: string) => {
    const [role] = await plant.query<{ id: string }>(`select id from role where code = 'MAINT'`)
    return admin.raw('PUT', '/user/create', { userName, ...names, roleId: role!.id, password })
  }
  let cachedCaller: Caller | undefined
  const getNamedCaller = async (): Promise<Caller> => {
    if (cachedCaller) return cachedCaller
    expect((await newPerson('zw1990', strong)).errno).toBe('200')
    return (cachedCaller = await plant.as('zw1990', { password: strong }))
  }
  test.each([...ownNames, '张伟@2026!', '13800138000-a1'])(
    '%s is refused to who is called so, wherever it is set',
    async (password) => {
      const { userId, raw } = await getNamedCaller()
      for (const answer of [
        await newPerson('zw1991', password),
        await admin.raw('POST', '/user/reset_password', { id: userId, password }),
        await raw('POST', '/user/password', { oldPassword: strong, newPassword: password }),
      ])
        expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining('姓名')])
    },
  )
  test('may contain the person’s name if the rest is strong enough', async () => {
    const answer = await admin.raw('POST', '/user/reset_password', {
      id: person.userId,
      password: 'maint-Quartz-lemur-5',
    })
    expect(answer.errno).toBe('200')
    person = await plant.as('maint', { password: 'maint-Quartz-lemur-5' })
    const back = await admin.raw('POST', '/user/reset_password', { id: person.userId, password: PASSWORD })
    expect(back.errno).toBe('200')
    person = await plant.as('maint')
  })
  test('may not be three dictionary words', async () => {
    const answer = await person.raw('POST', '/user/password', { oldPassword: PASSWORD, newPassword: 'Quartz-lemur-58' })
    expect(answer.errno).toBe('200')
  })
})

test('is checked by the server’s password thread only; the app does not contain the lists', () => {
  const root = resolve(import.meta.dirname, '../../..')
  const files = execFileSync('git', ['grep', '-l', '@zxcvbn-ts', '--', 'src/*.ts', 'src/*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  }).trim()
  expect(files.split('\n')).toEqual(['src/areas/access/server/password-worker.ts'])
  expect(readFileSync(resolve(root, 'src/docs/dependencies.md'), 'utf8')).toContain('@zxcvbn-ts/core')
})
