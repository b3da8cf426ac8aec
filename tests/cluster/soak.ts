/** People, phones with photos and meters work for hours on two instances and a worker, whose use of resources must stay bounded. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { splitRoute } from '@/contract/endpoint'
import { createMachines, findRecordProblems, summarizeRecords } from './check-records'
import { callApi, signIn, usePhone, type Session } from './phones'
import { ADMIN_PASSWORD, startCluster, type PlantCluster } from './plant-cluster'

const PEOPLE = 200
const PHONES = 8
const MACHINES = 20
const METERS = 200
const MINUTE_MS = 60_000
/** Pause of a person between two calls, on average, and of a phone between two reports. */
const THINKING_MS = 8_000
const REPORT_PAUSE_MS = 30_000
const METRICS_TOKEN = 'soak'
/** Time of load before the first sample, in which caches fill and code is compiled. */
const WARM_UP_MS = 2 * MINUTE_MS
const SAMPLES = 20
/** How much the p99 of the last tenth may exceed that of the first tenth, as a factor. */
const MAX_P99_GROWTH = 1.2
/**
 * Shortest trial whose p99 is compared, min. A tenth of a shorter one contains one or no batch of readings, which arrive once a
 * minute, so that its p99 depends on where it begins.
 */
const MIN_MINUTES_FOR_P99 = 20
/** How much the heap of the second half may exceed the maximum of the first half. */
const MAX_HEAP_GROWTH = 1.3
const SPARE_HANDLES = 50
/** PostgreSQL's default `max_wal_size`, and a segment in use. */
const MAX_WAL_MIB = 1024 + 16
const MAX_LOG_BYTES_PER_MINUTE = 1_000
const MIB = 2 ** 20

interface Sample {
  /** Minimum since the last sample of the heap of the largest process, MiB: the memory that garbage collection leaves. */
  readonly heapMib: number
  readonly handles: number
  readonly walMib: number
  readonly databaseMib: number
  readonly logBytes: number
}
interface TimedCall {
  readonly at: number
  readonly ms: number
}

/** @returns what went wrong; empty if the trial passed */
export async function runSoakTrial(minutes: number): Promise<string[]> {
  const cluster = await startCluster({ env: { METRICS_TOKEN } })
  try {
    const session = await signIn(cluster.url, ADMIN_PASSWORD)
    const machineIds = await createMachines(session, MACHINES)
    const tagCodes = await createTags(session)
    let isOver = false
    const calls: TimedCall[] = []
    const failures: string[] = []
    const phones = Promise.all(
      Array.from({ length: PHONES }, (_, n) =>
        usePhone(session, machineIds, { name: `phone-${n}`, pauseMs: REPORT_PAUSE_MS, isOver: () => isOver }),
      ),
    )
    const people = Promise.all(
      Array.from({ length: PEOPLE }, () => readLists(session, { calls, failures, isOver: () => isOver })),
    )
    const meters = sendReadingsEveryMinute(session, tagCodes, { failures, isOver: () => isOver })
    await pause(WARM_UP_MS)
    const startedAt = performance.now()
    const samples = await takeSamples(cluster, minutes * MINUTE_MS)
    const endedAt = performance.now()
    isOver = true
    await Promise.all([people, meters])
    const records = await phones
    const growth = measureP99Growth(calls, startedAt, endedAt)
    process.stdout.write(
      `${summarizeRecords(records).text}; ${calls.length} lists, p99 ${growth.first.toFixed(0)} ms in the first tenth, ${growth.last.toFixed(0)} ms in the last\n`,
    )
    return [
      ...failures.slice(0, 10),
      ...findGrowth(samples, minutes),
      ...(minutes >= MIN_MINUTES_FOR_P99 && growth.last > growth.first * MAX_P99_GROWTH
        ? [`p99 grew from ${growth.first} to ${growth.last} ms`]
        : []),
      ...(await findRecordProblems(session, records)),
    ]
  } finally {
    await cluster.stop()
  }
}

async function createTags(session: Session): Promise<string[]> {
  const codes = Array.from({ length: METERS }, (_, n) => `SOAK-${n}`)
  for (const code of codes) {
    const common = { code, name: code }
    const { data: meter } = await callApi<{ id: string }>(session, 'POST', '/meter/meter', {
      ...common,
      kind: 'electricity',
      unit: 'kWh',
      counter: true,
    })
    await callApi(session, 'POST', '/telemetry/tag', {
      ...common,
      kind: 'counter',
      unit: 'kWh',
      everyS: 60,
      meterId: meter.id,
    })
  }
  return codes
}

/** Reads lists as a person does, with pauses. */
async function readLists(
  session: Session,
  { calls, failures, isOver }: { calls: TimedCall[]; failures: string[]; isOver: () => boolean },
): Promise<void> {
  const reads = [
    () => callApi(session, 'POST', '/book/repairs_list', { page: 1, size: 50 }),
    () => callApi(session, 'POST', '/book/get_equipments', { page: 1, size: 50 }),
    () => callApi(session, 'GET', '/repair/count'),
    () => callApi(session, 'GET', '/telemetry/live'),
  ]
  while (!isOver()) {
    await pause(Math.random() * 2 * THINKING_MS)
    const startedAt = performance.now()
    await reads[Math.floor(Math.random() * reads.length)]!().catch((error: Error) => failures.push(error.message))
    calls.push({ at: startedAt, ms: performance.now() - startedAt })
  }
}

