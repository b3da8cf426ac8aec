// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Result of each attempt to register: fails, installs a worker that becomes redundant, or one that becomes active. */
const attempts: ('offline' | 'redundant' | 'activated')[] = []
const workers: EventTarget[] = []
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener(): void {}
    update = () => Promise.resolve()
    register(): Promise<unknown> {
      const outcome = attempts.shift()
      if (outcome === 'offline') return Promise.reject(new TypeError('Failed to fetch'))
      const worker = Object.assign(new EventTarget(), { state: 'installing' })
      workers.push(worker)
      setTimeout(() => {
        worker.state = outcome!
        worker.dispatchEvent(new Event('statechange'))
      })
      return Promise.resolve({ installing: worker, waiting: null, active: null })
    }
  },
}))

beforeEach(() => {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('an interrupted installation is repeated when the network returns, until a worker is active', async () => {
  const { registerWorker } = await import('@/offline/register-worker')
  attempts.push('offline', 'redundant', 'activated')
  const onError = vi.fn()
  let active = false
  const done = registerWorker({ isBusy: () => false, onUpdate: () => undefined, onError }).then(() => (active = true))
  await vi.advanceTimersByTimeAsync(100)
  expect(onError).toHaveBeenCalledTimes(1)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(100)
  expect([onError.mock.calls.length, active]).toEqual([2, false])
  // No event reports the network's return: a pause is enough.
  await vi.advanceTimersByTimeAsync(60_000)
  await done
  expect([active, attempts.length, workers.length]).toEqual([true, 0, 2])
})
