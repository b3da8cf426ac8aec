import type { Language } from './number'

/** Words one after another, as the language separates them. */
export const joined = (words: readonly string[], language: Language): string =>
  words.join(language === 'en' ? ', ' : '、')
