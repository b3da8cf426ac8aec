import type { AppLanguage } from './number'

/** Joins words with the separator of the language. */
export const joinWords = (words: readonly string[], language: AppLanguage): string =>
  words.join(language === 'en' ? ', ' : '、')
