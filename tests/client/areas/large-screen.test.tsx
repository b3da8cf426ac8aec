// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OrdersScene } from '@/areas/boards/client/lobby/scenes'
import { followScreen, type ScreenFeed } from '@/areas/boards/client/lobby/follow-screen'
import { takeLinkSecret } from '@/areas/boards/client/lobby/use-screen-session'
import { calculateDrift, useScene } from '@/areas/boards/client/lobby/use-screen'
import words from '@/areas/boards/locales/zh.json'
import { ApiError } from '@/client/api/api-error'
import { loadTexts } from '../texts'

/** Listeners of window and page, counted when they are added and removed. */
function listeners() {
  let open = 0
  for (const target of [window, document] as EventTarget[]) {
    const { addEventListener: add, removeEventListener: remove } = target
    vi.spyOn(target, 'addEventListener').mockImplementation((...given: Parameters<typeof add>) => {
      open++
      add.apply(target, given)
    })
    vi.spyOn(target, 'removeEventListener').mockImplementation((...given: Parameters<typeof remove>) => {
      open--
      remove.apply(target, given)
    })
  }
  return () => open
}
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a large screen', () => {
  test('keeps nothing of 2,000 changes of scene, and nothing listens after it', () => {
    // React itself listens to the page, once for all.
    renderHook(() => null).unmount()
    const open = listeners()
    const scene = renderHook(() => useScene(['output', 'orders'], 10))
    const [listening, timers] = [open(), vi.getTimerCount()]
    expect(scene.result.current.scene).toBe('output')
    for (let i = 0; i < 2001; i++) act(() => void vi.advanceTimersByTime(10_000))
    expect(scene.result.current).toEqual({ scene: 'orders', position: 2001 })
    expect([open(), vi.getTimerCount()]).toEqual([listening, timers])
    scene.unmount()
    expect([open(), vi.getTimerCount()]).toEqual([0, 0])
  })
  test('says when the server is lost, keeps what it knew, and wakes by itself', async () => {
    const open = listeners()
    let away = false
    const call = vi.fn(async () => {
      if (away) throw new ApiError('network', 'no network')
      return {}
    })
    const heard: ScreenFeed[] = []
    const follow = followScreen({ call: call as never }, (one) => heard.push(one))
    await vi.advanceTimersByTimeAsync(0)
    expect(heard.at(-1)).toMatchObject({ isConnectionLost: false })
    // One call per turn: if 200 screens are notified at once, six calls each would overload the server and some would be refused.
    expect(call).toHaveBeenCalledOnce()
    const lastFeed = heard.at(-1)!
    away = true
    await vi.advanceTimersByTimeAsync(31_000)
    expect(heard.at(-1)).toMatchObject({ isConnectionLost: true, answeredAt: lastFeed.answeredAt, data: lastFeed.data })
    // An hour away: at most two requests a minute.
    const callsBefore = call.mock.calls.length
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(call.mock.calls.length - callsBefore).toBeLessThan(130)
    away = false
    await vi.advanceTimersByTimeAsync(31_000)
    expect(heard.at(-1)!.isConnectionLost).toBe(false)
    expect(heard.at(-1)!.answeredAt).toBeGreaterThan(lastFeed.answeredAt)
    follow.stop()
    expect([open(), vi.getTimerCount()]).toEqual([0, 0])
  })
  test('asks again at once when it is told of a change while an older answer is still on its way', async () => {
    let now = 'before'
    const answered = vi.fn((name: string) => name)
    const call = vi.fn(async () => {
      const seen = now // what the server read when it was asked
      await new Promise((done) => setTimeout(done, 300))
      answered(seen)
      return {}
    })
    const follow = followScreen({ call: call as never }, () => undefined)
    await vi.advanceTimersByTimeAsync(100)
    now = 'after'
    follow.refresh()
    await vi.advanceTimersByTimeAsync(1500)
    expect(answered).toHaveBeenLastCalledWith('after')
    follow.stop()
  })
  test('moves the picture by a few pixels from minute to minute, and comes to both sides', () => {
    const places = Array.from({ length: 400 }, (_, minute) => calculateDrift(minute * 60_000))
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBeGreaterThan(50)
    for (const { x, y } of places) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(12)
    expect(Math.min(...places.map(({ x }) => x))).toBeLessThan(-10)
  })
  test('takes the secret out of the address before anything else is asked', () => {
    history.replaceState(null, '', '/lobby#s3cret')
    expect(takeLinkSecret()).toBe('s3cret')
    expect(location.href).not.toContain('s3cret')
    expect(takeLinkSecret()).toBeNull()
  })
})

describe('the orders on a large screen', () => {
  test('end on a day of the plant, which is named where it is not today', async () => {
    vi.useRealTimers()
    await loadTexts({ boards: words })
    const order = {
      product: 'SS-15',
      customer: null,
      line: 'SB1',
      running: false,
      startsAt: '2026-11-23T01:00:00.000Z',
      orderedKg: 100,
      percent: null,
      late: false,
    }
    const buildOrder = (number: string, endsAt: string) => ({ ...order, number, endsAt })
    const orders = [
      buildOrder('A', '2026-11-23T08:03:00.000Z'),
      buildOrder('B', '2026-11-23T16:59:00.000Z'),
      buildOrder('C', '2026-11-24T18:30:00.000Z'),
    ]
    render(<OrdersScene data={{ at: '2026-11-23T05:32:00.000Z', orders, late: 0 }} />)
    const cells = screen.getAllByRole('row').slice(1)
    expect(cells.map((row) => row.lastElementChild!.textContent.trim())).toEqual([
      '16:03',
      '11/24 00:59',
      '11/25 02:30',
    ])
  })
})
