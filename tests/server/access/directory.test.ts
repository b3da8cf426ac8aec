import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { directoryBegin, directoryLogin, directoryOffer } from '@/areas/access/contract/directory'
import { beginFactor, confirmFactor } from '@/areas/access/contract/second-factor'
import { calculateHotpCode, decodeBase32, TIME_STEP_S } from '@/areas/access/server/totp'
import { PASSWORD, createTestPlant, type TestPlant } from '../harness'
import { linkAccount } from './directory-sign-in'
import { CLIENT, startDirectory, type TestDirectory } from './directory-provider'

let directory: TestDirectory
let plant: TestPlant
let ownRoles: TestPlant
beforeAll(async () => {
  directory = await startDirectory()
  const settings = {
    issuer: directory.issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    name: '集团账号',
    publicUrl: 'http://plant.test',
  }
  const claims = { nameClaim: 'preferred_username', groupsClaim: 'groups' }
  plant = await createTestPlant({
    directory: {
      ...settings,
      ...claims,
      roles: [
        { group: 'leads', role: 'MAINT-LEAD' },
        { group: 'mechanics', role: 'MAINT' },
        { group: 'ghosts', role: 'NO-SUCH-ROLE' },
      ],
    },
  })
  ownRoles = await createTestPlant({ directory: { ...settings, ...claims, roles: [] } })
})
afterAll(async () => {
  await plant.close()
  await ownRoles.close()
  await directory.close()
})
beforeEach(() => directory.accounts.clear())

/** Adds a person to the directory, or changes one. `sub` is the permanent identifier. */
function addToDirectory(userName: string, { sub = userName, ...claims }: { sub?: string; [claim: string]: unknown }) {
  directory.accounts.set(sub, { sub, preferred_username: userName, name: userName, ...claims })
}
const getSubject = (userName: string) =>
  [...directory.accounts.values()].find((one) => one['preferred_username'] === userName)!.sub
/** Begins a sign-in at the plant and completes it at the directory. @returns the input of `directoryLogin` */
async function visitAs(login: string, at = plant) {
  const begun = await at.stranger.call(directoryBegin, {})
  const back = await directory.visit(begun.data.url, getSubject(login))
  return { flow: begun.data.flow, state: back.searchParams.get('state')!, grant: back.searchParams.get('code')! }
}
async function signInAs(login: string, at = plant) {
  return at.stranger.call(directoryLogin, { ...(await visitAs(login, at)), device: 'a tablet' })
}
/** The first sign-in to an existing account, confirmed with that account's password. */
async function confirmLinkAs(login: string, at = plant) {
  const back = await visitAs(login, at)
  await at.stranger.call(directoryLogin, back)
  return at.stranger.call(directoryLogin, { ...back, grant: null, password: PASSWORD, device: 'a tablet' })
}
const findRoleCode = async (userName: string, testPlant = plant) =>
  (
    await testPlant.query<{ code: string }>(
      'select r.code from app_user u join role r on r.id = u.role_id where u.user_name = $1',
      [userName],
    )
  )[0]?.code

