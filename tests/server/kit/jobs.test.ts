import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Job } from '@/server/area'
import { JobRunner } from '@/server/jobs/job-runner'
import { createTestPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant()
})
afterAll(() => plant.close())
const runnerOf = (...jobs: Job[]) => new JobRunner({ ...plant.app, jobs } as TestPlant['app'])

test('a job with remaining work continues at once while other jobs wait their turn', async () => {
  let left = 4
  let others = 0
  const runner = runnerOf(
    { name: 'test-behind', everySeconds: 3600, run: () => Promise.resolve(--left > 0) },
    { name: 'test-done', everySeconds: 3600, run: () => Promise.resolve(void others++) },
  )
  runner.start()
  try {
    await vi.waitFor(() => expect([...plant.app.jobBacklog.jobs]).toEqual(['test-behind']), {
      interval: 5,
      timeout: 20_000,
    })
    await vi.waitFor(() => expect(left).toBe(0), { timeout: 20_000 })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([left, others, plant.app.jobBacklog.jobs.size]).toEqual([0, 1, 0])
    expect([...plant.app.jobSeconds].filter(([, seconds]) => seconds > 0).map(([name]) => name)).toEqual([
      'test-behind',
      'test-done',
    ])
  } finally {
    await runner.close()
  }
})
test('a long job makes others wait until it has finished, and is not reported as late', async () => {
  const turns: string[] = []
  const job = (name: string, left: number, more: Partial<Job> = {}): Job => ({
    name,
    everySeconds: 3600,
    run: () => Promise.resolve(turns.push(name) > 0 && --left > 0),
    ...more,
  })
  plant.app.jobBacklog.hasEveryJobRun = false
  const runner = runnerOf(
    job('test-first', 1),
    job('test-alone', 3, { blocksLaterJobs: true, everySeconds: 0 }),
    job('test-after', 1),
  )
  runner.start()
  try {
    await vi.waitFor(() => expect(turns).toContain('test-alone'), { interval: 1, timeout: 20_000 })
    expect(plant.app.jobBacklog.hasEveryJobRun).toBe(false)
    await vi.waitFor(() => expect(turns).toContain('test-after'), { timeout: 20_000 })
    await vi.waitFor(() => expect(plant.app.jobBacklog.hasEveryJobRun).toBe(true), { timeout: 20_000 })
    expect(turns.filter((name) => name !== 'test-alone')).toEqual(['test-first', 'test-after'])
    expect(turns.indexOf('test-after')).toBeGreaterThan(3)
    expect([...plant.app.jobBacklog.jobs]).toEqual([])
  } finally {
    await runner.close()
  }
})
test('a failed job with remaining work waits for its next run; shutdown waits for the current run', async () => {
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
  await vi.waitFor(() => expect(turns).toHaveLength(2), { timeout: 20_000 })
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
