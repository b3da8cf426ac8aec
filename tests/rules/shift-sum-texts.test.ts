import { beforeAll, describe, expect, test } from 'vitest'
import { sumNames } from '@/areas/figures/rules/shift-sums'
import { getLocaleFolders, loadTranslations, type Translations } from '@/server/translations'

describe('correctable sums of a shift', () => {
  let translations: Translations
  beforeAll(async () => {
    translations = await loadTranslations(getLocaleFolders('src'))
  })
  test.each(['zh', 'en'] as const)('have a word wherever they stand: %s', (language) => {
    for (const place of ['monthClosing:inputOptions.sum', 'monthClosing:answerOptions.sum', 'sheets:answers'])
      expect(sumNames.filter((name) => !translations.has(`${place}.${name}`, language))).toEqual([])
  })
})
