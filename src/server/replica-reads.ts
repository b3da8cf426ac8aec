/** Answers reads that may lag from a standby of the PostgreSQL server, so that reports do not slow down the shop floor. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from './application'
import type { Query } from './context'
import type { Database } from './db/connect'
import { getSqlState, isUnavailable } from './db/errors'
import { createQuery } from './db/prepared-statements'
import { toPositionName } from './live/instance-stamps'
import { sql } from './sql'

/** Maximum age of the standby's rows, ms. If the rows are older, the server itself answers. */
const MAX_LAG_MS = 5 * 60_000
/** Pauses between the checks whether the standby has caught up, ms. A healthy standby is some milliseconds behind. */
const CATCH_UP_DELAYS_MS = [10, 40, 150]
/** Pause after a failure of the standby, ms, so that not every report waits for its timeout. */
const PAUSE_AFTER_FAILURE_MS = 15_000
/** SQLSTATE if the standby cancelled a statement because the server has removed the rows that the statement reads. */
const RECOVERY_CONFLICT = '40001'
/** SQLSTATEs for a column, table or function that a standby lacks until it has replayed an installation or upgrade. */
const MISSING_OBJECT_STATES: ReadonlySet<string | undefined> = new Set(['42703', '42P01', '42883'])

/** A standby that is recent enough for one read. */
export interface ReplicaSource {
  query: Query
  /** Moment of the newest rows; null if the standby has everything. */
  asOf: string | null
}
/** The reason why the server itself answers a read. */
export type PrimaryReason = 'unavailable' | 'ownWrites' | 'tooOld'

/** Decides which reads the standby answers. People always see their own writes. */
export class ReplicaReads {
  private readonly query: Query
  private pausedUntil = 0
  /** Number of reads since the start that the standby answered, or that the server answered for a reason. */
  readonly counts: Record<'replica' | PrimaryReason, number> = { replica: 0, unavailable: 0, ownWrites: 0, tooOld: 0 }
  /** The last measured lag; null if unknown. */
  lagSeconds: number | null = null

  /** @param queryPrimary queries the server that takes writes */
  constructor(
    replicaPool: pg.Pool,
    private readonly queryPrimary: Query,
    private readonly site: number,
    private readonly log: Log,
  ) {
    this.query = createQuery(replicaPool)
  }

  /**
   * Runs a read on the standby if the standby is recent enough. Otherwise, and if the standby fails halfway, the server
   * itself answers.
   * @param personId the reader; null for a caller without a session
   */
  async run<T>(
    personId: string | null,
    readReplica: (source: ReplicaSource) => Promise<T>,
    readPrimary: () => Promise<T>,
  ): Promise<T> {
    const source = await this.findSource(personId)
    if (!source) return readPrimary()
    try {
      const answer = await readReplica(source)
      this.counts.replica++
      return answer
    } catch (error) {
      if (!isReplicaFailure(error)) throw error
      this.handleFailure(error)
      return readPrimary()
    }
  }

  private async findSource(personId: string | null): Promise<ReplicaSource | null> {
    if (performance.now() < this.pausedUntil) {
      this.counts.unavailable++
      return null
    }
    try {
      const [primary] = await this.queryPrimary(
        sql<Positions>`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as written,
          (select stamp::float8 from resource_stamp
            where site_id = ${this.site} and resource = ${toPositionName(personId ?? '')}) as "ownWritten"`,
      )
      let replica = await this.loadReplicaPosition()
      for (const delayMs of CATCH_UP_DELAYS_MS) {
        if (replica.replayed === null || replica.replayed >= primary!.written) break
        await pause(delayMs)
        replica = await this.loadReplicaPosition()
      }
      return this.assess(primary!, replica)
    } catch (error) {
      if (!isReplicaFailure(error)) throw error
      this.handleFailure(error)
      return null
    }
  }

  private async loadReplicaPosition(): Promise<ReplicaPosition> {
    const [position] = await this.query(
      sql<ReplicaPosition>`select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 as replayed,
        pg_last_xact_replay_timestamp() as "replayedAt", clock_timestamp() as now`,
    )
    return position!
  }
  private assess(
    { written, ownWritten }: Positions,
    { replayed, replayedAt, now }: ReplicaPosition,
  ): ReplicaSource | null {
    // The server was promoted, or the address does not lead to a standby.
    if (replayed === null) return this.refuse('unavailable')
    const isBehind = replayed < written
    // A standby that has just started has not replayed a commit yet, so the age of its rows is unknown.
    if (isBehind && replayedAt === null) return this.refuse('tooOld')
    const asOf = isBehind ? replayedAt : null
    this.lagSeconds = asOf ? Math.max(0, (Date.parse(now) - Date.parse(asOf)) / 1000) : 0
    if (ownWritten !== null && replayed < ownWritten) return this.refuse('ownWrites')
    if (this.lagSeconds * 1000 > MAX_LAG_MS) return this.refuse('tooOld')
    return { query: this.query, asOf }
  }
  private refuse(reason: PrimaryReason): null {
    this.counts[reason]++
    return null
  }
  private handleFailure(error: unknown): void {
    this.counts.unavailable++
    if (getSqlState(error) === RECOVERY_CONFLICT) return
    if (performance.now() >= this.pausedUntil)
      this.log.warn(
        { reason: error instanceof Error ? error.message : String(error) },
        'the standby does not answer reads',
      )
    this.pausedUntil = performance.now() + PAUSE_AFTER_FAILURE_MS
    this.lagSeconds = null
  }
}

/** Positions in the write-ahead log, in bytes from its beginning. */
interface Positions {
  /** End of the last write of anybody. */
  written: number
  /** End of the reader's last write; null if there is none. */
  ownWritten: number | null
}
interface ReplicaPosition {
  /** Null on a server that is no standby. */
  replayed: number | null
  replayedAt: string | null
  now: string
}

/** True if the server itself may answer although the standby did not, e.g. because a read stores something. */
const isReplicaFailure = (error: unknown): boolean =>
  isUnavailable(error) || getSqlState(error) === RECOVERY_CONFLICT || MISSING_OBJECT_STATES.has(getSqlState(error))

/** Creates the reads of the standby; null without one. */
export const createReplicaReads = (
  { replicaPool }: Pick<Database, 'replicaPool'>,
  queryPrimary: Query,
  site: number,
  log: Log,
): ReplicaReads | null => (replicaPool ? new ReplicaReads(replicaPool, queryPrimary, site, log) : null)
