import i18next, { type i18n } from 'i18next'
import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@/contract/language'
import { inWords } from '@/contract/preset'

export type { Language }
export type Translate = (key: string, params?: Record<string, unknown>) => string
export interface Words {
  t(language: Language): Translate
  has(key: string, language: Language): boolean
}

/** Loads the locale files of the contract, the kit and every area: the server names fields and refusals in the caller's language. */
export async function loadWords(localeFolders: Record<string, string>): Promise<Words> {
  const resources: Record<Language, Record<string, object>> = { zh: {}, en: {} }
  for (const [namespace, folder] of Object.entries(localeFolders)) {
    for (const language of ['zh', 'en'] as const) {
      const path = join(folder, `${language}.json`)
      resources[language][namespace] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
    }
  }
  const instance: i18n = i18next.createInstance()
  await instance.init({
    resources,
    lng: 'zh',
    fallbackLng: false,
    ns: Object.keys(localeFolders),
    interpolation: { escapeValue: false },
    nsSeparator: ':',
  })
  // What a refusal names is text by now (`said-numbers`) and stands as it is.
  instance.services.formatter?.add('number', (value: unknown, language) =>
    typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : String(value),
  )
  const fixed = { zh: instance.getFixedT('zh'), en: instance.getFixedT('en') }
  const plain = (language: Language) => (key: string, params?: Record<string, unknown>) =>
    String(fixed[language](key, params))
  return {
    // A sentence that is given a usual text, the reason of a hold, says it in its own language.
    t: (language) => (key, params) => inWords(plain(language)(key, params), plain(language)),
    has: (key, language) => instance.exists(key, { lng: language }),
  }
}

/** Where the locale files lie: beside the sources, or copied beside the bundle. */
export function localeFolders(root: string): Record<string, string> {
  const areas = join(root, 'areas')
  const found = existsSync(areas) ? readdirSync(areas).map((area) => [area, join(areas, area, 'locales')] as const) : []
  return {
    contract: join(root, 'contract', 'locales'),
    plant: join(root, 'plant', 'locales'),
    ...Object.fromEntries(found),
  }
}

/** The language of a request: English when it asks for it first, else Chinese. */
export const languageOf = (acceptLanguage: string | undefined): Language =>
  /^\s*en\b/i.test(acceptLanguage ?? '') ? 'en' : 'zh'
