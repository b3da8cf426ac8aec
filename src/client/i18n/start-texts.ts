import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { AppLanguage } from '../format/number'
import { recordTrouble } from '../ui/trouble'
import { LANGUAGE_KEY, getRememberedLanguage, loadTexts } from './load-texts'

/** Loads one namespace in one language on first use. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    loadTexts(language, namespace).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error as Error, true),
    )
  },
}

/** Returns the displayed language, as sent in Accept-Language. */
export const getCurrentLanguage = (): AppLanguage => (i18next.language === 'en' ? 'en' : 'zh')

/** Changes and remembers the language and updates the document. */
export async function setLanguage(language: AppLanguage): Promise<void> {
  try {
    localStorage.setItem(LANGUAGE_KEY, language)
  } catch (error) {
    recordTrouble('language not remembered', error)
  }
  await i18next.loadNamespaces('contract') // menu titles, which the server sent in the language of the login
  await i18next.changeLanguage(language)
}

/** Initializes i18next with the client texts; areas load theirs with their first page. */
export async function startTexts(): Promise<typeof i18next> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN'
  })
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: getRememberedLanguage(),
      fallbackLng: false,
      supportedLngs: ['zh', 'en'],
      ns: ['client'],
      defaultNS: 'client',
      interpolation: { escapeValue: false }, // React escapes
      returnNull: false,
      partialBundledLanguages: true,
      react: { useSuspense: true },
    })
  return i18next
}
