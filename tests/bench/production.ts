import { randomUUID } from 'node:crypto'
import type { OpenOrder, SlitterSpec, UncutJumbo } from '@/areas/cutPlans/rules/cut-plan-types'
import { planFirstFitDecreasing } from '@/areas/cutPlans/rules/first-fit'
import { proposeCutPlan } from '@/areas/cutPlans/rules/propose-cut-plan'
import { calculatePlanCost, type CuttingStockProblem } from '@/areas/cutPlans/rules/cutting-stock-problem'
import type { SearchResources } from '@/areas/cutPlans/rules/integer-program'
import { loadIntegerSolver } from '@/areas/cutPlans/server/integer-solver'
import { planWholeSets } from '@/areas/cutPlans/rules/whole-sets'
import {
  customerId,
  CUSTOMERS,
  doffedAt,
  fillRolls,
  lineId,
  LINES,
  LOTS,
  lotId,
  orderId,
  runningOrderId,
  ORDERS,
  slitId,
} from './roll-rows'
import { withBareServer } from './programs'
import { startServer, type ServerProcess, type ServerSettings } from './server-process'
import { atLeast, atMost, withoutLimit, type Figure } from './table'
import { createGet, getPercentile, measureDurations } from './timing'

const pickBelow = (limit: number) => Math.floor(Math.random() * limit)
const PAGE_SIZE = 50

/** Measures traces, lists and doffs on a new server with this many slit rolls. */
export async function measureProduction(settings: ServerSettings, slitRolls: number): Promise<Figure[]> {
  const first = await startServer(settings)
  await first.stop()
  const startTime = performance.now()
  await fillRolls(settings, slitRolls)
  const fillSeconds = (performance.now() - startTime) / 1000
  const server = await startServer(settings)
  try {
    const { token } = await server.signIn()
    const figures = [
      withoutLimit(`${slitRolls.toLocaleString('en')} slit rolls written for this`, fillSeconds, 's'),
      ...(await measureTraces(server, token, slitRolls)),
      ...(await measureLists(server, token, slitRolls)),
    ]
    const durationsMs = await doffOnAllLines((n, i) => doff(server.url, token, n, i))
    await server.stop()
    const bareDurationsMs = await withBareServer(settings, (url) => doffOnAllLines((n) => doffBare(url, n)))
    return [...figures, ...compareDoffs(durationsMs, bareDurationsMs)]
  } finally {
    await server.stop()
  }
}

async function measureTraces(server: ServerProcess, token: string, slitRolls: number): Promise<Figure[]> {
  const get = createGet(server.url, token)
  const starts: Record<string, () => string> = {
    'a slit roll': () => `kind=slitRoll&id=${slitId(pickBelow(slitRolls))}`,
    'a lot (some 400 slit rolls)': () => `kind=materialLot&id=${lotId(pickBelow(LOTS))}`,
    'an order (2,500 slit rolls)': () => `kind=workOrder&id=${orderId(pickBelow(ORDERS))}`,
    'a customer (10,000 slit rolls), first page': () => `kind=customer&id=${customerId(pickBelow(CUSTOMERS))}`,
    'a customer, last page': () => `kind=customer&id=${customerId(pickBelow(CUSTOMERS))}&page=4`,
  }
  const figures: Figure[] = []
  for (const [what, start] of Object.entries(starts)) {
    const durationsMs = await measureDurations(60, () => get(`/quality/trace?${start()}`))
    figures.push(
      withoutLimit(`trace from ${what}: median`, getPercentile(durationsMs, 0.5), 'ms'),
      atMost(`trace from ${what}: p95`, getPercentile(durationsMs, 0.95), 100, 'ms'),
    )
  }
  return figures
}

async function measureLists(server: ServerProcess, token: string, slitRolls: number): Promise<Figure[]> {
  const get = createGet(server.url, token)
  const randomRollQuery = () => {
    const n = pickBelow(slitRolls)
    return Buffer.from(JSON.stringify([doffedAt(n), slitId(n)])).toString('base64url')
  }
  const pages: Record<string, () => string> = {
    'first page, kept': () => `/rolls/slit_roll?size=${PAGE_SIZE}`,
    'first page, changing filter': () =>
      `/rolls/slit_roll?size=${PAGE_SIZE}&workOrderId=${orderId(pickBelow(ORDERS))}&grade=good`,
    'page by key anywhere': () => `/rolls/slit_roll?size=${PAGE_SIZE}&after=${randomRollQuery()}`,
    'page by number anywhere': () => `/rolls/slit_roll?size=${PAGE_SIZE}&page=${1 + pickBelow(slitRolls / PAGE_SIZE)}`,
  }
  const figures: Figure[] = []
  for (const [what, path] of Object.entries(pages)) {
    const durationsMs = await measureDurations(what.includes('number') ? 20 : 100, () => get(path()))
    const median = `list of slit rolls, ${what}: median`
    figures.push(
      what.includes('number')
        ? atMost(median, getPercentile(durationsMs, 0.5), 30, 'ms')
        : withoutLimit(median, getPercentile(durationsMs, 0.5), 'ms'),
      withoutLimit(`list of slit rolls, ${what}: p95`, getPercentile(durationsMs, 0.95), 'ms'),
    )
  }
  return figures
}

