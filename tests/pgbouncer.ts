/** PgBouncer in transaction mode in front of a PostgreSQL server, for tests. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer']
const START_TIMEOUT_MS = 20_000
/** Fewer connections than clients, so that clients really share them. */
const SERVER_CONNECTIONS = 4

export interface PgBouncer {
  /** Returns the URL of a database of the server through the pooler. */
  getUrl(database: string): string
  stop(): Promise<void>
}

/** Starts PgBouncer. Returns null and prints a warning if it is not installed. @throws in CI if it is not installed */
export async function startPgBouncer(serverUrl: string): Promise<PgBouncer | null> {
  const program = PROGRAMS.find((path) => existsSync(path))
  if (!program) {
    if (process.env['CI']) throw new Error('PgBouncer is not installed (package "pgbouncer")')
    process.stderr.write('\n!! NOT TESTED THROUGH PGBOUNCER: it is not installed (package "pgbouncer")\n')
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  const port = await findFreePort()
  const server = new URL(serverUrl)
  const configFile = join(folder, 'pgbouncer.ini')
  const usersFile = join(folder, 'users.txt')
  const account = decodeURIComponent(server.username) || 'postgres'
  writeFileSync(usersFile, `"${account}" "${decodeURIComponent(server.password)}"\n`)
  writeFileSync(
    configFile,
    `[databases]
* = host=${server.hostname} port=${server.port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${usersFile}
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 2000
`,
  )
  const owner = findUnprivilegedAccount()
  chmodSync(folder, 0o755)
  if (owner) for (const path of [folder, configFile, usersFile]) chownSync(path, owner.uid, owner.gid)
  const child: ChildProcess = spawn(program, [configFile], { stdio: ['ignore', 'ignore', 'pipe'], ...owner })
  let output = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (output += text))
  process.once('exit', () => child.kill('SIGKILL'))
  const getUrl = (database: string): string => `postgres://${encodeURIComponent(account)}@127.0.0.1:${port}/${database}`
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGKILL')
      await ended
    }
    rmSync(folder, { recursive: true, force: true })
  }
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && child.exitCode === null;) {
    if (await canConnect(getUrl('postgres'))) return { getUrl, stop }
    await pause(100)
  }
  await stop()
  throw new Error(`PgBouncer did not start: ${output.slice(-2000)}`)
}

/** Returns the account that runs PgBouncer if this process is root, because PgBouncer refuses root. */
function findUnprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const getId = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: getId('-u'), gid: getId('-g') }
}
const findFreePort = (): Promise<number> =>
  new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, query_timeout: 2000, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
