/** The overview with 13 months of data: durations of opening, viewing, closing and exporting on the running demonstration plant. */
import { setTimeout as pause } from 'node:timers/promises'
import { openBoards, type Boards } from './boards'
import { createGet, getPercentile, measureDurations } from './timing'
import { FOLLOWERS, startServer, waitForJobs, type ServerProcess, type ServerSettings } from './server-process'
import { atMost, withoutLimit, type Figure } from './table'

const BOARDS = 200
const CHANGES = 10
const DAY_MS = 86_400_000
const toDayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)
/** The limits are for 200,000 slit rolls; this many days of the demonstration have slightly more. */
const STATISTICS_DAYS = 300

/** Measures a demonstration plant, which is loaded if the folder has none. */
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
const HOME_CALLS = ['/HOME_TODAY_DATA?period=shift', '/DASHBOARD_CONTAINER_LIST?size=50'] as const
async function measureOpening(server: ServerProcess, token: string): Promise<Figure[]> {
  const get = createGet(server.url, token)
  const figures: Figure[] = []
  let sum = 0
  for (const path of HOME_CALLS) {
    const durationsMs = await measureDurations(30, () => get(path))
    sum += getPercentile(durationsMs, 0.5)
    figures.push(withoutLimit(`home, ${path.split('?')[0]}: p95`, getPercentile(durationsMs, 0.95), 'ms'))
  }
  for (const period of ['day', 'month', 'year']) {
    const durationsMs = await measureDurations(20, () => get(`/HOME_TODAY_DATA?period=${period}`))
    figures.push(withoutLimit(`home, period ${period}: median`, getPercentile(durationsMs, 0.5), 'ms'))
  }
  const parallelMs = await measureDurations(30, async () => (await Promise.all(HOME_CALLS.map(get)))[0]!)
  return [
    ...figures,
    atMost('home: its calls one after the other, sum of medians', sum, 150, 'ms'),
    atMost('home: its calls at once, p95 of the longest', getPercentile(parallelMs, 0.95), 150, 'ms'),
  ]
}

async function measureStatistics(server: ServerProcess, token: string): Promise<Figure[]> {
  const get = createGet(server.url, token)
  const time = `from=${toDayBefore(STATISTICS_DAYS)}&to=${toDayBefore(0)}`
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
    const durationsMs = await measureDurations(8, () => get(`/data_statistics?${time}&${groupingQuery}`))
    figures.push(
      atMost(
        `free statistics, ${groupingQuery.replaceAll(/\w+=/g, '').replace('&', ' by ')}: median`,
        getPercentile(durationsMs, 0.5),
        500,
        'ms',
      ),
    )
  }
  const history = await measureDurations(8, (n) => get(`/STOCKS_HISTORY?day=${toDayBefore(2 + Math.max(0, n))}`))
  return [...figures, atMost('stock of a day gone by, with its course: median', getPercentile(history, 0.5), 500, 'ms')]
}

/** Measures how fast all boards display a notice while another person works. */
async function measureBoards(server: ServerProcess, token: string): Promise<Figure[]> {
  const boards = await openBoards(server, token, BOARDS)
  const person = { isWorking: true }
  const otherCalls = callUntilStopped(server, token, person)
  try {
    const durationsMs: number[] = []
    for (let n = 0; n < CHANGES; n++) {
      durationsMs.push(await measureChange(server, token, boards, n))
      await pause(2000)
    }
    person.isWorking = false
    const otherDurationsMs = await otherCalls
    return [
      atMost(`a change in the hall on all of ${BOARDS} boards: median`, getPercentile(durationsMs, 0.5), 1000, 'ms'),
      atMost(
        `a change in the hall on all of ${BOARDS} boards: longest of ${CHANGES}`,
        Math.max(...durationsMs),
        1000,
        'ms',
      ),
      withoutLimit(
        `other calls beside ${BOARDS} boards: median of ${otherDurationsMs.length}`,
        getPercentile(otherDurationsMs, 0.5),
        'ms',
      ),
      atMost(`other calls beside ${BOARDS} boards: p99`, getPercentile(otherDurationsMs, 0.99), 100, 'ms'),
    ]
  } finally {
    person.isWorking = false
    boards.close()
  }
}
async function callUntilStopped(
  server: ServerProcess,
  token: string,
  person: { isWorking: boolean },
): Promise<number[]> {
  const get = createGet(server.url, token)
  const paths = [
    '/production/jumbo_roll?size=50',
    '/rolls/slit_roll?size=50',
    '/plant/work_order?size=50',
    '/book/get_all?size=50',
  ]
  const durationsMs: number[] = []
  for (let n = 0; person.isWorking; n++) {
    const startTime = performance.now()
    await get(paths[n % paths.length]!)
    durationsMs.push(performance.now() - startTime)
    await pause(40)
  }
  return durationsMs
}
/** Measures the time from the call until the last board displays its text, ms. */
async function measureChange(server: ServerProcess, token: string, boards: Boards, n: number): Promise<number> {
  const text = `Bench ${n} ${Date.now()}`
  const displayed = boards.waitForText(text)
  const startTime = performance.now()
  const answer = await fetch(`${server.url}/api/plant/lobby_notice`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  })
  const body = await answer.text()
  if (!body.startsWith('{"errno":"200"')) throw new Error(body.slice(0, 300))
  await displayed
  return performance.now() - startTime
}

