import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { createSharedLabelOptions } from '@/contract/shared-label'
import type { AppLanguage } from '../format/number'
import { recordTrouble } from '../ui/trouble'
import { LANGUAGE_KEY, getRememberedLanguage, loadTexts } from './load-texts'

/** Loads one namespace in one language on first use. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, callback) {
    Promise.all([loadTexts(language, namespace), loadSharedLabels(language, namespace)]).then(
      ([texts]) => callback(null, texts),
      (error: unknown) => callback(error as Error, true),
    )
  },
}

/** Loads the shared labels, which the texts of areas refer to. */
async function loadSharedLabels(language: string, namespace: string): Promise<void> {
  if (['client', 'help', 'contract'].includes(namespace) || i18next.hasResourceBundle(language, 'contract')) return
  i18next.addResourceBundle(language, 'contract', await loadTexts(language, 'contract'))
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
      ...createSharedLabelOptions(i18next),
      partialBundledLanguages: true,
      react: { useSuspense: true },
    })
  return i18next
}
