import type { ResourceKey } from 'i18next'
import { readTexts } from '../api/read-texts'
import type { Language } from '../format/number'

/** Addresses of the texts, by their path in the source. */
const files = {
  ...import.meta.glob('../../contract/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../help/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../../plant/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../../areas/*/locales/*.json', { query: '?url', import: 'default', eager: true }),
} as Record<string, string>
/** Namespaces that are no area's folder. */
const ownFolders: Readonly<Record<string, string>> = {
  contract: '../../contract',
  plant: '../../plant',
  client: '..',
  help: '../help',
}
/** Where the language a person chose is remembered. */
export const LANGUAGE_KEY = 'language'

/** The remembered language; zh when none was chosen. */
export function rememberedLanguage(): Language {
  try {
    return localStorage.getItem(LANGUAGE_KEY) === 'en' ? 'en' : 'zh'
  } catch {
    return 'zh' // storage is blocked: the default, for this page
  }
}

/** Whether a namespace has texts. */
export const hasTexts = (namespace: string): boolean =>
  `${ownFolders[namespace] ?? `../../areas/${namespace}`}/locales/zh.json` in files

const asked = new Map<string, Promise<ResourceKey>>()
/**
 * The texts of a namespace: the kit's own two, else the area of that name. Read once, however often they are asked for; asked again
 * after a failure. Rejects when there are none.
 */
export function textsOf(language: string, namespace: string): Promise<ResourceKey> {
  const folder = ownFolders[namespace] ?? `../../areas/${namespace}`
  const file = files[`${folder}/locales/${language}.json`]
  if (!file) return Promise.reject(new Error(`no texts: ${language} ${namespace}`))
  const known = asked.get(file)
  if (known) return known
  const texts = readTexts(file)
  asked.set(file, texts)
  texts.catch(() => asked.delete(file))
  return texts
}
