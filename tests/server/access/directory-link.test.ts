import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  confirmDirectoryLink,
  directoryLogin,
  readDirectoryLink,
  removeDirectoryLink,
} from '@/areas/access/contract/directory'
import { PASSWORD, createTestPlant, type Answer, type TestPlant } from '../harness'
import { directorySettings, enrolFactor, linkAccount, visitDirectory } from './directory-sign-in'
import { startDirectory, type TestDirectory } from './directory-provider'
import { startTokenIssuer } from './token-issuer'

let directory: TestDirectory
let plant: TestPlant
beforeAll(async () => {
  directory = await startDirectory()
  plant = await createTestPlant({ directory: directorySettings(directory, { nameClaim: 'email' }) })
  // User names cannot contain an e-mail address, so the test writes the claim's value into the accounts directly.
  await plant.query(`update app_user set user_name = user_name || '@plant.test' where user_name <> 'admin'`)
})
afterAll(async () => {
  await plant.close()
  await directory.close()
})
afterEach(() => directory.accounts.clear())

const addToDirectory = (sub: string, userName: string, claims: object = { email_verified: true }) =>
  directory.accounts.set(sub, { sub, email: `${userName}@plant.test`, name: userName, ...claims })
const startSignIn = async (sub: string) => {
  const returnData = await visitDirectory(plant, directory, sub)
  const answer = await plant.stranger.call(directoryLogin, returnData)
  const repeatLogin = (more: { password?: string; code?: string }): Promise<Answer<unknown>> =>
    plant.stranger.call(directoryLogin, { ...returnData, grant: null, ...more })
  return { answer, again: repeatLogin }
}
const findUserId = async (userName: string) =>
  (await plant.query<{ id: string }>('select id from app_user where user_name = $1', [`${userName}@plant.test`]))[0]!.id
const findLinks = (userName: string) =>
  plant.query('select d.subject from directory_link d join app_user u on u.id = d.user_id where u.user_name = $1', [
    `${userName}@plant.test`,
  ])

describe('an e-mail address that equals a user name', () => {
  test.each([[{ email_verified: false }], [{}], [{ email_verified: 'false' }]])(
    'opens no account with the claims %j',
    async (claims) => {
      addToDirectory('s-stranger', 'viewer', claims)
      const { answer } = await startSignIn('s-stranger')
      expect(answer.errmsg).toBe(
        '企业目录尚未验证邮箱 viewer@plant.test，不能用它打开账号；请先在企业目录验证邮箱，或联系管理员',
      )
      expect(await findLinks('viewer')).toEqual([])
    },
  )
  test('still opens an already linked account when it is no longer verified', async () => {
    await linkAccount(plant, directory.issuer, 's-manager', 'manager@plant.test')
    addToDirectory('s-manager', 'manager', { email_verified: false })
    expect((await startSignIn('s-manager')).answer.errno).toBe('200')
  })
})

