// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createOfflineAwareFetch } from '@/client/api/offline-aware-fetch'

const network = (there: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there)
const fails = () => vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')))
afterEach(() => vi.restoreAllMocks())

describe('a call on a road that is known to be closed', () => {
  it('does not go out again where one has just failed without a network', async () => {
    network(false)
    const send = fails()
    const go = createOfflineAwareFetch(send)
    await expect(go('/api/a')).rejects.toThrow(TypeError)
    await expect(go('/api/b')).rejects.toThrow(TypeError)
    expect(send).toHaveBeenCalledTimes(1)
  })
  it('goes out at once when the browser has a network again, and after a while in any case', async () => {
    const there = network(false)
    const send = fails()
    let now = 0
    const go = createOfflineAwareFetch(send, () => now)
    await expect(go('/api/a')).rejects.toThrow(TypeError)
    now = 5_001
    await expect(go('/api/b')).rejects.toThrow(TypeError)
    expect(send).toHaveBeenCalledTimes(2)
    there.mockReturnValue(true)
    send.mockResolvedValue(new Response('{}'))
    await expect(go('/api/c')).resolves.toBeInstanceOf(Response)
  })
  it('goes out on a machine without a network that answers all the same: its own server', async () => {
    network(false)
    const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')))
    const go = createOfflineAwareFetch(send)
    await go('/api/a')
    await go('/api/b')
    expect(send).toHaveBeenCalledTimes(2)
  })
  it('learns nothing from a call that somebody gave up, nor from a server that is away while there is a network', async () => {
    network(false)
    const send = fails()
    const go = createOfflineAwareFetch(send)
    await expect(go('/api/a', { signal: AbortSignal.abort() })).rejects.toThrow(TypeError)
    await expect(go('/api/b')).rejects.toThrow(TypeError)
    expect(send).toHaveBeenCalledTimes(2)
    vi.restoreAllMocks()
    network(true)
    const other = fails()
    const going = createOfflineAwareFetch(other)
    await expect(going('/api/a')).rejects.toThrow(TypeError)
    await expect(going('/api/b')).rejects.toThrow(TypeError)
    expect(other).toHaveBeenCalledTimes(2)
  })
})
