import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/moment-problem'
import type { Application } from '../application'
import type { Job } from '../area'
import type { Origin } from '../context'
import { DatabaseUnavailable, isUnavailable } from '../db/errors'
import { createContext, runWriteTransaction, createEffects, getPoolQuery, settleEffects } from '../pipeline'

/** A crashed instance blocks its jobs for at most this long. */
const LEASE_S = 20
/** Renewal interval while a job runs; several attempts fit into one lease. */
const LEASE_RENEWAL_INTERVAL_MS = 5_000
/** A lease that ends later than this was taken before the clock was set back. Earlier versions leased for 300 s. */
const MAX_LEASE_AHEAD_S = 600
const LEASE_END_SQL = `clock_timestamp() + interval '${LEASE_S} seconds'`
const POLL_INTERVAL_MS = 5_000
/**
 * Shortest pause between turns of a backlog. Pauses last as long as the turn, so people get half of the database time.
 */
const MIN_PAUSE_MS = 50
/** Shortest pause while the database is unavailable. */
const DATABASE_LOST_PAUSE_MS = 1_000

/** Runs scheduled jobs. Each job is leased in the database, so only one instance runs it at a time. */
export class JobRunner {
  readonly #holder = randomUUID()
  readonly #end = new AbortController()
  #running: Promise<void> = Promise.resolve()
  #databaseLost = false
  constructor(
    private readonly app: Application,
    private readonly jobs: readonly Job[] = app.jobs,
  ) {}

