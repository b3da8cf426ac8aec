/**
 * A file system for PGlite on which "committed" can mean "on the disk".
 *
 * PGlite runs PostgreSQL with fsync off, and its NodeFS does nothing on fsync. Here every fsync is real, except fsyncs of
 * the write-ahead log. These are collected, and `flush` carries them out once for all waiting commits (group commit).
 * A COMMIT therefore returns before it is durable, and **a write may be answered only after `flush`**.
 *
 * This is safe because of the order PostgreSQL relies on: nothing outside the log may change on disk before the log
 * that describes it is on disk. Every write, truncation, removal or rename outside the log therefore first carries out
 * the collected fsyncs, including those in progress.
 */
import fs from 'node:fs'
import path from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { PGlite } from '@electric-sql/pglite'
import type { EmscriptenModule, FileNode, FileStream } from './emscripten'
import { FS_EIO } from './emscripten'

type EngineOptions = Parameters<NodeFS['init']>[1]

/** Start parameters for PGlite on this file system: fsync on, through the only call that the file system sees. */
export const DURABLE_PARAMETERS = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

/** PGlite's file system for Node, with real and grouped fsyncs. */
export class DurableFileSystem extends NodeFS {
  /** Descriptors of log files with commits that are not on disk yet. */
  private unsyncedDescriptors = new Set<number>()
  private syncingDescriptors = new Set<number>()
  private flushQueue: Promise<void> = Promise.resolve()
  private failure: Error | undefined
  private readonly isLogByStream = new WeakMap<FileStream, boolean>()
  /** False while a new database is filled: nothing is synced, and `serveEngine` syncs the whole folder afterwards. */
  isDurable = true
  /** Bytes of write-ahead log written since the file system was opened. */
  logBytes = 0
  /** Files written since the whole folder was synced; other files need no fsync. Null if every file needs fsync. */
  private changedFiles: Set<string> | null = null
  /** Called when commits begin to wait for `flush`. */
  onUnsyncedCommit: (() => void) | undefined
  /** Called when the engine stopped itself (a PANIC, or an error of the runtime). */
  onAbort: ((reason: string) => void) | undefined

  override async init(pg: PGlite, options: EngineOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const installHooks = (module: unknown): void => this.installHooks(module as EmscriptenModule)
    const onAbort = (reason: unknown): void => this.onAbort?.(String(reason))
    return { emscriptenOpts: { ...emscriptenOpts, onAbort, preRun: [installHooks, ...(emscriptenOpts.preRun ?? [])] } }
  }

  /** Declares that all files are on disk. Until `syncAllFiles`, only files written from now on are synced. */
  skipUnchangedFiles(): void {
    this.changedFiles = new Set()
  }
  /** Makes every fsync real again. */
  syncAllFiles(): void {
    this.changedFiles = null
  }

  /**
   * Resolves when every commit returned before this call is on disk. Rejects, and keeps rejecting, once an fsync has
   * failed.
   */
  flush(): Promise<void> {
    // Flushes run one after another, because a commit that is part of a sync in progress no longer counts as unsynced.
    this.flushQueue = this.flushQueue.then(() => this.syncUnsyncedDescriptors())
    return this.flushQueue
  }

  private async syncUnsyncedDescriptors(): Promise<void> {
    if (this.failure) throw this.failure
    const descriptors = [...this.unsyncedDescriptors]
    this.unsyncedDescriptors.clear()
    for (const descriptor of descriptors) this.syncingDescriptors.add(descriptor)
    try {
      await Promise.all(descriptors.map((descriptor) => this.sync(descriptor)))
    } catch (error) {
      // After a failed fsync the kernel may drop the pages; repeating it would report success for lost data.
      this.failure = error instanceof Error ? error : new Error(String(error))
      throw this.failure
    } finally {
      for (const descriptor of descriptors) this.syncingDescriptors.delete(descriptor)
    }
  }

  /** True if commits have returned that are not on disk yet. */
  protected get hasUnsyncedCommits(): boolean {
    return this.unsyncedDescriptors.size > 0 || this.syncingDescriptors.size > 0
  }

  /** Runs the fsync asynchronously. A log file that was closed in between was synced before it was closed. */
  protected sync(descriptor: number): Promise<void> {
    return new Promise((resolve, reject) => {
      fs.fdatasync(descriptor, (error) => (error && error.code !== 'EBADF' ? reject(error) : resolve()))
    })
  }

  /** Runs the fsync synchronously. */
  protected syncNow(descriptor: number): void {
    fs.fsyncSync(descriptor)
  }

  /** Called before any change of a file's content. Lets tests simulate a power failure. */
  protected beforeWrite(_path: string, _position: number, _length: number): void {}

