import { Worker } from 'node:worker_threads'
import { Turns } from '@/server/turns'
import { workerEntry } from '@/server/worker-entry'
import type { ExcelAnswer, ExcelTask } from './excel-worker'
import { isCsv } from './first-bytes'
import { SheetRefusal } from './refusal'
import type { Sheet, SheetLimits } from './sheet-rows'

export type { CellValue, Sheet, SheetLimits } from './sheet-rows'
export const SHEET_LIMITS: SheetLimits = {
  maxBytes: 20 * 1024 * 1024,
  maxUnpacked: 100 * 1024 * 1024,
  maxRows: 50_000,
  maxColumns: 200,
  maxCells: 800_000,
  maxText: 20_000_000,
  maxSeconds: 20,
}
const HEAP_MB = 160
/** Workers at a time in this process, and imports that may wait for one. */
const turns = new Turns(2, 20)

/**
 * Reads the first visible worksheet of an .xlsx, or a .csv (by `fileName`), in a worker thread with a heap of 160 MB,
 * aborted after 20 s.
 * @param source the file's bytes, or its path
 * @throws WorkbookRefusal for everything that is wrong with the file; Refusal 4502 if too many imports wait; other
 * errors are the server's own (no such path)
 */
export async function readSheet(
  source: Uint8Array | string,
  limits: Partial<SheetLimits> = {},
  fileName = '',
): Promise<Sheet> {
  const task: ExcelTask = { source, limits: { ...SHEET_LIMITS, ...limits }, csv: isCsv(fileName) }
  if (typeof source !== 'string' && source.byteLength > task.limits.maxBytes)
    throw new SheetRefusal('tooBig', { limit: task.limits.maxBytes })
  return turns.take(() => inWorker(task))
}

async function inWorker(task: ExcelTask): Promise<Sheet> {
  const file = workerEntry('excel-worker', 'excel/excel-worker.ts')
  const worker = new Worker(file, {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 24, stackSizeMb: 2 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = await new Promise<ExcelAnswer>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new SheetRefusal('tooSlow', { limit: task.limits.maxSeconds })),
        task.limits.maxSeconds * 1000,
      )
      worker.once('message', resolve)
      worker.once('error', (error: Error & { code?: string }) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new SheetRefusal('tooBigUnpacked', { limit: task.limits.maxUnpacked })
            : error,
        ),
      )
      worker.once('exit', (code) => reject(new Error(`the Excel worker ended with ${code} before it answered`)))
    })
    if (answer.ok) return answer.sheet
    throw new SheetRefusal(answer.problem, answer.params)
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
