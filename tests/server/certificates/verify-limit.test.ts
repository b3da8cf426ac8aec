import { afterAll, beforeAll, expect, test } from 'vitest'
import { testPlant, type TestPlant } from '../harness'

let plant: TestPlant
beforeAll(async () => {
  plant = await testPlant()
}, 120_000)
afterAll(() => plant.close())

test('who tries codes of certificates from one network is told to come back; others are answered', async () => {
  const asked = (remoteAddress: string, n: number) =>
    plant.http.inject({ method: 'GET', url: `/api/verify/code-${n}`, remoteAddress })
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) statuses.push((await asked('10.9.9.9', n)).statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  const refused = await asked('10.9.9.9', 61)
  expect([refused.statusCode, refused.json<{ errno: string }>().errno]).toEqual([429, '4201'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await asked('10.1.1.1', 0)).statusCode).toBe(200)
})
