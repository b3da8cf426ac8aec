/** The metrics that monitoring alarms on. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '@/server/area'
import { JobRunner } from '@/server/jobs/job-runner'
import { programVersion } from '@/server/program-files'
import { createTestPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant({ settings: { METRICS_TOKEN: 'watcher' } })
})
afterAll(() => plant.close())

/** The value of one line, e.g. `job_failing{job="a"}`; undefined if there is none. */
async function readMetric(line: string): Promise<number | undefined> {
  const { body, statusCode } = await plant.http.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer watcher' },
  })
  expect(statusCode).toBe(200)
  expect(body).toContain('process_cpu_seconds_total')
  const found = body.split('\n').find((text) => text.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

test('a failing job is counted and named until it succeeds again', async () => {
  let isBroken = true
  const job: Job = {
    name: 'test-fragile',
    everySeconds: 3600,
    run: () => (isBroken ? Promise.reject(new Error('no paper')) : Promise.resolve()),
  }
  const runner = new JobRunner(plant.app, [job])
  expect(await readMetric('job_failures_total{job="test-fragile"}')).toBeUndefined()
  await runner.runDueJobs() // takes the lease, which creates the row
  await runner.runJob(job)
  expect(await readMetric('job_failures_total{job="test-fragile"}')).toBe(2)
  expect(await readMetric('job_failing{job="test-fragile"}')).toBe(1)
  expect(await readMetric('job_last_success_timestamp_seconds{job="test-fragile"}')).toBeUndefined()
  isBroken = false
  const startedAtS = Date.now() / 1000
  await runner.runJob(job)
  expect(await readMetric('job_failing{job="test-fragile"}')).toBe(0)
  expect(await readMetric('job_last_success_timestamp_seconds{job="test-fragile"}')).toBeGreaterThanOrEqual(
    startedAtS - 1,
  )
})

test('a backup that is missing or not good is reported', async () => {
  const setState = (state: object) =>
    plant.query(
      `insert into setting (site_id, name, value, updated_at) values (1, 'backups', $1, now())
       on conflict (site_id, name) do update set value = excluded.value`,
      [JSON.stringify(state)],
    )
  expect(await readMetric('backup_problem{problem="missing"}')).toBe(0)
  const madeAtS = Math.floor(Date.now() / 1000) - 27 * 3600
  const lastSuccess = { createdAt: new Date(madeAtS * 1000).toISOString() }
  const verification = { at: lastSuccess.createdAt, name: '', error: 'a row is missing', seconds: 1 }
  await setState({ plan: { time: '02:30' }, lastSuccess, verification })
  expect(await readMetric('backup_problem{problem="missing"}')).toBe(1)
  expect(await readMetric('backup_problem{problem="notVerified"}')).toBe(1)
  expect(await readMetric('backup_problem{problem="failed"}')).toBe(0)
  expect(await readMetric('backup_last_success_timestamp_seconds')).toBe(madeAtS)
})

test('queue, pool, event loop and version are reported', async () => {
  expect(await readMetric('outbound_queue_length{state="waiting"}')).toBe(0)
  expect(await readMetric('outbound_queue_length{state="failed"}')).toBe(0)
  for (const use of ['busy', 'idle', 'awaited'])
    expect(await readMetric(`database_pool_connections{use="${use}"}`), use).toBeGreaterThanOrEqual(0)
  expect(await readMetric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  expect(await readMetric(`program_info{version="${programVersion}"}`)).toBe(1)
})
