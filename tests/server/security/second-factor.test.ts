import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeBase32, calculateHotpCode, decodeBase32, findTimeStep } from '@/areas/access/server/totp'
import { createCaller, PASSWORD, createTestPlant, type Answer, type Caller, type TestPlant } from '../harness'

describe('time-based codes', () => {
  // RFC 6238, appendix B: SHA-1, eight digits, steps of 30 s.
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %d s', (seconds, code) => {
    expect(calculateHotpCode(Buffer.from('12345678901234567890'), Math.floor(seconds / 30), 8)).toBe(code)
  })
  // RFC 4226, appendix D: six digits of the first counters.
  test('equal the RFC values of the first counters', () => {
    const codes = Array.from({ length: 10 }, (_, i) => calculateHotpCode(Buffer.from('12345678901234567890'), i))
    expect(codes.join(' ')).toBe('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489')
  })
  // RFC 4648, section 10.
  test.each([
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%s is %s in base 32, and back', (text, letters) => {
    expect(encodeBase32(Buffer.from(text))).toBe(letters)
    expect(decodeBase32(letters).toString()).toBe(text)
  })
  test('are accepted one step early or late, not two', () => {
    const secret = Buffer.from('12345678901234567890')
    const at = (s: number) => findTimeStep(secret, calculateHotpCode(secret, 1000), new Date(s * 1000))
    expect([29_970, 30_000, 30_030, 30_059].map(at)).toEqual([1000, 1000, 1000, 1000])
    expect([29_969, 30_060].map(at)).toEqual([null, null])
  })
})

let plant: TestPlant
let admin: Caller
const T0 = Date.parse('2026-05-05T08:00:00Z')
let step = 0
/** Moves to the next 30 s step, because each code works once. */
const later = (steps = 1): void => plant.clock.set(new Date(T0 + (step += steps) * 30_000))
const currentCode = (secret: string): string =>
  calculateHotpCode(decodeBase32(secret), Math.floor(plant.clock.now().getTime() / 30_000))
const login = (username: string, code?: string, password = PASSWORD): Promise<Answer<never>> =>
  plant.stranger.raw('POST', '/user/login', { username, password, ...(code === undefined ? {} : { code }) })
const callerFrom = (answer: Answer): Caller => {
  const { token, userid } = answer.data as { token: string; userid: string }
  return createCaller(plant.http, token, userid)
}
async function enrolled(who: Caller): Promise<{ secret: string; codes: string[] }> {
  const begun = await who.raw('POST', '/user/second_factor/begin', { password: PASSWORD })
  const { secret, uri } = begun.data as { secret: string; uri: string }
  expect(uri).toBe(
    `otpauth://totp/${encodeURIComponent('无纺布 MES')}:${uri.split(':')[2]!.split('?')[0]}?secret=${secret}&issuer=${encodeURIComponent('无纺布 MES')}`,
  )
  const done = await who.raw('POST', '/user/second_factor', { code: currentCode(secret) })
  expect(done.errno).toBe('200')
  later()
  return { secret, codes: (done.data as { recoveryCodes: { code: string }[] }).recoveryCodes.map((c) => c.code) }
}
const setRoleFactor = async (code: string, secondFactor: boolean) => {
  const [row] = await plant.query<{ id: string; version: number }>('select id, version from role where code = $1', [
    code,
  ])
  return admin.raw('PUT', '/role/update', { id: row!.id, version: row!.version, secondFactor })
}
beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set(new Date(T0))
  admin = await plant.as('admin')
})
afterAll(() => plant.close())

