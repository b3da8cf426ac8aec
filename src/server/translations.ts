import i18next, { type i18n } from 'i18next'
import { readdirSync, readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@/contract/language'
import { translatePresets } from '@/contract/preset'
import { createSharedLabelOptions, findSharedLabelKeys } from '@/contract/shared-label'

export type { Language }
/** Translates a text key into one language; `params` are inserted into the text. */
export type Translate = (key: string, params?: Record<string, unknown>) => string
export interface Translations {
  /** Returns the translate function of a language. */
  t(language: Language): Translate
  /** True if the key has a text of its own or a shared one in the language. */
  has(key: string, language: Language): boolean
}

/**
 * Loads the locale files of the contract, the plant and every area, because the server names fields and refusals in the
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
    ...createSharedLabelOptions(instance),
  })
  // `formatNumbers` has already turned the numbers of refusals into strings; the formatter leaves strings alone.
  instance.services.formatter?.add('number', (value: unknown, language) =>
    typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : String(value),
  )
  const translateByLanguage = { zh: instance.getFixedT('zh'), en: instance.getFixedT('en') }
  const translateKey = (language: Language) => (key: string, params?: Record<string, unknown>) =>
    String(translateByLanguage[language](key, params))
  return {
    // A preset text within a message, such as the reason of a hold, is translated too.
    t: (language) => (key, params) => translatePresets(translateKey(language)(key, params), translateKey(language)),
    has: (key, language) =>
      [key, ...findSharedLabelKeys(key)].some((candidate) => instance.exists(candidate, { lng: language })),
  }
}

/** Returns the folder of locale files by namespace: next to the sources, or copied next to the bundle. */
export function getLocaleFolders(root: string): Record<string, string> {
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

const GROUPING = { useGrouping: 'min2' } as const
/** Formats numbers from 1 on. */
const numberFormat = new Intl.NumberFormat('en', { ...GROUPING, maximumFractionDigits: 3 })
/** Formats numbers below 1, which need more digits. */
const smallNumberFormat = new Intl.NumberFormat('en', { ...GROUPING, maximumFractionDigits: 6 })

/**
 * Formats the numeric parameters of a refusal: without floating-point noise, grouped from five digits on. `count` stays a
 * number, because it selects the plural form.
 */
export const formatNumbers = (params: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' && name !== 'count'
        ? (Math.abs(value) < 1 ? smallNumberFormat : numberFormat).format(value)
        : value,
    ]),
  )
