/**
 * Growth: response times of the most used pages on a plant with its original history and with three and ten times as much. The
 * depth of an index grows with the logarithm of its rows, so ten times the history may cost slightly more, but not several times.
 */
import { copyHistory } from './history-copies'
import { openPlantDatabase } from './plant-rows'
import { FOLLOWERS, startServer, waitForJobs, type ServerProcess, type ServerSettings } from './server-process'
import { atMost, withoutLimit, type Figure } from './table'
import { createGet, measureDurations, getPercentile } from './timing'

/** Maximum response time relative to that of the original history, by the factor of the history. */
const MAX_RATIOS = new Map([
  [3, 1.5],
  [10, 2],
])
/** Shorter durations count as this, ms: people do not notice them, and their ratio would be noise. */
const SHORTEST_MS = 5
const DAY_MS = 86_400_000

interface Page {
  name: string
  path: string
}

/** Loads a demonstration plant of 13 months and multiplies its history. The database is large: it needs about 15 GB of disk. */
export async function measureGrowth(settings: ServerSettings, histories: readonly number[]): Promise<Figure[]> {
  const demo = { ...settings, demo: true }
  const end = new Date()
  let server = await startServer(demo)
  await waitForJobs(server, FOLLOWERS)
  await waitForHistory(server)
  const pages = await choosePages(server)
  const originalMedians = await measurePages(server, pages)
  await server.stop()
  const figures = [
    ...(await countRows(settings, 1)),
    ...originalMedians.map((ms, n) => withoutLimit(pages[n]!.name, ms, 'ms')),
  ]
  let historyCount = 1
  for (const times of histories) {
    const db = await openPlantDatabase(settings)
    await copyHistory(db, historyCount, times, end)
    await db.close()
    historyCount = times
    server = await startServer(demo)
    const medians = await measurePages(server, pages)
    await server.stop()
    figures.push(...(await countRows(settings, times)))
    for (const [n, { name }] of pages.entries()) {
      const ratio = Math.max(medians[n]!, SHORTEST_MS) / Math.max(originalMedians[n]!, SHORTEST_MS)
      figures.push(
        atMost(`${times} times the history: ${name}`, ratio, MAX_RATIOS.get(times) ?? Number.POSITIVE_INFINITY, ''),
      )
    }
  }
  return figures
}

/** Waits until the older part of the demonstration is loaded. */
async function waitForHistory({ url }: ServerProcess): Promise<void> {
  for (;;) {
    const { history } = (await (await fetch(`${url}/readyz`)).json()) as { history: object | null }
    if (history === null) return
    await new Promise((done) => setTimeout(done, 500))
  }
}

async function measurePages(server: ServerProcess, pages: readonly Page[]): Promise<number[]> {
  const get = createGet(server.url, (await server.signIn()).token)
  const medians: number[] = []
  for (const { path } of pages) medians.push(getPercentile(await measureDurations(15, () => get(path)), 0.5))
  return medians
}

/** Chooses the pages. They refer to rows of the original history, which stay the same while the history grows. */
async function choosePages(server: ServerProcess): Promise<Page[]> {
  const get = createGet(server.url, (await server.signIn()).token)
  const loadRows = async (path: string) =>
    (JSON.parse(await get(path)) as { data: { list: Record<string, string>[] } }).data.list
  const toDayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
  const [roll] = await loadRows('/rolls/slit_roll?size=1')
  const [lot] = await loadRows('/mater/lot?size=1&state=released')
  const [cost] = await loadRows('/order_cost?size=1')
  const [result] = await loadRows('/plant/test_result?size=1')
  return [
    { name: 'home, shift', path: '/HOME_TODAY_DATA?period=shift' },
    { name: 'home, month', path: '/HOME_TODAY_DATA?period=month' },
    { name: 'newest slit rolls', path: '/rolls/slit_roll?size=50' },
    { name: 'a slit roll by its number', path: `/rolls/slit_roll?size=50&keyword=${roll!['number']}` },
    { name: 'orders', path: '/plant/work_order?size=50' },
    { name: 'trace of a roll', path: `/quality/trace?kind=slitRoll&id=${roll!['id']}` },
    { name: 'recall of a lot', path: `/rolls/recall?kind=materialLot&id=${lot!['id']}` },
    { name: 'energy of a month', path: `/GET_AREA_PROJECT?from=${toDayBefore(30)}&to=${toDayBefore(0)}` },
    { name: 'one day in quarters', path: `/ENERGY_ONE_DAY?day=${toDayBefore(3)}` },
    { name: 'cost list', path: '/order_cost?size=50' },
    { name: 'cost of an order', path: `/plant/order_cost_rows?workOrderId=${cost!['workOrderId'] ?? cost!['id']}` },
    {
      name: 'statistics of a month',
      path: `/data_statistics?from=${toDayBefore(30)}&to=${toDayBefore(0)}&rows=width&columns=line`,
    },
    {
      name: 'control chart of three months',
      path: `/quality/get_spc_res?productId=${result!['productId']}&indexId=${result!['indexId']}&from=${toDayBefore(90)}T00:00:00Z&to=${toDayBefore(0)}T00:00:00Z`,
    },
    { name: 'audit log', path: '/user/operation_log?size=50' },
  ]
}

/** Rows of the largest tables. */
async function countRows(settings: ServerSettings, times: number): Promise<Figure[]> {
  const db = await openPlantDatabase(settings)
  try {
    const { rows } = await db.pool.query<{ rolls: number; readings: number }>(
      'select (select count(*)::int from slit_roll) + (select count(*)::int from jumbo_roll) as rolls, (select count(*)::int from reading) as readings',
    )
    return [
      withoutLimit(`${times} times the history: rolls`, rows[0]!.rolls, ''),
      withoutLimit(`${times} times the history: readings`, rows[0]!.readings, ''),
    ]
  } finally {
    await db.close()
  }
}
