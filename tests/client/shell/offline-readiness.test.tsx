// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setWorkerState, useOfflineReadiness } from '@/client/shell/offline-readiness'

afterEach(() => {
  act(() => setWorkerState('unknown'))
  vi.useRealTimers()
})

test('says "preparing" until the app and the shift data are on the phone, then "ready" for a while', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderHook(({ packAt }) => useOfflineReadiness(packAt), {
    initialProps: { packAt: null as number | null },
  })
  expect(result.current).toBeNull()
  act(() => setWorkerState('installing'))
  expect(result.current).toBe('preparing')
  act(() => setWorkerState('active'))
  expect(result.current).toBe('preparing')
  rerender({ packAt: 1 })
  expect(result.current).toBe('ready')
  act(() => vi.advanceTimersByTime(20_000))
  expect(result.current).toBeNull()
})
test('is silent on a phone prepared before, or without a worker', () => {
  const { result } = renderHook(() => useOfflineReadiness(1))
  expect(result.current).toBeNull()
  act(() => setWorkerState('active'))
  expect(result.current).toBeNull()
})
