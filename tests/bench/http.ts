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
/** Each scenario alternates this often between our server and the bare server, so that both see the same load of the machine. */
const ROUNDS = 5

interface MeasuredScenario {
  scenario: Scenario
  name: string
  bare: Scenario
  share: { embedded: number; postgres: number }
}
const EVERYWHERE = { embedded: 0.8, postgres: 0.8 }
const scenarios: MeasuredScenario[] = [
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
  const bareDataDir = mkdtempSync(join(tmpdir(), 'bench-bare-'))
  // Only one process can open an embedded database.
  if (!settings.databaseUrl) cpSync(settings.dataDir, bareDataDir, { recursive: true })
  try {
    return await withBareServer({ ...settings, dataDir: bareDataDir }, async (bareUrl) => {
      const server = await startServer(settings)
      try {
        await pause(sizes.idleSeconds * 1000)
        return [
          withoutLimit('first start, database made', first.startSeconds, 's'),
          atMost('second start to the first answer', server.startSeconds, 3, 's'),
          withoutLimit(`memory at rest, after ${sizes.idleSeconds} s idle`, server.readMemoryMib('now'), 'MiB'),
          ...(await runScenarios(server, bareUrl, sizes, settings.databaseUrl ? 'postgres' : 'embedded')),
        ]
      } finally {
        await server.stop()
      }
    })
  } finally {
    rmSync(bareDataDir, { recursive: true, force: true })
  }
}

async function runScenarios(
  server: ServerProcess,
  bareUrl: string,
  sizes: Sizes,
  kind: keyof MeasuredScenario['share'],
): Promise<Figure[]> {
  const { token } = await server.signIn()
  const commonOrder = { connections: CONNECTIONS, machines: sizes.machines, seconds: 2 }
  const figures: Figure[] = []
  let maxLoopDelayMs = 0
  for (const { scenario, name, bare, share } of scenarios) {
    const ownOrder = { ...commonOrder, scenario, url: server.url, token }
    const bareOrder = { ...commonOrder, scenario: bare, url: bareUrl, token: '' }
    for (const order of [ownOrder, bareOrder]) await loadServer(order) // warms up: compiles the code and loads pages into memory
    await server.readLoopDelayMs()
    const pairs: [LoadResult, LoadResult][] = []
    const used = { own: 0, others: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const seconds = Math.max(1, sizes.seconds / ROUNDS)
      const usedBefore = server.readProcessorSeconds()
      const own = await loadServer({ ...ownOrder, seconds })
      const usedAfter = server.readProcessorSeconds()
      used.own += usedAfter.own - usedBefore.own
      used.others += usedAfter.others - usedBefore.others
      pairs.push([own, await loadServer({ ...bareOrder, seconds })])
    }
    maxLoopDelayMs = Math.max(maxLoopDelayMs, await server.readLoopDelayMs())
    figures.push(...buildFigures(pairs, used, name, share[kind]))
  }
  figures.push(
    atMost('event loop delay under these loads, worst p99', maxLoopDelayMs, 20, 'ms'),
    withoutLimit('memory after the load', server.readMemoryMib('now'), 'MiB'),
  )
  return figures
}

function buildFigures(
  pairs: readonly [LoadResult, LoadResult][],
  used: { own: number; others: number },
  name: string,
  share: number,
): Figure[] {
  const ownResults = pairs.map(([own]) => own)
  const answered = sum(ownResults.map((result) => result.ok))
  const refused = sum(pairs.flat().map((result) => result.failed))
  if (refused) throw new Error(`${name}: ${refused} requests were refused`)
  const ratio = median(pairs.map(([own, bare]) => own.perSecond / bare.perSecond))
  return [
    withoutLimit(name, median(ownResults.map((result) => result.perSecond)), '/s'),
    withoutLimit(`${name}: the bare server in turn with it`, median(pairs.map(([, bare]) => bare.perSecond)), '/s'),
    atLeast(`${name}: share of the bare server`, ratio, share, ''),
    withoutLimit(`${name}: p50`, median(ownResults.map((result) => result.p50)), 'ms'),
    withoutLimit(`${name}: p99, worst round`, Math.max(...ownResults.map((result) => result.p99)), 'ms'),
    // Depends little on the load of the machine. The busiest thread limits the throughput.
    withoutLimit(`${name}: processor time each, server's thread`, (used.own / answered) * 1000, 'ms'),
    withoutLimit(`${name}: processor time each, its other threads`, (used.others / answered) * 1000, 'ms'),
  ]
}
const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0)
const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN
