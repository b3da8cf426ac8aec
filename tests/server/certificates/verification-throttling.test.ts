import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await createTestPlant()
}, 120_000)
afterAll(() => plant.close())

test('one network that tries many certificate codes is throttled; other networks are answered', async () => {
  const verifyFrom = (remoteAddress: string, n: number) =>
    plant.http.inject({ method: 'GET', url: `/api/verify/code-${n}`, remoteAddress })
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) statuses.push((await verifyFrom('10.9.9.9', n)).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  const throttledAnswer = await verifyFrom('10.9.9.9', 61)
  expect([throttledAnswer.statusCode, throttledAnswer.json<{ errno: string }>().errno]).toEqual([429, '4201'])
  expect(Number(throttledAnswer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await verifyFrom('10.1.1.1', 0)).statusCode).toBe(200)
})
