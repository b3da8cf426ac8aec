import { Worker } from 'node:worker_threads'
import { ConcurrencyLimit } from '@/server/concurrency-limit'
import { resolveWorkerEntry } from '@/server/worker-entry'
import type { ExcelAnswer, ExcelTask } from './excel-worker'
import { isCsv } from './first-bytes'
import { WorkbookRefusal } from './workbook-refusal'
import type { Worksheet, WorkbookLimits } from './read-workbook'

export type { CellValue, Worksheet, WorkbookLimits } from './read-workbook'
export const WORKBOOK_LIMITS: WorkbookLimits = {
  maxBytes: 20 * 1024 * 1024,
  maxUnpackedBytes: 100 * 1024 * 1024,
  maxRows: 50_000,
  maxColumns: 200,
  maxCells: 800_000,
  maxCharacters: 20_000_000,
  maxSeconds: 20,
}
const MAX_HEAP_MB = 160
/** Two workers at a time in this process; 20 imports may wait for a worker. */
const workerLimit = new ConcurrencyLimit(2, 20)

/**
 * Reads the first visible worksheet of an .xlsx file, or a .csv file (by `fileName`). The worker thread has a heap of
 * 160 MB and is terminated after 20 s.
 * @param source the file's bytes, or its path
 * @throws WorkbookRefusal for everything that is wrong with the file; Refusal errno.busy if too many imports wait; other
 * errors are the server's own (no such path)
 */
export async function readSheet(
  source: Uint8Array | string,
  limits: Partial<WorkbookLimits> = {},
  fileName = '',
): Promise<Worksheet> {
  const task: ExcelTask = { source, limits: { ...WORKBOOK_LIMITS, ...limits }, isCsv: isCsv(fileName) }
  if (typeof source !== 'string' && source.byteLength > task.limits.maxBytes)
    throw new WorkbookRefusal('tooBig', { limit: task.limits.maxBytes })
  return workerLimit.run(() => readInWorker(task))
}

async function readInWorker(task: ExcelTask): Promise<Worksheet> {
  const file = resolveWorkerEntry('excel-worker', 'excel/excel-worker.ts')
  const worker = new Worker(file, {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 24, stackSizeMb: 2 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = await new Promise<ExcelAnswer>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new WorkbookRefusal('tooSlow', { limit: task.limits.maxSeconds })),
        task.limits.maxSeconds * 1000,
      )
      worker.once('message', resolve)
      worker.once('error', (error: Error & { code?: string }) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new WorkbookRefusal('tooBigUnpacked', { limit: task.limits.maxUnpackedBytes })
            : error,
        ),
      )
      worker.once('exit', (code) => reject(new Error(`the Excel worker ended with ${code} before it answered`)))
    })
    if (answer.ok) return answer.sheet
    throw new WorkbookRefusal(answer.problem, answer.params)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
