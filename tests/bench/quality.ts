/** The laboratory with a year of test values: charts, summaries, import of its file, and a certificate. */
import { buffer } from 'node:stream/consumers'
import { MAX_CHART_VALUES } from '@/areas/laboratory/contract/spc-endpoints'
import { writeWorksheet } from '@/server/excel/write-worksheet'
import { fillRolls, LANES, lineId, orderId } from './roll-rows'
import { startServer, type ServerProcess, type ServerSettings } from './server-process'
import { atMost, withoutLimit, type Figure } from './table'
import { fillTests, indexId, INDEXES, productId, SAMPLES } from './test-rows'
import { createGet, getPercentile, measureDurations } from './timing'

/** A jumbo gives two sets of ten rolls. */
const ROLLS_PER_JUMBO = LANES * 2
const COLUMNS = 3
export interface QualitySizes {
  /** Number of tested jumbos, which is the number of points in a chart. */
  readonly jumbos: number
  /** Number of values in the body of one call. */
  readonly values: number
  readonly importRows: number
}

export async function measureQuality(settings: ServerSettings, sizes: QualitySizes): Promise<Figure[]> {
  const first = await startServer(settings)
  await first.stop()
  const startTime = performance.now()
  await fillRolls(settings, sizes.jumbos * ROLLS_PER_JUMBO)
  await fillTests(settings, sizes.jumbos)
  const fillSeconds = (performance.now() - startTime) / 1000
  const server = await startServer(settings)
  try {
    const { token } = await server.signIn()
    const values = sizes.jumbos * INDEXES * SAMPLES
    const sizeText = `${formatCount(values)} test values (${formatCount(sizes.jumbos)} rolls, ${INDEXES} indexes, ${SAMPLES} samples) and their rolls written for this, by SQL`
    return [
      withoutLimit(sizeText, fillSeconds, 's'),
      ...(await measureGivenValues(server, token, Math.min(sizes.values, MAX_CHART_VALUES))),
      ...(await measureStoredValues(server, token, sizes)),
      ...(await measureCertificate(server, token)),
      ...(await measureLaboratoryFile(server, token, sizes.importRows)),
    ]
  } finally {
    await server.stop()
  }
}
const formatCount = (n: number): string => n.toLocaleString('en')
interface Answer<T> {
  errno: string
  errmsg: string
  data: T
}
async function post<T>(server: ServerProcess, token: string, path: string, body: string | FormData): Promise<T> {
  const answer = (await (
    await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: token, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) },
      body,
    })
  ).json()) as Answer<T>
  if (answer.errno !== '200') throw new Error(`${path}: ${answer.errno} ${answer.errmsg}`)
  return answer.data
}
const getSecondsSince = (startMs: number): number => (performance.now() - startMs) / 1000

/** Charts of values in the request body: from sending to the complete answer. */
async function measureGivenValues(server: ServerProcess, token: string, values: number): Promise<Figure[]> {
  const toValue = (n: number) => Number((15 + (((n * 7919) % 1009) - 504) / 2500).toFixed(3))
  const singleValues = Array.from({ length: values }, (_, n) => toValue(n))
  const groups = Array.from({ length: values / 5 }, (_, n) => singleValues.slice(5 * n, 5 * n + 5))
  const figures: Figure[] = []
  for (const [chart, samples] of [
    ['xbar-r', groups],
    ['i-mr', singleValues],
  ] as const) {
    const body = JSON.stringify({ chart, samples, lsl: 14.5, usl: 15.5, rules: ['nelson'] })
    const durations: number[] = []
    for (let n = 0; n < 4; n++) {
      const startTime = performance.now()
      await post(server, token, '/quality/spc_compile', body)
      if (n > 0) durations.push(getSecondsSince(startTime))
    }
    const what = `control chart of ${formatCount(values)} values in the body, ${chart}, Nelson 1–8: median of ${durations.length}`
    figures.push(atMost(what, getPercentile(durations, 0.5), 1, 's'))
  }
  return figures
}

/** Summaries and charts of stored values. */
async function measureStoredValues(server: ServerProcess, token: string, { jumbos }: QualitySizes): Promise<Figure[]> {
  const get = createGet(server.url, token)
  const year = 'from=2025-09-01T00:00:00.000Z&to=2027-01-01T00:00:00.000Z'
  const chart = `/quality/get_spc_res?productId=${productId}&indexId=${indexId(0)}&lineId=${lineId(0)}&${year}`
  const body = JSON.parse(await get(chart)) as Answer<{ points: unknown[] }>
  if (body.data.points.length !== jumbos) throw new Error(`a chart of ${body.data.points.length} points`)
  const values = formatCount(jumbos * INDEXES * SAMPLES)
  const summaryDurationsMs = await measureDurations(10, () => get(`/quality/ps_code_years_data?productId=${productId}`))
  const chartDurationsMs = await measureDurations(5, () => get(chart))
  const histogramDurationsMs = await measureDurations(5, () =>
    get(`/quality/histogram?productId=${productId}&indexId=${indexId(0)}&lineId=${lineId(0)}&${year}`),
  )
  return [
    atMost(
      `summary of ${values} stored values, by index and year: median`,
      getPercentile(summaryDurationsMs, 0.5),
      300,
      'ms',
    ),
    withoutLimit(
      `chart of ${formatCount(jumbos)} stored points, its answer: median`,
      getPercentile(chartDurationsMs, 0.5),
      'ms',
    ),
    withoutLimit(
      `histogram of ${formatCount(jumbos * SAMPLES)} stored values: median`,
      getPercentile(histogramDurationsMs, 0.5),
      'ms',
    ),
  ]
}

