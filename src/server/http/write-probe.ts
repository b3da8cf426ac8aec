import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Health } from '../db/backend'
import type { Application, Log } from '../application'
import { explainEngineTrouble } from '../db/explain-trouble'

/** Content of the probe file. A smaller file might fit into the file system's metadata, even on a full disk. */
const PROBE_BYTES = Buffer.alloc(64 * 1024, 1)
const PROBE_INTERVAL_MS = 10_000
const PROBE_FOLDER_PREFIX = '.writable-'
/** A disk that takes longer counts as not answering. */
const PROBE_TIMEOUT_MS = 8_000
const ABANDONED_PROBE_AGE_MS = 60_000

/**
 * Checks regularly whether the data folder and the database accept writes. It runs on a timer, so that a health request
 * costs nothing and strangers cannot trigger work.
 */
export class WriteProbe {
  #health: Health = { ok: true }
  #runningProbe: Promise<void> | null = null
  readonly #timer: NodeJS.Timeout

  constructor(
    private readonly db: Application['db'],
    private readonly dataDir: string,
    private readonly log: Log,
  ) {
    this.#timer = setInterval(() => void this.probe(), PROBE_INTERVAL_MS).unref()
  }
  stop(): void {
    clearInterval(this.#timer)
  }
  getHealth(): Health {
    const { ok, why } = this.db.getHealth()
    return ok ? this.#health : { ok, ...(why ? { why } : {}) }
  }
  /** Probes now. Concurrent calls share one probe. */
  probe(): Promise<void> {
    this.#runningProbe ??= this.#runProbe().finally(() => {
      this.#runningProbe = null
    })
    return this.#runningProbe
  }
  async #runProbe(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the disk does not answer')), PROBE_TIMEOUT_MS)
    })
    try {
      await Promise.race([this.#writeProbeFile(), timeout])
      if (!this.#health.ok) this.log.info('the data folder and the database take writes again')
      this.#health = { ok: true }
    } catch (error) {
      if (this.#health.ok)
        this.log.warn(
          { reason: explainEngineTrouble((error as Error).message) ?? (error as Error).message },
          'nothing can be written to the data folder or the database: calls that write are refused',
        )
      // Only the error code, without the path: strangers may read it.
      const code = (error as NodeJS.ErrnoException).code
      this.#health = { ok: false, why: `nothing can be written (${code ?? (error as Error).message})` }
    } finally {
      clearTimeout(timer)
    }
  }
  /** Removes folders left by servers killed during a probe. Recent ones may belong to another instance. */
  async #removeAbandonedFolders(): Promise<void> {
    for (const name of (await readdir(this.dataDir)).filter((fileName) => fileName.startsWith(PROBE_FOLDER_PREFIX))) {
      const path = join(this.dataDir, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
      if (mtimeMs < Date.now() - ABANDONED_PROBE_AGE_MS) await rm(path, { recursive: true, force: true })
    }
  }
  async #writeProbeFile(): Promise<void> {
    await this.#removeAbandonedFolders()
    const folder = await mkdtemp(join(this.dataDir, PROBE_FOLDER_PREFIX))
    try {
      const handle = await open(join(folder, 'probe'), 'wx', 0o600)
      try {
        await handle.writeFile(PROBE_BYTES)
        await handle.sync()
      } finally {
        await handle.close()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    if (this.db.getHealth().ok) await this.db.flush()
  }
}
