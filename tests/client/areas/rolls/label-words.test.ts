// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { loadLabelWords } from '@/areas/rolls/client/shared/labels/use-labels'
import zh from '@/areas/rolls/locales/zh.json'
import en from '@/areas/rolls/locales/en.json'
import { listRecentTroubles } from '@/client/ui/trouble'

const isOffline = vi.hoisted(() => ({ english: false }))
vi.mock('@/client/i18n/load-texts', () => ({
  loadTexts: async (language: string, namespace: string) => {
    if (language === 'en' && isOffline.english) throw new TypeError('Failed to fetch')
    return namespace === 'rolls' ? (language === 'en' ? en : zh) : {}
  },
}))

test('label words are in both languages', async () => {
  const { words, isIncomplete } = await loadLabelWords()
  expect([words.word('copy'), isIncomplete]).toEqual(['副本 COPY', false])
  expect(listRecentTroubles()).toEqual([])
})
test('texts that cannot be loaded are reported, and the labels have the other language', async () => {
  isOffline.english = true
  const { words, isIncomplete } = await loadLabelWords()
  expect([words.word('copy'), isIncomplete]).toEqual(['副本', true])
  expect(listRecentTroubles().map(({ what }) => what)).toEqual([
    'label texts not loaded: en rolls',
    'label texts not loaded: en contract',
  ])
})
