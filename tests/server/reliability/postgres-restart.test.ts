import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { uuid7 } from '@/contract/id'
import { startPostgres } from '../../postgres.mjs'
import { times as rounds } from '../../long'
import { testPlant, type Caller } from '../harness'

const RESTARTS = rounds(2)
const WRITERS = 8
/** Acknowledgements between two restarts. */
const BETWEEN = 40

interface Ledger {
  sent: string[]
  acknowledged: Set<string>
  told: number
  faults: string[]
  stop: boolean
}
/** Creates machines one after another; what is not acknowledged is repeated under its key until it is. */
async function write(caller: Caller, who: number, ledger: Ledger): Promise<void> {
  for (let n = 0; !ledger.stop; n++) {
    const [id, key] = [uuid7(), uuid7()]
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

describe.skipIf(!process.env['DATABASE_URL'])('a PostgreSQL that ends without a goodbye in the middle of work', () => {
  test(
    `${RESTARTS} times: who writes is told to come back, nothing acknowledged is lost, nothing is there twice`,
    async (context) => {
      const postgres = await startPostgres({ own: true })
      if (postgres.url === null) return context.skip(postgres.why)
      vi.stubEnv('DATABASE_URL', postgres.url)
      const plant = await testPlant()
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