const DOFF_SECONDS = 8
/** Doffs on all lines in parallel, as fast as the server answers. @returns the durations, ms */
async function doffOnAllLines(doffOnce: (line: number, i: number) => Promise<void>): Promise<number[]> {
  const end = performance.now() + DOFF_SECONDS * 1000
  const durationsMs: number[] = []
  await Promise.all(
    Array.from({ length: LINES }, async (_, line) => {
      for (let i = 0; performance.now() < end; i++) {
        const startTime = performance.now()
        await doffOnce(line, i)
        durationsMs.push(performance.now() - startTime)
      }
    }),
  )
  return durationsMs
}
/** A doff of the product: it assigns a number, finds the lots, updates the order and writes the log. */
async function doff(url: string, token: string, line: number, i: number): Promise<void> {
  const body = JSON.stringify({
    workOrderId: runningOrderId(line),
    lineId: lineId(line),
    lengthM: 10_000,
    grossKg: 500,
    coreKg: 20,
    occurredAt: new Date(Date.now() - 86_400_000 + ((i * 130_000) % 80_000_000)).toISOString(),
  })
  const response = await fetch(`${url}/api/jumbo_second/doff_team`, {
    method: 'POST',
    body,
    headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  })
  const answer = await response.text()
  if (!answer.startsWith('{"errno":"200"')) throw new Error(answer.slice(0, 300))
}
async function doffBare(url: string, line: number): Promise<void> {
  const response = await fetch(`${url}/doff?line=${line}`, { method: 'POST' })
  const answer = await response.text()
  if (!response.ok) throw new Error(`the bare server: ${answer.slice(0, 300)}`)
}
const compareDoffs = (durationsMs: readonly number[], bareDurationsMs: readonly number[]): Figure[] => [
  withoutLimit(`doffs of ${LINES} lines at once`, durationsMs.length / DOFF_SECONDS, '/s'),
  withoutLimit('the same rows by the bare server', bareDurationsMs.length / DOFF_SECONDS, '/s'),
  atLeast('doffs: share of the bare server', durationsMs.length / bareDurationsMs.length, 0.5, ''),
  withoutLimit('a doff: p99', getPercentile(durationsMs, 0.99), 'ms'),
  withoutLimit('the bare server: p99', getPercentile(bareDurationsMs, 0.99), 'ms'),
]

/** An order book from the literature: 13 widths from a 5,600 mm roll, with a known optimum of 73 rolls. */
const knownProblem: CuttingStockProblem = {
  demands: [
    [1380, 22],
    [1520, 25],
    [1560, 12],
    [1710, 14],
    [1820, 18],
    [1880, 18],
    [1930, 20],
    [2000, 10],
    [2050, 12],
    [2100, 14],
    [2140, 16],
    [2150, 18],
    [2200, 20],
  ].map(([width, count]) => ({ width: width!, count: count! })),
  stocks: [{ width: 5600, sets: 9999 }],
  maxLanes: 100,
}
const slitter: SlitterSpec = {
  knives: 21,
  minWidth: 60,
  minTrim: 40,
  speed: 300,
  setMinutes: 4,
  changeoverMinutes: 15,
  jumboMinutes: 10,
}

/** Compares cut plans with the proven optimum and with first-fit decreasing. */
export async function measureCutPlans(): Promise<Figure[]> {
  const solve = await loadIntegerSolver()
  const createSearchResources = (seconds: number): SearchResources => {
    const searchStart = performance.now()
    return { solve, secondsLeft: () => seconds - (performance.now() - searchStart) / 1000 }
  }
  const plan = planWholeSets(knownProblem, createSearchResources(60))
  const figures = [
    atMost('cutting stock, 13 widths, 5,600 mm: rolls used (optimum 73)', plan.cost / 5600, 73, ''),
    withoutLimit(
      'the same by first-fit decreasing',
      calculatePlanCost(knownProblem, planFirstFitDecreasing(knownProblem)) / 5600,
      '',
    ),
  ]
  for (const [count, seed] of [
    [60, 1],
    [60, 2],
    [200, 1],
    [200, 2],
  ] as const) {
    const { orders, jumbos } = createOrderBook(count, seed)
    const startTime = performance.now()
    const proposal = proposeCutPlan(orders, jumbos, slitter, 0, createSearchResources(7))
    const seconds = (performance.now() - startTime) / 1000
    figures.push(
      atMost(`${count} orders, seed ${seed}: proposed in`, seconds, 10, 's'),
      withoutLimit(`${count} orders, seed ${seed}: trim`, proposal.trimPercent, '%'),
      withoutLimit(
        `${count} orders, seed ${seed}: gap to the bound`,
        proposal.trimPercent - proposal.boundPercent,
        '%',
      ),
    )
  }
  return figures
}
function createOrderBook(count: number, seed: number): { orders: OpenOrder[]; jumbos: UncutJumbo[] } {
  let state = seed * 7919
  const pickNext = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % limit
  }
  const widths = [80, 120, 160, 175, 195, 200, 240, 260, 320, 400, 530, 600, 800, 1000, 1600]
  return {
    orders: Array.from({ length: count }, (_, i) => ({
      id: `o${i}`,
      product: `P${pickNext(2)}`,
      width: widths[pickNext(widths.length)]!,
      length: 4000,
      rolls: 4 + pickNext(60),
      dueAt: (24 + pickNext(400)) * 3_600_000,
    })),
    jumbos: Array.from({ length: count * 5 }, (_, i) => ({
      id: `j${i}`,
      product: `P${i % 2}`,
      width: 3200,
      length: 16_000,
    })),
  }
}
