import type { Language } from './number'

/** Joins words with the separator of the language. */
export const joined = (words: readonly string[], language: Language): string =>
  words.join(language === 'en' ? ', ' : '、')
