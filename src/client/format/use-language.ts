import { useTranslation } from 'react-i18next'
import type { Language } from './number'

/** The app's language from an i18n instance's, for callers that have one. */
export function toLanguage(language: string | undefined): Language {
  return language?.startsWith('en') ? 'en' : 'zh'
}

/** The app's language for the formatters; anything that is not English reads as zh, the default. */
export function useLanguage(): Language {
  const { i18n } = useTranslation('client')
  return toLanguage(i18n.language)
}
