import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase, type Database } from '@/server/db/connect'
import { startExclusively } from '@/server/db/migrate'
import { newFolder, quietLog, removeFolder } from './database-fixtures'

const { DATABASE_URL } = process.env
/** Longer than the limit of four seconds after which other statements give a lock up. */
const LONG_START_MS = 4_500

describe.skipIf(!DATABASE_URL)('instances that start at the same time', () => {
  const dataDir = newFolder()
  const databases: Database[] = []
  beforeAll(async () => {
    for (let n = 0; n < 2; n++)
      databases.push(await openDatabase({ dataDir, databaseUrl: DATABASE_URL, log: quietLog() }))
  })
  afterAll(async () => {
    await Promise.all(databases.map((db) => db.close()))
    removeFolder(dataDir)
  })

  test('take turns, however long the first one takes', async () => {
    const events: string[] = []
    const start = (name: string, durationMs: number): Promise<void> =>
      startExclusively(
        databases[name === 'first' ? 0 : 1]!,
        async () => {
          events.push(`${name} begins`)
          await pause(durationMs)
          events.push(`${name} ends`)
        },
        () => events.push(`${name} waits`),
      )
    const firstStart = start('first', LONG_START_MS)
    await expect.poll(() => events).toEqual(['first begins'])
    await Promise.all([firstStart, start('second', 0)])
    expect(events).toEqual(['first begins', 'second waits', 'first ends', 'second begins', 'second ends'])
  })

  test('let the next one start after a start that failed', async () => {
    const failure = startExclusively(
      databases[0]!,
      () => Promise.reject(new Error('no key')),
      () => undefined,
    )
    await expect(failure).rejects.toThrow('no key')
    expect(
      await startExclusively(
        databases[1]!,
        () => Promise.resolve('started'),
        () => undefined,
      ),
    ).toBe('started')
  })
})
