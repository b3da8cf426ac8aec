// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reportStatus } from '@/client/api/phone'
import { useSyncStatus } from '@/client/shell/SyncIndicator'

const known = { unsent: 0, attention: 0, lastSentAt: null, readyAt: null } as const
afterEach(() => { cleanup(); vi.restoreAllMocks(); reportStatus({ state: 'sent', ...known }) })
const network = (there: boolean) => act(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(there)
  dispatchEvent(new Event(there ? 'online' : 'offline'))
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
