import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toClientNetwork } from '@/server/client-network'
import { PASSWORD, testPlant, type TestPlant } from '../harness'

// Limits count a try before they look at it, whatever it is called, and say nothing of who there is.
let plant: TestPlant
beforeAll(async () => {
  plant = await testPlant()
  plant.clock.set('2026-05-05T08:00:00Z') // it stands still: waits are counted, not waited for
})
afterAll(() => plant.close())

const login = async (username: string, password: string, remoteAddress: string) =>
  (
    await plant.http.inject({ method: 'POST', url: '/api/user/login', remoteAddress, payload: { username, password } })
  ).json<{ errno: string; errmsg: string }>()
const tried = (answers: { errno: string }[]) => answers.filter((a) => a.errno !== '4201').length

describe('wrong passwords', () => {
  test('of forty names at once from one address, as many are looked at as in turn', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => login(`name-${i}`, 'guess', '10.20.0.1')))
    expect(tried(answers)).toBe(20)
  })
  test('of one name at once from forty addresses too', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => login('quality', 'guess', `10.21.${i}.1`)))
    expect(tried(answers)).toBe(20)
  })
  test('of one network of IPv6 count together', async () => {
    const answers = []
    for (let i = 0; i < 24; i++) answers.push(await login(`six-${i}`, 'guess', `2001:db8:1:2::${i.toString(16)}`))
    expect(tried(answers)).toBe(20)
  })
  test('fill neither the log nor the table of counts', async () => {
    const rows = async () =>
      (
        await plant.query<{ log: number; counts: number }>(
          'select (select count(*)::int from login_log) as log, (select count(*)::int from login_failure) as counts',
        )
      )[0]!
    for (let i = 0; i < 25; i++) await login(`first-${i}`, 'guess', '10.22.0.1')
    const before = await rows()
    for (let i = 0; i < 40; i++) await login(`more-${i}`, 'guess', '10.22.0.1')
    expect(await rows()).toEqual(before)
    expect(
      await plant.query(`select user_name from login_log where address = '10.22.0.1' and outcome = 'throttled'`),
    ).toHaveLength(1)
  })
  test('a crowd with right passwords from one address is let in at once', async () => {
    const names = ['admin', 'manager', 'prod-lead', 'maint', 'maint-lead', 'quality-lead', 'accountant', 'viewer']
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => login(names[i % names.length]!, PASSWORD, '10.23.0.1')),
    )
    expect(answers.map((a) => a.errno)).toEqual(answers.map(() => '200'))
    expect(tried(await Promise.all(Array.from({ length: 24 }, (_, i) => login(`x-${i}`, 'guess', '10.23.0.1'))))).toBe(
      20,
    )
  })
})

describe('names', () => {
  /** The statements of one try; what the server does by itself meanwhile is nobody's. */
  const ofTry = new AsyncLocalStorage<string[]>()
  beforeAll(() => {
    const { pool } = plant.app.db
    const query = pool.query.bind(pool)
    pool.query = ((...args: Parameters<typeof pool.query>) => {
      const [text] = args as unknown as [string | { text: string }]
      const said = typeof text === 'string' ? text : text.text
      if (!said.includes('pg_notify')) ofTry.getStore()?.push(said) // told to other instances after a while, whoever asks
      return query(...args)
    }) as typeof pool.query
    return () => {
      pool.query = query as typeof pool.query
    }
  })
  /** What a stranger can see of a try: its words, and the statements that it took the time of. */
  async function seen(username: string, from: string): Promise<{ words: string; statements: string[] }> {
    const statements: string[] = []
    const { errno, errmsg } = await ofTry.run(statements, () => login(username, 'guess', from))
    expect(statements).not.toEqual([])
    return { words: `${errno} ${errmsg}`, statements }
  }
  test('that exist get the words and the statements of those that do not', async () => {
    expect(await seen('operator-slit', '10.30.0.1')).toEqual(await seen('operator-none', '10.30.0.2'))
  })
  test('also where the account is at home while its address is held back', async () => {
    expect((await login('operator-line', PASSWORD, '10.31.0.1')).errno).toBe('200')
    for (let i = 0; i < 21; i++) await login(`guess-${i}`, 'guess', '10.31.0.1')
    for (let i = 0; i < 7; i++) {
      const [there, none] = [await seen('operator-line', '10.31.0.1'), await seen('operator-none', '10.31.0.1')]
      expect(there).toEqual(none)
      expect(there.words).toMatch(/^4201 /)
    }
    plant.clock.set('2026-05-05T08:04:00Z') // its own wrong ones are waited for
    for (let i = 0; i < 3; i++) await login(`guess-${i}`, 'guess', '10.31.0.1')
    expect((await login('operator-line', PASSWORD, '10.31.0.1')).errno).toBe('200')
  })
})

describe('the limit of requests', () => {
  test.each(['/api/ping', '/%61pi/ping', '/socket/ping'])('%s counts for its caller', async (path) => {
    const tight = await testPlant({ settings: { RATE_LIMIT: '10' } })
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
  ])('%s counts as %s', (address, network) => expect(toClientNetwork(address)).toBe(network))
})
