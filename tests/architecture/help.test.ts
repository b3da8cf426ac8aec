import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { areaContracts } from '@/areas/contracts'
import { GLOSSARY, PAGE_TERMS } from '@/client/help/glossary'

// Every page explains its purpose and its terms, in both languages, from one glossary.
interface Help {
  pages: Record<string, string>
  terms: Record<string, { word: string; meaning: string }>
}
const read = (language: string): Help =>
  JSON.parse(
    readFileSync(resolve(import.meta.dirname, `../../src/client/help/locales/${language}.json`), 'utf8'),
  ) as Help
const helps = [
  ['zh', read('zh')],
  ['en', read('en')],
] as const
const pages = areaContracts.flatMap((area) => area.pages)
/** Places in the frame of the app that belong to no area. */
const places = ['home', 'all', 'scan', 'me', 'sync', 'password']

describe.each(helps)('the help in %s', (_language, help) => {
  it('has a sentence and terms for every page of the menu, and for the places outside the menu', () => {
    expect(pages.length).toBeGreaterThan(30)
    expect([...pages, ...places].filter((page) => !help.pages[page]?.trim() || !PAGE_TERMS[page]?.length)).toEqual([])
    expect(Object.keys(help.pages).filter((page) => !PAGE_TERMS[page])).toEqual([])
  })
  it('has a name and a meaning for each term of the glossary', () => {
    expect(Object.keys(help.terms)).toEqual(Object.keys(GLOSSARY))
    expect(Object.values(help.terms).filter(({ word, meaning }) => !word.trim() || !meaning.trim())).toEqual([])
  })
})
