import type { ResourceKey } from 'i18next'
import { readTexts } from '../api/read-texts'
import type { Language } from '../format/number'

/** URLs of the text files, by source path. */
const files = {
  ...import.meta.glob('../../contract/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../help/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../../plant/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../../areas/*/locales/*.json', { query: '?url', import: 'default', eager: true }),
} as Record<string, string>
/** Namespaces that are not area folders. */
const ownFolders: Readonly<Record<string, string>> = {
  contract: '../../contract',
  plant: '../../plant',
  client: '..',
  help: '../help',
}
/** localStorage key of the chosen language. */
export const LANGUAGE_KEY = 'language'

/** Returns the remembered language; zh by default. */
export function rememberedLanguage(): Language {
  try {
    return localStorage.getItem(LANGUAGE_KEY) === 'en' ? 'en' : 'zh'
  } catch {
    return 'zh' // storage is blocked: the default, for this page
  }
}

/** True if a namespace has texts. */
export const hasTexts = (namespace: string): boolean =>
  `${ownFolders[namespace] ?? `../../areas/${namespace}`}/locales/zh.json` in files

const asked = new Map<string, Promise<ResourceKey>>()
/**
 * Loads the texts of a namespace: one of the client's own, else the area of that name. Loads each file once; retries
 * after a failure. Rejects if there are none.
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
