// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { getCurrentTheme, isGloveMode, setGloveMode, setTheme, startTheme, getThemeChoice } from '@/client/ui/theme'
import { listRecentTroubles } from '@/client/ui/trouble'

let stop = () => undefined as void
beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset.theme
  delete document.documentElement.dataset.glove
})
afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

it('remembers theme and glove mode over a restart', () => {
  setTheme('dark')
  setGloveMode(true)
  delete document.documentElement.dataset.theme
  delete document.documentElement.dataset.glove
  stop = startTheme()
  expect([getThemeChoice(), getCurrentTheme(), isGloveMode()]).toEqual(['dark', 'dark', true])
})

it('follows the system when asked, or if the stored value is unknown', () => {
  setTheme('dark')
  setTheme('system')
  expect(document.documentElement.dataset.theme).toBeUndefined()
  localStorage.setItem('theme', 'pink')
  expect(getThemeChoice()).toBe('system')
})

it('follows a change made in another tab', () => {
  stop = startTheme()
  localStorage.setItem('theme', 'dark')
  dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))
  expect(getCurrentTheme()).toBe('dark')
})

it('works for the page if storage is blocked, and logs it', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  setTheme('dark')
  expect(getCurrentTheme()).toBe('dark')
  expect(listRecentTroubles().at(-1)?.reason).toContain('SecurityError')
})
