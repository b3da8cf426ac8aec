// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/client/api/api-error'
import { createQueryClient, refreshQueries } from '@/client/api/query-client'
import { replacePhoneStore } from '@/client/api/phone'
import { createFakePhone } from '../fake-phone'

test('a change during the first request causes a second one, because the first answer may be outdated', async () => {
  replacePhoneStore(createFakePhone())
  const client = createQueryClient()
  let rows = ['old']
  const answers: (() => void)[] = []
  const ask = vi.fn(() => {
    const seen = rows
    return new Promise<string[]>((done) => answers.push(() => done(seen)))
  })
  const seen = new QueryObserver(client, { queryKey: ['things'], queryFn: ask })
  const stop = seen.subscribe(() => undefined)
  await vi.waitFor(() => expect(answers).toHaveLength(1), { timeout: 20_000 })
  rows = ['old', 'new']
  refreshQueries(client, (key) => key[0] === 'things')
  answers[0]!()
  await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 20_000 })
  answers[1]!()
  await vi.waitFor(() => expect(seen.getCurrentResult().data).toEqual(['old', 'new']), { timeout: 20_000 })
  expect(ask).toHaveBeenCalledTimes(2)
  stop()
})

test('a request rejected by a busy server is repeated; a refused one is not', async () => {
  vi.useFakeTimers()
  replacePhoneStore(createFakePhone())
  const client = createQueryClient()
  const answers = (refused: string) => {
    const ask = vi.fn(async () => {
      if (ask.mock.calls.length === 1) throw new ApiError('errno', 'refused', { errno: refused, status: 503 })
      return ['row']
    })
    return ask
  }
  const [busy, forbidden] = [answers('4502'), answers('401')]
  const first = client.fetchQuery({
    queryKey: ['busy'],
    queryFn: busy,
    retry: client.getDefaultOptions().queries!.retry!,
  })
  const second = client
    .fetchQuery({ queryKey: ['forbidden'], queryFn: forbidden, retry: client.getDefaultOptions().queries!.retry! })
    .catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await first).toEqual(['row'])
  expect(await second).toMatchObject({ errno: '401' })
  expect(forbidden).toHaveBeenCalledOnce()
  vi.useRealTimers()
})
