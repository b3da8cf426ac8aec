import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '@/server/db/connect'
import { startChild } from './children/run-child'
import { newDataDir } from './new-data-dir'
import { scaleRounds } from '../../long'
import { quietLog, removeFolder } from './database-fixtures'

let folder: string
beforeEach(async () => {
  folder = await newDataDir()
})
afterEach(() => removeFolder(folder))

/** Opens the database after the crash and compares its rows with the acknowledged ones. @returns milliseconds until the first answer */
async function examine(acknowledged: Set<string>): Promise<number> {
  const startMs = performance.now()
  const db = await openDatabase({ dataDir: folder, log: quietLog() })
  try {
    const { rows } = await db.pool.query<{ id: string }>('select id from one')
    const openMs = performance.now() - startMs
    const storedIds = new Set(rows.map(({ id }) => id))
    expect(
      [...acknowledged].filter((id) => !storedIds.has(id)),
      'acknowledged and lost',
    ).toEqual([])
    const incompletePairs = await db.pool.query(
      'select one.id from one full join two on two.id = one.id where one.id is null or two.id is null',
    )
    expect(incompletePairs.rows, 'half transactions').toEqual([])
    // index and table must agree
    await db.pool.query('set enable_seqscan = off')
    const byIndex = await db.pool.query<{ n: number }>(`select count(*) as n from one where id > ''`)
    await db.pool.query(
      'set enable_seqscan = on; set enable_indexscan = off; set enable_indexonlyscan = off; set enable_bitmapscan = off',
    )
    const byHeap = await db.pool.query<{ n: number }>(`select count(*) as n from one where id > ''`)
    expect(byIndex.rows).toEqual(byHeap.rows)
    return openMs
  } finally {
    await db.close()
  }
}

describe('a server that is killed', () => {
  const rounds = scaleRounds(3)
  it(`loses no acknowledged row (${rounds} times)`, async () => {
    const acknowledged = new Set<string>()
    const openTimesMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const child = startChild('write-pairs', [folder, String(round)])
      expect(await child.waitForLine(`${round}-`), child.errors()).toBe(true) // waits for the first acknowledgement, even on a busy machine
      await pause(Math.random() * 500)
      await child.kill()
      const before = acknowledged.size
      for (const line of child.lines) if (line !== 'ready') acknowledged.add(line)
      expect(acknowledged.size).toBeGreaterThan(before)
      openTimesMs.push(await examine(acknowledged))
    }
    process.stdout.write(
      `${acknowledged.size} acknowledged; open again after ${openTimesMs.map((time) => Math.round(time)).join(', ')} ms\n`,
    )
  }, 1_200_000)
})

describe.skipIf(process.platform !== 'linux')('a machine that loses its power', () => {
  const worker = path.join(import.meta.dirname, 'children', 'failing-power.ts')
  const firstSeed = Number(process.env.POWER_SEED ?? Math.floor(Math.random() * 1e6))
  const seeds = Array.from({ length: scaleRounds(4) }, (_, n) => firstSeed + n)
  it(`loses no acknowledged row (seeds ${firstSeed} to ${seeds.at(-1)})`, async () => {
    const acknowledged = new Set<string>()
    let undone = 0
    for (const seed of seeds) {
      const child = startChild('write-pairs', [folder, String(seed), worker], {
        POWER_SEED: String(seed),
        POWER_WRITES: String(40 + ((seed * 7919) % 1500)),
      })
      await child.waitForLine('never')
      expect(child.process.signalCode, `seed ${seed}: ${child.errors()}`).toBe('SIGKILL')
      expect(child.errors(), `seed ${seed}`).not.toContain('before its log')
      undone += Number(/undone (\d+)/.exec(child.errors())?.[1] ?? 0)
      for (const line of child.lines) if (line !== 'ready') acknowledged.add(line)
      if (acknowledged.size) await examine(acknowledged)
    }
    expect(undone, 'a test that undoes nothing proves nothing').toBeGreaterThan(0)
    expect(acknowledged.size).toBeGreaterThan(0)
    process.stdout.write(`${acknowledged.size} acknowledged, ${undone} sectors undone\n`)
  }, 1_200_000)
})
