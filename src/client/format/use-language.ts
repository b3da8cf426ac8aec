import { useTranslation } from 'react-i18next'
import type { AppLanguage } from './number'
import { formatUnit } from './unit'

/** Converts an i18n language code to the app's language. */
export function toLanguage(language: string | undefined): AppLanguage {
  return language?.startsWith('en') ? 'en' : 'zh'
}

/** Returns the app's language for formatters; anything but English counts as zh, the default. */
export function useLanguage(): AppLanguage {
  const { i18n } = useTranslation('client')
  return toLanguage(i18n.language)
}

/** Joins words with the separator of the language. */
export const joinWords = (words: readonly string[], language: AppLanguage): string =>
  words.join(language === 'en' ? ', ' : '、')

/** Returns a function that formats a unit without a number, for column headings. */
export function useUnitFormatter(): (unit: string) => string {
  const language = useLanguage()
  return (unit) => formatUnit(unit, null, language)
}
