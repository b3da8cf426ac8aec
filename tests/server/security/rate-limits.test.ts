import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toClientNetwork } from '@/server/client-network'
import { PASSWORD, createTestPlant, type TestPlant } from '../harness'

// Limits count an attempt before it is checked, whatever the user name, and do not reveal existing names.
let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set('2026-05-05T08:00:00Z') // the clock stands still so that waits are counted, not waited for
})
afterAll(() => plant.close())

const login = async (username: string, password: string, remoteAddress: string) =>
  (
    await plant.http.inject({ method: 'POST', url: '/api/user/login', remoteAddress, payload: { username, password } })
  ).json<{ errno: string; errmsg: string }>()
const countTried = (answers: { errno: string }[]) => answers.filter((a) => a.errno !== '4201').length

describe('wrong passwords', () => {
  test('for forty names at once from one address are limited as in sequence', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => login(`name-${i}`, 'guess', '10.20.0.1')))
    expect(countTried(answers)).toBe(20)
  })
  test('for one name at once from forty addresses are limited', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => login('quality', 'guess', `10.21.${i}.1`)))
    expect(countTried(answers)).toBe(20)
  })
  test('from one IPv6 network count together', async () => {
    const answers = []
    for (let i = 0; i < 24; i++) answers.push(await login(`six-${i}`, 'guess', `2001:db8:1:2::${i.toString(16)}`))
    expect(countTried(answers)).toBe(20)
  })
  test('do not fill the log or the counter table', async () => {
    const rows = async () =>
      (
        await plant.query<{ log: number; counts: number }>(
          'select (select count(*)::int from login_log) as log, (select count(*)::int from login_failure) as counts',
        )
      )[0]!
    for (let i = 0; i < 25; i++) await login(`first-${i}`, 'guess', '10.22.0.1')
    const rowsBefore = await rows()
    for (let i = 0; i < 40; i++) await login(`more-${i}`, 'guess', '10.22.0.1')
    expect(await rows()).toEqual(rowsBefore)
    expect(
      await plant.query(`select user_name from login_log where address = '10.22.0.1' and outcome = 'throttled'`),
    ).toHaveLength(1)
  })
  test('correct passwords of many people at one address are accepted at once', async () => {
    const names = ['admin', 'manager', 'prod-lead', 'maint', 'maint-lead', 'quality-lead', 'accountant', 'viewer']
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => login(names[i % names.length]!, PASSWORD, '10.23.0.1')),
    )
    expect(answers.map((a) => a.errno)).toEqual(answers.map(() => '200'))
    expect(
      countTried(await Promise.all(Array.from({ length: 24 }, (_, i) => login(`x-${i}`, 'guess', '10.23.0.1')))),
    ).toBe(20)
  })
})

describe('user names', () => {
  /** Collects the statements of one attempt, without the server’s background work. */
  const ofTry = new AsyncLocalStorage<string[]>()
  beforeAll(() => {
    const { pool } = plant.app.db
    const query = pool.query.bind(pool)
    pool.query = ((...args: Parameters<typeof pool.query>) => {
      const [text] = args as unknown as [string | { text: string }]
      const said = typeof text === 'string' ? text : text.text
      if (!said.includes('pg_notify')) ofTry.getStore()?.push(said) // batched for other instances, independent of the caller
      return query(...args)
    }) as typeof pool.query
    return () => {
      pool.query = query as typeof pool.query
    }
  })
  /** The part of an attempt that a stranger can observe: the message and the statements that took time. */
  async function observeAttempt(username: string, from: string): Promise<{ words: string; statements: string[] }> {
    const statements: string[] = []
    const { errno, errmsg } = await ofTry.run(statements, () => login(username, 'guess', from))
    expect(statements).not.toEqual([])
    return { words: `${errno} ${errmsg}`, statements }
  }
  test('existing ones get the same answers and statements as unknown ones', async () => {
    expect(await observeAttempt('operator-slit', '10.30.0.1')).toEqual(
      await observeAttempt('operator-none', '10.30.0.2'),
    )
  })
  test('existing ones are not revealed while their address is blocked', async () => {
    expect((await login('operator-line', PASSWORD, '10.31.0.1')).errno).toBe('200')
    for (let i = 0; i < 21; i++) await login(`guess-${i}`, 'guess', '10.31.0.1')
    for (let i = 0; i < 7; i++) {
      const [there, none] = [
        await observeAttempt('operator-line', '10.31.0.1'),
        await observeAttempt('operator-none', '10.31.0.1'),
      ]
      expect(there).toEqual(none)
      expect(there.words).toMatch(/^4201 /)
    }
    plant.clock.set('2026-05-05T08:04:00Z') // waits for the account’s own wrong attempts
    for (let i = 0; i < 3; i++) await login(`guess-${i}`, 'guess', '10.31.0.1')
    expect((await login('operator-line', PASSWORD, '10.31.0.1')).errno).toBe('200')
  })
})

describe('the request limit', () => {
  test.each(['/api/ping', '/%61pi/ping', '/socket/ping'])('%s counts per caller', async (path) => {
    const tight = await createTestPlant({ settings: { RATE_LIMIT: '10' } })
    try {
      const statuses = []
      for (let i = 0; i < 15; i++)
        statuses.push((await tight.http.inject({ url: path, remoteAddress: '10.40.0.1' })).statusCode)
      expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200))
      expect(statuses.slice(10)).toEqual(Array.from({ length: 5 }, () => 429))
    } finally {
      await tight.close()
    }
  })
  test.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0:0:ffff::2', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    [undefined, 'closed'],
  ])('%s counts as %s', (address, network) => expect(toClientNetwork(address)).toBe(network))
})
