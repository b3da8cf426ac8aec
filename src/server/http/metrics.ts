/** Prometheus metrics of this process, and of jobs and queues that all instances share. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Application } from '../application'
import { backupProblems, findBackupProblems } from '../backups/backup-schedule'
import { loadBackupState } from '../backups/backup-state'
import { getPoolQuery } from '../create-context'
import { programVersion } from '../program-files'
import type { ReplicaReads } from '../replica-reads'
import { sql } from '../sql'

export interface ServerMetrics {
  /** Measures an answered call. */
  observeRequest(endpoint: string, status: number, seconds: number): void
  /** Text in Prometheus' format, with its content type. */
  render(): Promise<{ contentType: string; text: string }>
}

/** Creates the metrics. `render` reads the values that come from the database. */
export function createMetrics(app: Application): ServerMetrics {
  const registry = new Registry()
  // Includes the event loop's lag, the heap and open handles.
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requestSeconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer by endpoint',
    labelNames: ['endpoint', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers,
  })
  new Gauge({ name: 'program_info', help: 'Version of the program', labelNames: ['version'], registers })
    .labels(programVersion)
    .set(1)
  const jobSeconds = new Gauge({
    name: 'job_seconds',
    help: 'Time that a job has worked in this process since its start',
    labelNames: ['job'],
    registers,
  })
  const jobLastSuccess = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job last ended well, on any instance',
    labelNames: ['job'],
    registers,
  })
  const jobFailing = new Gauge({
    name: 'job_failing',
    help: '1 if the last run of a job failed, on any instance',
    labelNames: ['job'],
    registers,
  })
  const jobFailures = new Counter({
    name: 'job_failures_total',
    help: 'Failed runs of a job in this process since its start',
    labelNames: ['job'],
    registers,
  })
  const queueLength = new Gauge({
    name: 'outbound_queue_length',
    help: 'Messages to web hooks, chat robots and phones that wait or have been given up',
    labelNames: ['state'],
    registers,
  })
  const backupLastSuccess = new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the last scheduled backup was made; 0: never',
    registers,
  })
  const backupVerified = new Gauge({
    name: 'backup_last_verification_timestamp_seconds',
    help: 'When a backup was last restored without a difference; 0: never',
    registers,
  })
  const backupProblem = new Gauge({
    name: 'backup_problem',
    help: '1 if the last backup failed, none was made for 26 h although scheduled, or the last one verified is not good',
    labelNames: ['problem'],
    registers,
  })
  const poolConnections = new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of this process by what they do, and callers that wait for one',
    labelNames: ['use'],
    registers,
  })

  const replicaReads = new Counter({
    name: 'replica_reads_total',
    help: 'Reads that may lag since the start of this process: answered by the standby, or why by the server itself',
    labelNames: ['answered'],
    registers,
  })
  const replicaLag = new Gauge({
    name: 'replica_lag_seconds',
    help: 'Age of the newest rows of the standby at the last read that may lag',
    registers,
  })

  const collectReplicaState = ({ counts, lagSeconds }: ReplicaReads): void => {
    replicaReads.reset()
    for (const [answered, count] of Object.entries(counts)) replicaReads.labels(answered).inc(count)
    if (lagSeconds !== null) replicaLag.set(lagSeconds)
  }
  const collectProcessState = (): void => {
    for (const [job, seconds] of app.jobSeconds) jobSeconds.labels(job).set(seconds)
    jobFailures.reset()
    for (const [job, count] of app.jobFailures) jobFailures.labels(job).inc(count)
    if (app.replicaReads) collectReplicaState(app.replicaReads)
    const { totalCount, idleCount, waitingCount } = app.db.pool
    poolConnections.labels('busy').set(totalCount - idleCount)
    poolConnections.labels('idle').set(idleCount)
    poolConnections.labels('awaited').set(waitingCount)
  }
  const collectBackupState = async (): Promise<void> => {
    const state = await loadBackupState({ query: getPoolQuery(app), site: app.site })
    if (state.lastSuccess) backupLastSuccess.set(Date.parse(state.lastSuccess.createdAt) / 1000)
    if (state.verifiedAt) backupVerified.set(Date.parse(state.verifiedAt) / 1000)
    const problems = findBackupProblems(state, Boolean(state.plan?.time), app.clock().getTime())
    for (const problem of backupProblems) backupProblem.labels(problem).set(problems.includes(problem) ? 1 : 0)
  }
  const collectSharedState = async (): Promise<void> => {
    const query = getPoolQuery(app)
    const [jobRows, messageRows] = await Promise.all([
      query(
        sql<{
          job: string
          ranAtS: number | null
          failing: boolean
        }>`select job, extract(epoch from ran_at)::float8 as "ranAtS",
          failed_at is not null and failed_at > coalesce(ran_at, '-infinity') as failing
          from job_run where site_id = ${app.site}`,
      ),
      query(
        sql<{ state: string; n: number }>`select state, count(*)::int as n from outbound_message
          where site_id = ${app.site} and state <> 'sent' group by state`,
      ),
    ])
    for (const { job, ranAtS, failing } of jobRows) {
      if (ranAtS !== null) jobLastSuccess.labels(job).set(ranAtS)
      jobFailing.labels(job).set(failing ? 1 : 0)
    }
    const countByState = new Map(messageRows.map(({ state, n }) => [state, n]))
    for (const state of ['waiting', 'failed']) queueLength.labels(state).set(countByState.get(state) ?? 0)
  }

  return {
    observeRequest: (endpoint, status, seconds) => requestSeconds.labels(endpoint, String(status)).observe(seconds),
    render: async () => {
      collectProcessState()
      // Without its database, the process still reports on itself.
      if (app.db.getHealth().ok) await Promise.all([collectSharedState(), collectBackupState()])
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}
