import { readFile, stat } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv-reader'
import { WorkbookRefusal, type WorkbookRefusalParams, type WorkbookProblem } from './workbook-refusal'
import { readWorkbook, type Worksheet, type WorkbookLimits } from './read-workbook'

/** The file that the Excel worker reads. This file is the program of the worker thread. */
export interface ExcelTask {
  source: Uint8Array | string
  limits: WorkbookLimits
  /** The file holds comma-separated values, according to its name. */
  isCsv: boolean
}
export type ExcelAnswer =
  | { ok: true; sheet: Worksheet }
  | { ok: false; problem: WorkbookProblem; params: WorkbookRefusalParams }

async function loadBytes({ source, limits }: ExcelTask): Promise<Buffer> {
  if (typeof source !== 'string') return Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  if ((await stat(source)).size > limits.maxBytes) throw new WorkbookRefusal('tooBig', { limit: limits.maxBytes })
  return readFile(source)
}
async function runTask(task: ExcelTask): Promise<ExcelAnswer> {
  try {
    const bytes = await loadBytes(task)
    return { ok: true, sheet: task.isCsv ? readCsv(bytes, task.limits) : await readWorkbook(bytes, task.limits) }
  } catch (error) {
    if (error instanceof WorkbookRefusal) return { ok: false, problem: error.problem, params: error.location }
    throw error
  }
}
// Only in a worker; errors other than refusals become the worker's error.
if (parentPort) parentPort.postMessage(await runTask(workerData as ExcelTask))