  private syncLogNow(): void {
    if (this.failure) throw this.failure
    if (!this.unsyncedDescriptors.size && !this.syncingDescriptors.size) return
    try {
      for (const descriptor of new Set([...this.unsyncedDescriptors, ...this.syncingDescriptors]))
        this.syncNow(descriptor)
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error))
      throw this.failure
    }
    // Descriptors being synced are on disk as well. If they stayed listed, a later close would sync a reused
    // descriptor.
    this.unsyncedDescriptors.clear()
    this.syncingDescriptors.clear()
  }

  /** Replaces the file system's operations with the durable ones. */
  protected installHooks(module: EmscriptenModule): void {
    this.hookStreams(module)
    this.hookNodes(module)
  }

  private hookStreams(module: EmscriptenModule): void {
    const { stream_ops: streams } = module.NODEFS
    const { write, close, setattr } = streams
    const withErrorNumber = createErrorNumberGuard(module)
    const isLogStream = (stream: FileStream): boolean => {
      const cachedIsLog = this.isLogByStream.get(stream)
      if (cachedIsLog !== undefined) return cachedIsLog
      const isLogFile =
        isLogPath(this.rootDir, module.NODEFS.realPath(stream.node)) && module.FS.isFile(stream.node.mode)
      this.isLogByStream.set(stream, isLogFile)
      return isLogFile
    }
    streams.fsync = (stream) =>
      withErrorNumber(() => {
        if (!this.isDurable || stream.nfd === undefined || stream.nfd === null) return 0
        if (isLogStream(stream)) {
          this.unsyncedDescriptors.add(stream.nfd)
          this.onUnsyncedCommit?.()
        } else if (module.FS.isFile(stream.node.mode)) {
          if (this.changedFiles?.has(module.NODEFS.realPath(stream.node)) ?? true) this.syncNow(stream.nfd)
        } else if (process.platform !== 'win32') this.syncNow(stream.nfd) // Windows cannot sync a folder.
        return 0
      })
    streams.write = (stream, buffer, offset, length, position) => {
      if (isLogStream(stream)) this.logBytes += length
      else withErrorNumber(() => this.syncLogNow())
      this.changedFiles?.add(module.NODEFS.realPath(stream.node))
      this.beforeWrite(module.NODEFS.realPath(stream.node), position, length)
      return write(stream, buffer, offset, length, position)
    }
    streams.setattr = (stream, attributes) => {
      if (attributes.size !== undefined && !isLogStream(stream)) withErrorNumber(() => this.syncLogNow())
      if (attributes.size !== undefined) this.changedFiles?.add(module.NODEFS.realPath(stream.node))
      setattr(stream, attributes)
    }
    streams.close = (stream) => {
      if (
        stream.nfd &&
        stream.shared.refcount <= 1 &&
        (this.unsyncedDescriptors.has(stream.nfd) || this.syncingDescriptors.has(stream.nfd))
      )
        withErrorNumber(() => this.syncLogNow())
      close(stream)
    }
  }

  private hookNodes(module: EmscriptenModule): void {
    const { node_ops: nodes } = module.NODEFS
    const { unlink, rename, setattr } = nodes
    const withErrorNumber = createErrorNumberGuard(module)
    const isOutsideLog = (node: FileNode, name = ''): boolean =>
      !isLogPath(this.rootDir, `${module.NODEFS.realPath(node)}/${name}`)
    nodes.unlink = (parent, name) => {
      if (isOutsideLog(parent, name)) withErrorNumber(() => this.syncLogNow())
      unlink(parent, name)
    }
    nodes.rename = (node, folder, name) => {
      if (isOutsideLog(folder, name)) withErrorNumber(() => this.syncLogNow())
      this.changedFiles?.add(`${module.NODEFS.realPath(folder)}/${name}`)
      rename(node, folder, name)
    }
    nodes.setattr = (node, attributes) => {
      if (attributes.size !== undefined && isOutsideLog(node)) withErrorNumber(() => this.syncLogNow())
      if (attributes.size !== undefined) this.changedFiles?.add(module.NODEFS.realPath(node))
      setattr(node, attributes)
    }
  }
}

/**
 * True for files of the write-ahead log of the database in `root`. Only the path below `root` counts, since a parent
 * folder may also be called `pg_wal`.
 */
export function isLogPath(root: string, file: string): boolean {
  const [topFolder, ...subPath] = path.relative(root, file).split(path.sep)
  return topFolder === 'pg_wal' && subPath.length > 0
}

/**
 * Creates a function that runs work and converts its errors to error numbers, because the runtime would swallow any other
 * exception.
 */
function createErrorNumberGuard(module: EmscriptenModule): <T>(work: () => T) => T {
  return (work) => {
    try {
      return work()
    } catch {
      throw new module.FS.ErrnoError(FS_EIO)
    }
  }
}
