import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { getAreaEndpoints } from '@/contract/area'
import type { Field, Fields } from '@/contract/field'
import { note, text } from '@/contract/field'
import { findPresetAreas, matchPreset, translatePresets, definePresets } from '@/contract/preset'
import { checkFields } from '@/contract/schema'

type Words = { [key: string]: string | Words }
const languages = ['zh', 'en'] as const
type Language = (typeof languages)[number]
const wordsOf = (area: string, language: Language): Words =>
  JSON.parse(
    readFileSync(
      new URL(`../../src/${area === 'plant' ? area : `areas/${area}`}/locales/${language}.json`, import.meta.url),
      'utf8',
    ),
  ) as Words
const getWordsAt = (words: Words | string | undefined, path: string): Words | string | undefined =>
  path
    .split('.')
    .reduce<Words | string | undefined>((here, key) => (typeof here === 'object' ? here[key] : undefined), words)
/** `t` of a language, with its result for missing texts. */
const t =
  (language: Language) =>
  (key: string): string => {
    const [area = '', path = ''] = key.split(':')
    const word = getWordsAt(wordsOf(area, language), path)
    return typeof word === 'string' ? word : path
  }
/** Fields with presets, including those of lists. */
const usualIn = (of: string, fields: Fields): { of: string; field: Field; presets: readonly string[] }[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'list'
      ? usualIn(`${of}.${name}`, field.of)
      : 'presets' in field && field.presets
        ? [{ of: `${of}.${name}`, field, presets: field.presets }]
        : [],
  )
const stored = areaContracts.flatMap(({ resources }) => resources.flatMap(({ name, fields }) => usualIn(name, fields)))
const inputPresets = areaContracts.flatMap((area) =>
  getAreaEndpoints(area).flatMap(({ name, input }) => usualIn(name, input)),
)
const declared = [...new Set([...stored, ...inputPresets].flatMap(({ presets }) => presets))]

describe('presets', () => {
  it.each(declared)('%s has its words in both languages', (one) => {
    const [zh, en] = languages.map((language) => translatePresets(one, t(language)))
    expect([zh, en]).not.toContain(one)
    expect(zh).toMatch(/[\u4e00-\u9fff]/)
    expect(en).not.toMatch(/[\u4e00-\u9fff]/)
  })

  it('of the locales all belong to a field, and a stored field exists for every preset of a call', () => {
    expect(declared.length).toBeGreaterThan(30)
    const worded = areaContracts.flatMap(({ name }) =>
      Object.entries((wordsOf(name, 'zh')['presets'] ?? {}) as Words).flatMap(([group, words]) =>
        Object.keys(words).map((key) => `§${name}:presets.${group}.${key}`),
      ),
    )
    const presetsOfInputs = new Set(inputPresets.flatMap(({ presets }) => presets))
    expect(worded.filter((one) => !declared.includes(one))).toEqual([])
    const presetsOfRows = new Set(stored.flatMap(({ presets }) => presets))
    expect([...presetsOfInputs].filter((one) => !presetsOfRows.has(one))).toEqual([])
  })

  it('fit into their fields; an invalid preset key is refused', () => {
    const wrong = [...stored, ...inputPresets].filter(({ field, presets }) => {
      const takes = (said: string) => checkFields({ said: { ...field, readonly: false } as Field }, { said }).ok
      return !presets.every(takes) || takes('§rolls:presets.pause.nothing') || takes(`${presets[0]!} x`)
    })
    expect(wrong.map(({ of }) => of)).toEqual([])
  })
})

const fruit = definePresets('rolls:presets.hold', ['complaint', 'contamination'])
test('typed text is accepted and displayed as typed, including a paragraph of a law', () => {
  const fields = { said: note({ presets: fruit }), free: text() }
  for (const said of ['客户投诉', 'see §5:3.2', '§ 12 a:b.c', '§12:ab.cd', '客户投诉 again'])
    expect([checkFields(fields, { said }), translatePresets(said, t('en'))]).toEqual([
      { ok: true, value: { said } },
      said,
    ])
  expect(checkFields(fields, { said: '§rolls:presets.hold.none' })).toEqual({
    ok: false,
    issues: [{ path: ['said'], code: 'notAnOption' }],
  })
  expect(checkFields(fields, { free: '§rolls:presets.hold.none' })).toMatchObject({ ok: true })
})
test('a preset inside another text is translated; a preset without a translation stays as it is', () => {
  expect(translatePresets(`H261122-01 ${fruit[1]!}`, t('zh'))).toBe('H261122-01 污染')
  expect(translatePresets(`${fruit[1]!}，${fruit[0]!}`, t('en'))).toBe('Contamination，Customer complaint')
  expect(translatePresets('§rolls:presets.hold.none', t('en'))).toBe('§rolls:presets.hold.none')
  expect(translatePresets('§nowhere:a.b', () => 'a.b')).toBe('§nowhere:a.b')
  expect(findPresetAreas(`${fruit[1]!} §orders:presets.pause.fault ${fruit[0]!}`)).toEqual(['rolls', 'orders'])
})
test('a text equal to a preset is stored by its key; a longer text is stored as typed', () => {
  const say = (language: Language) => (one: string) => translatePresets(one, t(language))
  expect(matchPreset(' 污染', fruit, say('zh'))).toBe(fruit[1])
  expect(matchPreset('污染 3 处', fruit, say('zh'))).toBe('污染 3 处')
  expect(matchPreset('污染', fruit, say('en'))).toBe('污染')
})
