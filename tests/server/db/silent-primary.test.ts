/** A primary that no longer answers at all, as without network or power, and a standby that takes over some time later. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '@/server/db/connect'
import { isUnavailable } from '@/server/db/errors'
import { startPostgres, type Postgres } from '../../postgres.mjs'
import { queryOnce, startStandby, type Standby } from '../../standby'
import { newFolder, quietLog, removeFolder } from './database-fixtures'

/** Time until a lock of 20 s would have run out: the program has noticed the silence long before. */
const PROMOTED_AFTER_MS = 14_000
const MAX_WAIT_MS = 7_000

const dataDir = newFolder()
let primary: Postgres
let standby: Standby | null = null
let db: Database | undefined
let cable: Awaited<ReturnType<typeof startCable>> | undefined

beforeAll(async () => {
  primary = await startPostgres({ own: true, durable: true })
  if (primary.url !== null) standby = await startStandby(new URL(primary.url))
}, 120_000)
afterAll(async () => {
  cable?.cut()
  await db?.close()
  cable?.close()
  await standby?.stop()
  if (primary.url !== null) await primary.stop()
  removeFolder(dataDir)
})

/** Forwards connections to a port until it is cut. Afterwards it accepts connections and says nothing. */
async function startCable(targetPort: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    if (isCut) return
    const target = connect(targetPort, '127.0.0.1').on('error', () => undefined)
    sockets.add(target)
    socket.pipe(target).pipe(socket)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('the program finds the new primary soon after its promotion', { timeout: 120_000 }, async ({ skip }) => {
  if (primary.url === null || !standby) return skip(primary.url === null ? primary.why : 'no standby')
  cable = await startCable(Number(new URL(primary.url).port))
  const databaseUrl = `postgres://postgres@127.0.0.1:${cable.port},${new URL(standby.url).host}/postgres`
  const database = (db = await openDatabase({ dataDir, databaseUrl, log: quietLog() }))
  await database.pool.query('create table entry (n int primary key)')
  const getReplayed = async () =>
    (await queryOnce(primary.url!, 'select 1 from pg_stat_replication where replay_lsn = pg_current_wal_lsn()'))?.length
  await expect.poll(getReplayed, { timeout: 20_000 }).toBe(1)

  cable.cut()
  // People go on working: each pool connection waits for an answer.
  const insert = (n: number) =>
    database
      .transaction((client) => client.query('insert into entry values ($1)', [n]))
      .then(
        () => true,
        (error: unknown) => {
          if (isUnavailable(error)) return false
          throw error
        },
      )
  const waitingInserts = Array.from({ length: 20 }, (_, n) => insert(n))
  await pause(PROMOTED_AFTER_MS)
  expect(database.getHealth().ok).toBe(false)
  await queryOnce(standby.url, 'select pg_promote()')
  const promotedAt = performance.now()
  let n = 100
  while (!(await insert(n++))) await pause(100)
  expect(performance.now() - promotedAt).toBeLessThan(MAX_WAIT_MS)
  await Promise.all(waitingInserts)
  await expect.poll(() => database.getHealth().ok, { timeout: 5_000 }).toBe(true)
})
