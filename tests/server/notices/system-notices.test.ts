/** Jobs that fail repeatedly: a notice to administrators, once until they have recovered. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notice } from '@/areas/notices/contract/notice'
import type { Job } from '@/server/area'
import { JobRunner } from '@/server/jobs/job-runner'
import type { TestPlant } from '../harness'
import { collectNotices, createStaffedPlant, expectOk, runJob, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
})
afterAll(() => plant.close())

/** Runs a job on a new instance, because failures in a row are counted over all instances. */
async function runOnNewInstance(name: string, fails: boolean): Promise<void> {
  const job: Job = {
    name,
    everySeconds: 60,
    run: async () => {
      if (fails) throw new Error('nothing works')
    },
  }
  await new JobRunner(plant.app).runJob(job)
  await runJob(plant, 'system-notices')
}
const listStates = async (job: string) =>
  expectOk(await staff.admin.call(notice.endpoints.list, { size: 50 }))
    .list.filter(({ nameEn }) => nameEn?.includes(job))
    .map(({ state, severity, condition }) => [state, severity, condition])

test('the third failure in a row rings once, and again only after the job had recovered', async () => {
  const heard = collectNotices(plant)
  const fail = () => runOnNewInstance('test-energy', true)
  const succeed = () => runOnNewInstance('test-energy', false)
  await fail()
  await fail()
  await succeed()
  await fail()
  await fail()
  expect(await listStates('test-energy')).toEqual([])
  await fail()
  expect(await listStates('test-energy')).toEqual([['ringing', 'critical', 'system']])
  await fail()
  await runJob(plant, 'notices') // ends no notice that has no rule
  expect(await listStates('test-energy')).toHaveLength(1)
  expect(heard).toMatchObject([
    {
      notice: 'ruleRang',
      title: {
        zh: '后台任务 test-energy 连续三次失败',
        en: 'The background job test-energy has failed three times in a row',
      },
      to: [staff.admin.userId],
    },
  ])
  await succeed()
  expect(await listStates('test-energy')).toEqual([['over', 'critical', 'system']])
  for (let run = 0; run < 3; run++) await fail()
  expect((await listStates('test-energy')).map(([state]) => state).toSorted()).toEqual(['over', 'ringing'])
  expect(heard).toHaveLength(2)
})

test('jobs ring separately', async () => {
  for (let run = 0; run < 3; run++) {
    await runOnNewInstance('test-costs', true)
    await runOnNewInstance('test-metrics', true)
  }
  expect(await listStates('test-costs')).toHaveLength(1)
  expect(await listStates('test-metrics')).toHaveLength(1)
})

test('a job that takes minutes does not hold up the others, and hears of the stop', async () => {
  const events: string[] = []
  const slowJob: Job = {
    name: 'test-slow',
    everySeconds: 0,
    managesTransactions: true,
    runsAlongside: true,
    run: async (_ctx, signal) => {
      events.push('slow began')
      await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      events.push('slow ended')
    },
  }
  const quickJob: Job = { name: 'test-quick', everySeconds: 0, run: async () => void events.push('quick') }
  const runner = new JobRunner(plant.app, [slowJob, quickJob])
  await runner.runDueJobs()
  await runner.runDueJobs()
  expect(events).toEqual(['slow began', 'quick', 'quick'])
  await runner.close()
  expect(events.at(-1)).toBe('slow ended')
})
