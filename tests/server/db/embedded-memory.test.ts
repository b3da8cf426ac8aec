import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/server/db/connect'
import { newDataDir } from './new-data-dir'
import { quietLog, removeFolder } from './database-fixtures'

let dataDir: string
let db: Database
beforeAll(async () => {
  dataDir = await newDataDir()
  db = await openDatabase({ dataDir, log: quietLog() })
})
afterAll(async () => {
  await db.close()
  removeFolder(dataDir)
})

/** Bytes in use in the heap of every thread but this one. */
const measureWorkerHeap = (): number =>
  (process.report.getReport() as unknown as { workers: { javascriptHeap: { usedMemory: number } }[] }).workers.reduce(
    (sum, w) => sum + w.javascriptHeap.usedMemory,
    0,
  )

it('the database thread frees its answers', async () => {
  const queryLargeText = () => db.pool.query(`select repeat('x', 40000) as text`)
  for (let i = 0; i < 200; i++) await queryLargeText()
  const before = measureWorkerHeap()
  expect(before).toBeGreaterThan(1_000_000) // the database thread exists
  for (let i = 0; i < 2000; i++) await queryLargeText()
  // 80 MB of answers were sent
  expect(measureWorkerHeap() - before).toBeLessThan(20_000_000)
})
