import { useTranslation } from 'react-i18next'
import type { Language } from './number'

/** The app's language for the formatters; anything that is not English reads as zh, the default. */
export function useLanguage(): Language {
  const { i18n } = useTranslation('client')
  return i18n.language?.startsWith('en') ? 'en' : 'zh'
}
