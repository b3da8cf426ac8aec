import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import type { Field, Fields } from '@/contract/field'
import { menuGroups, menuPages } from '@/contract/menu'
import type { Resource } from '@/contract/resource'
import { metrics } from '@/plant/rules/metrics'

type Words = { [key: string]: string | Words }
/** Inputs every call may have; their words belong to the contract's namespace. */
const shared = new Set(['id', 'version', 'page', 'size', 'sort', 'keyword', 'after', 'file', 'dryRun', 'leaveOut'])
/** Areas whose own calls have no words yet. An area leaves the list as soon as they are there. */
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
const optionsOf = (field: Field) => (field.kind === 'choice' ? field.options : [])

/** The keys a resource needs, by the convention. */
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
/** Inputs of a call that have no label as a field of the resource the call is named after. */
function inputsWithoutLabel(input: Fields, resource: Resource | undefined): string[] {
  return Object.keys(input).filter((name) => !shared.has(name) && !(resource && name in resource.fields))
}
/** Figures a call answers: shown to people, so each has a word; those of the plant's list have theirs there. */
const figuresOf = (of: Fields): string[] =>
  Object.keys(of).filter((name) => !(name in metrics) && (of[name]?.kind === 'integer' || of[name]?.kind === 'amount'))

describe.each(areaContracts.map((area) => ({ area, name: area.name })))('the words of $name', ({ area }) => {
  const zh = new Map(flat(wordsOf(folderOf(area.name), 'zh')))
  const en = new Map(flat(wordsOf(folderOf(area.name), 'en')))

  it('name every resource, field and option in both languages', () => {
    const needed = area.resources.flatMap((r) => keysOf(r as Resource))
    expect(needed.filter((key) => !zh.has(key) || !en.has(key))).toEqual([])
  })

  it('name every call of its own, its inputs and the figures it answers', () => {
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
    const lost = [...new Set(needed)].filter((key) => !zh.has(key) || !en.has(key))
    if (callsWithoutWords.has(area.name)) expect(lost).not.toEqual([])
    else expect(lost).toEqual([])
  })

  it('are the same keys with the same blanks to fill in both languages, none empty', () => {
    expect([...zh.keys()].filter((key) => !en.has(key))).toEqual([])
    // English tells one from many, Chinese does not.
    const singular = (key: string) => key.endsWith('_one') && zh.has(key.replace(/_one$/, '_other'))
    expect([...en.keys()].filter((key) => !zh.has(key) && !singular(key))).toEqual([])
    expect(
      [...zh].filter(([key, word]) => word.trim() === '' || blanks(word) !== blanks(en.get(key))).map(([key]) => key),
    ).toEqual([])
    expect(
      [...en].filter(([, word]) => word.trim() === '' || /[\u4e00-\u9fff]/.test(word)).map(([key]) => key),
    ).toEqual([])
  })

  it('tell the fields of a resource apart, as columns of a sheet are found by them', () => {
    const alike = area.resources.flatMap(({ name, fields }) =>
      [zh, en].flatMap((words) => {
        const labels = Object.keys(fields as Fields).map((field) => words.get(`${name}.fields.${field}`)?.toLowerCase())
        return labels.filter((label, i) => labels.indexOf(label) !== i).map((label) => `${name}: ${label}`)
      }),
    )
    expect(alike).toEqual([])
  })

  it('hold no label of a field, option or call that is gone', () => {
    const known = new Set([
      ...area.resources.flatMap((r) => keysOf(r as Resource)),
      ...area.endpoints.map((e) => `actions.${e.name.replaceAll('.', '_')}`),
    ])
    const names = new Set(area.resources.map((r) => r.name as string))
    const checked = (key: string) => {
      const [head = '', part = ''] = key.split('.')
      return head === 'actions' || (names.has(head) && ['fields', 'options', 'sub', 'subOptions'].includes(part))
    }
    expect([...zh.keys()].filter((key) => checked(key) && !known.has(key))).toEqual([])
  })
})

describe('the words of the contract', () => {
  it.each(['zh', 'en'] as const)('name every group, page and key of the menu in %s', (language) => {
    const words = new Map(flat(wordsOf('contract', language)))
    const needed = [
      ...menuGroups.map((g) => `menu.${g.name}`),
      ...menuPages.map((p) => `menu.${p.name}`),
      ...new Set(menuPages.flatMap((p) => p.keys.map((key) => `buttons.${key}`))),
    ]
    expect(needed.filter((key) => !words.has(key))).toEqual([])
  })
})
