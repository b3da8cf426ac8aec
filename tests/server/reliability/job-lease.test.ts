import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Job } from '@/server/area'
import { JobRunner } from '@/server/jobs/job-runner'
import { createTestPlant, type TestPlant } from '../harness'

/** More than two renewal intervals. */
const JOB_MS = 12_000

describe.skipIf(!process.env['DATABASE_URL'])('a job that another instance runs', () => {
  let plant: TestPlant
  const ran: string[] = []
  const jobOf = (who: string, milliseconds = 0): Job => ({
    name: 'test-lease',
    everySeconds: 0,
    managesTransactions: true,
    run: async () => {
      ran.push(who)
      await pause(milliseconds)
    },
  })
  const leftOfLease = async (): Promise<number> => {
    const [row] = await plant.query<{ left: number }>(
      `select extract(epoch from lease_until - clock_timestamp())::float as left from job_run where job = 'test-lease'`,
    )
    return row!.left
  }
  const runDue = (who: string, milliseconds = 0) => new JobRunner(plant.app, [jobOf(who, milliseconds)]).runDueJobs()
  beforeAll(async () => {
    plant = await createTestPlant()
  })
  afterAll(() => plant.close())

  test('keeps its lease while it works and is taken over within 30 s after that instance died', async () => {
    const working = runDue('first', JOB_MS)
    await pause(1_000)
    const began = await leftOfLease()
    expect(began).toBeLessThanOrEqual(30)
    await pause(9_000)
    // renewed; otherwise 9 s less would be left
    expect(await leftOfLease()).toBeGreaterThan(began - 6)
    await runDue('second')
    expect(ran).toEqual(['first'])
    await working
    await runDue('second')
    expect(ran).toEqual(['first', 'second'])
    // a dead instance renews nothing, so its lease ends after at most 30 s
    await plant.query(`update job_run set holder = 'dead', lease_until = clock_timestamp() - interval '1 millisecond'`)
    await runDue('third')
    expect(ran).toEqual(['first', 'second', 'third'])
  }, 60_000)
})
