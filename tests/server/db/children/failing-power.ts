/**
 * A database worker that simulates a power failure: after a number of writes, a random part of the unsynced data is undone,
 * sector by sector, as on a real disk, and the process is killed.
 */
import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { DurableFileSystem } from '@/server/db/embedded/durable-file-system'
import type { WorkerStartOptions } from '@/server/db/embedded/messages'
import { serveEngine } from '@/server/db/embedded/serve-engine'

const SECTOR = 512
const seed = Number(process.env.POWER_SEED ?? 1)
const writesUntilFailure = Number(process.env.POWER_WRITES ?? 1000)

/** Mulberry32 random numbers in [0, 1), the same on every machine. */
function randomFrom(start: number): () => number {
  let state = start >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

interface UndoEntry {
  path: string
  position: number
  before: Buffer
  order: number
}

class FailingPower extends DurableFileSystem {
  private readonly random = randomFrom(seed)
  private unsynced: UndoEntry[] = []
  private writes = 0

  protected override beforeWrite(path: string, position: number, length: number): void {
    if (++this.writes > writesUntilFailure) this.fail()
    // Checks the write-ahead rule directly, because a violation does damage only if the power fails at that moment.
    if (
      !path.includes('/pg_wal/') &&
      this.unsynced.some((undo) => undo.path.includes('/pg_wal/')) &&
      this.hasUnsyncedCommits
    )
      fs.writeSync(2, `written before its log: ${path}\n`)
    // Saves the bytes to be overwritten; bytes beyond the end of the file read as zeros.
    const overwrittenBytes = Buffer.alloc(length)
    const descriptor = fs.openSync(path, 'r')
    fs.readSync(descriptor, overwrittenBytes, 0, length, position)
    fs.closeSync(descriptor)
    this.unsynced.push({ path, position, before: overwrittenBytes, order: this.writes })
  }

  protected override sync(descriptor: number): Promise<void> {
    const path = getPath(descriptor)
    const lastWrite = this.writes
    // Syncs are delayed at random, sometimes for long, so that failures and other flushes happen in between.
    const delay = this.random() < 0.1 ? 60 : this.random() * 4
    return new Promise<void>((resolve) => setTimeout(resolve, delay))
      .then(() => super.sync(descriptor))
      .then(() => this.forget(path, lastWrite))
  }

  protected override syncNow(descriptor: number): void {
    super.syncNow(descriptor)
    this.forget(getPath(descriptor), this.writes)
  }

  private forget(path: string, lastOrder: number): void {
    this.unsynced = this.unsynced.filter((undo) => undo.path !== path || undo.order > lastOrder)
  }

  private fail(): never {
    let undone = 0
    for (const { path, position, before } of this.unsynced.reverse()) {
      if (!fs.existsSync(path)) continue
      const descriptor = fs.openSync(path, 'r+')
      for (let offset = 0; offset < before.length; offset += SECTOR) {
        if (this.random() < 0.5) continue
        fs.writeSync(descriptor, before, offset, Math.min(SECTOR, before.length - offset), position + offset)
        undone++
      }
      fs.closeSync(descriptor)
    }
    fs.writeSync(2, `undone ${undone} sectors of ${this.unsynced.length} writes\n`)
    process.kill(process.pid, 'SIGKILL')
    throw new Error('the power is off')
  }
}

function getPath(descriptor: number): string {
  return fs.readlinkSync(`/proc/self/fd/${descriptor}`)
}

if (!parentPort) throw new Error('runs in a worker')
await serveEngine(parentPort, workerData as WorkerStartOptions, (folder) => new FailingPower(folder))
