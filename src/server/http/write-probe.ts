import type { Health } from '../db/backend'
import type { Application, Log } from '../application'
import { explainEngineTrouble } from '../db/explain-trouble'
import { readMigrations, type Migration } from '../db/migrate'
import { findSchemaProblem } from '../db/schema-state'
import { migrationsFolder } from '../program-files'
import { runWithProbeTimeout, writeProbeFile } from './probe-folder'

const PROBE_INTERVAL_MS = 10_000

/**
 * Checks regularly whether the database accepts writes and has the tables of this program. The embedded database lies in the
 * data folder, which is checked with it; beside a PostgreSQL server the folder holds only files, which `FileStoreProbe`
 * checks. Runs on a timer, so that a health request costs nothing and strangers cannot trigger work.
 */
export class WriteProbe {
  #health: Health = { ok: true }
  #runningProbe: Promise<void> | null = null
  #migrations: readonly Migration[] | null = null
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
    let schemaProblem: string | null = null
    try {
      const probe = this.db.kind === 'embedded' ? this.#probeEmbedded() : this.#probeServer()
      await runWithProbeTimeout(probe.then((problem) => void (schemaProblem = problem)))
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      const reason = explainEngineTrouble((error as Error).message) ?? (error as Error).message
      // Only the error code, without the path: strangers may read it.
      return this.#report(
        { ok: false, why: `nothing can be written (${code ?? (error as Error).message})` },
        reason,
        this.db.kind === 'embedded'
          ? 'nothing can be written to the data folder with the database: calls that write are refused'
          : 'nothing can be written to the database: calls that write are refused',
      )
    }
    if (schemaProblem !== null)
      return this.#report({ ok: false, why: schemaProblem }, schemaProblem, 'the database cannot be used: calls fail')
    if (!this.#health.ok) this.log.info('the database can be used again')
    this.#health = { ok: true }
  }
  #report(health: Health, reason: string, message: string): void {
    if (this.#health.ok || this.#health.why !== health.why) this.log.warn({ reason }, message)
    this.#health = health
  }
  async #probeEmbedded(): Promise<null> {
    await writeProbeFile(this.dataDir)
    if (this.db.getHealth().ok) await this.db.flush()
    return null
  }
  /** @returns what is wrong with the tables; null if nothing is */
  async #probeServer(): Promise<string | null> {
    if (!this.db.getHealth().ok) return null
    await this.db.flush()
    this.#migrations ??= readMigrations(migrationsFolder)
    return findSchemaProblem(this.db.pool, this.#migrations)
  }
}
