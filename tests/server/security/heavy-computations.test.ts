import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { compileChart } from '@/areas/laboratory/rules/spc/compile-chart'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

vi.mock('@/areas/laboratory/rules/spc/compile-chart', async (importOriginal) => {
  const original = await importOriginal<{ compileChart: () => unknown }>()
  return { ...original, compileChart: vi.fn(original.compileChart) }
})

let plant: TestPlant
let people: Caller[]
beforeAll(async () => {
  plant = await createTestPlant()
  people = [await plant.as('quality'), await plant.as('quality-lead'), await plant.as('manager')]
})
afterAll(() => plant.close())

const MB = 1024 * 1024
/** Runs work and measures how far the memory of the process rises, in MB. */
async function measure<T>(work: () => Promise<T>): Promise<{ answers: T; mb: number }> {
  const idleBytes = process.memoryUsage().rss
  let peakBytes = idleBytes
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage().rss)), 5)
  const answers = await work()
  clearInterval(watch)
  return { answers, mb: (peakBytes - idleBytes) / MB }
}

describe('eight charts of the maximum size at once leave the server responsive', () => {
  const values = Array.from({ length: 100_000 }, (_, i) => 40 + ((i * 7919) % 1000) / 1000)
  const body = JSON.stringify({ chart: 'xbar-s', samples: values, subgroupSize: 5, rules: ['nelson'] })
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip' }
  // The answer is not parsed here, because that would use the same thread.
  const requestChart = async ({ token }: Caller) => {
    const { statusCode, rawPayload } = await plant.http.inject({
      method: 'POST',
      url: '/api/quality/spc_compile',
      payload: body,
      headers: { ...headers, authorization: token },
    })
    return { statusCode, bytes: rawPayload.length }
  }
  test.each([
    ['of one person', () => Array.from({ length: 8 }, () => people[0]!)],
    ['of several', () => Array.from({ length: 8 }, (_, i) => people[i % 3]!)],
  ])(
    '%s keep nobody waiting and stay small',
    async (_whose, who) => {
      await requestChart(people[0]!) // the worker thread exists
      await setTimeout(200)
      vi.mocked(compileChart).mockClear()
      let answeredCharts = 0
      const requestCountedChart = async (caller: Caller) => {
        const answer = await requestChart(caller)
        answeredCharts++
        return answer
      }
      const { answers, mb } = await measure(async () => {
        const charts = Promise.all(who().map(requestCountedChart))
        const { statusCode } = await plant.http.inject({ url: '/healthz' })
        expect(statusCode).toBe(200)
        expect(answeredCharts).toBeLessThan(8)
        return charts
      })
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
      expect(answers.every(({ bytes }) => bytes > 10_000)).toBe(true)
      // Only worker threads compute charts; their copy of the function is not the one that is watched here.
      expect(compileChart).not.toHaveBeenCalled()
      expect(mb).toBeLessThanOrEqual(200)
    },
    60_000,
  )
  test('more charts of one person than the queue holds get a retry time', async () => {
    const small = JSON.stringify({ chart: 'i-mr', samples: values.slice(0, 50_000) })
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        people[0]!.raw('POST', '/quality/spc_compile', small, { 'content-type': 'application/json' }),
      ),
    )
    expect(answers.filter(({ errno }) => errno === '200')).toHaveLength(12)
    expect(answers.filter(({ errno, status }) => errno === '4502' && status === 503)).toHaveLength(4)
  }, 60_000)
})
