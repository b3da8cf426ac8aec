import type { Log } from '../application'
import type { Health } from '../db/backend'
import type { FileStore } from './file-store'

const PROBE_INTERVAL_MS = 5_000

/** Checks the file store regularly, so that a health request costs nothing. */
export class FileStoreProbe {
  #health: Health = { ok: true }
  #runningProbe: Promise<void> | null = null
  readonly #timer: NodeJS.Timeout

  constructor(
    private readonly store: FileStore,
    private readonly log: Log,
    /** Checks the folder that files arrive in, if nothing else does. */
    private readonly checkFolder: () => Promise<void> = async () => undefined,
  ) {
    this.#timer = setInterval(() => void this.probe(), PROBE_INTERVAL_MS).unref()
  }
  stop(): void {
    clearInterval(this.#timer)
  }
  getHealth(): Health {
    return this.#health
  }
  /** Probes now. Concurrent calls share one probe. */
  probe(): Promise<void> {
    this.#runningProbe ??= this.#runProbe().finally(() => {
      this.#runningProbe = null
    })
    return this.#runningProbe
  }
  async #runProbe(): Promise<void> {
    try {
      await this.store.check()
      await this.checkFolder()
      if (!this.#health.ok) this.log.info('the file store can be used again')
      this.#health = { ok: true }
    } catch (error) {
      if (this.#health.ok)
        this.log.warn(
          { reason: (error as Error).message },
          'the file store cannot be used: phones keep their photos and send them later',
        )
      // Without address and bucket: strangers may read it.
      this.#health = { ok: false, why: 'the file store cannot be used' }
    }
  }
}
