/**
 * Background work that PGlite lacks: checkpoints, without which the write-ahead log grows forever, and vacuum with
 * statistics. Each statement queues in the pool like any other.
 */
import type pg from 'pg'
import { isUnavailable } from '../errors'
import type { DatabaseLog } from '@/server/db/backend'
import type { Engine } from './engine'
import type { Watchdog } from './watchdog'

const CHECKPOINT_BYTES = 64 * 1024 * 1024
const CHECKPOINT_INTERVAL_MS = 5 * 60_000
const VACUUM_INTERVAL_MS = 10 * 60_000
const CHECK_INTERVAL_MS = 5_000
const STATEMENT_TIMEOUT_MS = 10 * 60_000
const SLOW_STATEMENT_MS = 1_000

/** Selects tables due by the thresholds of PostgreSQL's autovacuum, or because their transaction ids grow old. */
const DUE_TABLES_SQL = `
  select c.oid::regclass::text as name
  from pg_class c left join pg_stat_all_tables s on s.relid = c.oid
  where c.relkind = 'r' and c.relpersistence = 'p' and (
    coalesce(s.n_dead_tup, 0) > 50 + 0.2 * greatest(c.reltuples, 0)
    or coalesce(s.n_ins_since_vacuum, 0) > 1000 + 0.2 * greatest(c.reltuples, 0)
    or coalesce(s.n_mod_since_analyze, 0) > 50 + 0.1 * greatest(c.reltuples, 0)
    or age(c.relfrozenxid) > 150000000)
  order by age(c.relfrozenxid) desc`

/** Runs checkpoints and vacuum of the embedded database when they are due. */
export class DatabaseMaintenance {
  private readonly timer: NodeJS.Timeout
  private lastCheckpointAt = performance.now()
  private logBytesAtCheckpoint = 0
  private lastVacuumAt = performance.now()
  private runningWork: Promise<void> | undefined

  constructor(
    private readonly engine: Engine,
    private readonly pool: pg.Pool,
    private readonly watchdog: Watchdog,
    private readonly log: DatabaseLog,
  ) {
    this.timer = setInterval(() => this.startDueWork(), CHECK_INTERVAL_MS)
    this.timer.unref()
  }

  /** Writes all pages to the table files, so that the log can be recycled. */
  async checkpoint(): Promise<void> {
    const logBytes = this.engine.logBytes
    await this.runLongStatement('checkpoint')
    this.lastCheckpointAt = performance.now()
    this.logBytesAtCheckpoint = logBytes
  }

  /** Vacuums and analyses the tables that need it. @returns their names */
  async vacuum(): Promise<string[]> {
    this.lastVacuumAt = performance.now()
    // PostgreSQL writes its statistics with a delay of a second.
    await this.pool.query('select pg_stat_force_next_flush()')
    const dueTables = await this.pool.query<{ name: string }>(DUE_TABLES_SQL)
    for (const { name } of dueTables.rows) await this.runLongStatement(`vacuum (analyze) ${name}`)
    return dueTables.rows.map(({ name }) => name)
  }

  async stop(): Promise<void> {
    clearInterval(this.timer)
    await this.runningWork
  }

  private startDueWork(): void {
    if (this.runningWork || this.engine.state !== 'open') return
    const now = performance.now()
    // The engine's byte count restarts with the worker.
    const newLogBytes =
      this.engine.logBytes < this.logBytesAtCheckpoint
        ? this.engine.logBytes
        : this.engine.logBytes - this.logBytesAtCheckpoint
    const isCheckpointDue =
      newLogBytes > CHECKPOINT_BYTES || (now - this.lastCheckpointAt > CHECKPOINT_INTERVAL_MS && newLogBytes > 0)
    const isVacuumDue = now - this.lastVacuumAt > VACUUM_INTERVAL_MS
    if (!isCheckpointDue && !isVacuumDue) return
    this.runningWork = (isCheckpointDue ? this.checkpoint() : this.vacuum().then(() => undefined))
      // A long transaction, such as loading the demonstration, holds the only connection.
      .catch((error: unknown) =>
        isUnavailable(error)
          ? this.log.info('upkeep waits: the database is busy')
          : this.log.warn({ err: error }, 'upkeep of the database failed; it is tried again later'),
      )
      .finally(() => {
        this.runningWork = undefined
      })
  }

  private async runLongStatement(sql: string): Promise<void> {
    const restoreLimits = this.watchdog.raiseLimits(STATEMENT_TIMEOUT_MS)
    const startedAt = performance.now()
    try {
      await this.pool.query(sql)
    } finally {
      restoreLimits()
    }
    const milliseconds = Math.round(performance.now() - startedAt)
    if (milliseconds > SLOW_STATEMENT_MS) this.log.info({ sql, milliseconds }, 'upkeep of the database took long')
  }
}
