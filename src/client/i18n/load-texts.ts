import type { ResourceKey } from 'i18next'
import { fetchTexts } from '../api/read-texts'
import type { AppLanguage } from '../format/number'

/** URLs of the text files, by source path. */
const TEXT_URLS = {
  ...import.meta.glob('../../contract/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../help/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../../plant/locales/*.json', { query: '?url', import: 'default', eager: true }),
  ...import.meta.glob('../../areas/*/locales/*.json', { query: '?url', import: 'default', eager: true }),
} as Record<string, string>
/** Namespaces that are not area folders. */
const NAMESPACE_FOLDERS: Readonly<Record<string, string>> = {
  contract: '../../contract',
  plant: '../../plant',
  client: '..',
  help: '../help',
}
/** localStorage key of the chosen language. */
export const LANGUAGE_KEY = 'language'

/** Returns the remembered language; at the first start English if it is the browser's first language, else Chinese. */
export function getRememberedLanguage(): AppLanguage {
  const browserLanguage = /^en\b/i.test(navigator.language) ? 'en' : 'zh'
  try {
    const rememberedLanguage = localStorage.getItem(LANGUAGE_KEY)
    return rememberedLanguage === 'en' || rememberedLanguage === 'zh' ? rememberedLanguage : browserLanguage
  } catch {
    return browserLanguage // storage is blocked: the default, for this page
  }
}

/** True if a namespace has texts. */
export const hasTexts = (namespace: string): boolean =>
  `${NAMESPACE_FOLDERS[namespace] ?? `../../areas/${namespace}`}/locales/zh.json` in TEXT_URLS

const textRequests = new Map<string, Promise<ResourceKey>>()
/**
 * Loads the texts of a namespace, which is one of `NAMESPACE_FOLDERS` or an area. Loads each file once; the next call
 * repeats a failed request. Rejects if the namespace has no texts.
 */
export function loadTexts(language: string, namespace: string): Promise<ResourceKey> {
  const folder = NAMESPACE_FOLDERS[namespace] ?? `../../areas/${namespace}`
  const url = TEXT_URLS[`${folder}/locales/${language}.json`]
  if (!url) return Promise.reject(new Error(`no texts: ${language} ${namespace}`))
  const pendingRequest = textRequests.get(url)
  if (pendingRequest) return pendingRequest
  const request = fetchTexts(url)
  textRequests.set(url, request)
  request.catch(() => textRequests.delete(url))
  return request
}