  start(): void {
    this.#running = this.#run()
  }
  async close(): Promise<void> {
    this.#end.abort()
    await this.#running
  }
  async #run(): Promise<void> {
    let lastPollAt = -Infinity
    let othersWereKeptWaiting = false // a job that runs alone delayed the others
    while (!this.#end.signal.aborted) {
      const startedAt = performance.now()
      const { jobBacklog: behind } = this.app
      const runsAllJobs: boolean =
        startedAt - lastPollAt >= POLL_INTERVAL_MS || (othersWereKeptWaiting && behind.jobs.size === 0)
      if (runsAllJobs) lastPollAt = startedAt
      const dueJobs: readonly Job[] = runsAllJobs ? this.jobs : this.jobs.filter(({ name }) => behind.jobs.has(name))
      const everyJobRan: boolean = await this.runDue(dueJobs).then(
        (allHadTheirTurn) => {
          if (dueJobs.length > 0) this.#noteDatabase(null)
          return allHadTheirTurn
        },
        (error: unknown) => {
          if (isUnavailable(error)) this.#noteDatabase(error)
          else this.app.log.error({ err: error }, 'jobs could not be run')
          return true
        },
      )
      if (runsAllJobs) othersWereKeptWaiting = !everyJobRan
      behind.isComplete ||= runsAllJobs && everyJobRan
      const now = performance.now()
      const untilNextPoll = othersWereKeptWaiting ? 0 : lastPollAt + POLL_INTERVAL_MS - now
      const minPause = this.#databaseLost ? DATABASE_LOST_PAUSE_MS : MIN_PAUSE_MS
      const wait = behind.jobs.size > 0 ? Math.max(now - startedAt, minPause) : untilNextPoll
      await pause(Math.max(0, wait), undefined, { signal: this.#end.signal, ref: false }).catch(() => undefined)
    }
  }
  /**
   * Runs all due jobs one after another. Returns false if some had no turn, because a job with a backlog runs alone.
   */
  async runDue(jobs: readonly Job[] = this.jobs): Promise<boolean> {
    for (const job of jobs) {
      if (this.#end.signal.aborted) return false
      const { ok, why } = this.app.db.healthy()
      if (!ok) throw new DatabaseUnavailable(why ?? 'the database does not answer')
      if (await this.#lease(job)) await this.runOne(job)
      if (job.blocksLaterJobs && this.app.jobBacklog.jobs.has(job.name)) return false
    }
    return true
  }
  /** Runs a job now and records its outcome. Jobs run in one transaction, except those with `managesTransactions`. */
  async runOne(job: Job): Promise<void> {
    const { app } = this
    const startedAt = performance.now()
    const endRenewal = this.#renewLease(job)
    try {
      await app.changes.catchUp()
      const effects = createEffects()
      const origin: Origin = {
        requestId: `job:${job.name}`,
        address: null,
        device: null,
        via: 'job',
        occurredAt: null,
        baseVersion: null,
      }
      const call = { endpoint: `job.${job.name}`, person: null, origin, language: 'zh' as const }
      const hasMoreWork = job.managesTransactions
        ? await job.run(createContext(app, call, getPoolQuery(app), effects))
        : await runWriteTransaction(app, call, effects, (ctx) => job.run(ctx))
      if (hasMoreWork === true) app.jobBacklog.jobs.add(job.name)
      else app.jobBacklog.jobs.delete(job.name)
      await settleEffects(app, effects)
      await this.#done(job, null)
    } catch (error) {
      app.jobBacklog.jobs.delete(job.name)
      // Also throws if the database is unavailable; that is logged once, not per job.
      await this.#done(job, getErrorMessage(error))
      app.log.error(
        isUnavailable(error) ? { job: job.name, reason: getErrorMessage(error) } : { err: error, job: job.name },
        'a job failed',
      )
    } finally {
      endRenewal()
    }
    app.jobSeconds.set(job.name, (app.jobSeconds.get(job.name) ?? 0) + (performance.now() - startedAt) / 1000)
  }
  /**
   * Leases a job by the database clock, which all instances share. The embedded database has a single process, so any
   * existing lease belongs to a dead one. Run times beyond the allowed clock drift predate setting the clock back.
   */
  async #lease(job: Job): Promise<boolean> {
    const { app } = this
    const now = app.clock()
    const { rowCount } = await app.db.pool.query(
      `insert into job_run (site_id, job, holder, lease_until) values ($1, $2, $3, ${LEASE_END_SQL})
       on conflict (site_id, job) do update set holder = excluded.holder, lease_until = excluded.lease_until
       where ($4 or job_run.lease_until is null or job_run.lease_until < clock_timestamp() or job_run.lease_until > clock_timestamp() + interval '${MAX_LEASE_AHEAD_S} seconds')
         and (coalesce(greatest(job_run.ran_at, job_run.failed_at), '-infinity') <= $5 or greatest(job_run.ran_at, job_run.failed_at) > $6)`,
      [
        app.site,
        job.name,
        this.#holder,
        app.db.kind === 'embedded',
        new Date(now.getTime() - (app.jobBacklog.jobs.has(job.name) ? 0 : job.everySeconds * 1000)),
        new Date(now.getTime() + MAX_CLOCK_DRIFT_MS),
      ],
    )
    return rowCount === 1
  }
  /** Renews the lease of a running job. @returns a function that stops the renewal */
  #renewLease(job: Job): () => void {
    const { app } = this
    if (app.db.kind === 'embedded') return () => undefined
    const timer = setInterval(() => {
      app.db.pool
        .query(`update job_run set lease_until = ${LEASE_END_SQL} where site_id = $1 and job = $2 and holder = $3`, [
          app.site,
          job.name,
          this.#holder,
        ])
        .catch((error: unknown) =>
          app.log.warn({ job: job.name, reason: getErrorMessage(error) }, 'the lease of a job could not be renewed'),
        )
    }, LEASE_RENEWAL_INTERVAL_MS).unref()
    return () => clearInterval(timer)
  }
  /** Logs once when the database becomes unavailable and once when it is back. */
  #noteDatabase(error: unknown): void {
    if (error && !this.#databaseLost)
      this.app.log.error({ reason: getErrorMessage(error) }, 'jobs wait: the database cannot be used')
    if (!error && this.#databaseLost) this.app.log.info('jobs go on: the database is back')
    this.#databaseLost = error !== null
  }
  /** Records the end of a run and releases the lease, unless another instance already holds it. */
  async #done(job: Job, error: string | null): Promise<void> {
    const now = this.app.clock()
    await this.app.db.pool.query(
      `update job_run set lease_until = case when holder = $5 then null else lease_until end, ran_at = case when $4::text is null then $3 else ran_at end,
         failed_at = case when $4::text is null then failed_at else $3 end, error = $4 where site_id = $1 and job = $2`,
      [this.app.site, job.name, now, error, this.#holder],
    )
  }
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
