import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { directoryBegin, directoryLogin, directoryOffer } from '@/areas/access/contract/directory'
import { beginFactor, confirmFactor } from '@/areas/access/contract/second-factor'
import { calculateHotpCode, decodeBase32, TIME_STEP_S } from '@/areas/access/server/totp'
import { PASSWORD, testPlant, type TestPlant } from '../harness'
import { linkAccount } from './directory-kit'
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
  plant = await testPlant({
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
  ownRoles = await testPlant({ directory: { ...settings, ...claims, roles: [] } })
})
afterAll(async () => {
  await plant.close()
  await ownRoles.close()
  await directory.close()
})
beforeEach(() => directory.accounts.clear())

/** The directory knows this user name now, by a lasting name of its own. */
function has(userName: string, { sub = userName, ...claims }: { sub?: string; [claim: string]: unknown }) {
  directory.accounts.set(sub, { sub, preferred_username: userName, name: userName, ...claims })
}
const subOf = (userName: string) =>
  [...directory.accounts.values()].find((one) => one['preferred_username'] === userName)!.sub
/** The whole way: begun here, signed in there, ended here. */
async function comes(login: string, at = plant) {
  const begun = await at.stranger.call(directoryBegin, {})
  const back = await directory.visit(begun.data.url, subOf(login))
  return { flow: begun.data.flow, state: back.searchParams.get('state')!, grant: back.searchParams.get('code')! }
}
async function signsIn(login: string, at = plant) {
  return at.stranger.call(directoryLogin, { ...(await comes(login, at)), device: 'a tablet' })
}
/** The first time, with the password of the account that is there already. */
async function confirms(login: string, at = plant) {
  const back = await comes(login, at)
  await at.stranger.call(directoryLogin, back)
  return at.stranger.call(directoryLogin, { ...back, grant: null, password: PASSWORD, device: 'a tablet' })
}
const roleOf = async (userName: string, at = plant) =>
  (
    await at.query<{ code: string }>(
      'select r.code from app_user u join role r on r.id = u.role_id where u.user_name = $1',
      [userName],
    )
  )[0]?.code

