import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directoryBegin, directoryLogin } from '@/areas/access/contract/directory'
import { PASSWORD, createTestPlant, type TestPlant } from '../harness'
import { directorySettings, enrolFactor, linkAccount, visitDirectory } from './directory-sign-in'
import { startDirectory, type TestDirectory } from './directory-provider'

let directory: TestDirectory
let plant: TestPlant
beforeAll(async () => {
  directory = await startDirectory()
  plant = await createTestPlant({ directory: directorySettings(directory) })
  plant.clock.set('2026-05-05T08:00:00Z') // The clock stands still, so the test reads waiting times without waiting.
})
afterAll(async () => {
  await plant.close()
  await directory.close()
})

describe('codes of a second factor', () => {
  let calculateCode: () => string
  beforeAll(async () => {
    calculateCode = await enrolFactor(plant, 'quality')
    await linkAccount(plant, directory.issuer, 's-quality', 'quality')
    directory.accounts.set('s-quality', { sub: 's-quality', preferred_username: 'quality' })
  })
  const guessByDirectory = async (times: number): Promise<string[]> => {
    const returnData = await visitDirectory(plant, directory, 's-quality')
    const errnos: string[] = []
    for (let i = 0; i < times; i++) {
      const grant = i === 0 ? returnData.grant : null
      errnos.push((await plant.stranger.call(directoryLogin, { ...returnData, grant, code: '000000' })).errno)
    }
    return errnos
  }
  const logIn = async (code: string, remoteAddress: string) =>
    (
      await plant.http.inject({
        method: 'POST',
        url: '/api/user/login',
        remoteAddress,
        payload: { username: 'quality', password: PASSWORD, code },
      })
    ).json<{ errno: string }>().errno

  test('are checked five times per account, regardless of how many directory sign-ins are begun', async () => {
    const errnos: string[] = []
    for (let flow = 0; flow < 6; flow++) errnos.push(...(await guessByDirectory(3)))
    expect(errnos.filter((e) => e === '6000')).toHaveLength(5)
    expect(errnos.filter((e) => e === '4201')).toHaveLength(13)
    expect(await plant.query(`select 1 from login_log where outcome = 'wrongCode'`)).toHaveLength(5)
  })
  test('are also throttled at the password sign-in from any address, and on the account page', async () => {
    expect(await logIn('000000', '10.1.1.1')).toBe('4201')
    const signedIn = await plant.query<{ id: string }>(`select id from app_user where user_name = 'quality'`)
    expect(await plant.query('select failures from login_failure where key = $1', [`code:${signedIn[0]!.id}`])).toEqual(
      [{ failures: 5 }],
    )
  })
  test('are checked one at a time after the wait, and a right code resets the count', async () => {
    plant.clock.set('2026-05-05T08:00:02Z') // five failures: one second
    expect((await guessByDirectory(2))[0]).toBe('6000')
    expect(await logIn(calculateCode(), '10.1.1.2')).toBe('4201')
    plant.clock.set('2026-05-05T08:02:00Z')
    expect(await logIn(calculateCode(), '10.1.1.3')).toBe('200')
    expect(await plant.query(`select 1 from login_failure where key like 'code:%'`)).toEqual([])
  })
  test('are checked no more often when they arrive simultaneously', async () => {
    plant.clock.set('2026-05-05T09:00:00Z')
    const errnos = await Promise.all(Array.from({ length: 12 }, (_, i) => logIn('000000', `10.2.${i}.1`)))
    expect(errnos.filter((e) => e === '6000')).toHaveLength(5)
  })
})

test('one address may begin and complete sixty directory sign-ins per minute', async () => {
  const secondPlant = await createTestPlant({ directory: directorySettings(directory) })
  const send = async (path: string, remoteAddress: string, payload: object = {}) =>
    (await secondPlant.http.inject({ method: 'POST', url: `/api${path}`, remoteAddress, payload })).statusCode
  const [begin, end] = [directoryBegin, directoryLogin].map((one) => one.routes[0]!.split(' ')[1]!)
  const beginStatuses: number[] = []
  const loginStatuses: number[] = []
  for (let i = 0; i < 62; i++) {
    beginStatuses.push(await send(begin!, '10.9.9.9'))
    loginStatuses.push(await send(end!, '10.9.9.9', { flow: 'x', state: 'y', code: '000000' }))
  }
  expect(beginStatuses.filter((status) => status === 429)).toHaveLength(2)
  expect(loginStatuses.filter((status) => status === 429)).toHaveLength(2)
  expect(await send(begin!, '10.9.8.8')).not.toBe(429)
  await secondPlant.close()
})
