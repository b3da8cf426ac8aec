/** A database worker whose disk is full while the file FULL_DISK_SIGN exists: files may be overwritten, but not grow. */
import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { DurableFileSystem } from '@/server/db/embedded/durable-file-system'
import type { WorkerStartOptions } from '@/server/db/embedded/messages'
import { serveEngine } from '@/server/db/embedded/serve-engine'

const sign = process.env.FULL_DISK_SIGN ?? ''

class FullDisk extends DurableFileSystem {
  protected override beforeWrite(path: string, position: number, length: number): void {
    if (position + length > fs.statSync(path).size && fs.existsSync(sign)) {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
  }
}

if (!parentPort) throw new Error('runs in a worker')
await serveEngine(parentPort, workerData as WorkerStartOptions, (folder) => new FullDisk(folder))
