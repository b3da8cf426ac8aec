import { randomUUID } from 'node:crypto'
import { CLOCK_DRIFT_MS } from '@/contract/entered-moment'
import type { Application } from '../application'
import type { Job } from '../area'
import type { Origin } from '../context'
import { inWrite, noEffects, settle } from '../pipeline'

const LEASE_S = 300
// What lies further ahead than clocks of several instances differ was written before the clock was set back: it counts for nothing.

/** Runs what the plant does by the clock. Each job is leased in the database, so only one instance runs it at a time. */
export class JobRunner {
  readonly #holder = randomUUID()
  #timer: NodeJS.Timeout | null = null
  #busy: Promise<void> | null = null
  constructor(private readonly app: Application) {}

  start(): void {
    this.#timer = setInterval(() => void this.#tick(), 5_000).unref()
    void this.#tick()
  }
  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#busy
  }
  #tick(): Promise<void> {
    this.#busy ??= this.runDue()
      .catch((error) => this.app.log.error({ err: error }, 'jobs could not be run'))
      .finally(() => {
        this.#busy = null
      })
    return this.#busy
  }
  /** Runs every job whose time has come, one after another. */
  async runDue(): Promise<void> {
    for (const job of this.app.jobs) if (this.app.db.healthy().ok && (await this.#lease(job))) await this.runOne(job)
  }
  /** Runs a job now, in one transaction, and writes down how it went. */
  async runOne(job: Job): Promise<void> {
    const { app } = this
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
      await inWrite(app, call, effects, (ctx) => job.run(ctx))
      await settle(app, effects)
      await this.#done(job, null)
    } catch (error) {
      app.log.error({ err: error, job: job.name }, 'a job failed')
      await this.#done(job, error instanceof Error ? error.message : String(error))
    }
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
        new Date(now.getTime() - job.everySeconds * 1000),
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
