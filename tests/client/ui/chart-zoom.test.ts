// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { Chart } from 'chart.js'
import { expect, test } from 'vitest'
import { useZoom } from '@/client/ui/charts/use-zoom'

const HOUR_MS = 3_600_000
const hours = (count: number, from = 0) => Array.from({ length: count }, (_, n) => (from + n) * HOUR_MS)
const showing = (min: number, max: number) => ({ chart: { scales: { x: { min, max } } } as unknown as Chart })

test('keeps the visible part of the same period until the reader shows the whole period', () => {
  const { result, rerender } = renderHook(({ xs }) => useZoom(xs), { initialProps: { xs: hours(24) } })
  expect(result.current.range).toBeNull()
  act(() => result.current.options.zoom.onZoomComplete(showing(5 * HOUR_MS, 11 * HOUR_MS)))
  expect(result.current.range).toEqual({ min: 5 * HOUR_MS, max: 11 * HOUR_MS })
  rerender({ xs: hours(24) }) // the same period, loaded again
  expect(result.current.range).toEqual({ min: 5 * HOUR_MS, max: 11 * HOUR_MS })
  act(() => result.current.options.pan.onPanComplete(showing(7 * HOUR_MS, 13 * HOUR_MS)))
  expect(result.current.range).toEqual({ min: 7 * HOUR_MS, max: 13 * HOUR_MS })
  act(() => result.current.reset())
  expect(result.current.range).toBeNull()
})
test('another period is shown whole', () => {
  const { result, rerender } = renderHook(({ xs }) => useZoom(xs), { initialProps: { xs: hours(24) } })
  act(() => result.current.options.zoom.onZoomComplete(showing(5 * HOUR_MS, 11 * HOUR_MS)))
  rerender({ xs: hours(24, 24) })
  expect(result.current.range).toBeNull()
})
test('stays within the data, shows at least four steps, and leaves short charts as they are', () => {
  const days = Array.from({ length: 31 }, (_, n) => `2026-10-${n + 1}`)
  const { result } = renderHook(() => useZoom(days))
  expect(result.current.options.limits.x).toEqual({ min: 0, max: 30, minRange: 4 })
  act(() => result.current.options.zoom.onZoomComplete(showing(0, 30)))
  expect(result.current.range).toBeNull()
  const { result: week } = renderHook(() => useZoom(days.slice(0, 7)))
  expect([week.current.options.zoom.wheel.enabled, week.current.options.pan.enabled]).toEqual([false, false])
})
