import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { pullJson } from '@/areas/orders/server/pull-json'
import { newErp, type Erp } from './orders-plant'

vi.mock('@/server/outbound/address', () => ({ canCallAddress: () => true, isOnTheInternet: () => true }))
let erp: Erp
beforeAll(async () => {
  erp = await newErp()
})
afterAll(() => erp.close())
const asked = (limit: number, timeoutMs: number) => pullJson({ url: erp.url, headers: {}, limit, timeoutMs })

it('an answer that does not begin, or does not end, in time is too slow', async () => {
  erp.answer = () => undefined
  await expect(asked(1000, 100)).rejects.toMatchObject({ key: 'orders:refusals.erp.tooSlow' })
  erp.answer = (_page, _request, response) => {
    response.write('[')
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  }
  await expect(asked(100_000, 150)).rejects.toMatchObject({ key: 'orders:refusals.erp.tooSlow' })
})
it('an answer that never ends in size is cut off', async () => {
  erp.answer = (_page, _request, response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536))) {
        /* until its buffer is full */
      }
    }
    response.on('drain', more)
    more()
  }
  await expect(asked(1_048_576, 5000)).rejects.toMatchObject({
    key: 'orders:refusals.erp.tooLarge',
    params: { limit: 1 },
  })
})