describe('signing in with the plant’s directory', () => {
  it('is offered by its name where there is one', async () => {
    expect((await plant.stranger.call(directoryOffer, {})).data).toEqual({ name: '集团账号' })
    const without = await testPlant()
    expect((await without.stranger.call(directoryOffer, {})).data).toEqual({ name: null })
    expect((await without.stranger.call(directoryBegin, {})).errno).toBe('4006')
    await without.close()
  })

  it('opens an account with the same user name, in whatever case, with the role of the group; its token works', async () => {
    has('Maint', { sub: 's-maint', groups: ['canteen', 'mechanics'] })
    const { data, errno } = await confirms('Maint')
    expect(errno).toBe('200')
    expect(data.userName).toBe('maint')
    const own = await plant.stranger.raw('GET', '/user/info', undefined, { authorization: data.token })
    expect(own.data).toMatchObject({ userName: 'maint' })
    const [log] = await plant.query('select user_name, outcome from login_log order by at desc, id desc limit 1')
    expect(log).toEqual({ user_name: 'maint', outcome: 'ok' })
  })

  it('gives who is new an account, once, and follows the groups at the next sign-in', async () => {
    has('li.na', { sub: 's-li', name: '李娜', groups: ['mechanics'] })
    expect((await signsIn('li.na')).errno).toBe('200')
    expect(await roleOf('li.na')).toBe('MAINT')
    has('li.na', { sub: 's-li', name: '李娜', groups: ['leads'] })
    const { data } = await signsIn('li.na')
    expect(await roleOf('li.na')).toBe('MAINT-LEAD')
    const accounts = await plant.query(`select account_name from app_user where user_name = 'li.na'`)
    expect(accounts).toEqual([{ account_name: '李娜' }])
    // Who is out of every group is out, and what was there stays as it was.
    has('li.na', { sub: 's-li', groups: [] })
    expect((await signsIn('li.na')).errmsg).toBe('您在企业目录中的用户组都没有对应角色，请联系管理员')
    expect(await roleOf('li.na')).toBe('MAINT-LEAD')
    expect(data.userName).toBe('li.na')
  })

  it('knows a person by the lasting name: a new user name keeps the account, an old one given to another opens nothing', async () => {
    has('chen', { sub: 's-chen', groups: ['mechanics'] })
    const first = await signsIn('chen')
    has('chen.married', { sub: 's-chen', groups: ['mechanics'] })
    expect((await signsIn('chen.married')).data.userid).toBe(first.data.userid)
    directory.accounts.clear()
    has('chen', { sub: 's-other', groups: ['mechanics'] })
    const other = await signsIn('chen')
    expect(other.errno).not.toBe('200')
    expect(other.errmsg).toContain('已属于企业目录中的另一个人')
  })

  it('opens neither a super-user nor one who is suspended, and writes the try down', async () => {
    has('admin', { groups: ['leads'] })
    expect((await signsIn('admin')).errmsg).toContain('只能用密码登录')
    await plant.query(`update app_user set state = 'suspended' where user_name = 'viewer'`)
    has('viewer', { groups: ['mechanics'] })
    expect((await signsIn('viewer')).errmsg).toContain('已停用')
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

  it('makes no account for a role that is not there', async () => {
    has('ghost', { groups: ['ghosts'] })
    expect((await signsIn('ghost')).errmsg).toContain('NO-SUCH-ROLE')
    expect(await roleOf('ghost')).toBeUndefined()
  })

  it('leaves roles alone where the plant gives them, and makes no accounts there', async () => {
    has('quality', { groups: ['leads'] })
    expect((await confirms('quality', ownRoles)).errno).toBe('200')
    expect(await roleOf('quality', ownRoles)).toBe('QUALITY')
    has('nobody.here', { groups: ['leads'] })
    expect((await signsIn('nobody.here', ownRoles)).errmsg).toBe('本系统没有账号 nobody.here，请联系管理员')
    expect(await roleOf('nobody.here', ownRoles)).toBeUndefined()
  })

  it('asks for the second factor of the plant beside the directory', async () => {
    const person = await ownRoles.as('maint-lead')
    const secret = (await person.call(beginFactor, { password: PASSWORD })).data as { secret: string }
    const code = () =>
      calculateHotpCode(decodeBase32(secret.secret), Math.floor(ownRoles.clock.now().getTime() / 1000 / TIME_STEP_S))
    await person.call(confirmFactor, { code: code() })
    has('maint-lead', {})
    await linkAccount(ownRoles, directory.issuer, 'maint-lead', 'maint-lead')
    const back = await comes('maint-lead', ownRoles)
    const asked = await ownRoles.stranger.call(directoryLogin, back)
    expect(asked.errmsg).toContain('6 位验证码')
    expect(asked.data).toMatchObject({ secondFactor: true })
    const wrong = await ownRoles.stranger.call(directoryLogin, { ...back, grant: null, code: '000000' })
    expect(wrong.errno).not.toBe('200')
    ownRoles.clock.set(new Date(ownRoles.clock.now().getTime() + 60_000))
    const right = await ownRoles.stranger.call(directoryLogin, { ...back, grant: null, code: code() })
    expect(right.errno).toBe('200')
    expect(right.data.userName).toBe('maint-lead')
    // The flow is used up.
    expect((await ownRoles.stranger.call(directoryLogin, { ...back, grant: null, code: code() })).errno).not.toBe('200')
  })
})

describe('somebody else’s sign-in', () => {
  it('is ended by the browser alone that began it, once, within ten minutes', async () => {
    has('maint', { sub: 's-maint', groups: ['mechanics'] })
    const mine = await comes('maint')
    const theirs = await comes('maint')
    const attempts = [
      { ...mine, flow: 'guessed' },
      { ...mine, flow: theirs.flow },
      { ...theirs, state: mine.state },
    ]
    for (const attempt of attempts) expect((await plant.stranger.call(directoryLogin, attempt)).errno).toBe('6000')
    expect((await plant.stranger.call(directoryLogin, mine)).errno).toBe('200')
    expect((await plant.stranger.call(directoryLogin, mine)).errno).toBe('6000')
    plant.clock.set(new Date(Date.now() + 11 * 60_000))
    expect((await plant.stranger.call(directoryLogin, theirs)).errno).toBe('6000')
  })
  it('does not pass with a code that the directory did not give', async () => {
    const begun = await plant.stranger.call(directoryBegin, {})
    const state = new URL(begun.data.url).searchParams.get('state')!
    const answer = await plant.stranger.call(directoryLogin, { flow: begun.data.flow, state, grant: 'invented' })
    expect(answer.errmsg).toBe('企业目录未确认本次登录，请重新开始')
  })
})

describe('a directory that is away', () => {
  it('is said so, and passwords go on', async () => {
    const lonely = await testPlant({
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
    expect((await lonely.stranger.call(directoryBegin, {})).errmsg).toContain('无法连接企业目录')
    await lonely.as('maint')
    await lonely.close()
  })
})
