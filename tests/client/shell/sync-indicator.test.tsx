// @vitest-environment jsdom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { setSyncStatus } from '@/client/api/phone'
import { SyncIndicator, useSyncStatus } from '@/client/shell/SyncIndicator'
import { loadTexts } from '../texts'

// A phone with earlier work: the content of its store is known once the store is open.
vi.mock('@/offline/outbox-presence', () => ({ hasOutboxStore: () => Promise.resolve(true) }))

const syncedState = { unsent: 0, attention: 0, lastSentAt: null, readyAt: null } as const
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  setSyncStatus({ state: 'sent', ...syncedState })
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
  act(() => setSyncStatus({ state: 'sent', ...syncedState }))
  expect(screen.getByRole('link').getAttribute('aria-label')).toBe('全部已上传')
})
test('reports a lost network at once, before the store is checked, and its return', () => {
  setSyncStatus({ state: 'sent', ...syncedState })
  const { result } = renderHook(useSyncStatus)
  network(false)
  expect(result.current.state).toBe('offline')
  network(true)
  expect(result.current.state).toBe('sent')
})
test('commands that need a person take precedence over a lost network', () => {
  setSyncStatus({ state: 'attention', ...syncedState, attention: 2 })
  const { result } = renderHook(useSyncStatus)
  network(false)
  expect(result.current).toMatchObject({ state: 'attention', attention: 2 })
})

test('a lost network appears in its fixed place, with the age of the data on this phone', async () => {
  await loadTexts()
  act(() => setSyncStatus({ state: 'offline', ...syncedState, unsent: 3, readyAt: Date.parse('2026-03-02T06:02:00Z') }))
  render(
    <MemoryRouter>
      <SyncIndicator />
    </MemoryRouter>,
  )
  const link = screen.getByRole('link')
  // The network is there, so it is the server that does not answer.
  expect(link.getAttribute('aria-label')).toBe('连不上服务器，3 条待上传')
  network(false)
  expect(link.getAttribute('aria-label')).toBe('无网络，3 条待上传')
  expect(link.textContent).toContain('资料截至 14:02')
})
