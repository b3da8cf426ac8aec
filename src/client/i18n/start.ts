import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Language } from '../format/number'
import { noteTrouble } from '../ui/trouble'

type File = () => Promise<{ default: ResourceKey }>
const files: Record<string, File> = {
  ...import.meta.glob<{ default: ResourceKey }>('../../contract/locales/*.json'),
  ...import.meta.glob<{ default: ResourceKey }>('../locales/*.json'),
  ...import.meta.glob<{ default: ResourceKey }>('../../areas/*/locales/*.json'),
}
const KEY = 'language'

/** Where a namespace's texts stand: the kit's own two, else the area of that name. */
function fileOf(language: string, namespace: string): File | undefined {
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
    file().then((module) => done(null, module.default), (error: unknown) => done(error as Error, true))
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