describe('a role that asks for a second factor', () => {
  test('needs the password again', async () => {
    const unverified = await plant.as('admin', { verified: false })
    const [row] = await plant.query<{ id: string; version: number }>(
      `select id, version from role where code = 'MAINT'`,
    )
    const asked = await unverified.raw('PUT', '/role/update', { ...row, secondFactor: true })
    expect(asked.data).toMatchObject({ verification: true })
  })
  test('restricts people without a factor to setting one up; current sessions continue', async () => {
    const earlierSession = await plant.as('maint')
    expect((await setRoleFactor('MAINT', true)).errno).toBe('200')
    expect((await earlierSession.raw('GET', '/shift_pack')).errno).toBe('200') // a phone in use is not signed out
    const answer = await login('maint')
    expect(answer.data).toMatchObject({ mustEnrol: true })
    const maint = callerFrom(answer)
    for (const path of ['/user/info', '/role_menu', '/user/get_name', '/book/get_all'])
      expect((await maint.raw('GET', path)).errno, path).toBe('6000')
    for (const path of ['/shift_pack', '/file_states?ids=x'])
      expect((await maint.raw('GET', path)).status, path).toBe(503)
    expect((await maint.raw('GET', '/user/second_factor')).data).toMatchObject({ enrolled: false, required: true })
    expect((await maint.raw('POST', '/user/second_factor/begin', { password: 'wrong' })).errno).toBe('6000')
    expect((await maint.raw('POST', '/user/second_factor', { code: '123456' })).errno).toBe('6000') // no factor was proposed
    await enrolled(maint)
    expect((await maint.raw('GET', '/user/info')).errno).toBe('200')
  })
})

