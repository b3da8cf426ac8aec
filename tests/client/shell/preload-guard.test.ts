// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'
import { handlePreloadErrors } from '@/client/shell/handle-preload-errors'

beforeEach(() => sessionStorage.clear())
const fail = (message: string) =>
  window.dispatchEvent(
    Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: new Error(message) }),
  )

test('missing code reloads the app once, and only if our server answers', async () => {
  const reload = vi.fn()
  let up = false
  const stop = handlePreloadErrors(reload, () => Promise.resolve(up))
  expect(fail('assets/Page-1.js')).toBe(true) // not cancelled: the page shows its error
  await Promise.resolve()
  expect(reload).not.toHaveBeenCalled()
  up = true
  fail('assets/Page-1.js')
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  fail('assets/Page-1.js')
  await Promise.resolve()
  expect(reload).toHaveBeenCalledTimes(1)
  stop()
})

test('a page that is being left is not reloaded: its requests were cancelled', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const reload = vi.fn()
  const stop = handlePreloadErrors(reload, () => Promise.resolve(true))
  window.dispatchEvent(new Event('beforeunload'))
  fail('assets/Page-2.js')
  await Promise.resolve()
  await Promise.resolve()
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(11_000) // they stayed
  fail('assets/Page-2.js')
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1), { timeout: 20_000 })
  stop()
  vi.useRealTimers()
})
