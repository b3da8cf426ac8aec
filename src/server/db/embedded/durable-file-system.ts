/**
 * A file system for PGlite on which "committed" can mean "on the disk".
 *
 * PGlite runs PostgreSQL with fsync off, and its NodeFS does nothing on fsync. Here every fsync is real, except those
 * of the write-ahead log. They are collected, and `flush` carries them out once for all waiting commits (group commit).
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
  private waitingDescriptors = new Set<number>()
  private syncingDescriptors = new Set<number>()
  private flushing: Promise<void> = Promise.resolve()
  private failure: Error | undefined
  private readonly logStreams = new WeakMap<FileStream, boolean>()
  /** False while a new database is filled: nothing is synced, and `serveEngine` syncs the whole folder afterwards. */
  durable = true
  /** Bytes of write-ahead log written since the file system was opened. */
  logBytes = 0
  /** Files written since the whole folder was synced, or null if it was not. Other files need no fsync. */
  private changedFiles: Set<string> | null = null
  /** Called when commits begin to wait for `flush`. */
  onWaiting: (() => void) | undefined
  /** Called when the engine stopped itself (a PANIC, or an error of the runtime). */
  onAbort: ((reason: string) => void) | undefined

  override async init(pg: PGlite, options: EngineOptions): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options)
    const installHooks = (module: unknown): void => this.installHooks(module as EmscriptenModule)
    const onAbort = (reason: unknown): void => this.onAbort?.(String(reason))
    return { emscriptenOpts: { ...emscriptenOpts, onAbort, preRun: [installHooks, ...(emscriptenOpts.preRun ?? [])] } }
  }

  /** Declares that all files are on disk. Until `syncAllFiles`, only files written from here on are synced. */
  skipUnchangedFiles(): void {
    this.changedFiles = new Set()
  }
  syncAllFiles(): void {
    this.changedFiles = null
  }

  /**
   * Resolves when every commit returned before this call is on disk. Rejects, and keeps rejecting, once an fsync has
   * failed.
   */
  flush(): Promise<void> {
    // One after another: a commit may be part of a sync in progress, and then nothing seems to wait.
    this.flushing = this.flushing.then(() => this.syncWaiting())
    return this.flushing
  }

  private async syncWaiting(): Promise<void> {
    if (this.failure) throw this.failure
    const descriptors = [...this.waitingDescriptors]
    this.waitingDescriptors.clear()
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
    return this.waitingDescriptors.size > 0 || this.syncingDescriptors.size > 0
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
    if (!this.waitingDescriptors.size && !this.syncingDescriptors.size) return
    try {
      for (const descriptor of new Set([...this.waitingDescriptors, ...this.syncingDescriptors]))
        this.syncNow(descriptor)
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error))
      throw this.failure
    }
    // Descriptors being synced are on disk as well. If they stayed listed, a later close would sync a reused
    // descriptor.
    this.waitingDescriptors.clear()
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
    const guard = createErrorGuard(module)
    const isLog = (stream: FileStream): boolean => {
      const cachedIsLog = this.logStreams.get(stream)
      if (cachedIsLog !== undefined) return cachedIsLog
      const isLogFile =
        isLogPath(this.rootDir, module.NODEFS.realPath(stream.node)) && module.FS.isFile(stream.node.mode)
      this.logStreams.set(stream, isLogFile)
      return isLogFile
    }
    streams.fsync = (stream) =>
      guard(() => {
        if (!this.durable || stream.nfd === undefined || stream.nfd === null) return 0
        if (isLog(stream)) {
          this.waitingDescriptors.add(stream.nfd)
          this.onWaiting?.()
        } else if (module.FS.isFile(stream.node.mode)) {
          if (this.changedFiles?.has(module.NODEFS.realPath(stream.node)) ?? true) this.syncNow(stream.nfd)
        } else if (process.platform !== 'win32') this.syncNow(stream.nfd) // Windows cannot sync a folder.
        return 0
      })
    streams.write = (stream, buffer, offset, length, position) => {
      if (isLog(stream)) this.logBytes += length
      else guard(() => this.syncLogNow())
      this.changedFiles?.add(module.NODEFS.realPath(stream.node))
      this.beforeWrite(module.NODEFS.realPath(stream.node), position, length)
      return write(stream, buffer, offset, length, position)
    }
    streams.setattr = (stream, attributes) => {
      if (attributes.size !== undefined && !isLog(stream)) guard(() => this.syncLogNow())
      if (attributes.size !== undefined) this.changedFiles?.add(module.NODEFS.realPath(stream.node))
      setattr(stream, attributes)
    }
    streams.close = (stream) => {
      if (
        stream.nfd &&
        stream.shared.refcount <= 1 &&
        (this.waitingDescriptors.has(stream.nfd) || this.syncingDescriptors.has(stream.nfd))
      )
        guard(() => this.syncLogNow())
      close(stream)
    }
  }

  private hookNodes(module: EmscriptenModule): void {
    const { node_ops: nodes } = module.NODEFS
    const { unlink, rename, setattr } = nodes
    const guard = createErrorGuard(module)
    const outsideLog = (node: FileNode, name = ''): boolean =>
      !isLogPath(this.rootDir, `${module.NODEFS.realPath(node)}/${name}`)
    nodes.unlink = (parent, name) => {
      if (outsideLog(parent, name)) guard(() => this.syncLogNow())
      unlink(parent, name)
    }
    nodes.rename = (node, folder, name) => {
      if (outsideLog(folder, name)) guard(() => this.syncLogNow())
      this.changedFiles?.add(`${module.NODEFS.realPath(folder)}/${name}`)
      rename(node, folder, name)
    }
    nodes.setattr = (node, attributes) => {
      if (attributes.size !== undefined && outsideLog(node)) guard(() => this.syncLogNow())
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
  const [first, ...rest] = path.relative(root, file).split(path.sep)
  return first === 'pg_wal' && rest.length > 0
}

/** Errors of the file system must reach PostgreSQL as error numbers; the runtime would swallow any other exception. */
function createErrorGuard(module: EmscriptenModule): <T>(work: () => T) => T {
  return (work) => {
    try {
      return work()
    } catch {
      throw new module.FS.ErrnoError(FS_EIO)
    }
  }
}
