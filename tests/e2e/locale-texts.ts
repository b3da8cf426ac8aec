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
export type Words = (key: string, filled?: Readonly<Record<string, string | number>>) => string

/**
 * Texts of the app in one language, read from its locale files: `area:path.of.key`. A story then reads the same in both
 * languages. Throws for an unknown key.
 */
export function loadTexts(language: 'zh' | 'en'): Words {
  const read = new Map<string, unknown>()
  const lookUp = (key: string): unknown => {
    const [space = '', path = ''] = key.split(':')
    if (!read.has(space))
      read.set(
        space,
        JSON.parse(
          readFileSync(join(source, folderByNamespace[space] ?? `areas/${space}/locales`, `${language}.json`), 'utf8'),
        ),
      )
    let text = read.get(space)
    for (const part of path.split('.'))
      text = text instanceof Object ? (text as Record<string, unknown>)[part] : undefined
    return text
  }
  return (key, filled = {}) => {
    const text = [key, ...findSharedLabelKeys(key)].map(lookUp).find((found) => found !== undefined)
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`)
    return text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, figure?: string) =>
      figure ? Number(filled[name]).toLocaleString(language) : String(filled[name] ?? ''),
    )
  }
}
