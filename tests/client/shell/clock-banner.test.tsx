// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setClockOffset } from '@/client/clock'
import { Banners } from '@/client/shell/Banners'
import { loadTexts } from '../texts'

const MINUTE = 60_000
const renderBanners = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Banners />
    </QueryClientProvider>,
  )
beforeEach(() => loadTexts({}))
afterEach(() => {
  cleanup()
  setClockOffset(0)
})

it.each([
  [-12 * MINUTE, /快了 12 分钟/],
  [3 * MINUTE, /慢了 3 分钟/],
])('a clock wrong by %s ms is told as soon as it is known', (offset, words) => {
  renderBanners()
  expect(screen.queryByText(/请校准/)).toBeNull()
  act(() => setClockOffset(offset))
  expect(screen.getByText(words)).toBeTruthy()
})
it.each([0, 2 * MINUTE, -90_000])('one wrong by %s ms is not', (offset) => {
  renderBanners()
  act(() => setClockOffset(offset))
  expect(screen.queryByText(/请校准/)).toBeNull()
})
