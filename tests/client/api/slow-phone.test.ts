// @vitest-environment jsdom
import type { Query } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import { replacePhoneStore } from '@/client/api/phone'
import { cacheOnPhone } from '@/client/api/query-client'
import { createFakePhone } from '../fake-phone'
import { signInPerson } from '../signed-in'

const ROWS = ['L1']
const resolveAfter = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(() => resolve(value), ms))
/** Asks with a store that answers after `storeMs` and a server that answers after `serverMs`; returns the answer. */
async function ask({ storeMs, cached, server }: { storeMs: number; cached: unknown; server: () => Promise<unknown> }) {
  replacePhoneStore(
    createFakePhone({ readAnswer: () => resolveAfter(storeMs, cached as { data: unknown; at: number } | null) }),
  )
  const query = { state: {}, setState: vi.fn(), fetch: () => Promise.resolve() } as unknown as Query
  const answer = cacheOnPhone(server, { queryKey: ['line'] } as never, query).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { answer: await answer, query }
}
beforeEach(() => {
  vi.useFakeTimers()
  signInPerson()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks the server if the store of the phone does not open', async () => {
  const server = vi.fn(() => Promise.resolve(ROWS))
  expect((await ask({ storeMs: 3_600_000, cached: null, server })).answer).toEqual(ROWS)
  expect(server).toHaveBeenCalledTimes(1)
})
it('takes the cached answer of a slow store if the server is slower still', async () => {
  const { answer, query } = await ask({
    storeMs: 4000,
    cached: { data: ['L0'], at: 77 },
    server: () => resolveAfter(20_000, ROWS),
  })
  expect(answer).toEqual(['L0'])
  expect(query.setState).toHaveBeenCalledWith({ dataUpdatedAt: 77 })
})
it('does not replace the answer of the server by what a slow store had cached', async () => {
  const { answer, query } = await ask({
    storeMs: 20_000,
    cached: { data: ['L0'], at: 77 },
    server: () => resolveAfter(300, ROWS),
  })
  expect(answer).toEqual(ROWS)
  expect(query.setState).not.toHaveBeenCalled()
})
it('waits for a slow store when the server cannot be reached', async () => {
  const down = () => Promise.reject(new ApiError('network', 'no network'))
  expect((await ask({ storeMs: 9000, cached: { data: ['L0'], at: 77 }, server: down })).answer).toEqual(['L0'])
  expect((await ask({ storeMs: 9000, cached: null, server: down })).answer).toMatchObject({ message: 'no network' })
})
it('asks no server while the phone knows that it is offline and the store is still opening', async () => {
  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  const server = vi.fn(() => Promise.resolve(ROWS))
  expect((await ask({ storeMs: 9000, cached: { data: ['L0'], at: 77 }, server })).answer).toEqual(['L0'])
  expect(server).not.toHaveBeenCalled()
})
