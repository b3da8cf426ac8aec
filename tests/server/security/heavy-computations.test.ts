import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let people: Caller[]
beforeAll(async () => {
  plant = await testPlant()
  people = [await plant.as('quality'), await plant.as('quality-lead'), await plant.as('manager')]
})
afterAll(() => plant.close())

const MB = 1024 * 1024
/** Work of the server's thread between two turns of its event loop, ms: what others wait for, however busy the machine is. */
const threadMs = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
async function measure<T>(work: () => Promise<T>): Promise<{ answers: T; p99: number; mb: number }> {
  const rest = process.memoryUsage().rss
  let [most, before] = [rest, threadMs()]
  const turns: number[] = []
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
    const now = threadMs()
    turns.push(now - before)
    before = now
  }, 5)
  const answers = await work()
  clearInterval(watch)
  turns.sort((a, b) => a - b)
  if (process.env['TEST_LOG']) process.stdout.write(`${turns.slice(-12).join(' ')} of ${turns.length}\n`)
  return { answers, p99: turns[Math.ceil(turns.length * 0.99) - 1] ?? 0, mb: (most - rest) / MB }
}

describe('charts of as many values as a call takes, eight at once', () => {
  const values = Array.from({ length: 100_000 }, (_, i) => 40 + ((i * 7919) % 1000) / 1000)
  const body = JSON.stringify({ chart: 'xbar-s', samples: values, subgroupSize: 5, rules: ['nelson'] })
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip' }
  // The answer is not read here: that would be this thread's work, too.
  const ask = async ({ token }: Caller) => {
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
      await ask(people[0]!) // the thread is there
      await setTimeout(200)
      const { answers, p99, mb } = await measure(() => Promise.all(who().map(ask)))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
      expect(answers.every(({ bytes }) => bytes > 10_000)).toBe(true)
      expect(p99).toBeLessThanOrEqual(50)
      expect(mb).toBeLessThanOrEqual(200)
    },
    60_000,
  )
  test('more of one person than can wait are told to come back', async () => {
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
