import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import type { Application } from '../application'
import type { Job } from '../area'
import type { Origin } from '../context'
import { DatabaseUnavailable, isUnavailable } from '../db/errors'
import { runWriteTransaction, carryOutEffects } from '../run-in-transaction'
import { createContext, createEffects, getPoolQuery } from '../create-context'
import { sql, Sql } from '../sql'
import { countJobFailure, forgetJobFailures } from './job-failures'

/** A crashed instance blocks its jobs for at most this long. */
const LEASE_S = 20
/** Renewal interval while a job runs; several attempts fit into one lease. */
const LEASE_RENEWAL_INTERVAL_MS = 5_000
/**
 * A lease that ends further ahead was taken before the clock was set back, and is ignored. The value exceeds the 300 s
 * of earlier versions.
 */
const MAX_LEASE_AHEAD_S = 600
const leaseEndSql = new Sql([`clock_timestamp() + interval '${LEASE_S} seconds'`])
const POLL_INTERVAL_MS = 5_000
/**
 * Shortest pause between runs of jobs with a backlog. A pause lasts as long as the run before it, so people get half of
 * the database time.
 */
const MIN_PAUSE_MS = 50
/** Shortest pause while the database is unavailable. */
const DATABASE_LOST_PAUSE_MS = 1_000

/** Runs scheduled jobs. Each job is leased in the database, so only one instance runs it at a time. */
export class JobRunner {
  readonly #holder = randomUUID()
  readonly #closeController = new AbortController()
  #runLoop: Promise<void> = Promise.resolve()
  #isDatabaseLost = false
  /** Running jobs with `runsAlongside`, by name. */
  readonly #parallelRuns = new Map<string, Promise<void>>()
  constructor(
    private readonly app: Application,
    private readonly jobs: readonly Job[] = app.jobs,
  ) {}

