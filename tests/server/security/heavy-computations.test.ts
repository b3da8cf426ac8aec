import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileChart, parseRules } from '@/areas/laboratory/rules/spc/compile-chart'
import { buildChartAnswer } from '@/areas/laboratory/server/spc/chart-answer'
import { toChartRequest } from '@/areas/laboratory/server/spc/chart-request'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let people: Caller[]
beforeAll(async () => {
  plant = await createTestPlant()
  people = [await plant.as('quality'), await plant.as('quality-lead'), await plant.as('manager')]
})
afterAll(() => plant.close())

const MB = 1024 * 1024
/** Processor time of the server's thread so far in ms. Unlike the clock it stands still while other programs run. */
const getThreadMs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
/** Runs work and measures what it costs the server's thread, which answers everybody else meanwhile. */
async function measure<T>(work: () => Promise<T>): Promise<{ answers: T; threadMs: number; mb: number }> {
  const idleBytes = process.memoryUsage().rss
  const startMs = getThreadMs()
  let peakBytes = idleBytes
  const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage().rss)), 5)
  const answers = await work()
  clearInterval(watch)
  return { answers, threadMs: getThreadMs() - startMs, mb: (peakBytes - idleBytes) / MB }
}

describe('eight charts of the maximum size at once leave the server responsive', () => {
  const values = Array.from({ length: 100_000 }, (_, i) => 40 + ((i * 7919) % 1000) / 1000)
  const body = JSON.stringify({ chart: 'xbar-s', samples: values, subgroupSize: 5, rules: ['nelson'] })
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip' }
  /** Computes the chart on this thread; the fastest of three, because the first one compiles the code. */
  const measureChart = async () => {
    const durations: number[] = []
    for (let run = 0; run < 3; run++) {
      const { threadMs } = await measure(async () => {
        const request = toChartRequest({ chart: 'xbar-s', samples: values, subgroupSize: 5, rules: ['nelson'] })
        return JSON.stringify(
          buildChartAnswer(compileChart({ ...request, rules: parseRules(request.rules, request.chart) })),
        )
      })
      durations.push(threadMs)
    }
    return Math.min(...durations)
  }
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
      const { answers, threadMs, mb } = await measure(() => Promise.all(who().map(requestChart)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
      expect(answers.every(({ bytes }) => bytes > 10_000)).toBe(true)
      // The server's thread may parse the requests and send the answers, but it must not compute the charts.
      const chartMs = await measureChart()
      expect(threadMs).toBeLessThan((8 * chartMs) / 2)
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
