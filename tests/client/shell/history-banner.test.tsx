// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HistoryBanner } from '@/client/shell/HistoryBanner'
import { loadTexts } from '../texts'

const answers: { historyFrom: string | null; historyPercent: number | null }[] = []
vi.mock('@/client/api/call-endpoint', () => ({ callEndpoint: () => Promise.resolve(answers.shift()) }))
vi.mock('@/client/shell/app-settling', () => ({ waitUntilIdle: () => Promise.resolve() }))

beforeEach(() => {
  loadTexts({})
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

it('shows the loaded part of the history until all is there', async () => {
  answers.push(
    { historyFrom: '2026-06-01T00:00:00.000Z', historyPercent: 43 },
    { historyFrom: null, historyPercent: null },
  )
  render(<HistoryBanner />)
  expect(await screen.findByText(/2026-06-01.*43%/)).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('43')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.queryByRole('progressbar')).toBeNull()
})
it('is absent in a plant without a history', async () => {
  answers.push({ historyFrom: null, historyPercent: null })
  const { container } = render(<HistoryBanner />)
  await waitFor(() => expect(answers).toEqual([]))
  expect(container.textContent).toBe('')
})
