import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areaOrder } from '@/areas/area-order'
import { findSharedLabelKeys } from '@/contract/shared-label'
import { readFirstArgument, findTextKeys, type Literal } from './text-literals'

// A misspelt text key is displayed as it is: every key in the source must exist in both languages.
const root = resolve(import.meta.dirname, '../..')
type Words = { [key: string]: string | Words }
const folders: Readonly<Record<string, string>> = {
  contract: 'contract',
  client: 'client',
  help: 'client/help',
  ...Object.fromEntries(areaOrder.map((area) => [area, area === 'plant' ? 'plant' : `areas/${area}`])),
}
/** Every key of a namespace, including groups: `returnObjects` reads a group. */
function keysIn(words: Words, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, word]) => [
    prefix + key.replace(/_(one|other)$/, ''),
    ...(typeof word === 'string' ? [prefix + key] : keysIn(word, `${prefix}${key}.`)),
  ])
}
const read = (namespace: string, language: string): Set<string> => {
  const path = join(root, 'src', folders[namespace]!, 'locales', `${language}.json`)
  return new Set(existsSync(path) ? keysIn(JSON.parse(readFileSync(path, 'utf8')) as Words) : [])
}
const languages = ['zh', 'en'] as const
const keys = Object.fromEntries(
  Object.keys(folders).map((namespace) => [namespace, languages.map((language) => read(namespace, language))]),
)
/** True if both languages have the key; a placeholder of a template matches any non-empty text. */
function keyExists(namespace: string, { parts }: Literal): boolean {
  const sets = keys[namespace]
  if (!sets) return false
  const form = toForm(parts)
  if (sets.every((set) => [...set].some((key) => form.test(key)))) return true
  // A placeholder of a template stands for one name.
  return findSharedLabelKeys(`${namespace}:${parts.join(HOLE)}`).some((sharedKey) => {
    const [sharedNamespace = '', path = ''] = sharedKey.split(':')
    const sharedForm = toForm(path.split(HOLE))
    return keys[sharedNamespace]?.every((set) => [...set].some((key) => sharedForm.test(key)))
  })
}
const HOLE = 'HOLE'
const toForm = (parts: readonly string[]): RegExp =>
  new RegExp(
    `^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}${parts.length === 1 ? '$' : ''}`,
  )
