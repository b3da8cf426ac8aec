/**
 * Time limits for PGlite, which has no statement_timeout and cannot be interrupted. The watchdog stops an endless
 * statement by terminating the worker, and ends sessions that leave a transaction open and idle.
 */
import { DatabaseUnavailable } from '../errors'
import type { DatabaseLog } from '@/server/db/backend'
import type { EngineSession } from './engine-stream'

export interface WatchdogLimits {
  /** Maximum duration of a statement, milliseconds. */
  statementMs: number
  /** Maximum time that a transaction may stay open without a statement, milliseconds. */
  idleInTransactionMs: number
}

/** Enforces time limits for statements and idle transactions of the embedded database. */
export class Watchdog {
  private readonly timer: NodeJS.Timeout
  private readonly raisedLimits = new Map<symbol, number>()

  /** @param reclaimConnection takes the connection back from code that never released it */
  constructor(
    private readonly session: EngineSession,
    private readonly limits: WatchdogLimits,
    private readonly log: DatabaseLog,
    private readonly reclaimConnection: (reason: Error) => void,
  ) {
    const checkIntervalMs = Math.max(50, Math.min(1000, limits.statementMs / 10, limits.idleInTransactionMs / 10))
    this.timer = setInterval(() => this.enforceLimits(), checkIntervalMs)
    this.timer.unref()
  }

  /**
   * Raises the limits to this many milliseconds until the returned function is called: for maintenance, migrations,
   * backups.
   */
  raiseLimits(milliseconds: number): () => void {
    const permit = Symbol('permit')
    this.raisedLimits.set(permit, milliseconds)
    return () => this.raisedLimits.delete(permit)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private enforceLimits(): void {
    const { engine } = this.session
    const now = performance.now()
    const limitMs = Math.max(this.limits.statementMs, ...this.raisedLimits.values())
    const busyMs = engine.getBusyMs(now)
    if (engine.state !== 'open') return
    if (busyMs > limitMs) void engine.restart(`a statement ran longer than ${Math.round(limitMs)} ms`)
    else if (
      !busyMs &&
      this.session.transactionStatus !== 'I' &&
      now - this.session.lastAnswerAt > Math.max(this.limits.idleInTransactionMs, ...this.raisedLimits.values())
    ) {
      this.log.error(
        { milliseconds: this.limits.idleInTransactionMs },
        'a transaction was left open with nothing asked, and is rolled back',
      )
      const reason = new DatabaseUnavailable('The transaction was left open for too long')
      this.session.disconnectOwner(reason)
      this.reclaimConnection(reason)
    }
  }
}
