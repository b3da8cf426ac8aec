import { readFile, stat } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv-read'
import { SheetRefusal, type SheetParams, type SheetProblem } from './refusal'
import { readWorkbook, type Sheet, type SheetLimits } from './sheet-rows'

export interface ExcelTask {
  source: Uint8Array | string
  limits: SheetLimits
  /** The file holds comma-separated values, according to its name. */ csv: boolean
}
export type ExcelAnswer = { ok: true; sheet: Sheet } | { ok: false; problem: SheetProblem; params: SheetParams }

async function load({ source, limits }: ExcelTask): Promise<Buffer> {
  if (typeof source !== 'string') return Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  if ((await stat(source)).size > limits.maxBytes) throw new SheetRefusal('tooBig', { limit: limits.maxBytes })
  return readFile(source)
}
async function run(task: ExcelTask): Promise<ExcelAnswer> {
  try {
    const bytes = await load(task)
    return { ok: true, sheet: task.csv ? readCsv(bytes, task.limits) : await readWorkbook(bytes, task.limits) }
  } catch (error) {
    if (error instanceof SheetRefusal) return { ok: false, problem: error.problem, params: error.at }
    throw error
  }
}
// Only in a worker; errors other than refusals become the worker's error.
if (parentPort) parentPort.postMessage(await run(workerData as ExcelTask))
