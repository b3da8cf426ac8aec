import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { startPostgres } from '../../postgres.mjs'
import { scaleRounds as rounds } from '../../long'
import { createTestPlant, type Caller } from '../harness'

const RESTARTS = rounds(2)
const WRITERS = 8
/** Number of acknowledgements between two restarts. */
const BETWEEN = 40

interface Ledger {
  sent: string[]
  acknowledged: Set<string>
  told: number
  faults: string[]
  stop: boolean
}
/** Creates machines one after another and repeats unacknowledged ones under their key. */
async function write(caller: Caller, who: number, ledger: Ledger): Promise<void> {
  for (let n = 0; !ledger.stop; n++) {
    const [id, key] = [createUuid7(), createUuid7()]
    ledger.sent.push(id)
    while (!ledger.acknowledged.has(id)) {
      const answer = await caller.raw(
        'POST',
        '/book/add_equ',
        { id, code: `W${who}-${n}`, name: 'machine' },
        { 'idempotency-key': key },
      )
      if (answer.errno === '200') ledger.acknowledged.add(id)
      else if (answer.status === 503 && answer.errno === '4502' && Number(answer.headers['retry-after']) > 0) {
        ledger.told++
        await pause(50)
      } else {
        ledger.faults.push(`${answer.status} ${answer.errno} ${answer.errmsg}`)
        return
      }
    }
  }
}

describe.skipIf(!process.env['DATABASE_URL'])('PostgreSQL crashes during work', () => {
  test(
    `${RESTARTS} times: who writes is told to come back, nothing acknowledged is lost, nothing is there twice`,
    async (context) => {
      const postgres = await startPostgres({ own: true })
      if (postgres.url === null) return context.skip(postgres.why)
      vi.stubEnv('DATABASE_URL', postgres.url)
      const plant = await createTestPlant()
      const ledger: Ledger = { sent: [], acknowledged: new Set(), told: 0, faults: [], stop: false }
      const times: number[] = []
      try {
        const admin = await plant.as('admin')
        const writers = Promise.all(Array.from({ length: WRITERS }, (_, who) => write(admin, who, ledger)))
        const more = (count: number) => {
          const want = ledger.acknowledged.size + count
          return vi.waitUntil(() => ledger.acknowledged.size >= want || ledger.faults.length > 0, {
            timeout: 60_000,
            interval: 5,
          })
        }
        for (let round = 0; round < RESTARTS; round++) {
          await more(BETWEEN)
          await postgres.restart?.()
          const from = performance.now()
          await more(1)
          times.push(Math.round(performance.now() - from))
        }
        await more(BETWEEN)
        ledger.stop = true
        await writers
        expect(ledger.faults).toEqual([])
        expect(ledger.told, 'some were in the middle of it').toBeGreaterThan(0)
        const rows = await plant.query<{ id: string }>('select id from equipment')
        expect(rows.map((row) => row.id).sort()).toEqual([...ledger.sent].sort())
        expect((await plant.http.inject({ url: '/readyz' })).statusCode).toBe(200)
        process.stdout.write(
          `${ledger.sent.length} rows, ${ledger.told} told to come back; acknowledged again after ${times.join(', ')} ms\n`,
        )
      } finally {
        ledger.stop = true
        await plant.close()
        vi.unstubAllEnvs()
        await postgres.stop()
      }
    },
    60_000 + RESTARTS * 30_000,
  )
})

describe.skipIf(!process.env['DATABASE_URL'])('a PostgreSQL that comes back as a standby', () => {
  test('is temporary: 503 and not ready, and the server recovers after the promotion', async (context) => {
    const postgres = await startPostgres({ own: true, durable: true })
    if (postgres.url === null) return context.skip(postgres.why)
    vi.stubEnv('DATABASE_URL', postgres.url)
    const plant = await createTestPlant()
    const admin = await plant.as('admin')
    const write = (code: string) => admin.raw('POST', '/book/add_equ', { code, name: '计量泵' })
    const ready = async () => (await plant.http.inject({ url: '/readyz' })).statusCode
    const onServer = async (statement: string) => {
      const client = new pg.Client(postgres.url!)
      await client.connect()
      await client.query(statement)
      await client.end()
    }
    try {
      expect((await write('S-1')).errno).toBe('200')
      const [folder] = await plant.query<{ data_directory: string }>('show data_directory')
      await onServer(`copy (select '') to '${folder!.data_directory}/standby.signal'`)
      await postgres.restart?.()
      const answers = new Set<string>()
      await vi.waitUntil(
        async () => {
          const { status, errno } = await write('S-2')
          answers.add(`${status} ${errno}`)
          return (await ready()) === 503
        },
        { timeout: 30_000, interval: 200 },
      )
      answers.add(`${(await write('S-2')).status} ${(await write('S-2')).errno}`)
      expect([...answers]).toEqual(['503 4502'])
      await onServer('select pg_promote()')
      await vi.waitUntil(async () => (await write('S-2')).errno === '200', { timeout: 30_000, interval: 200 })
      await expect.poll(ready, { timeout: 30_000 }).toBe(200)
    } finally {
      await plant.close()
      vi.unstubAllEnvs()
      await postgres.stop()
    }
  }, 180_000)
})
