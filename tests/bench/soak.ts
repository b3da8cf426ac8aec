/**
 * A server under steady work for a while, then under ten times the connections it is meant for: does what it takes of the
 * machine stay bounded, and does it recover. `npx tsx tests/bench/soak.ts [minutes, 10 unless told]`; on PostgreSQL
 * with DATABASE_URL.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fillMachines } from './plant-rows'
import { loaded } from './programs'
import { root, startServer, type ServerProcess } from './server-process'
import { atMost, machine, plainly, printTable, type Figure } from './table'

const minutes = Number(process.argv[2] ?? 10)
const databaseUrl = process.env['DATABASE_URL']
const MACHINES = 2_000
const CONNECTIONS = 16
/** One sample: creates, then pages of changing lists. */
const HALF_SECONDS = 10
const MIB = 2 ** 20
/** Checkpoints are due every 64 MiB of log; segments kept for reuse and a checkpoint under way come on top. */
const LOG_MIB = 320
const RECOVERY_SECONDS = 10

interface Sample {
  memory: number
  log: number
  disk: number
  rows: number
  p99: number
  failed: number
}

if (spawnSync(process.execPath, ['src/start.mjs', '--build-only'], { cwd: root, stdio: 'inherit' }).status !== 0)
  process.exit(1)
const dataDir = mkdtempSync(join(tmpdir(), 'soak-'))
try {
  const figures = await soak()
  printTable(
    [machine()],
    [
      {
        name: `${minutes} min of work on ${databaseUrl ? 'PostgreSQL' : 'the embedded database'}, ${CONNECTIONS} connections`,
        figures,
      },
    ],
  )
  if (figures.some((figure) => figure.pass === false)) process.exitCode = 1
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function soak(): Promise<Figure[]> {
  await (await startServer({ dataDir, databaseUrl })).stop()
  await fillMachines({ dataDir, databaseUrl }, MACHINES)
  const server = await startServer({ dataDir, databaseUrl })
  try {
    const { token } = await server.signIn()
    const samples: Sample[] = []
    for (const end = performance.now() + minutes * 60_000; performance.now() < end;) {
      samples.push(await sample(server, token, samples.at(-1)?.rows ?? 0))
      process.stderr.write(`${JSON.stringify(samples.at(-1))}\n`)
    }
    return [...boundsOf(samples), ...(await overload(server, token))]
  } finally {
    await server.stop()
  }
}

async function sample(server: ServerProcess, token: string, before: number): Promise<Sample> {
  const order = { url: server.url, token, seconds: HALF_SECONDS, connections: CONNECTIONS, machines: MACHINES }
  const created = await loaded({ ...order, scenario: 'create' })
  const read = await loaded({ ...order, scenario: 'otherFilter' })
  const database = join(dataDir, 'database')
  return {
    memory: server.memory('now'),
    log: databaseUrl ? 0 : sizeOf(join(database, 'pg_wal')),
    disk: databaseUrl ? 0 : sizeOf(database),
    rows: before + created.ok,
    p99: Math.max(created.p99, read.p99),
    failed: created.failed + read.failed,
  }
}

/** The first third is warming up; what grows after it without end grows from the second to the last. */
function boundsOf(samples: readonly Sample[]): Figure[] {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(-third)]
  const most = (of: readonly Sample[], what: keyof Sample) => Math.max(...of.map((one) => one[what]))
  const final = samples.at(-1)!
  const table =
    ((final.disk - final.log - (samples[0]!.disk - samples[0]!.log)) * 1024) /
    Math.max(1, final.rows - samples[0]!.rows)
  return [
    plainly('rows written', final.rows, ''),
    atMost(
      'requests refused or failed',
      samples.reduce((sum, one) => sum + one.failed, 0),
      0,
      '',
    ),
    atMost('memory, highest of the last third', most(last, 'memory'), most(middle, 'memory') * 1.15 + 20, 'MiB'),
    ...(databaseUrl
      ? []
      : [
          atMost('write-ahead log, highest', most(samples, 'log'), LOG_MIB, 'MiB'),
          atMost('disk without the log, for each row written', table, 4, 'KiB'),
        ]),
    plainly('p99, worst of all samples', most(samples, 'p99'), 'ms'),
    plainly('p99, worst of the last third', most(last, 'p99'), 'ms'),
  ]
}

/** Ten times the connections; then how long until a page and a create are answered as before. */
async function overload(server: ServerProcess, token: string): Promise<Figure[]> {
  const calm = { url: server.url, token, seconds: 1, connections: 1, machines: MACHINES, scenario: 'create' as const }
  const result = await loaded({ ...calm, seconds: HALF_SECONDS, connections: CONNECTIONS * 10 })
  const from = performance.now()
  while (!(await answers(server.url, token))) {
    if (performance.now() - from > 60_000) break
    await pause(100)
  }
  return [
    plainly(`${CONNECTIONS * 10} connections: answered with a row`, result.ok, ''),
    plainly(`${CONNECTIONS * 10} connections: told to come back`, result.failed, ''),
    atMost(
      'after it, until a list is answered within 500 ms',
      (performance.now() - from) / 1000,
      RECOVERY_SECONDS,
      's',
    ),
    plainly('memory after it', server.memory('now'), 'MiB'),
  ]
}
async function answers(url: string, token: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/book/get_all?size=50`, {
    headers: { authorization: token },
    signal: AbortSignal.timeout(500),
  }).catch(() => null) // too late counts as not
  return answer?.ok === true && ((await answer.json()) as { errno: string }).errno === '200'
}

/** MiB of all files below. */
function sizeOf(folder: string): number {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
      (sum, entry) => sum + (entry.isFile() ? sizeNow(join(entry.parentPath, entry.name)) : 0),
      0,
    ) / MIB
  )
}
function sizeNow(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0 // the server removes files while they are counted
}
