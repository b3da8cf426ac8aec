import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Job } from '@/server/area'
import { JobRunner } from '@/server/jobs/run-jobs'
import { testPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await testPlant()
})
afterAll(() => plant.close())
const runnerOf = (...jobs: Job[]) => new JobRunner({ ...plant.app, jobs } as TestPlant['app'])

test('a job that left something over goes on at once, beside one that did not, and stops when all is done', async () => {
  let left = 4
  let others = 0
  const runner = runnerOf(
    { name: 'test-behind', everySeconds: 3600, run: () => Promise.resolve(--left > 0) },
    { name: 'test-done', everySeconds: 3600, run: () => Promise.resolve(void others++) },
  )
  runner.start()
  try {
    await vi.waitFor(() => expect([...plant.app.behind.jobs]).toEqual(['test-behind']), { interval: 5 })
    await vi.waitFor(() => expect(left).toBe(0), { timeout: 4_000 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([left, others, plant.app.behind.jobs.size]).toEqual([0, 1, 0])
    expect([...plant.app.worked].filter(([, seconds]) => seconds > 0).map(([name]) => name)).toEqual([
      'test-behind',
      'test-done',
    ])
  } finally {
    await runner.close()
  }
})
test('one that fails with something left waits for its time, and the end of the server waits for the turn that runs', async () => {
  const turns: string[] = []
  const runner = runnerOf({
    name: 'test-failing',
    everySeconds: 3600,
    run: () => {
      turns.push('begun')
      return turns.length === 1 ? Promise.resolve(true) : Promise.reject(new Error('the turn failed'))
    },
  })
  runner.start()
  await vi.waitFor(() => expect(turns).toHaveLength(2), { timeout: 4_000 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(turns).toHaveLength(2)

  let ended = false
  const slow = runnerOf({
    name: 'test-slow',
    everySeconds: 3600,
    run: async () => {
      await new Promise((resolve) => setTimeout(resolve, 200))
      ended = true
      return true
    },
  })
  slow.start()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await Promise.all([slow.close(), runner.close()])
  expect(ended).toBe(true)
})
