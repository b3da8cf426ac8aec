/**
 * PGlite has no statement_timeout and cannot be interrupted. The watchdog stops an endless statement by terminating the
 * worker, and ends sessions that leave a transaction open and idle.
 */
import { DatabaseUnavailable } from '../errors'
import type { DatabaseLog } from '../log'
import type { EngineSession } from './engine-stream'

export interface WatchdogLimits {
  /** Maximum duration of a statement, milliseconds. */
  statement: number
  /** Maximum time that a transaction may stay open without a statement, milliseconds. */
  idleInTransaction: number
}

/** Enforces time limits for statements and idle transactions of the embedded database. */
export class Watchdog {
  private readonly timer: NodeJS.Timeout
  private readonly permits = new Map<symbol, number>()

  /** @param reclaimConnection frees the connection of a holder that forgot it */
  constructor(
    private readonly session: EngineSession,
    private readonly limits: WatchdogLimits,
    private readonly log: DatabaseLog,
    private readonly reclaimConnection: (reason: Error) => void,
  ) {
    const every = Math.max(50, Math.min(1000, limits.statement / 10, limits.idleInTransaction / 10))
    this.timer = setInterval(() => this.enforceLimits(), every)
    this.timer.unref()
  }

  /**
   * Raises the limits to this many milliseconds until the returned function is called: for maintenance, migrations,
   * backups.
   */
  permit(milliseconds: number): () => void {
    const permit = Symbol('permit')
    this.permits.set(permit, milliseconds)
    return () => this.permits.delete(permit)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private enforceLimits(): void {
    const { engine } = this.session
    const now = performance.now()
    const limit = Math.max(this.limits.statement, ...this.permits.values())
    const busy = engine.getBusyMs(now)
    if (engine.state !== 'open') return
    if (busy > limit) void engine.restart(`a statement ran longer than ${Math.round(limit)} ms`)
    else if (
      !busy &&
      this.session.status !== 'I' &&
      now - this.session.lastAnswerAt > Math.max(this.limits.idleInTransaction, ...this.permits.values())
    ) {
      this.log.error(
        { milliseconds: this.limits.idleInTransaction },
        'a transaction was left open with nothing asked, and is rolled back',
      )
      const reason = new DatabaseUnavailable('The transaction was left open for too long')
      this.session.disconnectOwner(reason)
      this.reclaimConnection(reason)
    }
  }
}
