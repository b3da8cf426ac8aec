/**
 * A small server process to be killed: 16 writers, each transaction writes a pair of rows in two tables.
 * Each line on standard output acknowledges a transaction, after its promise has resolved.
 */
import fs from 'node:fs'
import { openDatabase } from '@/server/db/connect'
import { bundleFromSource } from '@/server/worker-entry'

const [dataDir = '', round = '0', worker] = process.argv.slice(2)
const printLine = (line: string): void => void fs.writeSync(1, `${line}\n`)
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const db = await openDatabase({ dataDir, log, ...(worker && { worker: bundleFromSource(worker) }) })
await db.pool.query(
  'create table if not exists one (id text primary key, body text); create table if not exists two (id text primary key, one_id text)',
)
await db.waitUntilDurable()
printLine('ready')

async function writePairs(writer: number): Promise<void> {
  for (let n = 0; ; n++) {
    const id = `${round}-${writer}-${n}`
    await db.transaction(async (client) => {
      await client.query('insert into one values ($1, $2)', [id, 'x'.repeat((n * 37) % 900)])
      await client.query('insert into two values ($1, $1)', [id])
    })
    printLine(id)
    // occasional checkpoints, as on a busy server
    if (writer === 0 && n % 40 === 20) await db.checkpoint()
  }
}
await Promise.all(Array.from({ length: 16 }, (_, writer) => writePairs(writer)))
