import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  confirmDirectoryLink,
  directoryLogin,
  readDirectoryLink,
  removeDirectoryLink,
} from '@/areas/access/contract/directory'
import { PASSWORD, testPlant, type Answer, type TestPlant } from '../harness'
import { directorySettings, enrolFactor, linkAccount, visitDirectory } from './directory-kit'
import { startDirectory, type TestDirectory } from './directory-provider'
import { startTokenIssuer } from './token-issuer'

let directory: TestDirectory
let plant: TestPlant
beforeAll(async () => {
  directory = await startDirectory()
  plant = await testPlant({ directory: directorySettings(directory, { nameClaim: 'email' }) })
  // Names of accounts hold no address, so these accounts are called as the claim is.
  await plant.query(`update app_user set user_name = user_name || '@plant.test' where user_name <> 'admin'`)
})
afterAll(async () => {
  await plant.close()
  await directory.close()
})
afterEach(() => directory.accounts.clear())

const has = (sub: string, userName: string, claims: object = { email_verified: true }) =>
  directory.accounts.set(sub, { sub, email: `${userName}@plant.test`, name: userName, ...claims })
const begins = async (sub: string) => {
  const back = await visitDirectory(plant, directory, sub)
  const answer = await plant.stranger.call(directoryLogin, back)
  const again = (more: { password?: string; code?: string }): Promise<Answer<unknown>> =>
    plant.stranger.call(directoryLogin, { ...back, grant: null, ...more })
  return { answer, again }
}
const idOf = async (userName: string) =>
  (await plant.query<{ id: string }>('select id from app_user where user_name = $1', [`${userName}@plant.test`]))[0]!.id
const linksOf = (userName: string) =>
  plant.query('select d.subject from directory_link d join app_user u on u.id = d.user_id where u.user_name = $1', [
    `${userName}@plant.test`,
  ])

describe('an e-mail address that names an account', () => {
  test.each([[{ email_verified: false }], [{}], [{ email_verified: 'false' }]])(
    'opens nothing with %j',
    async (claims) => {
      has('s-stranger', 'viewer', claims)
      const { answer } = await begins('s-stranger')
      expect(answer.errmsg).toBe(
        '企业目录尚未验证邮箱 viewer@plant.test，不能用它打开账号；请先在企业目录验证邮箱，或联系管理员',
      )
      expect(await linksOf('viewer')).toEqual([])
    },
  )
  test('that is no longer verified still opens the account that was linked before', async () => {
    await linkAccount(plant, directory.issuer, 's-manager', 'manager@plant.test')
    has('s-manager', 'manager', { email_verified: false })
    expect((await begins('s-manager')).answer.errno).toBe('200')
  })
})

describe('the first sign-in to an account that is there already', () => {
  test('asks for its password, and links with it for good', async () => {
    has('s-maint', 'maint')
    const { answer, again } = await begins('s-maint')
    expect([answer.errno, answer.data]).toEqual(['6000', { linkPassword: true }])
    const wrong = await again({ password: 'guessed' })
    expect([wrong.errno, wrong.data]).toEqual(['6000', { linkPassword: true }])
    expect(await linksOf('maint')).toEqual([])
    expect((await again({ password: PASSWORD })).errno).toBe('200')
    expect(await linksOf('maint')).toEqual([{ subject: 's-maint' }])
    expect((await begins('s-maint')).answer.errno).toBe('200')
  })
  test('counts wrong passwords as a login does', async () => {
    has('s-guess', 'operator-line')
    const { again } = await begins('s-guess')
    const errnos: string[] = []
    for (let i = 0; i < 8; i++) errnos.push((await again({ password: 'guessed' })).errno)
    expect(errnos).toEqual([...Array<string>(5).fill('6000'), ...Array<string>(3).fill('4201')])
  })
  test('is linked by the password with the second factor, not by the password alone', async () => {
    await plant.query(`update app_user set user_name = 'quality' where user_name = 'quality@plant.test'`)
    plant.clock.set(new Date())
    const show = await enrolFactor(plant, 'quality')
    await plant.query(`update app_user set user_name = 'quality@plant.test' where user_name = 'quality'`)
    plant.clock.set(new Date(plant.clock.now().getTime() + 60_000))
    has('s-quality', 'quality')
    const { again } = await begins('s-quality')
    expect((await again({ password: PASSWORD })).data).toEqual({ secondFactor: true })
    expect(await linksOf('quality')).toEqual([])
    expect((await again({ password: PASSWORD, code: show() })).errno).toBe('200')
    expect(await linksOf('quality')).toEqual([{ subject: 's-quality' }])
  })
  test('is confirmed by an administrator instead, for the very person that was shown', async () => {
    const [admin, id] = [await plant.as('admin'), await idOf('prod-lead')]
    has('s-lead', 'prod-lead')
    has('s-impostor', 'prod-lead')
    await begins('s-lead')
    const { data } = await admin.call(readDirectoryLink, { id })
    expect(data).toMatchObject({
      linkedSubject: null,
      requestSubject: 's-lead',
      requestName: 'prod-lead (prod-lead@plant.test)',
    })
    await begins('s-impostor')
    expect((await admin.call(confirmDirectoryLink, { id, subject: 's-lead' })).errno).toBe('6000')
    await begins('s-lead')
    const unverified = await plant.as('admin', { verified: false })
    expect((await unverified.call(confirmDirectoryLink, { id, subject: 's-lead' })).data).toEqual({
      verification: true,
    })
    expect((await admin.call(confirmDirectoryLink, { id, subject: 's-lead' })).errno).toBe('200')
    expect((await begins('s-lead')).answer.errno).toBe('200')
    expect((await begins('s-impostor')).answer.errmsg).toContain('已属于企业目录中的另一个人')
    // Taken away again, its sessions end and the next one is confirmed anew.
    expect((await admin.call(removeDirectoryLink, { id })).errno).toBe('200')
    expect(await plant.query('select 1 from session where user_id = $1', [id])).toEqual([])
    expect((await begins('s-lead')).answer.data).toEqual({ linkPassword: true })
  })
})

describe('an ID token', () => {
  test.each([
    ['signed with the key that the directory publishes', 'published', '200'],
    ['signed with another key', 'other', '6000'],
    ['without a signature', 'none', '6000'],
  ] as const)('%s', async (_how, key, errno) => {
    const issuer = await startTokenIssuer(key)
    const own = await testPlant({ directory: directorySettings(issuer) })
    await linkAccount(own, issuer.issuer, 's-viewer', 'viewer')
    const begun = await own.stranger.raw('POST', '/user/directory_begin', {})
    const { url, flow } = begun.data as { url: string; flow: string }
    const asked = new URL(url).searchParams
    issuer.claims = { sub: 's-viewer', preferred_username: 'viewer', nonce: asked.get('nonce')! }
    const answer = await own.stranger.call(directoryLogin, { flow, state: asked.get('state')!, grant: 'a-code' })
    expect(answer.errno).toBe(errno)
    if (errno !== '200') expect(answer.errmsg).toBe('企业目录未确认本次登录，请重新开始')
    await own.close()
    await issuer.close()
  })
})
