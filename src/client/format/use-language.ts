import { useTranslation } from 'react-i18next'
import type { AppLanguage } from './number'

/** Converts an i18n language code to the app's language. */
export function toLanguage(language: string | undefined): AppLanguage {
  return language?.startsWith('en') ? 'en' : 'zh'
}

/** Returns the app's language for formatters; anything but English counts as zh, the default. */
export function useLanguage(): AppLanguage {
  const { i18n } = useTranslation('client')
  return toLanguage(i18n.language)
}