/** Measures the checklist of the first open month and its closing, which the server may refuse because of open items. */
async function measureClosing(server: ServerProcess, token: string): Promise<Figure[]> {
  const get = createGet(server.url, token)
  const month = new Date(Date.now() - 32 * DAY_MS).toISOString().slice(0, 7)
  const checkStart = performance.now()
  await get(`/sheet/month_checklist?month=${month}`)
  const checkSeconds = (performance.now() - checkStart) / 1000
  await server.verify(token)
  const startTime = performance.now()
  const answer = await fetch(`${server.url}/api/plant/month_close`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ month, reason: 'Bench' }),
  })
  const { errno, errmsg } = (await answer.json()) as { errno: string; errmsg: string }
  const closingSeconds = (performance.now() - startTime) / 1000
  return [
    withoutLimit(`what is open in ${month}`, checkSeconds, 's'),
    atMost(
      `closing of ${month}, ${errno === '200' ? 'closed' : `refused: ${errmsg.slice(0, 60)}`}`,
      closingSeconds,
      30,
      's',
    ),
  ]
}

const EXPORT_PATHS = [
  '/rolls/slit_roll_excel',
  '/production/jr_export',
  '/polling/result_excel',
  '/quality/check_export',
  '/production_form/handover_excel',
  '/finished_product/export',
  '/data_statistics_excel',
  '/work_order/cost_export',
] as const
/** Reports that sum the rolls of a year before their first row. They may take as long as free statistics over as many rolls. */
const SUMMED_EXPORTS = /statistics|finished/
/** Measures Excel exports of 13 months: time to the first byte, and memory above the server's memory at rest. */
async function measureExcel(server: ServerProcess, token: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const path of EXPORT_PATHS) {
    const days = /statistics|finished|cost_export/.test(path) ? `?from=${toDayBefore(365)}&to=${toDayBefore(0)}` : ''
    const memoryAtRest = server.readMemoryMib('now')
    server.forgetPeak()
    const startTime = performance.now()
    const answer = await fetch(`${server.url}/api${path}${days}`, { headers: { authorization: token } })
    if (!answer.body || String(answer.headers.get('content-type')).includes('json'))
      throw new Error(`${path}: ${(await answer.text()).slice(0, 200)}`)
    let firstByteMs = 0
    let bytes = 0
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      firstByteMs ||= performance.now() - startTime
      bytes += chunk.length
    }
    const totalSeconds = (performance.now() - startTime) / 1000
    figures.push(
      atMost(
        `Excel ${path}: first byte`,
        firstByteMs,
        SUMMED_EXPORTS.test(path) ? Math.round((500 * 365) / STATISTICS_DAYS) : 300,
        'ms',
      ),
      withoutLimit(`Excel ${path}: ${(bytes / 2 ** 20).toFixed(1)} MiB, whole`, totalSeconds, 's'),
      atMost(`Excel ${path}: highest memory above rest`, server.readMemoryMib('peak') - memoryAtRest, 300, 'MiB'),
    )
  }
  return figures
}
