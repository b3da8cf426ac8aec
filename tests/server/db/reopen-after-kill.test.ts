import { cpSync, readdirSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '@/server/db/connect'
import { compileEngine } from '@/server/db/embedded/compile-engine'
import { DurableFileSystem } from '@/server/db/embedded/durable-file-system'
import type { Reply } from '@/server/db/embedded/messages'
import { serveEngine } from '@/server/db/embedded/serve-engine'
import { isShutDown } from '@/server/db/embedded/sync-tree'
import { newDataDir } from './new-data-dir'
import { newFolder, quietLog, removeFolder } from './database-fixtures'

const folders: string[] = []
afterAll(() => folders.forEach(removeFolder))

/** Counts the files that are synced one by one. */
class CountingFileSystem extends DurableFileSystem {
  synced = 0
  protected override syncNow(descriptor: number): void {
    this.synced += 1
    super.syncNow(descriptor)
  }
}

// PostgreSQL's recovery would sync each file of the folder: seconds for an empty plant, minutes on a busy disk.
test('reopens a killed database without an fsync per file, and with its rows', async () => {
  const dataDir = await newDataDir()
  const killed = join(newFolder(), 'database')
  folders.push(dataDir, join(killed, '..'))
  const db = await openDatabase({ dataDir, log: quietLog() })
  await db.pool.query('create table kept (n integer)')
  await db.pool.query('insert into kept values (7)')
  await db.waitUntilDurable()
  // A copy of the files of a running database simulates a kill.
  cpSync(join(dataDir, 'database'), killed, { recursive: true })
  await db.close()
  expect(isShutDown(join(dataDir, 'database'))).toBe(true)
  expect(isShutDown(killed)).toBe(false)
  const files = readdirSync(killed, { recursive: true }).length
  expect(files).toBeGreaterThan(900)

  const countingFileSystem = new CountingFileSystem(killed)
  const { port1, port2 } = new MessageChannel()
  const readyMessage = once(port2, 'message') as unknown as Promise<[Reply]>
  await serveEngine(
    port1 as never,
    { folder: killed, createOnly: false, provisional: false, compiled: await compileEngine(false) },
    () => countingFileSystem,
  )
  expect((await readyMessage)[0].kind).toBe('ready')
  const syncsAtOpening = countingFileSystem.synced
  const closeMessage = once(port2, 'message')
  port2.postMessage({ kind: 'close', id: 1 })
  await closeMessage
  port1.close()
  expect(syncsAtOpening).toBeLessThan(files / 10)

  const copiedFolder = newFolder()
  folders.push(copiedFolder)
  cpSync(join(dataDir, 'database.json'), join(copiedFolder, 'database.json'))
  cpSync(killed, join(copiedFolder, 'database'), { recursive: true })
  const openedDatabase = await openDatabase({ dataDir: copiedFolder, log: quietLog() })
  expect((await openedDatabase.pool.query('select n from kept')).rows).toEqual([{ n: 7 }])
  await openedDatabase.close()
})