function isThere(literal: Literal, namespaces: readonly string[]): boolean {
  const [head = '', ...rest] = literal.parts
  const own = /^(\w+):/.exec(head)
  // `${area}:${resource}.name`: at least one area must have the key.
  if (head === '' && rest[0]?.startsWith(':'))
    return isThere({ parts: [rest[0].slice(1), ...rest.slice(1)] }, Object.keys(folders))
  return own
    ? keyExists(own[1]!, { ...literal, parts: [head.slice(own[0].length), ...rest] })
    : namespaces.some((namespace) => keyExists(namespace, literal))
}

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join(root, 'src', name))
const stories = readdirSync(join(root, 'tests/e2e'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join(root, 'tests/e2e', name))
const inQuotes = (text: string): string[] => [...text.matchAll(/'(\w+)'/g)].map((m) => m[1]!)
/** Namespaces that a `t` at this place reads: the first one named nearest above it, unless the key contains its namespace. */
function namespacesAt(text: string, at: number, area: string | undefined): string[] {
  const above = [...text.slice(0, at).matchAll(/useTranslation\(([^()]*)\)|TFunction<([^>]*)>/g)].at(-1)
  const given = above?.[1] ?? above?.[2] ?? ''
  if (/^[\s\w',[\]]+$/.test(given) && inQuotes(given).length > 0) return inQuotes(given).slice(0, 1)
  return area === undefined ? Object.keys(folders) : [area, 'client', 'contract']
}
/** Namespaces that a component waits for. Other namespaces are only loaded if another page was open before. */
function awaitedAt(text: string, at: number): string[] | null {
  const asksFirst = [...text.matchAll(/hasLoadedNamespace\('(\w+)'\)/g)].map((m) => m[1]!)
  const above = [...text.slice(0, at).matchAll(/useTranslation\(([^()]*)\)/g)].at(-1)
  const given = above?.[1]
  return given !== undefined && /^[\s\w',[\]]*$/.test(given) ? [...inQuotes(given), ...asksFirst, 'client'] : null
}
/** On the server `t(language)` returns the texts of a language. */
const isLanguage = ({ parts }: Literal): boolean => (languages as readonly string[]).includes(parts.join())
interface Asked {
  literal: Literal
  namespaces: string[]
  awaited: string[] | null
}
/** Calls of `t` with a literal key. */
function* findRequestedKeys(path: string): Generator<Asked> {
  const text = readFileSync(path, 'utf8')
  const area = /src\/(?:areas\/(\w+)|(plant))\//.exec(path)?.slice(1).find(Boolean)
  for (const call of text.matchAll(/(?<![\w$])t\(/g)) {
    const start = call.index + call[0].length
    for (const literal of findTextKeys(readFirstArgument(text, start)))
      if (!isLanguage(literal))
        yield { literal, namespaces: namespacesAt(text, start, area), awaited: awaitedAt(text, start) }
  }
}

describe('text keys', () => {
  it('in calls of t exist in both languages', () => {
    const lost = sources.flatMap((path) =>
      [...findRequestedKeys(path)]
        .filter(({ literal, namespaces }) => !isThere(literal, namespaces))
        .map(
          ({ literal, namespaces }) => `${relative(root, path)}: ${literal.parts.join('*')} in ${namespaces.join()}`,
        ),
    )
    expect(lost).toEqual([])
  })

  it('belong to namespaces that the component waits for', () => {
    const early = sources.flatMap((path) =>
      [...findRequestedKeys(path)].flatMap(({ literal, awaited }) => {
        const own = /^(\w+):/.exec(literal.parts[0] ?? '')?.[1]
        return own && own in folders && awaited && !awaited.includes(own)
          ? [`${relative(root, path)}: ${literal.parts.join('*')} beside ${awaited.join()}`]
          : []
      }),
    )
    expect(early).toEqual([])
  })

  it('with a namespace exist in both languages, wherever they are written', () => {
    const form = new RegExp(`'((?:${Object.keys(folders).join('|')}):[a-z]\\w*(?:\\.\\w+)+)'`, 'g')
    const lost = [...sources, ...stories].flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(form)]
        .filter(([, key = '']) => !isThere({ parts: [key] }, []))
        .map(([, key]) => `${relative(root, path)}: ${key}`),
    )
    expect(lost).toEqual([])
  })

  it('with a short name in a story exist in both languages', () => {
    // const say = (key, …) => t(`packing:pages.packing.${key}`, …)
    const short = /const (\w+) = \([^)]*\bkey: string[^)]*\)[^=]*=>\s*t\(`(\w+:[\w.]+\.)\$\{key\}`/g
    const requestedKeys = stories.flatMap((path) => {
      const text = readFileSync(path, 'utf8')
      return [...text.matchAll(short)].flatMap(([, name, prefix]) =>
        [...text.matchAll(new RegExp(`\\b${name}\\((?:t, )?'([\\w.]+)'`, 'g'))].map(
          ([, key]) => `${relative(root, path)}: ${prefix}${key}`,
        ),
      )
    })
    expect(requestedKeys.length).toBeGreaterThan(20)
    expect(requestedKeys.filter((one) => !isThere({ parts: [one.slice(one.indexOf(': ') + 2)] }, []))).toEqual([])
  })

  it('are found at all', () => {
    expect(sources.flatMap((path) => [...findRequestedKeys(path)]).length).toBeGreaterThan(1_500)
    expect(isThere({ parts: ['ui.cancel'] }, ['client'])).toBe(true)
    expect(isThere({ parts: ['ui.cancle'] }, ['client'])).toBe(false)
    expect(isThere({ parts: ['workOrder.options.state.', ''] }, ['orders'])).toBe(true)
    expect(isThere({ parts: ['workOrder.option.state.', ''] }, ['orders'])).toBe(false)
  })
})

// The formatter of numbers also receives a text's values: a value named like a formatter option changes the option, and the number stays unformatted.
it.each(languages)('texts that format a number name nothing as the formatter does (%s)', (language) => {
  const texts = Object.values(folders).flatMap((folder) => {
    const path = join(root, 'src', folder, 'locales', `${language}.json`)
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  })
  const formatted = texts.filter((text) => /\{\{\w+, number\}\}/.test(text))
  expect(formatted.length).toBeGreaterThan(5)
  expect(formatted.filter((text) => /\{\{(unit|style|currency|notation|signDisplay)\b/.test(text))).toEqual([])
})

it('English texts use no Chinese punctuation', () => {
  const texts = Object.values(folders).flatMap((folder) => {
    const path = join(root, 'src', folder, 'locales', 'en.json')
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  })
  expect(texts.filter((text) => /[“”‘’\u3000-\u303f\uff00-\uffef]/.test(text))).toEqual([])
})
