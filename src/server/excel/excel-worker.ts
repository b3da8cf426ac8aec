import { readFile, stat } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv-reader'
import { WorkbookRefusal, type WorkbookRefusalParams, type WorkbookProblem } from './workbook-refusal'
import { readWorkbook, type Worksheet, type WorkbookLimits } from './read-workbook'

/** The task of the Excel worker: a file to read, and its limits. This module is the program of the worker thread. */
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
// Runs the task if this module was started as a worker. Errors other than refusals end the worker with that error.
if (parentPort) parentPort.postMessage(await runTask(workerData as ExcelTask))
