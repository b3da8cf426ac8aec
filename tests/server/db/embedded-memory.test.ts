import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/server/db/connect'
import { newDataDir } from './new-data-dir'
import { quietLog, removeFolder } from './plant'

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
const heapOfWorkers = (): number =>
  (process.report.getReport() as unknown as { workers: { javascriptHeap: { usedMemory: number } }[] }).workers.reduce(
    (sum, w) => sum + w.javascriptHeap.usedMemory,
    0,
  )

it('the thread of the database keeps nothing of what it has answered', async () => {
  const answer = () => db.pool.query(`select repeat('x', 40000) as text`)
  for (let i = 0; i < 200; i++) await answer()
  const before = heapOfWorkers()
  expect(before).toBeGreaterThan(1_000_000) // there is such a thread
  for (let i = 0; i < 2000; i++) await answer()
  // 80 MB went out
  expect(heapOfWorkers() - before).toBeLessThan(20_000_000)
})