describe('a second factor', () => {
  let secret: string
  let codes: string[]
  test('is requested at the second step, with the same answer for right and wrong passwords', async () => {
    ;({ secret, codes } = await enrolled(await plant.as('quality')))
    const asked = await login('quality')
    expect([asked.errno, asked.data]).toEqual(['6000', { secondFactor: true }])
    expect((await login('quality', currentCode(secret), 'wrong')).data).toBeNull() // the password is checked first
    const { token } = (await login('quality', currentCode(secret))).data as { token: string }
    expect(token).toBeTruthy()
  })
  test('accepts each code once, also when two send it at once', async () => {
    later()
    const code = currentCode(secret)
    const both = await Promise.all([login('quality', code), login('quality', code)])
    expect(both.map((a) => a.errno).sort()).toEqual(['200', '6000'])
    later()
    expect((await login('quality', code)).errno).toBe('6000') // accepted one step late, but already used
  })
  test('cannot be guessed: wrong codes wait like wrong passwords, and a correct password does not reset that', async () => {
    later(40)
    const errnos: string[] = []
    for (let i = 0; i < 8; i++) {
      errnos.push((await login('quality', '000000')).errno)
      errnos.push((await login('quality')).errno)
    }
    expect(errnos.filter((e) => e === '4201').length).toBeGreaterThanOrEqual(6)
    const log = await plant.query(`select 1 from login_log where outcome = 'wrongCode' and user_name = 'quality'`)
    expect(log.length).toBeLessThanOrEqual(8)
    later(40)
    expect((await login('quality', currentCode(secret))).errno).toBe('200')
  })
  test('has recovery codes that are hashed and work once each', async () => {
    expect([codes.length, new Set(codes).size]).toEqual([10, 10])
    expect(codes[0]).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)
    const stored = JSON.stringify(await plant.query('select * from recovery_code'))
    for (const code of codes) expect(stored).not.toContain(code)
    later()
    expect((await login('quality', codes[3]!.toLowerCase().replaceAll('-', ' '))).errno).toBe('200')
    expect((await login('quality', codes[3])).errno).toBe('6000')
    expect((await login('maint', codes[4])).errno).toBe('6000') // another person’s code
    const quality = callerFrom(await login('quality', codes[5]))
    expect((await quality.raw('GET', '/user/second_factor')).data).toMatchObject({ enrolled: true, recoveryLeft: 8 })
  })
  test('is never revealed in lists, logs or the ledger', async () => {
    for (const path of [
      '/user/index?size=100',
      '/user/operation_log?size=500',
      '/user/login_log?size=500',
      '/role/index',
    ])
      for (const hidden of [secret, codes[0]!])
        expect((await admin.raw('GET', path)).bytes.toString(), path).not.toContain(hidden)
    expect(await plant.query('select 1 from sync_op where response::text like $1', [`%${codes[0]}%`])).toEqual([])
  })
  test('is removed by its owner with password and code, unless the role requires it', async () => {
    later()
    const quality = callerFrom(await login('quality', currentCode(secret)))
    later()
    const remove = (code: string) => quality.raw('POST', '/user/second_factor/remove', { password: PASSWORD, code })
    expect((await remove('000000')).errno).toBe('6000')
    await setRoleFactor('QUALITY', true)
    expect((await remove(currentCode(secret))).errno).toBe('6000')
    await setRoleFactor('QUALITY', false)
    expect((await remove(currentCode(secret))).errno).toBe('200')
    expect((await login('quality')).errno).toBe('200')
  })
  test('cannot be removed by guessing codes, even with correct passwords in between', async () => {
    later(40)
    const quality = await plant.as('quality')
    await enrolled(quality)
    const errnos: string[] = []
    for (let i = 0; i < 8; i++) {
      const body = { password: PASSWORD, code: '000000' }
      errnos.push((await quality.raw('POST', '/user/second_factor/remove', body)).errno)
      await quality.raw('POST', '/user/verification', { password: PASSWORD })
    }
    expect(errnos.filter((e) => e === '4201').length).toBeGreaterThanOrEqual(3)
  })
  test('is replaced with a current code, not by the password alone', async () => {
    later(40)
    const lead = await plant.as('maint-lead')
    const old = await enrolled(lead)
    const beginFactor = (code?: string) =>
      lead.raw('POST', '/user/second_factor/begin', { password: PASSWORD, ...(code === undefined ? {} : { code }) })
    expect((await beginFactor()).data).toEqual({ secondFactor: true })
    expect((await beginFactor('000000')).errno).toBe('6000')
    later(40)
    const begun = await beginFactor(currentCode(old.secret))
    const { secret } = begun.data as { secret: string }
    expect((await lead.raw('POST', '/user/second_factor', { code: currentCode(secret) })).errno).toBe('200')
    later()
    expect((await login('maint-lead', currentCode(old.secret))).errno).toBe('6000')
    expect((await login('maint-lead', old.codes[0])).errno).toBe('6000')
    later(40)
    expect((await login('maint-lead', currentCode(secret))).errno).toBe('200')
    const logEntries = await plant.query<{ detail: unknown }>(
      `select after as detail from operation_log where operation = 'session.factorConfirm' and user_id = $1 order by at desc limit 1`,
      [lead.userId],
    )
    expect(JSON.stringify(logEntries)).toContain('replaced')
  })
  test('is reset by an administrator with the password again, is logged, and ends the sessions', async () => {
    const maint = await plant.query<{ id: string }>(`select id from app_user where user_name = 'maint'`)
    const session = plant.query('select 1 from session where user_id = $1', [maint[0]!.id])
    expect((await session).length).toBeGreaterThan(0)
    const lead = await plant.as('prod-lead')
    expect((await lead.raw('POST', '/user/reset_second_factor', { id: maint[0]!.id })).errno).toBe('401')
    const unverified = await plant.as('admin', { verified: false })
    expect((await unverified.raw('POST', '/user/reset_second_factor', { id: maint[0]!.id })).data).toMatchObject({
      verification: true,
    })
    expect((await admin.raw('POST', '/user/reset_second_factor', { id: maint[0]!.id })).errno).toBe('200')
    expect((await admin.raw('POST', '/user/reset_second_factor', { id: maint[0]!.id })).errno).toBe('6000')
    expect(await plant.query('select 1 from session where user_id = $1', [maint[0]!.id])).toEqual([])
    const trail = await plant.query<{ user_name: string }>(
      `select user_name from operation_log where operation = 'user.resetFactor'`,
    )
    expect(trail).toHaveLength(1)
    expect((await login('maint')).data).toMatchObject({ mustEnrol: true })
  })
})
