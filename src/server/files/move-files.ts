/** Moves the files of a plant between the data folder and an S3 server. */
import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { DamagedFile, type FileStore, type StoredBytes, type StreamSource } from './file-store'

interface MoveProgress {
  fileCount: number
  verifiedCount: number
}
export interface MoveOptions {
  source: FileStore
  target: FileStore
  /** File that lists the verified files, so that an interrupted move continues. */
  journalFile: string
  /** True: removes the files from the source once all of them are verified at the target. */
  removesSource: boolean
  onProgress?: (progress: MoveProgress) => void
}
export interface MoveResult extends MoveProgress {
  /** Number of files that this run copied; earlier runs had copied the other files. */
  copiedCount: number
  removedCount: number
  /** Names of source files whose bytes do not have the hash that is their name. */
  damagedHashes: Set<string>
}
const PARALLEL_COPIES = 4
/** Files may arrive while the server runs, so the source is listed again until a pass finds nothing new. */
const MAX_PASSES = 10

/**
 * Copies every file that the target does not have yet. A file counts as moved once it has been read back and its hash
 * matches. The move can be interrupted at any time. The source stays untouched unless `removesSource` is set and all
 * files are verified.
 */
export async function moveFiles(options: MoveOptions): Promise<MoveResult> {
  const { source, target, removesSource, onProgress } = options
  const result: MoveResult = {
    fileCount: 0,
    verifiedCount: 0,
    copiedCount: 0,
    removedCount: 0,
    damagedHashes: new Set(),
  }
  const targetSizes = await listSizes(target)
  const journal = new MoveJournal(options.journalFile, target.place)
  const verifiedHashes = new Set<string>()
  const moveFile = async (file: StoredBytes): Promise<void> => {
    const { sha256, size } = file
    if (!journal.has(sha256) || targetSizes.get(sha256) !== size) {
      if (!(await hasRightContent(source, sha256))) return void result.damagedHashes.add(sha256)
      if (targetSizes.get(sha256) !== size || !(await hasRightContent(target, sha256))) {
        await target.put(sha256, toStreamSource(source, file))
        result.copiedCount++
        if (!(await hasRightContent(target, sha256)))
          throw new Error(`the file ${sha256} was copied, but reads differently: ${target.place}`)
      }
      journal.add(sha256)
    }
    verifiedHashes.add(sha256)
    result.verifiedCount = verifiedHashes.size
    onProgress?.(result)
  }
  try {
    for (let pass = 0; pass < MAX_PASSES; pass++) {
      const sourceFiles = await listFiles(source)
      result.fileCount = sourceFiles.length
      const newFiles = sourceFiles.filter(
        ({ sha256 }) => !verifiedHashes.has(sha256) && !result.damagedHashes.has(sha256),
      )
      if (newFiles.length === 0) break
      await runInParallel(newFiles, PARALLEL_COPIES, moveFile)
    }
  } finally {
    journal.close()
  }
  if (removesSource && result.damagedHashes.size === 0) {
    result.removedCount = await removeMovedFiles(source, target, verifiedHashes)
    rmSync(options.journalFile, { force: true })
  }
  return result
}

/** Removes files from the source, if the target still lists all of them. */
async function removeMovedFiles(source: FileStore, target: FileStore, hashes: ReadonlySet<string>): Promise<number> {
  const targetSizes = await listSizes(target)
  const missingHash = [...hashes].find((sha256) => !targetSizes.has(sha256))
  if (missingHash) throw new Error(`the file ${missingHash} is gone again, so nothing is removed: ${target.place}`)
  for (const sha256 of hashes) await source.remove(sha256)
  return hashes.size
}
async function listFiles(store: FileStore): Promise<StoredBytes[]> {
  const files: StoredBytes[] = []
  for await (const file of store.list()) files.push(file)
  return files
}
const listSizes = async (store: FileStore): Promise<Map<string, number>> =>
  new Map((await listFiles(store)).map(({ sha256, size }) => [sha256, size]))

/** Reads a stored file and compares its hash with its name. */
async function hasRightContent(store: FileStore, sha256: string): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    for await (const block of await store.read(sha256)) hash.update(block as Uint8Array)
  } catch (error) {
    if (error instanceof DamagedFile) return false
    throw error
  }
  return hash.digest('hex') === sha256
}
/** A source for `put`, which opens the stored file for each attempt. */
export function toStreamSource(store: FileStore, { sha256, size }: StoredBytes): StreamSource {
  async function* readBlocks(): AsyncGenerator<Uint8Array, void> {
    for await (const block of await store.read(sha256)) yield block as Uint8Array
  }
  return { size, read: () => Readable.from(readBlocks(), { objectMode: false }) }
}
/** Runs `work` for each item, some at a time. After an error, running work ends before the error is thrown. */
async function runInParallel<T>(items: readonly T[], count: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  let failure: { error: unknown } | undefined
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (let item = queue.shift(); item !== undefined && !failure; item = queue.shift())
        try {
          await work(item)
        } catch (error) {
          failure ??= { error }
        }
    }),
  )
  if (failure) throw failure.error
}

/** The hashes of verified files, one per line below the name of the target. A line cut off by a crash does not count. */
class MoveJournal {
  private readonly hashes = new Set<string>()
  private readonly descriptor: number

  constructor(file: string, targetPlace: string) {
    mkdirSync(dirname(file), { recursive: true })
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    const isSameTarget = lines[0] === targetPlace
    if (isSameTarget) for (const line of lines.slice(1)) if (/^[0-9a-f]{64}$/.test(line)) this.hashes.add(line)
    this.descriptor = openSync(file, isSameTarget ? 'a' : 'w', 0o600)
    // Ends a line that was cut off.
    writeSync(this.descriptor, isSameTarget ? '\n' : `${targetPlace}\n`)
  }
  has(sha256: string): boolean {
    return this.hashes.has(sha256)
  }
  add(sha256: string): void {
    this.hashes.add(sha256)
    writeSync(this.descriptor, `${sha256}\n`)
  }
  close(): void {
    fsyncSync(this.descriptor)
    closeSync(this.descriptor)
  }
}