  start(): void {
    this.#runLoop = this.#run()
  }
  async close(): Promise<void> {
    this.#closeController.abort()
    await this.#runLoop
    await Promise.all(this.#parallelRuns.values())
  }
  async #run(): Promise<void> {
    let lastPollAt = -Infinity
    let hasSkippedJobs = false // true if the last poll skipped jobs, because a job with a backlog runs alone
    while (!this.#closeController.signal.aborted) {
      const startedAt = performance.now()
      const { jobBacklog } = this.app
      const runsAllJobs: boolean =
        startedAt - lastPollAt >= POLL_INTERVAL_MS || (hasSkippedJobs && jobBacklog.jobs.size === 0)
      if (runsAllJobs) lastPollAt = startedAt
      const jobsToRun: readonly Job[] = runsAllJobs
        ? this.jobs
        : this.jobs.filter(({ name }) => jobBacklog.jobs.has(name))
      const haveAllRun: boolean = await this.runDueJobs(jobsToRun).then(
        (ranAllJobs) => {
          if (jobsToRun.length > 0) this.#logDatabaseChange(null)
          return ranAllJobs
        },
        (error: unknown) => {
          if (isUnavailable(error)) this.#logDatabaseChange(error)
          else this.app.log.error({ err: error }, 'jobs could not be run')
          return true
        },
      )
      if (runsAllJobs) hasSkippedJobs = !haveAllRun
      jobBacklog.hasEveryJobRun ||= runsAllJobs && haveAllRun
      const now = performance.now()
      const msUntilNextPoll = hasSkippedJobs ? 0 : lastPollAt + POLL_INTERVAL_MS - now
      const minPauseMs = this.#isDatabaseLost ? DATABASE_LOST_PAUSE_MS : MIN_PAUSE_MS
      const pauseMs = jobBacklog.jobs.size > 0 ? Math.max(now - startedAt, minPauseMs) : msUntilNextPoll
      await pause(Math.max(0, pauseMs), undefined, { signal: this.#closeController.signal, ref: false }).catch(
        () => undefined,
      )
    }
  }
  /**
   * Runs all due jobs one after another, and starts those with `runsAlongside`. Returns false if some jobs did not run,
   * because a job with a backlog runs alone.
   */
  async runDueJobs(jobs: readonly Job[] = this.jobs): Promise<boolean> {
    for (const job of jobs) {
      if (this.#closeController.signal.aborted) return false
      const { ok, why } = this.app.db.getHealth()
      if (!ok) throw new DatabaseUnavailable(why ?? 'the database does not answer')
      if (this.#parallelRuns.has(job.name)) continue
      if (await this.#tryLease(job)) {
        if (job.runsAlongside) this.#runAlongside(job)
        else await this.runJob(job)
      }
      if (job.blocksLaterJobs && this.app.jobBacklog.jobs.has(job.name)) return false
    }
    return true
  }
  #runAlongside(job: Job): void {
    const run = this.runJob(job)
      .catch((error: unknown) => {
        if (!isUnavailable(error)) this.app.log.error({ err: error, job: job.name }, 'a job could not be run')
      })
      .finally(() => this.#parallelRuns.delete(job.name))
    this.#parallelRuns.set(job.name, run)
  }
  /** Runs a job now and records its outcome. Jobs run in one transaction, except those with `managesTransactions`. */
  async runJob(job: Job): Promise<void> {
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
        ? await job.run(createContext(app, call, getPoolQuery(app), effects), this.#closeController.signal)
        : await runWriteTransaction(app, call, effects, (ctx) => job.run(ctx, this.#closeController.signal))
      if (hasMoreWork === true) app.jobBacklog.jobs.add(job.name)
      else app.jobBacklog.jobs.delete(job.name)
      await carryOutEffects(app, effects)
      await this.#recordOutcome(job, null)
    } catch (error) {
      app.jobBacklog.jobs.delete(job.name)
      app.jobFailures.set(job.name, (app.jobFailures.get(job.name) ?? 0) + 1)
      // If the database is unavailable, this call throws too, and `#run` logs that once instead of per job.
      await this.#recordOutcome(job, getErrorMessage(error))
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
   * existing lease belongs to a process that has ended. A run time further in the future than the clock may drift was recorded before
   * the clock was set back, and does not delay the job.
   * @returns true if this instance got the lease
   */
  async #tryLease(job: Job): Promise<boolean> {
    const { app } = this
    const now = app.clock()
    const dueIfRunBefore = new Date(now.getTime() - (app.jobBacklog.jobs.has(job.name) ? 0 : job.everySeconds * 1000))
    const latestPlausibleRun = new Date(now.getTime() + MAX_CLOCK_DRIFT_MS)
    const leasedJobs = await getPoolQuery(app)(
      sql`insert into job_run (site_id, job, holder, lease_until) values (${app.site}, ${job.name}, ${this.#holder}, ${leaseEndSql})
        on conflict (site_id, job) do update set holder = excluded.holder, lease_until = excluded.lease_until
        where (${app.db.kind === 'embedded'} or job_run.lease_until is null or job_run.lease_until < clock_timestamp() or job_run.lease_until > clock_timestamp() + make_interval(secs => ${MAX_LEASE_AHEAD_S}))
          and (coalesce(greatest(job_run.ran_at, job_run.failed_at), '-infinity') <= ${dueIfRunBefore} or greatest(job_run.ran_at, job_run.failed_at) > ${latestPlausibleRun})
        returning job`,
    )
    return leasedJobs.length === 1
  }
  /** Renews the lease of a running job. @returns a function that stops the renewal */
  #renewLease(job: Job): () => void {
    const { app } = this
    if (app.db.kind === 'embedded') return () => undefined
    const timer = setInterval(() => {
      getPoolQuery(app)(
        sql`update job_run set lease_until = ${leaseEndSql} where site_id = ${app.site} and job = ${job.name} and holder = ${this.#holder}`,
      ).catch((error: unknown) =>
        app.log.warn({ job: job.name, reason: getErrorMessage(error) }, 'the lease of a job could not be renewed'),
      )
    }, LEASE_RENEWAL_INTERVAL_MS).unref()
    return () => clearInterval(timer)
  }
  /** Logs once when the database becomes unavailable and once when it is back. */
  #logDatabaseChange(error: unknown): void {
    if (error && !this.#isDatabaseLost)
      this.app.log.error({ reason: getErrorMessage(error) }, 'jobs wait: the database cannot be used')
    if (!error && this.#isDatabaseLost) this.app.log.info('jobs go on: the database is back')
    this.#isDatabaseLost = error !== null
  }
  /** Records the end of a run and releases the lease, unless another instance already holds it. */
  async #recordOutcome(job: Job, error: string | null): Promise<void> {
    const now = this.app.clock()
    await getPoolQuery(this.app)(
      sql`update job_run set lease_until = case when holder = ${this.#holder} then null else lease_until end,
        ran_at = case when ${error}::text is null then ${now} else ran_at end,
        failed_at = case when ${error}::text is null then failed_at else ${now} end, error = ${error}
        where site_id = ${this.app.site} and job = ${job.name}`,
    )
    await (error === null ? forgetJobFailures(this.app, job.name) : countJobFailure(this.app, job.name))
  }
}

const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
