import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, testPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await testPlant()
  plant.clock.set('2026-05-05T08:00:00Z')
}, 120_000) // it stands still: waits are counted, not waited for
afterAll(() => plant.close())

const login = async (username: string, password: string, remoteAddress: string) => {
  const answer = (
    await plant.http.inject({ method: 'POST', url: '/api/user/login', remoteAddress, payload: { username, password } })
  ).json<{ errno: string; errmsg: string }>()
  return answer.errno
}
const manyPlaces = Array.from({ length: 100 }, (_, i) => `10.3.${i}.1`)

describe('a hundred wrong passwords from a hundred addresses', () => {
  test('are held back for the account, all at once or in turn, known or unknown alike', async () => {
    expect(await login('maint', PASSWORD, '10.1.0.7')).toBe('200')
    for (const name of ['maint', 'nobody-there']) {
      const inTurn: string[] = []
      for (const place of manyPlaces.slice(0, 50)) inTurn.push(await login(name, 'guess', place))
      const atOnce = await Promise.all(manyPlaces.slice(50).map((place) => login(name, 'guess', place)))
      const errnos = [...inTurn, ...atOnce]
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
  test('do not keep the owner out of where the account has signed in before, whoever guesses on', async () => {
    expect(await login('maint', PASSWORD, '10.4.4.4')).toBe('4201') // somewhere new: with the guessers
    expect(await login('maint', PASSWORD, '10.1.0.7')).toBe('200')
  })
  test('give way after a minute', async () => {
    plant.clock.set('2026-05-05T08:01:00Z')
    expect(await login('maint', PASSWORD, '10.4.4.4')).toBe('200')
  })
  test('elsewhere, other accounts are not touched', async () => {
    expect(await login('quality', PASSWORD, '10.5.5.5')).toBe('200')
  })
})

describe('an address with many wrong passwords', () => {
  test('waits as a whole, but not for those who have signed in from it', async () => {
    expect(await login('viewer', PASSWORD, '10.6.6.6')).toBe('200')
    const errnos: string[] = []
    for (let i = 0; i < 30; i++) errnos.push(await login(`made-up-${i}`, 'guess', '10.6.6.6'))
    expect(errnos.map((e) => e === '4201')).toEqual(errnos.map((_, i) => i >= 20))
    expect(await login('manager', PASSWORD, '10.6.6.6')).toBe('4201')
    expect(await login('viewer', PASSWORD, '10.6.6.6')).toBe('200')
    for (let i = 0; i < 5; i++) expect(await login('viewer', 'guess', '10.6.6.6')).toBe('4201') // told as anybody there
    expect(await login('viewer', PASSWORD, '10.6.6.6')).toBe('4201') // its own wrong ones still count
  })
  test('another spelling of the name buys no further tries', async () => {
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
