import { describe, expect, test } from 'vitest'
import { sumNames } from '@/areas/figures/rules/shift-sums'
import en from '@/areas/sheets/locales/en.json'
import zh from '@/areas/sheets/locales/zh.json'

describe('correctable sums of a shift', () => {
  test.each([
    ['zh', zh],
    ['en', en],
  ])('have a word wherever they stand: %s', (_, words) => {
    for (const said of [words.inputOptions.sum, words.options.sum, words.answers])
      expect(sumNames.filter((name) => !(name in said))).toEqual([])
  })
})
