// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { LANGUAGE_KEY, getRememberedLanguage } from '@/client/i18n/load-texts'

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})
const browserIn = (language: string) => vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)

it.each([
  ['en-US', 'en'],
  ['en', 'en'],
  ['zh-CN', 'zh'],
  ['de-DE', 'zh'],
  ['enm', 'zh'],
])('a browser in %s starts in %s', (browserLanguage, language) => {
  browserIn(browserLanguage)
  expect(getRememberedLanguage()).toBe(language)
})
it('a chosen language stays', () => {
  browserIn('en-US')
  localStorage.setItem(LANGUAGE_KEY, 'zh')
  expect(getRememberedLanguage()).toBe('zh')
  browserIn('zh-CN')
  localStorage.setItem(LANGUAGE_KEY, 'en')
  expect(getRememberedLanguage()).toBe('en')
})
