import { setTimeout as pause } from 'node:timers/promises'
import { atLeast, atMost, plainly, type Figure } from './table'
import type { LoadOrder, LoadResult, Scenario } from './load'
import { fillMachines } from './plant-rows'
import { loaded, withBareServer } from './programs'
import { startServer, type ServerProcess, type ServerSettings } from './server-process'

export interface Sizes { machines: number; seconds: number; idleSeconds: number; exportRows: number; importRows: number }
const CONNECTIONS = 16
const PAGES = 1_600
const CREATES = 3_100

const scenarios: { scenario: Scenario; name: string; atLeast: number; besideBare: boolean }[] = [
  { scenario: 'firstPage', name: 'first page, kept', atLeast: PAGES, besideBare: true },
  { scenario: 'otherFilter', name: 'first page, changing filter', atLeast: PAGES, besideBare: true },
  { scenario: 'deepPage', name: 'page by key anywhere', atLeast: PAGES, besideBare: true },
  { scenario: 'create', name: 'create with Idempotency-Key', atLeast: CREATES, besideBare: false },
]

/**
 * Prepares a plant on one kind of database, and gives what is measured under load: pages of 50 machines with their total,
 * creates, each beside a bare server that runs one prepared query for 50 of the same rows, and how late the event loop was.
 */
export async function underLoad(settings: ServerSettings, sizes: Sizes): Promise<Figure[]> {
  const first = await startServer(settings)
  await first.stop()
  await fillMachines(settings, sizes.machines)
  const order = { seconds: sizes.seconds, connections: CONNECTIONS, machines: sizes.machines, token: '' }
  const bare = await withBareServer(settings, async (url) => {
    await loaded({ ...order, url, scenario: 'bare', seconds: 2 })
    return loaded({ ...order, url, scenario: 'bare' })
  })
  const server = await startServer(settings)
  try {
    const figures = [
      plainly('first start, database made', first.startSeconds, 's'),
      atMost('second start to the first answer', server.startSeconds, 3, 's'),
      plainly(`bare node:http, one prepared query, ${CONNECTIONS} connections`, bare.perSecond, '/s'),
    ]
    await pause(sizes.idleSeconds * 1000)
    figures.push(plainly(`memory at rest, after ${sizes.idleSeconds} s idle`, server.memory('now'), 'MiB'))
    figures.push(...await everyScenario(server, order, bare))
    return figures
  } finally {
    await server.stop()
  }
}

async function everyScenario(server: ServerProcess, order: Omit<LoadOrder, 'url' | 'scenario'>, bare: LoadResult): Promise<Figure[]> {
  const { token } = await server.signIn()
  const figures: Figure[] = []
  let latest = 0
  for (const { scenario, name, atLeast: bar, besideBare } of scenarios) {
    const run = { ...order, token, url: server.url, scenario }
    await loaded({ ...run, seconds: 2 }) // until the code is compiled and the pages are in memory
    await server.loopDelay()
    const before = server.processor()
    const result = await loaded(run)
    const after = server.processor()
    latest = Math.max(latest, await server.loopDelay())
    if (result.failed) throw new Error(`${name}: ${result.failed} of ${result.ok + result.failed} requests were refused`)
    figures.push(atLeast(name, result.perSecond, bar, '/s'))
    if (besideBare) figures.push(atLeast(`${name}: share of the bare server`, result.perSecond / bare.perSecond, 0.8, ''))
    const each = (thread: 'own' | 'others') => ((after[thread] - before[thread]) / result.ok) * 1000
    figures.push(plainly(`${name}: p50`, result.p50, 'ms'), plainly(`${name}: p99`, result.p99, 'ms'))
    // What a busy machine does not change much: the busiest thread sets how many are possible
    figures.push(plainly(`${name}: processor time each, server's thread`, each('own'), 'ms'), plainly(`${name}: processor time each, its other threads`, each('others'), 'ms'))
  }
  figures.push(atMost('event loop delay under these loads, worst p99', latest, 20, 'ms'), plainly('memory after the load', server.memory('now'), 'MiB'))
  return figures
}
