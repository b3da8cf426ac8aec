// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { reportStatus } from '@/client/api/phone'
import { SyncIndicator, useSyncStatus } from '@/client/shell/SyncIndicator'
import { loadTexts } from '../texts'

// A phone that has worked before: what lies in its store is known when it is open.
vi.mock('@/offline/outbox-presence', () => ({ hasOutboxStore: () => Promise.resolve(true) }))

const known = { unsent: 0, attention: 0, lastSentAt: null, readyAt: null } as const
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  reportStatus({ state: 'sent', ...known })
})
const network = (there: boolean) =>
  act(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there)
    dispatchEvent(new Event(there ? 'online' : 'offline'))
  })

test('says "all sent" only once the store has been counted', async () => {
  await loadTexts()
  render(
    <MemoryRouter>
      <SyncIndicator />
    </MemoryRouter>,
  )
  await act(() => Promise.resolve())
  expect(screen.getByRole('link').getAttribute('aria-label')).toBe('正在查看待上传内容')
  act(() => reportStatus({ state: 'sent', ...known }))
  expect(screen.getByRole('link').getAttribute('aria-label')).toBe('全部已上传')
})
test('a device that loses its network says so at once, before the store has looked, and when it is back', () => {
  reportStatus({ state: 'sent', ...known })
  const { result } = renderHook(useSyncStatus)
  network(false)
  expect(result.current.state).toBe('offline')
  network(true)
  expect(result.current.state).toBe('sent')
})
test('what needs a person is louder than a lost network', () => {
  reportStatus({ state: 'attention', ...known, attention: 2 })
  const { result } = renderHook(useSyncStatus)
  network(false)
  expect(result.current).toMatchObject({ state: 'attention', attention: 2 })
})

test('a lost network is said in its fixed place, with the time of the data on this phone', async () => {
  await loadTexts()
  act(() => reportStatus({ state: 'offline', ...known, unsent: 3, readyAt: Date.parse('2026-03-02T06:02:00Z') }))
  render(
    <MemoryRouter>
      <SyncIndicator />
    </MemoryRouter>,
  )
  const link = screen.getByRole('link')
  expect(link.getAttribute('aria-label')).toBe('无网络，3 条待上传')
  expect(link.textContent).toContain('资料截至 14:02')
})
