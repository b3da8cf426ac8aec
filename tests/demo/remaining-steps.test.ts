/** The demonstration is completed in the background, also after a restart in the middle. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { remainingStepsJob } from '@/demo'
import { JobRunner } from '@/server/jobs/job-runner'
import { createTestPlant, type TestPlant } from '../server/harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant()
}, 120_000)
afterAll(() => plant.close())
const readSteps = async () =>
  (await plant.query<{ value: string[] }>(`select value from setting where name = 'demo.rest'`))[0]!.value
const listIndexes = async () =>
  (await plant.query<{ name: string }>(`select indexname as name from pg_indexes where indexname like 'test_step_%'`))
    .map(({ name }) => name)
    .sort()

test('a turn that has to wait for older rows stores the steps before them as done', async () => {
  const record = { at: '2026-11-20T06:20:00.000Z', seed: 1, scale: 1, days: 1, language: 'zh' }
  const steps = [
    'create index test_step_note on equipment (site_id, code)',
    'create index test_step_name on equipment (site_id, name)',
    'history-0',
    'analyze equipment',
  ]
  await plant.query(`insert into setting (site_id, name, value) values (1, 'demo', $1), (1, 'demo.rest', $2)`, [
    JSON.stringify(record),
    JSON.stringify(steps),
  ])
  // As after a kill in a former version: the index was made, and its step is still listed.
  await plant.query('create index test_step_note on equipment (site_id, code)')
  const runner = new JobRunner(plant.app, [remainingStepsJob])
  await runner.runDueJobs()
  // After a restart, the rows have to be generated again, which takes longer than the turn.
  expect(await readSteps()).toEqual(['history-0', 'analyze equipment'])
  expect(await listIndexes()).toEqual(['test_step_name', 'test_step_note'])
  await expect
    .poll(
      async () => {
        await runner.runJob(remainingStepsJob)
        return readSteps()
      },
      { timeout: 110_000, interval: 500 },
    )
    .toEqual([])
}, 120_000)