async function sendReadingsEveryMinute(
  session: Session,
  tagCodes: readonly string[],
  { failures, isOver }: { failures: string[]; isOver: () => boolean },
): Promise<void> {
  const { path, method } = splitRoute(sendReadings.routes[0]!)
  for (let minute = 0; !isOver(); minute++) {
    const nextAt = performance.now() + MINUTE_MS
    const at = new Date().toISOString()
    const readings = tagCodes.map((tag, n) => ({ tag, at, value: 1000 + minute * 2 + n, quality: 'good' }))
    await callApi(session, method, path, { readings }).catch((error: Error) => failures.push(error.message))
    while (!isOver() && performance.now() < nextAt) await pause(500)
  }
}

async function takeSamples(cluster: PlantCluster, durationMs: number): Promise<Sample[]> {
  const database = new pg.Client(cluster.databaseUrl)
  await database.connect()
  const samples: Sample[] = []
  try {
    for (let n = 0; n < SAMPLES; n++) {
      const endsAt = performance.now() + durationMs / SAMPLES
      const heapsMib: number[] = []
      let handles = 0
      while (performance.now() < endsAt) {
        await pause(5_000)
        const metrics = await Promise.all([...cluster.webInstances, cluster.worker].map(({ url }) => readMetrics(url)))
        heapsMib.push(Math.max(...metrics.map(({ heapMib }) => heapMib)))
        handles = Math.max(handles, ...metrics.map((metric) => metric.handles))
      }
      const { rows } = await database.query<{ wal: string; size: string }>(
        'select (select sum(size) from pg_ls_waldir())::text as wal, pg_database_size(current_database())::text as size',
      )
      const sample = {
        heapMib: Math.min(...heapsMib),
        handles,
        walMib: Number(rows[0]!.wal) / MIB,
        databaseMib: Number(rows[0]!.size) / MIB,
        logBytes: Buffer.byteLength(cluster.readLog()),
      }
      samples.push(sample)
      process.stdout.write(
        `heap ${sample.heapMib.toFixed(0)} MiB, ${sample.handles} handles, WAL ${sample.walMib.toFixed(0)} MiB, database ${sample.databaseMib.toFixed(1)} MiB, log ${sample.logBytes} bytes\n`,
      )
    }
  } finally {
    await database.end()
  }
  return samples
}
async function readMetrics(url: string): Promise<{ heapMib: number; handles: number }> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await answer.text()
  const read = (name: string): number => {
    const value = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]
    if (value === undefined) throw new Error(`${name} is missing in the metrics`)
    return Number(value)
  }
  return { heapMib: read('nodejs_heap_size_used_bytes') / MIB, handles: read('nodejs_active_handles_total') }
}

/** Returns the p99 of the calls in the first and the last tenth of the time, ms. */
function measureP99Growth(
  calls: readonly TimedCall[],
  startedAt: number,
  endedAt: number,
): { first: number; last: number } {
  const tenthMs = (endedAt - startedAt) / 10
  const measureP99 = (fromMs: number): number => {
    const durations = calls.flatMap(({ at, ms }) => (at >= fromMs && at < fromMs + tenthMs ? [ms] : []))
    return durations.sort((left, right) => left - right)[Math.floor(durations.length * 0.99)] ?? Number.NaN
  }
  return { first: measureP99(startedAt), last: measureP99(endedAt - tenthMs) }
}

/** Compares the second half of the samples with the first. */
function findGrowth(samples: readonly Sample[], minutes: number): string[] {
  const half = Math.floor(samples.length / 2)
  const [first, second] = [samples.slice(0, half), samples.slice(half)]
  const getMax = (part: readonly Sample[], key: keyof Sample): number => Math.max(...part.map((sample) => sample[key]))
  const getAdded = (part: readonly Sample[]): number => part.at(-1)!.databaseMib - part[0]!.databaseMib
  const problems: string[] = []
  const expectAtMost = (name: string, value: number, limit: number): void => {
    if (value > limit) problems.push(`${name}: ${value.toFixed(1)}, at most ${limit.toFixed(1)}`)
  }
  expectAtMost('heap, MiB', getMax(second, 'heapMib'), getMax(first, 'heapMib') * MAX_HEAP_GROWTH)
  expectAtMost('handles', getMax(second, 'handles'), getMax(first, 'handles') + SPARE_HANDLES)
  expectAtMost('WAL, MiB', getMax(samples, 'walMib'), MAX_WAL_MIB)
  // Tables grow with what is written, which is the same in both halves.
  expectAtMost('growth of the database, MiB', getAdded(second), getAdded(first) * 1.5 + 16)
  expectAtMost('log, bytes', samples.at(-1)!.logBytes - samples[0]!.logBytes, MAX_LOG_BYTES_PER_MINUTE * minutes)
  return problems
}
