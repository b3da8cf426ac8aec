import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import type { Field, Fields } from '@/contract/field'
import { menuGroups, menuPages } from '@/contract/menu'
import type { Resource } from '@/contract/resource'
import { findSharedLabelKeys } from '@/contract/shared-label'
import { metrics } from '@/plant/rules/metrics'

type Words = { [key: string]: string | Words }
/** Inputs allowed in every call; their texts belong to the contract's namespace. */
const shared = new Set(['id', 'version', 'page', 'size', 'sort', 'keyword', 'after', 'file', 'dryRun', 'leaveOut'])
/** Areas whose own calls have no texts yet. Remove an area as soon as its texts exist. */
const callsWithoutWords = new Set<string>()
const empty: Words = {}
const folderOf = (area: string) => (area === 'plant' ? 'plant' : `areas/${area}`)

function wordsOf(folder: string, language: 'zh' | 'en'): Words {
  const at = new URL(`../../src/${folder}/locales/${language}.json`, import.meta.url)
  return existsSync(at) ? (JSON.parse(readFileSync(at, 'utf8')) as Words) : empty
}
function flat(words: Words, prefix = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, word]): [string, string][] =>
    typeof word === 'string' ? [[prefix + key, word]] : flat(word, `${prefix}${key}.`),
  )
}
const blanks = (word: string | undefined) =>
  JSON.stringify([...(word ?? '').matchAll(/\{\{\s*(\w+)/g)].map((m) => m[1]).sort())
const isPlural = (key: string) => /_(one|other)$/.test(key)
const optionsOf = (field: Field) => (field.kind === 'choice' ? field.options : [])

/** Text keys that a resource needs by convention. */
function keysOf({ name, fields }: Resource): string[] {
  const keys = [`${name}.name`]
  for (const [field, spec] of Object.entries(fields)) {
    keys.push(`${name}.fields.${field}`, ...optionsOf(spec).map((option) => `${name}.options.${field}.${option}`))
    if (spec.kind !== 'list') continue
    for (const [column, part] of Object.entries(spec.of)) {
      keys.push(
        `${name}.sub.${field}.${column}`,
        ...optionsOf(part).map((option) => `${name}.subOptions.${field}.${column}.${option}`),
      )
    }
  }
  return keys
}
/** Inputs of a call without a label among the fields of the resource that the call is named after. */
function inputsWithoutLabel(input: Fields, resource: Resource | undefined): string[] {
  return Object.keys(input).filter((name) => !shared.has(name) && !(resource && name in resource.fields))
}
/** Metrics in a call's answer: people see them, so each needs a text; metrics of the plant's list have theirs there. */
const figuresOf = (of: Fields): string[] =>
  Object.keys(of).filter((name) => !(name in metrics) && (of[name]?.kind === 'integer' || of[name]?.kind === 'amount'))

const sharedLabels = {
  zh: new Map(flat(wordsOf('contract', 'zh'))),
  en: new Map(flat(wordsOf('contract', 'en'))),
}
/** The general label of an area, otherwise the shared one of all areas, for a key without a text of its own. */
const getFallback = (language: 'zh' | 'en', words: ReadonlyMap<string, string>, key: string) =>
  findSharedLabelKeys(`area:${key}`)
    .map((candidate) =>
      candidate.startsWith('area:')
        ? words.get(candidate.slice('area:'.length))
        : sharedLabels[language].get(candidate.slice('contract:'.length)),
    )
    .find((label) => label !== undefined)
/** The displayed label. */
const getLabel = (language: 'zh' | 'en', words: ReadonlyMap<string, string>, key: string) =>
  words.get(key) ?? getFallback(language, words, key) ?? ''

describe.each(areaContracts.map((area) => ({ area, name: area.name })))('the words of $name', ({ area }) => {
  const zh = new Map(flat(wordsOf(folderOf(area.name), 'zh')))
  const en = new Map(flat(wordsOf(folderOf(area.name), 'en')))
  const isNamed = (key: string) => getLabel('zh', zh, key) !== '' && getLabel('en', en, key) !== ''

  it('name every resource, field and option in both languages', () => {
    const needed = area.resources.flatMap((r) => keysOf(r as Resource))
    expect(needed.filter((key) => !isNamed(key))).toEqual([])
  })

  it('name every call of the area, its inputs and its metrics', () => {
    const byName = new Map(area.resources.map((r) => [r.name as string, r as Resource]))
    const needed = area.endpoints.flatMap((e) => {
      const resource = byName.get(e.name.split('.')[0] ?? '')
      const figures = e.output.shape === 'one' && !('version' in e.output.fields) ? figuresOf(e.output.fields) : []
      return [
        `actions.${e.name.replaceAll('.', '_')}`,
        ...inputsWithoutLabel(e.input, resource).map((name) => `inputs.${name}`),
        ...figures.map((name) => `answers.${name}`),
      ]
    })
    const lost = [...new Set(needed)].filter((key) => !isNamed(key))
    if (callsWithoutWords.has(area.name)) expect(lost).not.toEqual([])
    else expect(lost).toEqual([])
  })

  it('have the same keys and placeholders in both languages, none empty', () => {
    expect([...zh.keys()].filter((key) => !en.has(key))).toEqual([])
    // English has singular and plural, Chinese does not.
    const singular = (key: string) => key.endsWith('_one') && zh.has(key.replace(/_one$/, '_other'))
    expect([...en.keys()].filter((key) => !zh.has(key) && !singular(key))).toEqual([])
    expect(
      [...zh].filter(([key, word]) => word.trim() === '' || blanks(word) !== blanks(en.get(key))).map(([key]) => key),
    ).toEqual([])
    expect(
      [...en].filter(([, word]) => word.trim() === '' || /[\u4e00-\u9fff]/.test(word)).map(([key]) => key),
    ).toEqual([])
  })

  it('have different labels for the fields of a resource, because columns of a worksheet are matched by label', () => {
    const alike = area.resources.flatMap(({ name, fields }) =>
      (
        [
          ['zh', zh],
          ['en', en],
        ] as const
      ).flatMap(([language, words]) => {
        const labels = Object.keys(fields as Fields).map((field) =>
          getLabel(language, words, `${name}.fields.${field}`).toLowerCase(),
        )
        return labels.filter((label, i) => labels.indexOf(label) !== i).map((label) => `${name}: ${label}`)
      }),
    )
    expect(alike).toEqual([])
  })

  it('repeat neither a shared label nor a general label of the area', () => {
    const superfluous = [...zh].filter(
      ([key, label]) => label === getFallback('zh', zh, key) && en.get(key) === getFallback('en', en, key),
    )
    expect(superfluous.map(([key]) => key)).toEqual([])
  })
  it('are general labels of the area if two of its fields or options have them', () => {
    const labels = new Map<string, string[]>()
    for (const [key, label] of zh) {
      const areaKey = findSharedLabelKeys(`area:${key}`).find((candidate) => candidate.startsWith('area:'))
      if (areaKey === undefined || isPlural(key) || getFallback('zh', zh, key) !== undefined) continue
      const place = `${areaKey}: ${label} | ${en.get(key)}`
      labels.set(place, [...(labels.get(place) ?? []), key])
    }
    expect([...labels].filter(([, keys]) => keys.length > 1)).toEqual([])
  })

  it('have no label of a removed field, option or call', () => {
    const declaredKeys = new Set([
      ...area.resources.flatMap((r) => keysOf(r as Resource)),
      ...area.endpoints.map((e) => `actions.${e.name.replaceAll('.', '_')}`),
    ])
    const names = new Set(area.resources.map((r) => r.name as string))
    const checked = (key: string) => {
      const [head = '', part = ''] = key.split('.')
      return head === 'actions' || (names.has(head) && ['fields', 'options', 'sub', 'subOptions'].includes(part))
    }
    expect([...zh.keys()].filter((key) => checked(key) && !declaredKeys.has(key))).toEqual([])
  })
})

describe('the words of the contract', () => {
  it.each(['zh', 'en'] as const)('name every group, page and key of the menu in %s', (language) => {
    const words = new Map(flat(wordsOf('contract', language)))
    const needed = [
      ...menuGroups.map((g) => `menu.${g.name}`),
      ...menuPages.map((p) => `menu.${p.name}`),
      ...new Set(menuPages.flatMap((p) => p.suffixes.map((suffix) => `buttons.${suffix}`))),
    ]
    expect(needed.filter((key) => !words.has(key))).toEqual([])
  })
})

it('labels used by three fields or options are shared labels', () => {
  const places = new Map<string, string[]>()
  for (const { name: area } of areaContracts) {
    const english = new Map(flat(wordsOf(folderOf(area), 'en')))
    for (const [key, word] of flat(wordsOf(folderOf(area), 'zh'))) {
      const sharedKey = findSharedLabelKeys(key)[0]?.replace(/^contract:/, '') ?? ''
      // A `kind` means something else in each resource, except the defects of a roll.
      if (sharedKey === '' || sharedKey.startsWith('options.kind.') || isPlural(key)) continue
      if (sharedLabels.zh.has(sharedKey) && sharedLabels.en.has(sharedKey)) continue
      const label = `${sharedKey}: ${word} | ${english.get(key)}`
      places.set(label, [...(places.get(label) ?? []), `${area}:${key}`])
    }
  }
  expect([...places].filter(([, keys]) => keys.length > 2)).toEqual([])
})
