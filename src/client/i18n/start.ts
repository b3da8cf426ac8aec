import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { readTexts } from '../api/read-texts'
import type { Language } from '../format/number'
import { noteTrouble } from '../ui/trouble'

/** Addresses of the texts, by their path in the source. */
const files: Record<string, string> = {
  ...import.meta.glob<string>('../../contract/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob<string>('../locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob<string>('../../areas/*/locales/*.json', { query: '?url', import: 'default', eager: true }),
}
const KEY = 'language'

/** Where a namespace's texts stand: the kit's own two, else the area of that name. */
function fileOf(language: string, namespace: string): string | undefined {
  const folder = namespace === 'contract' ? '../../contract' : namespace === 'client' ? '..' : `../../areas/${namespace}`
  return files[`${folder}/locales/${language}.json`]
}
/** Loads one namespace in one language when somebody first asks for it. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const file = fileOf(language, namespace)
    if (!file) return done(new Error(`no texts: ${language} ${namespace}`), false)
    readTexts(file).then((texts) => done(null, texts), (error: unknown) => done(error as Error, true))
  },
}

/** The remembered language; zh when none was chosen. */
export function rememberedLanguage(): Language {
  try {
    return localStorage.getItem(KEY) === 'en' ? 'en' : 'zh'
  } catch {
    return 'zh' // storage is blocked: the default, for this page
  }
}
/** The language on screen, as sent in Accept-Language. */
export const currentLanguage = (): Language => (i18next.language === 'en' ? 'en' : 'zh')

/** Changes the language, remembers it and tells the document. */
export async function setLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(KEY, language)
  } catch (error) {
    noteTrouble('language not remembered', error)
  }
  await i18next.loadNamespaces('contract') // menu titles, which the server sent in the language of the login
  await i18next.changeLanguage(language)
}

/** Starts the texts with the kit's own; areas load theirs with their first page. */
export async function startTexts(): Promise<typeof i18next> {
  i18next.on('languageChanged', (language) => { document.documentElement.lang = language === 'en' ? 'en' : 'zh-CN' })
  await i18next.use(backend).use(initReactI18next).init({
    lng: rememberedLanguage(),
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
