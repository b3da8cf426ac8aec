import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A PostgreSQL to test on: DATABASE_URL, or one started from this machine's own programs on a free port. `durable` makes
 * its commits wait for the disk, as measurements need it. `own` starts one in any case, to be ill-treated.
 */
export async function startPostgres({ durable = false, own = false } = {}) {
  if (process.env.DATABASE_URL && !own)
    return { url: process.env.DATABASE_URL, stop: async () => undefined, restart: null }
  const bin = programs()
  if (!bin) return { url: null, why: 'No postgres program here: install the package "postgresql" or set DATABASE_URL.' }
  const who = account()
  if (who === null)
    return { url: null, why: 'PostgreSQL does not run as root, and there is no other account to run it as.' }
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  if (who.uid !== undefined) chownSync(folder, who.uid, who.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...who, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) return { url: null, why: `initdb did not succeed: ${made.stderr || made.error}` }
  const port = await freePort()
  const socket = join(folder, `.s.PGSQL.${port}`)
  // A socket in the file system takes half the processor time of one of the network, for both ends. Measurements and
  // lost connections are of the network.
  const isLocal = !durable && !own && Buffer.byteLength(socket) <= LONGEST_SOCKET_PATH
  const way = isLocal ? `?host=${encodeURIComponent(folder)}` : ''
  const url = `postgres://postgres@127.0.0.1:${port}/postgres${way}`
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
        ...(durable ? [] : fleeting),
      ],
      { ...who, cwd: folder, stdio: 'ignore' },
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
  /** Ends it without a goodbye, every connection at once, and starts it again: it recovers from its log. */
  const restart = async () => {
    await end('SIGQUIT')
    server = launch()
    if (!(await answersSoon(url))) throw new Error('PostgreSQL was started again and did not answer within 20 s')
  }
  process.on('exit', () => server.kill('SIGKILL'))
  if (await answersSoon(url)) return { url, stop, restart }
  await stop()
  return { url: null, why: 'PostgreSQL was started and did not answer within 20 s.' }
}

/** Bytes of a path that every system takes for a socket. */
const LONGEST_SOCKET_PATH = 100
/**
 * What lives no longer than its tests need not survive anything, nor be looked after: making a database is what they wait for.
 * Tables that were never analysed look large to the planner: it would compile queries, or start workers, for a few rows.
 */
const fleeting = [
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

async function answersSoon(url) {
  for (let i = 0; i < 100; i++) {
    if (await answers(url)) return true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return false
}
function programs() {
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
/** Root may not run it: then the account `postgres`, or `nobody`. */
function account() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const id = (flag) => spawnSync('id', [flag, name], { encoding: 'utf8' })
    const uid = id('-u')
    if (uid.status === 0) return { uid: Number(uid.stdout), gid: Number(id('-g').stdout) }
  }
  return null
}
const freePort = () =>
  new Promise((resolve) => {
    const s = createServer().listen(0, '127.0.0.1', () => {
      const { port } = s.address()
      s.close(() => resolve(port))
    })
  })
async function answers(url) {
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
