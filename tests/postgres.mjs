import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Provides a PostgreSQL server for tests: the one in DATABASE_URL, or a new one on a free port. `durable` makes commits wait for
 * the disk, which measurements need. `own` always starts a new server, for tests that kill it. Returns the `url` and `stop`, or a
 * null `url` and the reason (`why`).
 */
export async function startPostgres({ durable = false, own = false } = {}) {
  if (process.env.DATABASE_URL && !own)
    return { url: process.env.DATABASE_URL, stop: async () => undefined, restart: null }
  const bin = findProgramFolder()
  if (!bin) return { url: null, why: 'No postgres program here: install the package "postgresql" or set DATABASE_URL.' }
  const account = findAccount()
  if (account === null)
    return { url: null, why: 'PostgreSQL does not run as root, and there is no other account to run it as.' }
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  const initdb = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...account, cwd: folder, encoding: 'utf8' },
  )
  if (initdb.status !== 0) return { url: null, why: `initdb failed: ${initdb.stderr || initdb.error}` }
  const port = await findFreePort()
  const socket = join(folder, `.s.PGSQL.${port}`)
  // A Unix socket needs half the processor time of TCP. Measurements and tests of lost connections use TCP.
  const usesUnixSocket = !durable && !own && Buffer.byteLength(socket) <= MAX_SOCKET_PATH_BYTES
  const parameters = usesUnixSocket ? `?host=${encodeURIComponent(folder)}` : ''
  const url = `postgres://postgres@127.0.0.1:${port}/postgres${parameters}`
  const launch = () =>
    spawn(
      join(bin, 'postgres'),
      [
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
        ...(durable ? [] : temporaryServerFlags),
      ],
      { ...account, cwd: folder, stdio: 'ignore' },
    )
  let server = launch()
  const end = async (signal) => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  const stop = async () => {
    await end('SIGINT')
    rmSync(folder, { recursive: true, force: true })
  }
  /** Kills the server with all connections and restarts it, so that it recovers from its log. */
  const restart = async () => {
    await end('SIGQUIT')
    server = launch()
    if (!(await waitUntilReady(url))) throw new Error('PostgreSQL was started again and did not answer within 20 s')
  }
  process.on('exit', () => server.kill('SIGKILL'))
  if (await waitUntilReady(url)) return { url, stop, restart }
  await stop()
  return { url: null, why: 'PostgreSQL was started and did not answer within 20 s.' }
}

/** Maximum length of a socket's path that every system accepts. */
const MAX_SOCKET_PATH_BYTES = 100
/**
 * Flags of a server that lives only as long as its tests. Durability and maintenance are off, because tests mostly wait for new
 * databases. Compiled queries and parallel workers are off, because the planner assumes that tables without statistics are large.
 */
const temporaryServerFlags = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=1GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
  'jit=off',
  'max_parallel_workers_per_gather=0',
  'shared_buffers=256MB',
].flatMap((setting) => ['-c', setting])

async function waitUntilReady(url) {
  for (let i = 0; i < 100; i++) {
    if (await canConnect(url)) return true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return false
}
/** Returns the folder of `postgres` and `initdb`, of the newest version first; null if there is none. */
function findProgramFolder() {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql')
        .sort()
        .reverse()
        .map((v) => `/usr/lib/postgresql/${v}/bin`)
    : []
  return (
    [...versions, ...(process.env.PATH ?? '').split(':'), '/usr/local/pgsql/bin'].find(
      (folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb')),
    ) ?? null
  )
}
/** Returns the account to run as: PostgreSQL refuses root, so root uses `postgres` or `nobody`. Null if there is none. */
function findAccount() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const id = (flag) => spawnSync('id', [flag, name], { encoding: 'utf8' })
    const uid = id('-u')
    if (uid.status === 0) return { uid: Number(uid.stdout), gid: Number(id('-g').stdout) }
  }
  return null
}
const findFreePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
async function canConnect(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch((error) => process.stderr.write(`${error.message}\n`))
  }
}
