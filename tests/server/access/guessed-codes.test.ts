import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { directoryBegin, directoryLogin } from '@/areas/access/contract/directory'
import { PASSWORD, testPlant, type TestPlant } from '../harness'
import { directorySettings, enrolFactor, linkAccount, visitDirectory } from './directory-kit'
import { startDirectory, type TestDirectory } from './directory-provider'

let directory: TestDirectory
let plant: TestPlant
beforeAll(async () => {
  directory = await startDirectory()
  plant = await testPlant({ directory: directorySettings(directory) })
  plant.clock.set('2026-05-05T08:00:00Z') // it stands still: waits are counted, not waited for
})
afterAll(async () => {
  await plant.close()
  await directory.close()
})

describe('codes of a second factor', () => {
  let show: () => string
  beforeAll(async () => {
    show = await enrolFactor(plant, 'quality')
    await linkAccount(plant, directory.issuer, 's-quality', 'quality')
    directory.accounts.set('s-quality', { sub: 's-quality', preferred_username: 'quality' })
  })
  const guessByDirectory = async (times: number): Promise<string[]> => {
    const back = await visitDirectory(plant, directory, 's-quality')
    const errnos: string[] = []
    for (let i = 0; i < times; i++) {
      const grant = i === 0 ? back.grant : null
      errnos.push((await plant.stranger.call(directoryLogin, { ...back, grant, code: '000000' })).errno)
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

  test('are looked at five times for the account, however many sign-ins at the directory are begun', async () => {
    const errnos: string[] = []
    for (let flow = 0; flow < 6; flow++) errnos.push(...(await guessByDirectory(3)))
    expect(errnos.filter((e) => e === '6000')).toHaveLength(5)
    expect(errnos.filter((e) => e === '4201')).toHaveLength(13)
    expect(await plant.query(`select 1 from login_log where outcome = 'wrongCode'`)).toHaveLength(5)
  })
  test('wait at the password’s sign-in too, from any address, and on one’s own page', async () => {
    expect(await logIn('000000', '10.1.1.1')).toBe('4201')
    const signedIn = await plant.query<{ id: string }>(`select id from app_user where user_name = 'quality'`)
    expect(await plant.query('select failures from login_failure where key = $1', [`code:${signedIn[0]!.id}`])).toEqual(
      [{ failures: 5 }],
    )
  })
  test('are looked at again after the wait, one at a time, and a right one clears the count', async () => {
    plant.clock.set('2026-05-05T08:00:02Z') // five failures: one second
    expect((await guessByDirectory(2))[0]).toBe('6000')
    expect(await logIn(show(), '10.1.1.2')).toBe('4201')
    plant.clock.set('2026-05-05T08:02:00Z')
    expect(await logIn(show(), '10.1.1.3')).toBe('200')
    expect(await plant.query(`select 1 from login_failure where key like 'code:%'`)).toEqual([])
  })
  test('that come all at once are looked at no more often', async () => {
    plant.clock.set('2026-05-05T09:00:00Z')
    const errnos = await Promise.all(Array.from({ length: 12 }, (_, i) => logIn('000000', `10.2.${i}.1`)))
    expect(errnos.filter((e) => e === '6000')).toHaveLength(5)
  })
})

test('sign-ins at the directory are begun sixty times a minute from one address, and ended as often', async () => {
  const other = await testPlant({ directory: directorySettings(directory) })
  const send = async (path: string, remoteAddress: string, payload: object = {}) =>
    (await other.http.inject({ method: 'POST', url: `/api${path}`, remoteAddress, payload })).statusCode
  const [begin, end] = [directoryBegin, directoryLogin].map((one) => one.routes[0]!.split(' ')[1]!)
  const begun: number[] = []
  const ended: number[] = []
  for (let i = 0; i < 62; i++) {
    begun.push(await send(begin!, '10.9.9.9'))
    ended.push(await send(end!, '10.9.9.9', { flow: 'x', state: 'y', code: '000000' }))
  }
  expect(begun.filter((status) => status === 429)).toHaveLength(2)
  expect(ended.filter((status) => status === 429)).toHaveLength(2)
  expect(await send(begin!, '10.9.8.8')).not.toBe(429)
  await other.close()
})
