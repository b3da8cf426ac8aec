import { afterEach, expect, it, vi } from 'vitest'
import { buildDoneText } from '@/client/api/notify-saved'

const t = (key: string) => key
afterEach(() => vi.unstubAllGlobals())

it('a step with a word of its own for being done says as well that it only waits on this device', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(buildDoneText(t, { queued: true }, 'doffed')).toBe('doffed · client:resource.savedHere')
  expect(buildDoneText(t, { queued: false }, 'doffed')).toBe('doffed')
  expect(buildDoneText(t, { queued: true }, undefined)).toBe('client:resource.savedHere')
  vi.stubGlobal('navigator', { onLine: true })
  expect(buildDoneText(t, { queued: true }, 'doffed')).toBe('doffed')
})
