import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { CLOCK_DRIFT_MS } from '@/contract/entered-moment'
import type { Application } from '../application'
import type { Job } from '../area'
import type { Origin } from '../context'
import { contextOf, inWrite, noEffects, poolQuery, settle } from '../pipeline'

const LEASE_S = 300
// What lies further ahead than clocks of several instances differ was written before the clock was set back: it counts for nothing.

const LOOK_EVERY_MS = 5_000
/** What waits is worked off in turns with pauses as long as they took: people have every other moment of the database. */
const SHORTEST_PAUSE_MS = 50

/** Runs what the plant does by the clock. Each job is leased in the database, so only one instance runs it at a time. */
export class JobRunner {
  readonly #holder = randomUUID()
  readonly #end = new AbortController()
  #running: Promise<void> = Promise.resolve()
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
    let looked = -Infinity
    let kept = false // one that works alone kept others waiting
    while (!this.#end.signal.aborted) {
      const from = performance.now()
      const { behind } = this.app
      const all: boolean = from - looked >= LOOK_EVERY_MS || (kept && behind.jobs.size === 0)
      if (all) looked = from
      const due: readonly Job[] = all ? this.jobs : this.jobs.filter(({ name }) => behind.jobs.has(name))
      const done: boolean = await this.runDue(due).catch((error) => {
        this.app.log.error({ err: error }, 'jobs could not be run')
        return true
      })
      if (all) kept = !done
      behind.known ||= all && done
      const now = performance.now()
      const rest = kept ? 0 : looked + LOOK_EVERY_MS - now
      const wait = behind.jobs.size > 0 ? Math.max(now - from, SHORTEST_PAUSE_MS) : rest
      await pause(Math.max(0, wait), undefined, { signal: this.#end.signal, ref: false }).catch(() => undefined)
    }
  }
  /** Runs every job whose time has come, one after another. Answers whether each had its turn: one may have kept the others waiting. */
  async runDue(jobs: readonly Job[] = this.jobs): Promise<boolean> {
    for (const job of jobs) {
      if (this.#end.signal.aborted) return false
      if (this.app.db.healthy().ok && (await this.#lease(job))) await this.runOne(job)
      if (job.alone && this.app.behind.jobs.has(job.name)) return false
    }
    return true
  }
  /** Runs a job now, in one transaction unless it is its `own`, and writes down how it went. */
  async runOne(job: Job): Promise<void> {
    const { app } = this
    const from = performance.now()
    try {
      const effects = noEffects()
      const origin: Origin = {
        requestId: `job:${job.name}`,
        address: null,
        device: null,
        via: 'job',
        occurredAt: null,
        baseVersion: null,
      }
      const call = { endpoint: `job.${job.name}`, person: null, origin, language: 'zh' as const }
      const more = job.own
        ? await job.run(contextOf(app, call, poolQuery(app), effects))
        : await inWrite(app, call, effects, (ctx) => job.run(ctx))
      if (more === true) app.behind.jobs.add(job.name)
      else app.behind.jobs.delete(job.name)
      await settle(app, effects)
      await this.#done(job, null)
    } catch (error) {
      app.log.error({ err: error, job: job.name }, 'a job failed')
      app.behind.jobs.delete(job.name)
      await this.#done(job, error instanceof Error ? error.message : String(error))
    }
    app.worked.set(job.name, (app.worked.get(job.name) ?? 0) + (performance.now() - from) / 1000)
  }
  async #lease(job: Job): Promise<boolean> {
    const now = this.app.clock()
    const { rowCount } = await this.app.db.pool.query(
      `insert into job_run (site_id, job, holder, lease_until) values ($1, $2, $3, $4) on conflict (site_id, job) do update set holder = excluded.holder, lease_until = excluded.lease_until
       where (job_run.lease_until is null or job_run.lease_until < $5 or job_run.lease_until > $7)
         and (coalesce(greatest(job_run.ran_at, job_run.failed_at), '-infinity') <= $6 or greatest(job_run.ran_at, job_run.failed_at) > $8)`,
      [
        this.app.site,
        job.name,
        this.#holder,
        new Date(now.getTime() + LEASE_S * 1000),
        now,
        new Date(now.getTime() - (this.app.behind.jobs.has(job.name) ? 0 : job.everySeconds * 1000)),
        new Date(now.getTime() + LEASE_S * 1000 + CLOCK_DRIFT_MS),
        new Date(now.getTime() + CLOCK_DRIFT_MS),
      ],
    )
    return rowCount === 1
  }
  async #done(job: Job, error: string | null): Promise<void> {
    const now = this.app.clock()
    await this.app.db.pool.query(
      `update job_run set lease_until = null, ran_at = case when $4::text is null then $3 else ran_at end, failed_at = case when $4::text is null then failed_at else $3 end, error = $4 where site_id = $1 and job = $2`,
      [this.app.site, job.name, now, error],
    )
  }
}
