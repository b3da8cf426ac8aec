import { afterEach, beforeEach, expect, it } from 'vitest'
import { DurableFileSystem } from '@/server/db/embedded/durable-file-system'
import type { EmscriptenModule, FileStream } from '@/server/db/embedded/emscripten'
import { newFolder, removeFolder } from './database-fixtures'

/** The durable file system with a disk whose syncs the test completes. */
class SlowDisk extends DurableFileSystem {
  readonly syncs: { descriptor: number; done: (error?: Error) => void }[] = []
  readonly atOnce: number[] = []

  protected override sync(descriptor: number): Promise<void> {
    return new Promise((resolve, reject) =>
      this.syncs.push({ descriptor, done: (error) => (error ? reject(error) : resolve()) }),
    )
  }

  protected override syncNow(descriptor: number): void {
    this.atOnce.push(descriptor)
  }

  attach(module: EmscriptenModule): void {
    this.installHooks(module)
  }
}

const createModule = (): EmscriptenModule => ({
  FS: { isFile: () => true, ErrnoError: Error as unknown as EmscriptenModule['FS']['ErrnoError'] },
  NODEFS: {
    realPath: (node) => (node.mode === 1 ? `${folder}/pg_wal/000000010000000000000001` : `${folder}/base/5/1`),
    stream_ops: {
      write: (_stream, _buffer, _offset, length) => length,
      close: () => undefined,
      setattr: () => undefined,
    },
    node_ops: { unlink: () => undefined, rename: () => undefined, setattr: () => undefined },
  },
})
const logFile: FileStream = { node: { mode: 1 }, nfd: 7, shared: { refcount: 1 } }
const tableFile: FileStream = { node: { mode: 2 }, nfd: 8, shared: { refcount: 1 } }

let folder: string
let disk: SlowDisk
let engine: EmscriptenModule
const commit = (): unknown => engine.NODEFS.stream_ops.fsync?.(logFile)
const hasSettled = async (work: Promise<void>): Promise<boolean> =>
  Promise.race([work.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 20))])

beforeEach(() => {
  folder = newFolder()
  disk = new SlowDisk(folder)
  engine = createModule()
  disk.attach(engine)
})
afterEach(() => removeFolder(folder))

it('a flush waits for a running sync that somebody else began', async () => {
  commit()
  const firstFlush = disk.flush()
  const secondFlush = disk.flush()
  expect(await hasSettled(secondFlush)).toBe(false)
  disk.syncs[0]?.done()
  await Promise.all([firstFlush, secondFlush])
})

it('a commit during a sync gets another sync', async () => {
  commit()
  const firstFlush = disk.flush()
  await expect.poll(() => disk.syncs.length).toBe(1)
  commit()
  const second = disk.flush()
  disk.syncs[0]?.done()
  await firstFlush
  await expect.poll(() => disk.syncs.length).toBe(2)
  expect(await hasSettled(second)).toBe(false)
  disk.syncs[1]?.done()
  await second
})

it('a table is written only after the log is on disk, including the running sync', async () => {
  commit()
  const flushing = disk.flush()
  await expect.poll(() => disk.syncs.length).toBe(1)
  engine.NODEFS.stream_ops.write(tableFile, new Uint8Array(1), 0, 1, 0)
  expect(disk.atOnce).toEqual([7])
  disk.syncs[0]?.done()
  await flushing
})

it('a log file closed during its sync is not synced again, because its descriptor may belong to another file', async () => {
  commit()
  const flushing = disk.flush()
  await expect.poll(() => disk.syncs.length).toBe(1)
  engine.NODEFS.stream_ops.close(logFile)
  expect(disk.atOnce).toEqual([7])
  engine.NODEFS.stream_ops.write(tableFile, new Uint8Array(1), 0, 1, 0)
  expect(disk.atOnce).toEqual([7])
  disk.syncs[0]?.done()
  await flushing
})

it('a failed sync never counts as success later', async () => {
  commit()
  const firstFlush = disk.flush()
  await expect.poll(() => disk.syncs.length).toBe(1)
  disk.syncs[0]?.done(new Error('EIO'))
  await expect(firstFlush).rejects.toThrow('EIO')
  await expect(disk.flush()).rejects.toThrow('EIO')
  expect(() => engine.NODEFS.stream_ops.write(tableFile, new Uint8Array(1), 0, 1, 0)).toThrow()
})
