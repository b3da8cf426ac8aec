import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findSharedLabelKeys } from '../../src/contract/shared-label'

const source = resolve(import.meta.dirname, '../../src')
/** Folders of text namespaces; all other namespaces are areas. */
const folderByNamespace: Readonly<Record<string, string>> = {
  client: 'client/locales',
  contract: 'contract/locales',
  plant: 'plant/locales',
}
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string

/**
 * Returns a function that translates keys like `area:path.of.key` with the locale files of the app, so that a story is the same in
 * both languages. It throws for an unknown key.
 */
export function loadTexts(language: 'zh' | 'en'): Translate {
  const textsByNamespace = new Map<string, unknown>()
  const lookUp = (key: string): unknown => {
    const [namespace = '', path = ''] = key.split(':')
    if (!textsByNamespace.has(namespace))
      textsByNamespace.set(
        namespace,
        JSON.parse(
          readFileSync(
            join(source, folderByNamespace[namespace] ?? `areas/${namespace}/locales`, `${language}.json`),
            'utf8',
          ),
        ),
      )
    let text = textsByNamespace.get(namespace)
    for (const part of path.split('.'))
      text = text instanceof Object ? (text as Record<string, unknown>)[part] : undefined
    return text
  }
  return (key, values = {}) => {
    const text = [key, ...findSharedLabelKeys(key)].map(lookUp).find((found) => found !== undefined)
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, numberFormat?: string) =>
      numberFormat ? Number(values[name]).toLocaleString(language) : String(values[name] ?? ''),
    )
  }
}
