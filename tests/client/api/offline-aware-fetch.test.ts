// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createOfflineAwareFetch } from '@/client/api/call-endpoint'

const network = (there: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there)
const fails = () => vi.fn<typeof fetch>(() => Promise.reject(new TypeError('Failed to fetch')))
afterEach(() => vi.restoreAllMocks())

describe('a call over a network known to be down', () => {
  it('is not sent again if a call has just failed offline', async () => {
    network(false)
    const send = fails()
    const go = createOfflineAwareFetch(send)
    await expect(go('/api/a')).rejects.toThrow(TypeError)
    await expect(go('/api/b')).rejects.toThrow(TypeError)
    expect(send).toHaveBeenCalledTimes(1)
  })
  it('is sent at once when the browser is online again, and after a while in any case', async () => {
    const onlineNetwork = network(false)
    const send = fails()
    let now = 0
    const go = createOfflineAwareFetch(send, () => now)
    await expect(go('/api/a')).rejects.toThrow(TypeError)
    now = 5_001
    await expect(go('/api/b')).rejects.toThrow(TypeError)
    expect(send).toHaveBeenCalledTimes(2)
    onlineNetwork.mockReturnValue(true)
    send.mockResolvedValue(new Response('{}'))
    await expect(go('/api/c')).resolves.toBeInstanceOf(Response)
  })
  it('is sent on an offline machine whose own server answers', async () => {
    network(false)
    const send = vi.fn<typeof fetch>(() => Promise.resolve(new Response('{}')))
    const go = createOfflineAwareFetch(send)
    await go('/api/a')
    await go('/api/b')
    expect(send).toHaveBeenCalledTimes(2)
  })
  it('ignores cancelled calls, and an unreachable server while online', async () => {
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