/** A certificate of an order's rolls: preview, draft and files. */
async function measureCertificate(server: ServerProcess, token: string): Promise<Figure[]> {
  await server.verify(token)
  const get = createGet(server.url, token)
  const approverId = await createApprover(server, token)
  const previewDurationsMs = await measureDurations(10, () => get(`/quality/get_coa_res?workOrderId=${orderId(0)}`))
  const { data } = JSON.parse(await get(`/quality/get_coa_res?workOrderId=${orderId(0)}`)) as Answer<{
    rollCount: number
    lines: unknown[]
  }>
  const { id } = await post<{ id: string }>(
    server,
    token,
    '/quality/certificate',
    JSON.stringify({ workOrderId: orderId(0), approverId, concession: 'Bench' }),
  )
  const what = `certificate of ${data.rollCount} rolls and ${data.lines.length} indexes`
  const figures = [withoutLimit(`${what}, computed: median`, getPercentile(previewDurationsMs, 0.5), 'ms')]
  for (const [kind, path, limitMs] of [
    ['PDF', 'certificate_pdf', 300],
    ['Excel', 'certificate_excel', null],
  ] as const) {
    const durations: number[] = []
    const files: Buffer[] = []
    for (let n = 0; n < 6; n++) {
      const startTime = performance.now()
      const answer = await fetch(`${server.url}/api/quality/${path}?id=${id}`, { headers: { authorization: token } })
      files.push(Buffer.from(await answer.arrayBuffer()))
      if (n > 0) durations.push(performance.now() - startTime)
    }
    const [file] = files as [Buffer]
    if (file.subarray(0, 1).toString() === '{') throw new Error(file.toString().slice(0, 300))
    const size = file.length / 1024
    const differentFiles = new Set(files.map((content) => content.toString('base64'))).size
    figures.push(
      withoutLimit(`${what}, ${kind}: median`, getPercentile(durations, 0.5), 'ms'),
      limitMs
        ? atMost(`${what}, ${kind}: size`, size, limitMs, 'KiB')
        : withoutLimit(`${what}, ${kind}: size`, size, 'KiB'),
      atMost(`${what}, ${kind}: different files of the same data, of ${files.length}`, differentFiles, 1, ''),
    )
  }
  return figures
}
/** Another person who may issue the certificate. */
async function createApprover(server: ServerProcess, token: string): Promise<string> {
  const roles = JSON.parse(await createGet(server.url, token)('/role/index?size=100')) as Answer<{
    list: { id: string; code: string }[]
  }>
  const answer = await fetch(`${server.url}/api/user/create`, {
    method: 'PUT',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({
      userName: 'bench-manager',
      accountName: 'bench-manager',
      roleId: roles.data.list.find(({ code }) => code === 'MANAGER')?.id,
      password: 'Cedar-lantern-2026!', // must not contain the account's name
    }),
  })
  const { errno, errmsg, data } = (await answer.json()) as Answer<{ id: string }>
  if (errno !== '200') throw new Error(`user: ${errno} ${errmsg}`)
  return data.id
}

/** A file of the laboratory: preview and import. */
async function measureLaboratoryFile(server: ServerProcess, token: string, rows: number): Promise<Figure[]> {
  const toRollNumber = (n: number) => {
    const jumbo = String(Math.floor(n / ROLLS_PER_JUMBO)).padStart(8, '0')
    return `B-L-${jumbo}-${(Math.floor(n / LANES) % 2) + 1}-${String((n % LANES) + 1).padStart(2, '0')}`
  }
  const sheet = writeWorksheet({
    columns: [
      { header: '卷号', kind: 'text' },
      ...Array.from({ length: COLUMNS }, (_, n) => ({ header: `TI-0 ${n + 1}`, kind: 'amount' as const, digits: 2 })),
    ],
    sheetName: 'LIMS',
    timeZone: 'Asia/Shanghai',
    rows: Array.from({ length: rows }, (_, n) => [
      toRollNumber(n),
      ...Array.from({ length: COLUMNS }, (_each, i) => 15 + ((n + i) % 11) / 20),
    ]),
  })
  const file = new Blob([await buffer(sheet)])
  const columns = JSON.stringify([
    { column: 1, role: 'roll' },
    ...Array.from({ length: COLUMNS }, (_, n) => ({ column: n + 2, role: 'index', indexId: indexId(0) })),
  ])
  const what = `laboratory's file of ${formatCount(rows)} rows, ${formatCount(rows * COLUMNS)} values`
  const figures: Figure[] = []
  for (const dryRun of [true, false]) {
    const form = new FormData()
    form.append('file', file, 'lims.xlsx')
    form.append('dryRun', String(dryRun))
    form.append('batch', 'LIMS-1')
    form.append('columns', columns)
    const memoryAtRest = server.readMemoryMib('now')
    server.forgetPeak()
    await server.readLoopDelayMs()
    const startTime = performance.now()
    const result = await post<{ values: number; issues: { message: string }[] }>(
      server,
      token,
      '/quality/up_file',
      form,
    )
    const durationS = getSecondsSince(startTime)
    if (result.values !== rows * COLUMNS || result.issues.length > 0)
      throw new Error(`${what}: ${result.values} values, ${result.issues[0]?.message ?? ''}`)
    const step = dryRun ? 'looked at' : 'taken in'
    figures.push(
      withoutLimit(`${what}, ${step}`, durationS, 's'),
      withoutLimit(`${what}, ${step}: highest memory above rest`, server.readMemoryMib('peak') - memoryAtRest, 'MiB'),
      withoutLimit(`${what}, ${step}: event loop delay p99`, await server.readLoopDelayMs(), 'ms'),
    )
  }
  return figures
}
