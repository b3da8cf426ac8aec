import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { atLeast, atMost, withoutLimit, type Figure } from './table'
import type { LoadResult, Scenario } from './load'
import { fillMachines } from './plant-rows'
import { loadServer, withBareServer } from './programs'
import { startServer, type ServerProcess, type ServerSettings } from './server-process'

export interface Sizes {
  machines: number
  seconds: number
  idleSeconds: number
  exportRows: number
  importRows: number
}
const CONNECTIONS = 16
/** Each scenario is measured in this many rounds, alternating our server and the bare server, so both see the same machine. */
const ROUNDS = 5

interface Measured {
  scenario: Scenario
  name: string
  bare: Scenario
  share: { embedded: number; postgres: number }
}
const EVERYWHERE = { embedded: 0.8, postgres: 0.8 }
const scenarios: Measured[] = [
  { scenario: 'firstPage', name: 'first page, kept', bare: 'bare', share: EVERYWHERE },
  { scenario: 'otherFilter', name: 'first page, changing filter', bare: 'bare', share: EVERYWHERE },
  { scenario: 'deepPage', name: 'page by key anywhere', bare: 'bare', share: EVERYWHERE },
  {
    scenario: 'create',
    name: 'create with Idempotency-Key',
    bare: 'bareCreate',
    share: { embedded: 0.75, postgres: 0.6 },
  },
]

/**
 * Prepares a plant on one kind of database and measures it under load: pages of 50 machines with their total, and creates.
 * Each alternates with a bare server that runs one prepared query. Also measures the delay of the event loop.
 */
export async function measureUnderLoad(settings: ServerSettings, sizes: Sizes): Promise<Figure[]> {
  const first = await startServer(settings)
  await first.stop()
  await fillMachines(settings, sizes.machines)
  const copy = mkdtempSync(join(tmpdir(), 'bench-bare-'))
  // Only one process can open an embedded database
  if (!settings.databaseUrl) cpSync(settings.dataDir, copy, { recursive: true })
  try {
    return await withBareServer({ ...settings, dataDir: copy }, async (bareUrl) => {
      const server = await startServer(settings)
      try {
        await pause(sizes.idleSeconds * 1000)
        return [
          withoutLimit('first start, database made', first.startSeconds, 's'),
          atMost('second start to the first answer', server.startSeconds, 3, 's'),
          withoutLimit(`memory at rest, after ${sizes.idleSeconds} s idle`, server.memory('now'), 'MiB'),
          ...(await runScenarios(server, bareUrl, sizes, settings.databaseUrl ? 'postgres' : 'embedded')),
        ]
      } finally {
        await server.stop()
      }
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function runScenarios(
  server: ServerProcess,
  bareUrl: string,
  sizes: Sizes,
  kind: keyof Measured['share'],
): Promise<Figure[]> {
  const { token } = await server.signIn()
  const order = { connections: CONNECTIONS, machines: sizes.machines, seconds: 2 }
  const figures: Figure[] = []
  let latest = 0
  for (const { scenario, name, bare, share } of scenarios) {
    const ours = { ...order, scenario, url: server.url, token }
    const theirs = { ...order, scenario: bare, url: bareUrl, token: '' }
    for (const warm of [ours, theirs]) await loadServer(warm) // until the code is compiled and the pages are in memory
    await server.loopDelay()
    const pairs: [LoadResult, LoadResult][] = []
    const used = { own: 0, others: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const seconds = Math.max(1, sizes.seconds / ROUNDS)
      const before = server.processor()
      const own = await loadServer({ ...ours, seconds })
      const after = server.processor()
      used.own += after.own - before.own
      used.others += after.others - before.others
      pairs.push([own, await loadServer({ ...theirs, seconds })])
    }
    latest = Math.max(latest, await server.loopDelay())
    figures.push(...figuresOf(pairs, used, name, share[kind]))
  }
  figures.push(
    atMost('event loop delay under these loads, worst p99', latest, 20, 'ms'),
    withoutLimit('memory after the load', server.memory('now'), 'MiB'),
  )
  return figures
}

function figuresOf(
  pairs: readonly [LoadResult, LoadResult][],
  used: { own: number; others: number },
  name: string,
  share: number,
): Figure[] {
  const ours = pairs.map(([own]) => own)
  const answered = sum(ours.map((r) => r.ok))
  const refused = sum(pairs.flat().map((r) => r.failed))
  if (refused) throw new Error(`${name}: ${refused} requests were refused`)
  const ratio = median(pairs.map(([own, bare]) => own.perSecond / bare.perSecond))
  return [
    withoutLimit(name, median(ours.map((r) => r.perSecond)), '/s'),
    withoutLimit(`${name}: the bare server in turn with it`, median(pairs.map(([, bare]) => bare.perSecond)), '/s'),
    atLeast(`${name}: share of the bare server`, ratio, share, ''),
    withoutLimit(`${name}: p50`, median(ours.map((r) => r.p50)), 'ms'),
    withoutLimit(`${name}: p99, worst round`, Math.max(...ours.map((r) => r.p99)), 'ms'),
    // A busy machine changes this little: the busiest thread limits the throughput
    withoutLimit(`${name}: processor time each, server's thread`, (used.own / answered) * 1000, 'ms'),
    withoutLimit(`${name}: processor time each, its other threads`, (used.others / answered) * 1000, 'ms'),
  ]
}
const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0)
const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
