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
import { isShutDown } from '@/server/db/embedded/sync-database-folder'
import { newDataDir } from './new-data-dir'
import { newFolder, quietLog, removeFolder } from './plant'

const folders: string[] = []
afterAll(() => folders.forEach(removeFolder))

/** Counts the files that are put on the disk one by one. */
class CountingFileSystem extends DurableFileSystem {
  synced = 0
  protected override syncNow(descriptor: number): void {
    this.synced += 1
    super.syncNow(descriptor)
  }
}

// PostgreSQL's own recovery syncs each file of the folder: seconds on an empty plant, minutes on a busy disk.
test('a database that was killed is opened again without an fsync of each of its files, and has its rows', async () => {
  const dataDir = await newDataDir()
  const killed = join(newFolder(), 'database')
  folders.push(dataDir, join(killed, '..'))
  const db = await openDatabase({ dataDir, log: quietLog() })
  await db.pool.query('create table kept (n integer)')
  await db.pool.query('insert into kept values (7)')
  await db.durable()
  // What a kill leaves: the files as they are while it runs
  cpSync(join(dataDir, 'database'), killed, { recursive: true })
  await db.close()
  expect(isShutDown(join(dataDir, 'database'))).toBe(true)
  expect(isShutDown(killed)).toBe(false)
  const files = readdirSync(killed, { recursive: true }).length
  expect(files).toBeGreaterThan(900)

  const counting = new CountingFileSystem(killed)
  const { port1, port2 } = new MessageChannel()
  const ready = once(port2, 'message') as unknown as Promise<[Reply]>
  await serveEngine(
    port1 as never,
    { folder: killed, create: false, provisional: false, compiled: await compileEngine(false) },
    () => counting,
  )
  expect((await ready)[0].kind).toBe('ready')
  const atOpening = counting.synced
  const closed = once(port2, 'message')
  port2.postMessage({ kind: 'close', id: 1 })
  await closed
  port1.close()
  expect(atOpening).toBeLessThan(files / 10)

  const again = newFolder()
  folders.push(again)
  cpSync(join(dataDir, 'database.json'), join(again, 'database.json'))
  cpSync(killed, join(again, 'database'), { recursive: true })
  const opened = await openDatabase({ dataDir: again, log: quietLog() })
  expect((await opened.pool.query('select n from kept')).rows).toEqual([{ n: 7 }])
  await opened.close()
})
