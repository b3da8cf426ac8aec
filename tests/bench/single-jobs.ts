import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SYNC_BATCH_SIZE, type SyncCommand, type SyncResponse } from '@/contract/sync'
import { createUuid7 } from '@/contract/id'
import { writeWorksheet } from '@/server/excel/write-worksheet'
import { measureBareCommands, measureBareImport } from './bare-jobs'
import type { Sizes } from './http'
import { fillMachines, machineId } from './plant-rows'
import { startServer, type ServerProcess, type ServerSettings } from './server-process'
import { atMost, withoutLimit, type Figure } from './table'

const getSecondsSince = (startMs: number) => (performance.now() - startMs) / 1000
const COMMANDS = 1_000
const DELAY_MS = 40

/** Occasional single jobs: Excel export and import, and the outbox of a phone that was offline. */
export async function measureSingleJobs(settings: ServerSettings, sizes: Sizes): Promise<Figure[]> {
  const first = await startServer(settings)
  await first.stop()
  await fillMachines(settings, sizes.exportRows)
  const server = await startServer(settings)
  try {
    const { token, userId } = await server.signIn()
    const exportFigures = await measureExport(server, token, sizes.exportRows)
    const workbook = await createMachineWorkbook(sizes.importRows)
    const importResult = await measureImport(server, token, workbook, sizes.importRows)
    const outboxResult = await measureOutbox(server, token, userId)
    await server.stop()
    const bareImport = await measureBareImport(settings, workbook, 'BARE-')
    const bareCommands = await measureBareCommands(settings, COMMANDS, DELAY_MS)
    return [
      ...exportFigures,
      ...importResult.figures,
      withoutLimit('the same rows by a bare program', bareImport, 's'),
      atMost('import: times the bare program', importResult.seconds / bareImport, 2, ''),
      ...outboxResult.figures,
      withoutLimit('the same rows by a bare program', bareCommands, 's'),
      atMost('queued commands: times the bare program', outboxResult.seconds / bareCommands, 2.5, ''),
    ]
  } finally {
    await server.stop()
  }
}

async function measureExport(server: ServerProcess, token: string, rows: number): Promise<Figure[]> {
  const what = `Excel export, ${rows.toLocaleString('en')} rows`
  await server.readLoopDelayMs()
  const memoryAtRest = server.readMemoryMib('now')
  server.forgetPeak()
  const startTime = performance.now()
  const answer = await fetch(`${server.url}/api/book/book_excel`, { headers: { authorization: token } })
  if (!answer.ok || !answer.body || String(answer.headers.get('content-type')).includes('json'))
    throw new Error(`${what}: ${await answer.text()}`)
  let bytes = 0
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) bytes += chunk.length
  const durationS = getSecondsSince(startTime)
  return [
    withoutLimit(what, durationS, 's'),
    withoutLimit(`${what}: file`, bytes / 2 ** 20, 'MiB'),
    atMost(`${what}: highest memory above rest`, server.readMemoryMib('peak') - memoryAtRest, 60, 'MiB'),
    withoutLimit(`${what}: event loop delay p99`, await server.readLoopDelayMs(), 'ms'),
  ]
}

async function createMachineWorkbook(rows: number): Promise<Buffer> {
  const sheet = writeWorksheet({
    columns: ['编码', '名称', '型号', '生产厂家'].map((header) => ({ header, kind: 'text' as const })),
    sheetName: 'machines',
    timeZone: 'Asia/Shanghai',
    rows: Array.from({ length: rows }, (_, n) => [`XL-${n}`, `新设备 ${n}`, `X${n % 9}`, `Maker ${n % 31}`]),
  })
  const chunks: Buffer[] = []
  for await (const chunk of sheet) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
async function measureImport(
  server: ServerProcess,
  token: string,
  workbook: Buffer,
  rows: number,
): Promise<{ seconds: number; figures: Figure[] }> {
  const what = `Excel import, ${rows.toLocaleString('en')} new machines`
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(workbook)]), 'machines.xlsx')
  await server.readLoopDelayMs()
  const startTime = performance.now()
  const answer = (await (
    await fetch(`${server.url}/api/book/upload`, { method: 'POST', headers: { authorization: token }, body: form })
  ).json()) as { errno: string; errmsg: string; data: { created?: number } | null }
  if (answer.data?.created !== rows) throw new Error(`${what}: ${answer.errno} ${answer.errmsg}`)
  const durationS = getSecondsSince(startTime)
  return {
    seconds: durationS,
    figures: [
      withoutLimit(what, durationS, 's'),
      withoutLimit(`${what}: event loop delay p99`, await server.readLoopDelayMs(), 'ms'),
    ],
  }
}

/** Commands of a phone's outbox, in batches as the phone sends them, with a radio link's delay before each batch. */
async function measureOutbox(
  server: ServerProcess,
  token: string,
  userId: string,
): Promise<{ seconds: number; figures: Figure[] }> {
  const ops = Array.from({ length: COMMANDS }, (_, seq): SyncCommand => {
    const startedAt = new Date(Date.now() - 60_000).toISOString()
    return {
      id: createUuid7(Date.now()),
      userId,
      clientId: randomUUID(),
      seq,
      op: 'firstLevelCheck.create',
      schemaVersion: 1,
      occurredAt: startedAt,
      body: { id: createUuid7(Date.now()), equipmentId: machineId(seq), occurredAt: startedAt, result: 'ok' },
    }
  })
  const startTime = performance.now()
  for (let from = 0; from < ops.length; from += SYNC_BATCH_SIZE) {
    await pause(DELAY_MS)
    const body = JSON.stringify({ ops: ops.slice(from, from + SYNC_BATCH_SIZE), sentAt: new Date().toISOString() })
    const { data } = (await (
      await fetch(`${server.url}/api/sync`, {
        method: 'POST',
        headers: { authorization: token, 'content-type': 'application/json' },
        body,
      })
    ).json()) as { data: SyncResponse }
    const failedAnswer = data.answers.find((answer) => answer.status !== 'done')
    if (failedAnswer) throw new Error(`a command was not applied: ${failedAnswer.status} ${failedAnswer.errmsg}`)
  }
  const durationS = getSecondsSince(startTime)
  const what = `${COMMANDS.toLocaleString('en')} queued commands, batches of ${SYNC_BATCH_SIZE}, ${DELAY_MS} ms of delay each`
  return { seconds: durationS, figures: [withoutLimit(what, durationS, 's')] }
}

/** Loads the demonstration plant into an empty folder, and then runs `measureMore` on its server. */
export async function measureDemonstration(
  dataDir: string,
  measureMore?: (url: string) => Promise<Figure[]>,
): Promise<{ load: Figure; more: Figure[] }> {
  const server = await startServer({ dataDir, demo: true })
  try {
    return {
      load: atMost('start with the demonstration plant, from an empty folder', server.startSeconds, 60, 's'),
      more: measureMore ? await measureMore(server.url) : [],
    }
  } finally {
    await server.stop()
  }
}