describe('the first directory sign-in to an existing account', () => {
  test('asks for the account password and then links permanently', async () => {
    addToDirectory('s-maint', 'maint')
    const { answer, again } = await startSignIn('s-maint')
    expect([answer.errno, answer.data]).toEqual(['6000', { linkPassword: true }])
    const wrongPasswordAnswer = await again({ password: 'guessed' })
    expect([wrongPasswordAnswer.errno, wrongPasswordAnswer.data]).toEqual(['6000', { linkPassword: true }])
    expect(await findLinks('maint')).toEqual([])
    expect((await again({ password: PASSWORD })).errno).toBe('200')
    expect(await findLinks('maint')).toEqual([{ subject: 's-maint' }])
    expect((await startSignIn('s-maint')).answer.errno).toBe('200')
  })
  test('throttles wrong passwords like the login', async () => {
    addToDirectory('s-guess', 'operator-line')
    const { again } = await startSignIn('s-guess')
    const errnos: string[] = []
    for (let i = 0; i < 8; i++) errnos.push((await again({ password: 'guessed' })).errno)
    expect(errnos).toEqual([...Array<string>(5).fill('6000'), ...Array<string>(3).fill('4201')])
  })
  test('links with password and second factor, not with the password alone', async () => {
    await plant.query(`update app_user set user_name = 'quality' where user_name = 'quality@plant.test'`)
    plant.clock.set(new Date())
    const calculateCode = await enrolFactor(plant, 'quality')
    await plant.query(`update app_user set user_name = 'quality@plant.test' where user_name = 'quality'`)
    plant.clock.set(new Date(plant.clock.now().getTime() + 60_000))
    addToDirectory('s-quality', 'quality')
    const { again } = await startSignIn('s-quality')
    expect((await again({ password: PASSWORD })).data).toEqual({ secondFactor: true })
    expect(await findLinks('quality')).toEqual([])
    expect((await again({ password: PASSWORD, code: calculateCode() })).errno).toBe('200')
    expect(await findLinks('quality')).toEqual([{ subject: 's-quality' }])
  })
  test('can be confirmed by an administrator, for exactly the person that was displayed', async () => {
    const [admin, id] = [await plant.as('admin'), await findUserId('prod-lead')]
    addToDirectory('s-lead', 'prod-lead')
    addToDirectory('s-impostor', 'prod-lead')
    await startSignIn('s-lead')
    const { data } = await admin.call(readDirectoryLink, { id })
    expect(data).toMatchObject({
      linkedSubject: null,
      requestSubject: 's-lead',
      requestName: 'prod-lead (prod-lead@plant.test)',
    })
    await startSignIn('s-impostor')
    expect((await admin.call(confirmDirectoryLink, { id, subject: 's-lead' })).errno).toBe('6000')
    await startSignIn('s-lead')
    const unverified = await plant.as('admin', { verified: false })
    expect((await unverified.call(confirmDirectoryLink, { id, subject: 's-lead' })).data).toEqual({
      verification: true,
    })
    expect((await admin.call(confirmDirectoryLink, { id, subject: 's-lead' })).errno).toBe('200')
    expect((await startSignIn('s-lead')).answer.errno).toBe('200')
    expect((await startSignIn('s-impostor')).answer.errmsg).toContain('已属于企业目录中的另一个人')
    // Removing the link ends its sessions; the next sign-in needs confirmation again.
    expect((await admin.call(removeDirectoryLink, { id })).errno).toBe('200')
    expect(await plant.query('select 1 from session where user_id = $1', [id])).toEqual([])
    expect((await startSignIn('s-lead')).answer.data).toEqual({ linkPassword: true })
  })
})

describe('an ID token', () => {
  test.each([
    ['signed with the key that the directory publishes', 'published', '200'],
    ['signed with another key', 'other', '6000'],
    ['without a signature', 'none', '6000'],
  ] as const)('%s', async (_how, key, errno) => {
    const issuer = await startTokenIssuer(key)
    const issuerPlant = await createTestPlant({ directory: directorySettings(issuer) })
    await linkAccount(issuerPlant, issuer.issuer, 's-viewer', 'viewer')
    const beginAnswer = await issuerPlant.stranger.raw('POST', '/user/directory_begin', {})
    const { url, flow } = beginAnswer.data as { url: string; flow: string }
    const authorizationQuery = new URL(url).searchParams
    issuer.claims = { sub: 's-viewer', preferred_username: 'viewer', nonce: authorizationQuery.get('nonce')! }
    const answer = await issuerPlant.stranger.call(directoryLogin, {
      flow,
      state: authorizationQuery.get('state')!,
      grant: 'a-code',
    })
    expect(answer.errno).toBe(errno)
    if (errno !== '200') expect(answer.errmsg).toBe('企业目录未确认本次登录，请重新开始')
    await issuerPlant.close()
    await issuer.close()
  })
})
