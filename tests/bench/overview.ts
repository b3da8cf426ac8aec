/** The plant at a glance with 13 months of data: cost of opening, viewing, closing and exporting on the running demonstration plant. */
import { setTimeout as pause } from 'node:timers/promises'
import { openBoards, type Boards } from './boards'
import { getFrom, percentile, measureDurations } from './timing'
import { FOLLOWERS, startServer, waitForJobs, type ServerProcess, type ServerSettings } from './server-process'
import { atMost, withoutLimit, type Figure } from './table'

const BOARDS = 200
const CHANGES = 10
const DAY = 86_400_000
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)
/** This many days of the demonstration have just over 200,000 slit rolls, the number of the limit. */
const STATISTICS_DAYS = 300

/** Measurements on a demonstration plant, which is loaded here if the folder has none. */
export async function measureOverview(settings: ServerSettings): Promise<Figure[]> {
  const server = await startServer({ ...settings, demo: true, live: true })
  try {
    const { token } = await server.signIn()
    return [
      withoutLimit('history worked off after the first start', await waitForJobs(server, FOLLOWERS), 's'),
      ...(await measureOpening(server, token)),
      ...(await measureStatistics(server, token)),
      ...(await measureBoards(server, token)),
      ...(await measureClosing(server, token)),
      ...(await measureExcel(server, token)),
    ]
  } finally {
    await server.stop()
  }
}

/** All calls of the dashboard when it opens: the glance and the person's own dashboards, in parallel. */
const home = ['/HOME_TODAY_DATA?period=shift', '/DASHBOARD_CONTAINER_LIST?size=50'] as const
async function measureOpening(server: ServerProcess, token: string): Promise<Figure[]> {
  const get = getFrom(server.url, token)
  const figures: Figure[] = []
  let sum = 0
  for (const path of home) {
    const took = await measureDurations(30, () => get(path))
    sum += percentile(took, 0.5)
    figures.push(withoutLimit(`home, ${path.split('?')[0]}: p95`, percentile(took, 0.95), 'ms'))
  }
  for (const period of ['day', 'month', 'year']) {
    const took = await measureDurations(20, () => get(`/HOME_TODAY_DATA?period=${period}`))
    figures.push(withoutLimit(`home, period ${period}: median`, percentile(took, 0.5), 'ms'))
  }
  const together = await measureDurations(30, async () => (await Promise.all(home.map(get)))[0]!)
  return [
    ...figures,
    atMost('home: its calls one after the other, sum of medians', sum, 150, 'ms'),
    atMost('home: its calls at once, p95 of the longest', percentile(together, 0.95), 150, 'ms'),
  ]
}

async function measureStatistics(server: ServerProcess, token: string): Promise<Figure[]> {
  const get = getFrom(server.url, token)
  const time = `from=${dayBefore(STATISTICS_DAYS)}&to=${dayBefore(0)}`
  const whole = JSON.parse(await get(`/data_statistics?${time}&rows=product`)) as { data: { rolls: number } }
  const figures: Figure[] = [
    withoutLimit(`free statistics: slit rolls of ${STATISTICS_DAYS} days`, whole.data.rolls, ''),
  ]
  for (const groupingQuery of [
    'rows=product',
    'rows=width&columns=month',
    'rows=defect&columns=line',
    'rows=customer&columns=grade',
  ]) {
    const took = await measureDurations(8, () => get(`/data_statistics?${time}&${groupingQuery}`))
    figures.push(
      atMost(
        `free statistics, ${groupingQuery.replaceAll(/\w+=/g, '').replace('&', ' by ')}: median`,
        percentile(took, 0.5),
        500,
        'ms',
      ),
    )
  }
  const history = await measureDurations(8, (n) => get(`/STOCKS_HISTORY?day=${dayBefore(2 + Math.max(0, n))}`))
  return [...figures, atMost('stock of a day gone by, with its course: median', percentile(history, 0.5), 500, 'ms')]
}

