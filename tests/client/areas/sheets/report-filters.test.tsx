// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useReportFilters } from '@/areas/sheets/client/report-filters'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, replyWithRows } from '../../fake-server'

beforeEach(() => {
  replacePhoneStore(createFakePhone())
  startFakeServer({ 'GET /plant/rotation': replyWithRows([]) })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const Frame = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={createQueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
)

it.each([
  ['at seven in the morning, while the night shift runs', '2026-11-19T23:00:00Z', '2026-11-19'],
  ['once the early shift began', '2026-11-20T00:00:00Z', '2026-11-20'],
])('today of a sheet is the business date %s', (_when, now, day) => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] })
  const { result } = renderHook(() => useReportFilters('today'), { wrapper: Frame })
  expect(result.current).toMatchObject({ from: day, to: day })
})
