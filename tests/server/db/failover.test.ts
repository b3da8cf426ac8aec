/** Two PostgreSQL servers, of which the second copies the first and takes over when that is gone. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '@/server/db/connect'
import { isUnavailable } from '@/server/db/errors'
import { checkPostgres } from '@/server/doctor/check-database'
import { startPostgres, type Postgres } from '../../postgres.mjs'
import { newFolder, quietLog, removeFolder } from './database-fixtures'

const dataDir = newFolder()
let primary: Postgres
let standby: { url: string; stop: () => Promise<void> } | null = null
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

/** Copies a server and follows it; null if the program for it is missing. */
async function startStandby(primaryUrl: URL): Promise<typeof standby> {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort().reverse() : []
  const bin = versions
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((path) => existsSync(join(path, 'pg_basebackup')))
  if (!bin) return null
  const getId = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const account = process.getuid?.() === 0 ? { uid: getId('-u'), gid: getId('-g') } : {}
  const folder = mkdtempSync(join(tmpdir(), 'standby-'))
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid!)
  const data = join(folder, 'data')
  const copied = spawnSync(
    join(bin, 'pg_basebackup'),
    ['-D', data, '-R', '-c', 'fast', '-h', primaryUrl.hostname, '-p', primaryUrl.port, '-U', 'postgres'],
    { ...account, cwd: folder, encoding: 'utf8' },
  )
  if (copied.status !== 0) throw new Error(copied.stderr)
  const port = await findFreePort()
  const args = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${folder}`,
    '-c',
    'max_connections=200',
  ]
  const server: ChildProcess = spawn(join(bin, 'postgres'), args, { ...account, cwd: folder, stdio: 'ignore' })
  process.once('exit', () => server.kill('SIGKILL'))
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  for (let attempt = 0; (await queryOnce(url, 'select 1')) === null; attempt++) {
    if (attempt > 300 || server.exitCode !== null) throw new Error('the standby did not start')
    await pause(100)
  }
  return {
    url,
    stop: async () => {
      const ended = new Promise((done) => server.once('exit', done))
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
const findFreePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
async function queryOnce(url: string, text: string): Promise<unknown[] | null> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rows
  } catch {
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

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