describe('signing in with the plant’s directory', () => {
  it('is offered with the directory’s name if the plant has a directory', async () => {
    expect((await plant.stranger.call(directoryOffer, {})).data).toEqual({ name: '集团账号' })
    const plantWithoutDirectory = await createTestPlant()
    expect((await plantWithoutDirectory.stranger.call(directoryOffer, {})).data).toEqual({ name: null })
    expect((await plantWithoutDirectory.stranger.call(directoryBegin, {})).errno).toBe('4006')
    await plantWithoutDirectory.close()
  })

  it('opens the account with the same user name, ignoring case, with the role of the group; its token works', async () => {
    addToDirectory('Maint', { sub: 's-maint', groups: ['canteen', 'mechanics'] })
    const { data, errno } = await confirmLinkAs('Maint')
    expect(errno).toBe('200')
    expect(data.userName).toBe('maint')
    const ownAccount = await plant.stranger.raw('GET', '/user/info', undefined, { authorization: data.token })
    expect(ownAccount.data).toMatchObject({ userName: 'maint' })
    const [log] = await plant.query('select user_name, outcome from login_log order by at desc, id desc limit 1')
    expect(log).toEqual({ user_name: 'maint', outcome: 'ok' })
  })

  it('creates one account for a new person and updates its role from the groups at the next sign-in', async () => {
    addToDirectory('li.na', { sub: 's-li', name: '李娜', groups: ['mechanics'] })
    expect((await signInAs('li.na')).errno).toBe('200')
    expect(await findRoleCode('li.na')).toBe('MAINT')
    addToDirectory('li.na', { sub: 's-li', name: '李娜', groups: ['leads'] })
    const { data } = await signInAs('li.na')
    expect(await findRoleCode('li.na')).toBe('MAINT-LEAD')
    const accounts = await plant.query(`select account_name from app_user where user_name = 'li.na'`)
    expect(accounts).toEqual([{ account_name: '李娜' }])
    // A person in no group cannot sign in; the account stays unchanged.
    addToDirectory('li.na', { sub: 's-li', groups: [] })
    expect((await signInAs('li.na')).errmsg).toBe('您在企业目录中的用户组都没有对应角色，请联系管理员')
    expect(await findRoleCode('li.na')).toBe('MAINT-LEAD')
    expect(data.userName).toBe('li.na')
  })

  it('identifies a person by `sub`: a renamed person keeps the account, and a reused user name opens nothing', async () => {
    addToDirectory('chen', { sub: 's-chen', groups: ['mechanics'] })
    const firstSignIn = await signInAs('chen')
    addToDirectory('chen.married', { sub: 's-chen', groups: ['mechanics'] })
    expect((await signInAs('chen.married')).data.userid).toBe(firstSignIn.data.userid)
    directory.accounts.clear()
    addToDirectory('chen', { sub: 's-other', groups: ['mechanics'] })
    const refusal = await signInAs('chen')
    expect(refusal.errno).not.toBe('200')
    expect(refusal.errmsg).toContain('已属于企业目录中的另一个人')
  })

  it('refuses super users and suspended accounts, and logs the attempt', async () => {
    addToDirectory('admin', { groups: ['leads'] })
    expect((await signInAs('admin')).errmsg).toContain('只能用密码登录')
    await plant.query(`update app_user set state = 'suspended' where user_name = 'viewer'`)
    addToDirectory('viewer', { groups: ['mechanics'] })
    expect((await signInAs('viewer')).errmsg).toContain('已停用')
    const log = await plant.query('select user_name, outcome from login_log order by at desc, id desc limit 2')
    expect(log).toEqual([
      { user_name: 'viewer', outcome: 'suspended' },
      { user_name: 'admin', outcome: 'notAdmitted' },
    ])
    expect(
      await plant.query(
        `select 1 from session where device = 'a tablet' and user_id in (select id from app_user where user_name in ('admin', 'viewer'))`,
      ),
    ).toEqual([])
  })

  it('creates no account for an unknown role', async () => {
    addToDirectory('ghost', { groups: ['ghosts'] })
    expect((await signInAs('ghost')).errmsg).toContain('NO-SUCH-ROLE')
    expect(await findRoleCode('ghost')).toBeUndefined()
  })

  it('changes no roles and creates no accounts if the plant assigns roles itself', async () => {
    addToDirectory('quality', { groups: ['leads'] })
    expect((await confirmLinkAs('quality', ownRoles)).errno).toBe('200')
    expect(await findRoleCode('quality', ownRoles)).toBe('QUALITY')
    addToDirectory('nobody.here', { groups: ['leads'] })
    expect((await signInAs('nobody.here', ownRoles)).errmsg).toBe('本系统没有账号 nobody.here，请联系管理员')
    expect(await findRoleCode('nobody.here', ownRoles)).toBeUndefined()
  })

  it('asks for the plant’s second factor as well', async () => {
    const person = await ownRoles.as('maint-lead')
    const secret = (await person.call(beginFactor, { password: PASSWORD })).data as { secret: string }
    const calculateCode = () =>
      calculateHotpCode(decodeBase32(secret.secret), Math.floor(ownRoles.clock.now().getTime() / 1000 / TIME_STEP_S))
    await person.call(confirmFactor, { code: calculateCode() })
    addToDirectory('maint-lead', {})
    await linkAccount(ownRoles, directory.issuer, 'maint-lead', 'maint-lead')
    const returnData = await visitAs('maint-lead', ownRoles)
    const factorRequest = await ownRoles.stranger.call(directoryLogin, returnData)
    expect(factorRequest.errmsg).toContain('6 位验证码')
    expect(factorRequest.data).toMatchObject({ secondFactor: true })
    const wrongCodeAnswer = await ownRoles.stranger.call(directoryLogin, { ...returnData, grant: null, code: '000000' })
    expect(wrongCodeAnswer.errno).not.toBe('200')
    ownRoles.clock.set(new Date(ownRoles.clock.now().getTime() + 60_000))
    const right = await ownRoles.stranger.call(directoryLogin, { ...returnData, grant: null, code: calculateCode() })
    expect(right.errno).toBe('200')
    expect(right.data.userName).toBe('maint-lead')
    // The flow can be used once only.
    expect(
      (await ownRoles.stranger.call(directoryLogin, { ...returnData, grant: null, code: calculateCode() })).errno,
    ).not.toBe('200')
  })
})

describe('somebody else’s sign-in', () => {
  it('can be completed only by the browser that began it, once, within ten minutes', async () => {
    addToDirectory('maint', { sub: 's-maint', groups: ['mechanics'] })
    const firstVisit = await visitAs('maint')
    const secondVisit = await visitAs('maint')
    const attempts = [
      { ...firstVisit, flow: 'guessed' },
      { ...firstVisit, flow: secondVisit.flow },
      { ...secondVisit, state: firstVisit.state },
    ]
    for (const attempt of attempts) expect((await plant.stranger.call(directoryLogin, attempt)).errno).toBe('6000')
    expect((await plant.stranger.call(directoryLogin, firstVisit)).errno).toBe('200')
    expect((await plant.stranger.call(directoryLogin, firstVisit)).errno).toBe('6000')
    plant.clock.set(new Date(Date.now() + 11 * 60_000))
    expect((await plant.stranger.call(directoryLogin, secondVisit)).errno).toBe('6000')
  })
  it('fails with a code that the directory did not issue', async () => {
    const begun = await plant.stranger.call(directoryBegin, {})
    const state = new URL(begun.data.url).searchParams.get('state')!
    const answer = await plant.stranger.call(directoryLogin, { flow: begun.data.flow, state, grant: 'invented' })
    expect(answer.errmsg).toBe('企业目录未确认本次登录，请重新开始')
  })
})

describe('an unreachable directory', () => {
  it('is reported, and password sign-in still works', async () => {
    const unreachablePlant = await createTestPlant({
      directory: {
        issuer: 'http://127.0.0.1:9',
        clientId: 'plant',
        clientSecret: '',
        name: 'SSO',
        publicUrl: 'http://plant.test',
        nameClaim: 'preferred_username',
        groupsClaim: 'groups',
        roles: [],
      },
    })
    expect((await unreachablePlant.stranger.call(directoryBegin, {})).errmsg).toContain('无法连接企业目录')
    await unreachablePlant.as('maint')
    await unreachablePlant.close()
  })
})
