// @vitest-environment jsdom
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordAnswerAge } from '@/client/api/lagging-answers'
import { LagBanner } from '@/client/shell/LagBanner'
import { loadTexts } from '../texts'

const loads = vi.fn(() => Promise.resolve(1))
function Report() {
  useQuery({ queryKey: [['repair'], 'repair.statistics', {}], queryFn: loads, staleTime: Infinity })
  return null
}
const renderPage = (hasReport: boolean, client = new QueryClient()) => (
  <QueryClientProvider client={client}>
    <LagBanner />
    {hasReport && <Report />}
  </QueryClientProvider>
)

beforeEach(() => {
  loadTexts({})
  loads.mockClear()
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  recordAnswerAge('repair.statistics', null)
  vi.useRealTimers()
  cleanup()
})

it('states the age of lagging figures on the screen and loads them again until they are up to date', async () => {
  render(renderPage(true))
  expect(screen.queryByText(/2026-11-20/)).toBeNull()
  act(() => recordAnswerAge('repair.statistics', '2026-11-20T02:05:00.000Z'))
  expect(await screen.findByText(/2026-11-20 10:05/)).toBeTruthy()
  expect(loads).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(16_000))
  expect(loads).toHaveBeenCalledTimes(2)
  act(() => recordAnswerAge('repair.statistics', null))
  expect(screen.queryByText(/2026-11-20/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(loads).toHaveBeenCalledTimes(2)
})
it('says nothing on pages that do not show the lagging figures', () => {
  const client = new QueryClient()
  const { rerender } = render(renderPage(true, client))
  act(() => recordAnswerAge('repair.statistics', '2026-11-20T02:05:00.000Z'))
  expect(screen.queryByText(/2026-11-20/)).not.toBeNull()
  rerender(renderPage(false, client))
  expect(screen.queryByText(/2026-11-20/)).toBeNull()
})
