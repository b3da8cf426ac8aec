import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const source = resolve(import.meta.dirname, '../../src')
/** Where a namespace of texts lies; the others are areas. */
const own: Readonly<Record<string, string>> = {
  client: 'client/locales',
  contract: 'contract/locales',
  plant: 'plant/locales',
}
export type Words = (key: string, filled?: Readonly<Record<string, string | number>>) => string

/**
 * The app's texts in one language, read from its locale files: `area:path.of.key`. A story told in both languages then reads
 * the same. Throws for a key that is not there.
 */
export function wordsIn(language: 'zh' | 'en'): Words {
  const read = new Map<string, unknown>()
  return (key, filled = {}) => {
    const [space = '', path = ''] = key.split(':')
    if (!read.has(space))
      read.set(
        space,
        JSON.parse(readFileSync(join(source, own[space] ?? `areas/${space}/locales`, `${language}.json`), 'utf8')),
      )
    let found = read.get(space)
    for (const part of path.split('.'))
      found = found instanceof Object ? (found as Record<string, unknown>)[part] : undefined
    if (typeof found !== 'string') throw new Error(`no text ${key} in ${language}`)
    return found.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, figure?: string) =>
      figure ? Number(filled[name]).toLocaleString(language) : String(filled[name] ?? ''),
    )
  }
}
