import { afterEach, expect, it, vi } from 'vitest'
import { buildSavedMessage } from '@/client/api/notify-saved'

const t = (key: string) => key
afterEach(() => vi.unstubAllGlobals())

it('a step with its own completion text also says that it only waits on this device', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(buildSavedMessage(t, { queued: true }, 'doffed')).toBe('doffed · client:resource.savedHere')
  expect(buildSavedMessage(t, { queued: false }, 'doffed')).toBe('doffed')
  expect(buildSavedMessage(t, { queued: true }, undefined)).toBe('client:resource.savedHere')
  vi.stubGlobal('navigator', { onLine: true })
  expect(buildSavedMessage(t, { queued: true }, 'doffed')).toBe('doffed')
})
