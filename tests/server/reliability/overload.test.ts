import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { equipment } from '@/areas/equipment/contract/equipment'
import { openDatabase, type Database } from '@/server/db/connect'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { newDataDir } from '../db/new-data-dir'
import { quietLog, removeFolder } from '../db/database-fixtures'

const MOST = 8
describe('more requests than the server accepts at once', () => {
  let plant: TestPlant
  let admin: Caller
  beforeAll(async () => {
    plant = await createTestPlant({ settings: { MAX_IN_FLIGHT: String(MOST) } })
    admin = await plant.as('admin')
  })
  afterAll(() => plant.close())
  let serial = 0
  const create = () => admin.call(equipment.endpoints.create, { code: `OVER-${++serial}`, name: 'over' } as never)
  const rows = async () => (await plant.query<{ n: number }>('select count(*)::int as n from equipment'))[0]!.n

  test('get a retry time; accepted ones are applied, others not; afterwards the server is idle again', async () => {
    const rowsBefore = await rows()
    const answers = await Promise.all(Array.from({ length: MOST * 10 }, create))
    const done = answers.filter((a) => a.errno === '200')
    const refused = answers.filter((a) => a.errno !== '200')
    expect(done.length).toBeGreaterThanOrEqual(MOST)
    expect(refused.length).toBeGreaterThan(0)
    for (const answer of refused) {
      expect([answer.status, answer.errno]).toEqual([503, '4502'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(await rows()).toBe(rowsBefore + done.length)
    for (let i = 0; i < 3; i++) {
      const calm = await Promise.all(Array.from({ length: MOST }, create))
      expect(calm.map((a) => a.errno)).toEqual(Array.from({ length: MOST }, () => '200'))
    }
  })
  test('do not block the health check', async () => {
    const busy = Promise.all(Array.from({ length: MOST * 10 }, create))
    expect((await plant.http.inject({ url: '/healthz' })).statusCode).toBe(200)
    expect((await plant.http.inject({ url: '/readyz' })).statusCode).toBe(200)
    await busy
  })
  test('free their place after bad bodies, strangers and broken JSON', async () => {
    for (let i = 0; i < MOST * 5; i++) {
      await admin.raw('POST', '/book/add_equ', '{')
      await admin.raw('POST', '/book/add_equ', {})
      await plant.stranger.raw('POST', '/book/add_equ', {})
    }
    expect((await create()).errno).toBe('200')
  })
  test('leave nothing behind after sixty requests over one connection', async () => {
    const warnings: string[] = []
    const heard = (warning: Error) => warnings.push(warning.name)
    process.on('warning', heard)
    const url = await plant.http.listen({ port: 0, host: '127.0.0.1' })
    for (let i = 0; i < 60; i++) await (await fetch(`${url}/api/ping`)).text()
    await pause(20)
    process.off('warning', heard)
    expect(warnings).not.toContain('MaxListenersExceededWarning')
  })
})

// PostgreSQL ends slow statements itself; the embedded engine is watched by the server.
describe.skipIf(process.env['DATABASE_URL'])('a query that never ends', () => {
  test('is cut off; other callers get a retry time until then', async () => {
    const plant = await createTestPlant({ limits: { statementMs: 1_500 } })
    try {
      const admin = await plant.as('admin')
      const create = (code: string) => admin.call(equipment.endpoints.create, { code, name: 'n' } as never)
      expect((await create('BEFORE')).errno).toBe('200')
      const from = performance.now()
      const runaway = plant
        .query('with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r')
        .then(
          () => 'ended by itself',
          (error: Error) => error.name,
        )
      const waiting = Promise.all([1, 2, 3].map((i) => create(`DURING-${i}`)))
      expect(await runaway).not.toBe('ended by itself')
      expect(performance.now() - from).toBeLessThan(5_000)
      const answers = await waiting
      for (const answer of answers)
        if (answer.errno !== '200') {
          expect([answer.status, answer.errno]).toEqual([503, '4502'])
          expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        }
      await vi.waitUntil(async () => (await plant.http.inject({ url: '/readyz' })).statusCode === 200, {
        timeout: 30_000,
        interval: 50,
      })
      await vi.waitUntil(async () => (await create('AFTER')).errno !== '4502', { timeout: 30_000, interval: 50 })
      const codes = (await plant.query<{ code: string }>(`select code from equipment order by code`)).map((r) => r.code)
      expect(codes).toEqual(
        ['AFTER', 'BEFORE', ...answers.flatMap((a, i) => (a.errno === '200' ? [`DURING-${i + 1}`] : []))].sort(),
      )
      expect((await admin.raw('GET', '/user/get_name')).errno).toBe('200')
    } finally {
      await plant.close()
    }
  }, 120_000)

  test('makes the health check fail while the engine is down', async () => {
    const folder = await newDataDir()
    let db: Database | undefined
    try {
      db = await openDatabase({ dataDir: folder, log: quietLog(), limits: { statementMs: 1_500 } })
      expect(db.getHealth()).toEqual({ ok: true })
      const seen = new Set<boolean>()
      const runaway = db.pool
        .query('with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r')
        .catch(() => null)
      const { getHealth } = db
      await vi.waitUntil(
        () => {
          seen.add(getHealth().ok)
          return seen.has(false) && getHealth().ok
        },
        { timeout: 60_000, interval: 5 },
      )
      await runaway
      expect((await db.pool.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }])
    } finally {
      await db?.close()
      removeFolder(folder)
    }
  }, 120_000)
})
