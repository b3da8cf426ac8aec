// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import WeeklyWorkPage from '@/areas/maintenance/client/weekly/WeeklyWorkPage'
import { fakeServer, ok } from '../../fake-server'
import { prepare, show } from '../equipment/stage'

vi.mock('@/client/api/toast', () => ({ showToast: () => undefined }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const slow = { timeout: 8000 }
const nothing = () => ok({ total: 0, list: [], refs: {}, next: null })

it('shows this week, and a week without tasks as empty: there is no filter to clear', async () => {
  await prepare(['weeklyWorkView', 'weeklyWorkAdd'])
  const server = fakeServer({ 'GET /upkeep/week_work': nothing })
  show(<WeeklyWorkPage />, '/activities/weekly', '/activities/weekly')
  expect(await screen.findByText('暂无数据', {}, slow)).toBeTruthy()
  expect(screen.queryByText('清除筛选')).toBeNull()
  expect(screen.getByTestId('place').textContent).toMatch(/week=\d{4}-W\d\d$/)
  expect(server.sent.at(-1)?.url).toMatch(/week=\d{4}-W\d\d/)
})
it('offers to clear what the person filtered by, and keeps the week', async () => {
  await prepare(['weeklyWorkView'])
  fakeServer({ 'GET /upkeep/week_work': nothing })
  show(<WeeklyWorkPage />, '/activities/weekly?week=2026-W40&state=done', '/activities/weekly')
  ;(await screen.findByText('清除筛选', {}, slow)).click()
  expect(await screen.findByText('暂无数据', {}, slow)).toBeTruthy()
  expect(screen.getByTestId('place').textContent).toBe('/activities/weekly?week=2026-W40')
})
