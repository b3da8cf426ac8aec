import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, createTestPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set('2026-05-05T08:00:00Z')
}, 120_000) // The clock stands still, so the test reads waiting times without waiting.
afterAll(() => plant.close())

const login = async (username: string, password: string, remoteAddress: string) => {
  const answer = (
    await plant.http.inject({ method: 'POST', url: '/api/user/login', remoteAddress, payload: { username, password } })
  ).json<{ errno: string; errmsg: string }>()
  return answer.errno
}
const manyPlaces = Array.from({ length: 100 }, (_, i) => `10.3.${i}.1`)

describe('a hundred wrong passwords from a hundred addresses', () => {
  test('are throttled for the account, simultaneous or in turn, for known and unknown names', async () => {
    expect(await login('maint', PASSWORD, '10.1.0.7')).toBe('200')
    for (const name of ['maint', 'nobody-there']) {
      const errnosInTurn: string[] = []
      for (const place of manyPlaces.slice(0, 50)) errnosInTurn.push(await login(name, 'guess', place))
      const errnosAtOnce = await Promise.all(manyPlaces.slice(50).map((place) => login(name, 'guess', place)))
      const errnos = [...errnosInTurn, ...errnosAtOnce]
      expect(
        errnos.filter((e) => e === '6000'),
        name,
      ).toHaveLength(20)
      expect(
        errnos.filter((e) => e === '4201'),
        name,
      ).toHaveLength(80)
    }
  })
  test('do not lock the owner out at an address where the account has signed in before', async () => {
    expect(await login('maint', PASSWORD, '10.4.4.4')).toBe('4201') // a new address is throttled like the guessers
    expect(await login('maint', PASSWORD, '10.1.0.7')).toBe('200')
  })
  test('no longer throttle after a minute', async () => {
    plant.clock.set('2026-05-05T08:01:00Z')
    expect(await login('maint', PASSWORD, '10.4.4.4')).toBe('200')
  })
  test('do not affect other accounts at other addresses', async () => {
    expect(await login('quality', PASSWORD, '10.5.5.5')).toBe('200')
  })
})

describe('an address with many wrong passwords', () => {
  test('is throttled as a whole, except for accounts that have signed in from it', async () => {
    expect(await login('viewer', PASSWORD, '10.6.6.6')).toBe('200')
    const errnos: string[] = []
    for (let i = 0; i < 30; i++) errnos.push(await login(`made-up-${i}`, 'guess', '10.6.6.6'))
    expect(errnos.map((e) => e === '4201')).toEqual(errnos.map((_, i) => i >= 20))
    expect(await login('manager', PASSWORD, '10.6.6.6')).toBe('4201')
    expect(await login('viewer', PASSWORD, '10.6.6.6')).toBe('200')
    for (let i = 0; i < 5; i++) expect(await login('viewer', 'guess', '10.6.6.6')).toBe('4201') // throttled like everybody at this address
    expect(await login('viewer', PASSWORD, '10.6.6.6')).toBe('4201') // the account's own wrong passwords still count
  })
  test('gets no further tries by another spelling of the name', async () => {
    const errnos: string[] = []
    for (const name of [
      'OPERATOR-LINE',
      'Operator-Line',
      'operator-line',
      'oPERATOR-LINE',
      'operator-LINE',
      'OPERATOR-line',
      ' operator-line ',
    ])
      errnos.push(await login(name, 'guess', '10.8.8.8'))
    expect(errnos.map((e) => e === '4201')).toEqual([false, false, false, false, false, true, true])
  })
})
