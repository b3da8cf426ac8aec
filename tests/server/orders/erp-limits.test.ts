import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { pullJson } from '@/areas/orders/server/pull-json'
import { createErp, type Erp } from './orders-plant'

vi.mock('@/server/outbound/address', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  canCallAddress: () => true,
  isOnTheInternet: () => true,
}))
let erp: Erp
beforeAll(async () => {
  erp = await createErp()
})
afterAll(() => erp.close())
const pull = (limit: number, timeoutMs: number) => pullJson({ url: erp.url, headers: {}, maxBytes: limit, timeoutMs })

it('an answer that starts or ends too late is a timeout', async () => {
  erp.answer = () => undefined
  await expect(pull(1000, 100)).rejects.toMatchObject({ key: 'orders:refusals.erp.tooSlow' })
  erp.answer = (_page, _request, response) => {
    response.write('[')
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  }
  await expect(pull(100_000, 150)).rejects.toMatchObject({ key: 'orders:refusals.erp.tooSlow' })
})
it('an answer of unlimited size is cut off', async () => {
  erp.answer = (_page, _request, response) => {
    const more = () => {
      while (response.write('x'.repeat(65_536))) {
        /* until its buffer is full */
      }
    }
    response.on('drain', more)
    more()
  }
  await expect(pull(1_048_576, 5000)).rejects.toMatchObject({
    key: 'orders:refusals.erp.tooLarge',
    params: { limit: 1 },
  })
})
