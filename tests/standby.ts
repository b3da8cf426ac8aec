/** A PostgreSQL server that follows another one as its standby. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export interface Standby {
  url: string
  stop(): Promise<void>
}

/**
 * Starts a standby of a PostgreSQL server. Returns null if pg_basebackup is not installed.
 * @param settings further settings of the standby
 */
export async function startStandby(
  primaryUrl: URL,
  settings: Readonly<Record<string, string>> = {},
): Promise<Standby | null> {
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
  const baseBackup = spawnSync(
    join(bin, 'pg_basebackup'),
    ['-D', data, '-R', '-c', 'fast', '-h', primaryUrl.hostname, '-p', primaryUrl.port, '-U', 'postgres'],
    { ...account, cwd: folder, encoding: 'utf8' },
  )
  if (baseBackup.status !== 0) throw new Error(baseBackup.stderr)
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
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
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
/** Runs a statement on a new connection. Returns null if the statement or the connection fails. */
export async function queryOnce(url: string, text: string): Promise<unknown[] | null> {
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
