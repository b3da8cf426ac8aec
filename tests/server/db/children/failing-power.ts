/**
 * A database worker whose power fails: after a number of writes, everything that was not synced is undone at random,
 * by sectors, as a disk without power leaves it, and the whole process ends.
 */
import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { DurableFileSystem } from '@/server/db/embedded/durable-file-system'
import type { WorkerOrder } from '@/server/db/embedded/messages'
import { serveEngine } from '@/server/db/embedded/serve-engine'

const SECTOR = 512
const seed = Number(process.env.POWER_SEED ?? 1)
const writesUntilFailure = Number(process.env.POWER_WRITES ?? 1000)

/** Mulberry32: small, good enough, and the same on every machine. */
function randomFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

interface Undo {
  path: string
  position: number
  before: Buffer
  order: number
}

class FailingPower extends DurableFileSystem {
  private readonly random = randomFrom(seed)
  private unsynced: Undo[] = []
  private writes = 0

  protected override beforeWrite(path: string, position: number, length: number): void {
    if (++this.writes > writesUntilFailure) this.fail()
    // the rule everything rests on, looked at directly, since breaking it shows only when the power fails just then
    if (
      !path.includes('/pg_wal/') &&
      this.unsynced.some((undo) => undo.path.includes('/pg_wal/')) &&
      this.hasUnsyncedCommits
    )
      fs.writeSync(2, `written before its log: ${path}\n`)
    // what was there before, to the sector; beyond the end of the file there are zeros
    const before = Buffer.alloc(length)
    const descriptor = fs.openSync(path, 'r')
    fs.readSync(descriptor, before, 0, length, position)
    fs.closeSync(descriptor)
    this.unsynced.push({ path, position, before, order: this.writes })
  }

  protected override sync(descriptor: number): Promise<void> {
    const path = pathOf(descriptor)
    const until = this.writes
    // later than it could be, now and then much, so that failures and other flushes fall in between
    const delay = this.random() < 0.1 ? 60 : this.random() * 4
    return new Promise<void>((resolve) => setTimeout(resolve, delay))
      .then(() => super.sync(descriptor))
      .then(() => this.forget(path, until))
  }

  protected override syncNow(descriptor: number): void {
    super.syncNow(descriptor)
    this.forget(pathOf(descriptor), this.writes)
  }

  private forget(path: string, until: number): void {
    this.unsynced = this.unsynced.filter((undo) => undo.path !== path || undo.order > until)
  }

  private fail(): never {
    let undone = 0
    for (const { path, position, before } of this.unsynced.reverse()) {
      if (!fs.existsSync(path)) continue
      const descriptor = fs.openSync(path, 'r+')
      for (let at = 0; at < before.length; at += SECTOR) {
        if (this.random() < 0.5) continue
        fs.writeSync(descriptor, before, at, Math.min(SECTOR, before.length - at), position + at)
        undone++
      }
      fs.closeSync(descriptor)
    }
    fs.writeSync(2, `undone ${undone} sectors of ${this.unsynced.length} writes\n`)
    process.kill(process.pid, 'SIGKILL')
    throw new Error('the power is off')
  }
}

function pathOf(descriptor: number): string {
  return fs.readlinkSync(`/proc/self/fd/${descriptor}`)
}

if (!parentPort) throw new Error('runs in a worker')
await serveEngine(parentPort, workerData as WorkerOrder, (folder) => new FailingPower(folder))
