import i18next, { type i18n } from 'i18next'
import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@/contract/language'
import { translatePresets } from '@/contract/preset'

export type { Language }
export type Translate = (key: string, params?: Record<string, unknown>) => string
export interface Translations {
  t(language: Language): Translate
  has(key: string, language: Language): boolean
}

/**
 * Loads the locale files of the contract, the kit and every area, because the server names fields and refusals in the
 * caller's language.
 */
export async function loadTranslations(localeFolders: Record<string, string>): Promise<Translations> {
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
  // Numbers in refusals are already formatted (`format-numbers`) and stay as they are.
  instance.services.formatter?.add('number', (value: unknown, language) =>
    typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : String(value),
  )
  const fixedT = { zh: instance.getFixedT('zh'), en: instance.getFixedT('en') }
  const translateKey = (language: Language) => (key: string, params?: Record<string, unknown>) =>
    String(fixedT[language](key, params))
  return {
    // A preset text within a message, such as the reason of a hold, is translated too.
    t: (language) => (key, params) => translatePresets(translateKey(language)(key, params), translateKey(language)),
    has: (key, language) => instance.exists(key, { lng: language }),
  }
}

/** Lists the folders of the locale files: next to the sources, or copied next to the bundle. */
export function listLocaleFolders(root: string): Record<string, string> {
  const areas = join(root, 'areas')
  const areaFolders = existsSync(areas)
    ? readdirSync(areas).map((area) => [area, join(areas, area, 'locales')] as const)
    : []
  return {
    contract: join(root, 'contract', 'locales'),
    plant: join(root, 'plant', 'locales'),
    ...Object.fromEntries(areaFolders),
  }
}

/** Returns the language of a request: English if the header lists it first, otherwise Chinese. */
export const parseAcceptLanguage = (acceptLanguage: string | undefined): Language =>
  /^\s*en\b/i.test(acceptLanguage ?? '') ? 'en' : 'zh'