/** A line stops and each screen shows the stop while another person works. */
async function measureBoards(server: ServerProcess, token: string): Promise<Figure[]> {
  const boards = await openBoards(server, token, BOARDS)
  const working = { on: true }
  const others = work(server, token, working)
  try {
    const took: number[] = []
    for (let n = 0; n < CHANGES; n++) {
      took.push(await measureChange(server, token, boards, n))
      await pause(2000)
    }
    working.on = false
    const times = await others
    return [
      atMost(`a change in the hall on all of ${BOARDS} boards: median`, percentile(took, 0.5), 1000, 'ms'),
      atMost(`a change in the hall on all of ${BOARDS} boards: longest of ${CHANGES}`, Math.max(...took), 1000, 'ms'),
      withoutLimit(`other calls beside ${BOARDS} boards: median of ${times.length}`, percentile(times, 0.5), 'ms'),
      atMost(`other calls beside ${BOARDS} boards: p99`, percentile(times, 0.99), 100, 'ms'),
    ]
  } finally {
    working.on = false
    boards.close()
  }
}
async function work(server: ServerProcess, token: string, working: { on: boolean }): Promise<number[]> {
  const get = getFrom(server.url, token)
  const paths = [
    '/production/jumbo_roll?size=50',
    '/rolls/slit_roll?size=50',
    '/plant/work_order?size=50',
    '/book/get_all?size=50',
  ]
  const took: number[] = []
  for (let n = 0; working.on; n++) {
    const began = performance.now()
    await get(paths[n % paths.length]!)
    took.push(performance.now() - began)
    await pause(40)
  }
  return took
}
/** Time from the call until the last board shows its text, ms. */
async function measureChange(server: ServerProcess, token: string, boards: Boards, n: number): Promise<number> {
  const text = `Bench ${n} ${Date.now()}`
  const seen = boards.show(text)
  const began = performance.now()
  const answer = await fetch(`${server.url}/api/plant/lobby_notice`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  const body = await answer.text()
  if (!body.startsWith('{"errno":"200"')) throw new Error(body.slice(0, 300))
  await seen
  return performance.now() - began
}

/** The first open month: its open items, and its closing, which may be refused because of them. */
async function measureClosing(server: ServerProcess, token: string): Promise<Figure[]> {
  const get = getFrom(server.url, token)
  const month = new Date(Date.now() - 32 * DAY).toISOString().slice(0, 7)
  const checked = performance.now()
  await get(`/sheet/month_checklist?month=${month}`)
  const check = (performance.now() - checked) / 1000
  await server.verify(token)
  const began = performance.now()
  const answer = await fetch(`${server.url}/api/plant/month_close`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ month, reason: 'Bench' }),
  })
  const { errno, errmsg } = (await answer.json()) as { errno: string; errmsg: string }
  const took = (performance.now() - began) / 1000
  return [
    withoutLimit(`what is open in ${month}`, check, 's'),
    atMost(`closing of ${month}, ${errno === '200' ? 'closed' : `refused: ${errmsg.slice(0, 60)}`}`, took, 30, 's'),
  ]
}

const sheets = [
  '/rolls/slit_roll_excel',
  '/production/jr_export',
  '/polling/result_excel',
  '/quality/check_export',
  '/production_form/handover_excel',
  '/finished_product/export',
  '/data_statistics_excel',
  '/work_order/cost_export',
] as const
/** Reports that sum the rolls of a year before their first row may take as long as free statistics over as many rolls. */
const summed = /statistics|finished/
/** Excel of 13 months: time to the first byte, and memory beyond the server's memory at rest. */
async function measureExcel(server: ServerProcess, token: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const path of sheets) {
    const days = /statistics|finished|cost_export/.test(path) ? `?from=${dayBefore(365)}&to=${dayBefore(0)}` : ''
    const memoryAtRest = server.memory('now')
    server.forgetPeak()
    const began = performance.now()
    const answer = await fetch(`${server.url}/api${path}${days}`, { headers: { authorization: token } })
    if (!answer.body || String(answer.headers.get('content-type')).includes('json'))
      throw new Error(`${path}: ${(await answer.text()).slice(0, 200)}`)
    let first = 0
    let bytes = 0
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      first ||= performance.now() - began
      bytes += chunk.length
    }
    const whole = (performance.now() - began) / 1000
    figures.push(
      atMost(
        `Excel ${path}: first byte`,
        first,
        summed.test(path) ? Math.round((500 * 365) / STATISTICS_DAYS) : 300,
        'ms',
      ),
      withoutLimit(`Excel ${path}: ${(bytes / 2 ** 20).toFixed(1)} MiB, whole`, whole, 's'),
      atMost(`Excel ${path}: highest memory above rest`, server.memory('peak') - memoryAtRest, 300, 'MiB'),
    )
  }
  return figures
}
