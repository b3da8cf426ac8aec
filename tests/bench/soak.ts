/**
 * Puts steady load on a server for a while, then ten times the intended connections: checks that its resource use stays
 * bounded and that it recovers. `npx tsx tests/bench/soak.ts [minutes, default 10]`; on PostgreSQL
 * with DATABASE_URL.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fillMachines } from './plant-rows'
import { loadServer } from './programs'
import { root, startServer, type ServerProcess } from './server-process'
import { atMost, describeMachine, measureSection, withoutLimit, printTable, type Figure } from './table'

const minutes = Number(process.argv[2] ?? 10)
const databaseUrl = process.env['DATABASE_URL']
const MACHINES = 2_000
const CONNECTIONS = 16
/** Duration of each half of a sample, s: first creates, then pages of changing lists. */
const LOAD_SECONDS = 10
const MIB = 2 ** 20
/** Checkpoints are due every 64 MiB of log. Segments for reuse and a running checkpoint add to that. */
const MAX_LOG_MIB = 320
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
  const name = `${minutes} min of work on ${databaseUrl ? 'PostgreSQL' : 'the embedded database'}, ${CONNECTIONS} connections`
  printTable([describeMachine()], [await measureSection(name, runSoak)])
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

async function runSoak(): Promise<Figure[]> {
  await (await startServer({ dataDir, databaseUrl })).stop()
  await fillMachines({ dataDir, databaseUrl }, MACHINES)
  const server = await startServer({ dataDir, databaseUrl })
  try {
    const { token } = await server.signIn()
    const samples: Sample[] = []
    for (const end = performance.now() + minutes * 60_000; performance.now() < end;) {
      samples.push(await takeSample(server, token, samples.at(-1)?.rows ?? 0))
      process.stderr.write(`${JSON.stringify(samples.at(-1))}\n`)
    }
    return [...buildFigures(samples), ...(await overload(server, token))]
  } finally {
    await server.stop()
  }
}

async function takeSample(server: ServerProcess, token: string, rowCount: number): Promise<Sample> {
  const order = { url: server.url, token, seconds: LOAD_SECONDS, connections: CONNECTIONS, machines: MACHINES }
  const created = await loadServer({ ...order, scenario: 'create' })
  const read = await loadServer({ ...order, scenario: 'otherFilter' })
  const database = join(dataDir, 'database')
  return {
    memory: server.readMemoryMib('now'),
    log: databaseUrl ? 0 : measureFolderMib(join(database, 'pg_wal')),
    disk: databaseUrl ? 0 : measureFolderMib(database),
    rows: rowCount + created.ok,
    p99: Math.max(created.p99, read.p99),
    failed: created.failed + read.failed,
  }
}

/** The first third warms up; an unbounded value grows from the second third to the last. */
function buildFigures(samples: readonly Sample[]): Figure[] {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const [middle, last] = [samples.slice(third, 2 * third), samples.slice(-third)]
  const getMaximum = (part: readonly Sample[], key: keyof Sample) => Math.max(...part.map((sample) => sample[key]))
  const lastSample = samples.at(-1)!
  const tableKibPerRow =
    ((lastSample.disk - lastSample.log - (samples[0]!.disk - samples[0]!.log)) * 1024) /
    Math.max(1, lastSample.rows - samples[0]!.rows)
  return [
    withoutLimit('rows written', lastSample.rows, ''),
    atMost(
      'requests refused or failed',
      samples.reduce((sum, sample) => sum + sample.failed, 0),
      0,
      '',
    ),
    atMost(
      'memory, highest of the last third',
      getMaximum(last, 'memory'),
      getMaximum(middle, 'memory') * 1.15 + 20,
      'MiB',
    ),
    ...(databaseUrl
      ? []
      : [
          atMost('write-ahead log, highest', getMaximum(samples, 'log'), MAX_LOG_MIB, 'MiB'),
          atMost('disk without the log, for each row written', tableKibPerRow, 4, 'KiB'),
        ]),
    withoutLimit('p99, worst of all samples', getMaximum(samples, 'p99'), 'ms'),
    withoutLimit('p99, worst of the last third', getMaximum(last, 'p99'), 'ms'),
  ]
}

/** Ten times the connections; then the time until a page and a create are as fast as before. */
async function overload(server: ServerProcess, token: string): Promise<Figure[]> {
  const calmOrder = {
    url: server.url,
    token,
    seconds: 1,
    connections: 1,
    machines: MACHINES,
    scenario: 'create' as const,
  }
  const result = await loadServer({ ...calmOrder, seconds: LOAD_SECONDS, connections: CONNECTIONS * 10 })
  const overloadEnd = performance.now()
  while (!(await answersInTime(server.url, token))) {
    if (performance.now() - overloadEnd > 60_000) break
    await pause(100)
  }
  return [
    withoutLimit(`${CONNECTIONS * 10} connections: answered with a row`, result.ok, ''),
    withoutLimit(`${CONNECTIONS * 10} connections: told to come back`, result.failed, ''),
    atMost(
      'after it, until a list is answered within 500 ms',
      (performance.now() - overloadEnd) / 1000,
      RECOVERY_SECONDS,
      's',
    ),
    withoutLimit('memory after it', server.readMemoryMib('now'), 'MiB'),
  ]
}
async function answersInTime(url: string, token: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/book/get_all?size=50`, {
    headers: { authorization: token },
    signal: AbortSignal.timeout(500),
  }).catch(() => null) // a timeout counts as no answer
  return answer?.ok === true && ((await answer.json()) as { errno: string }).errno === '200'
}

/** Size of all files below a folder, MiB. */
function measureFolderMib(folder: string): number {
  return (
    readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
      (sum, entry) => sum + (entry.isFile() ? readFileBytes(join(entry.parentPath, entry.name)) : 0),
      0,
    ) / MIB
  )
}
function readFileBytes(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0 // the server removes files while they are counted
}
