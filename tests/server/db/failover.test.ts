/** Two PostgreSQL servers, of which the second copies the first and takes over when that is gone. */
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '@/server/db/connect'
import { isUnavailable } from '@/server/db/errors'
import { checkPostgres } from '@/server/doctor/check-database'
import { startPostgres, type Postgres } from '../../postgres.mjs'
import { queryOnce, startStandby, type Standby } from '../../standby'
import { newFolder, quietLog, removeFolder } from './database-fixtures'

const dataDir = newFolder()
let primary: Postgres
let standby: Standby | null = null
let db: Database | undefined
/** Can be called once. */
let stopPrimary: (() => Promise<void>) | null = null

beforeAll(async () => {
  primary = await startPostgres({ own: true, durable: true })
  if (primary.url === null) return
  stopPrimary = primary.stop
  standby = await startStandby(new URL(primary.url))
}, 120_000)
afterAll(async () => {
  await db?.close()
  await standby?.stop()
  await stopPrimary?.()
  removeFolder(dataDir)
})

test(
  'the program finds the server that takes writes, and the next one after a failover',
  { timeout: 120_000 },
  async ({ skip }) => {
    if (primary.url === null || !standby) return skip(primary.url === null ? primary.why : 'no standby')
    const [standbyUrl, primaryUrl] = [new URL(standby.url), new URL(primary.url)]
    const url = `postgres://postgres@${standbyUrl.host},${primaryUrl.host}/postgres?target_session_attrs=read-write`
    const database = (db = await openDatabase({ dataDir, databaseUrl: url, log: quietLog() }))
    await database.pool.query('create table entry (n int primary key)')
    const getPort = async () =>
      (await database.pool.query<{ port: string }>(`select current_setting('port') as port`)).rows[0]!.port
    expect(await getPort()).toBe(primaryUrl.port)
    const findings = await checkPostgres(url, () => new Date())
    expect(findings.filter(({ status }) => status === 'failure')).toEqual([])

    const acknowledged: number[] = []
    const insert = async (n: number): Promise<void> => {
      await database.transaction(async (client) => client.query('insert into entry values ($1)', [n]))
      acknowledged.push(n)
    }
    for (let n = 0; n < 50; n++) await insert(n)
    const getLag = async () =>
      (await queryOnce(primary.url!, 'select 1 from pg_stat_replication where replay_lsn = pg_current_wal_lsn()'))
        ?.length
    await expect.poll(getLag, { timeout: 20_000 }).toBe(1)

    await stopPrimary!()
    stopPrimary = null
    await expect(insert(50)).rejects.toSatisfy(isUnavailable)
    await queryOnce(standby.url, 'select pg_promote()')
    const promotedAt = performance.now()
    for (let n = 51; acknowledged.length < 60; n++)
      await insert(n).catch(async (error: unknown) => {
        if (!isUnavailable(error)) throw error
        await pause(100)
      })
    expect(performance.now() - promotedAt).toBeLessThan(15_000)
    expect(await getPort()).toBe(standbyUrl.port)
    const { rows } = await database.pool.query<{ n: number }>('select n from entry')
    const stored = new Set(rows.map(({ n }) => n))
    expect(acknowledged.filter((n) => !stored.has(n))).toEqual([])
    await expect.poll(() => database.getHealth().ok, { timeout: 15_000 }).toBe(true)
  },
)
