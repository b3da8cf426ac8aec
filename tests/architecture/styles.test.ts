import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { expect, test } from 'vitest'
import { findUsedClasses } from './class-uses'
import { findClasses, findSelectors } from './selectors'

// A style sheet stays once loaded: its rules for a class of other pages would only apply after this page was opened.
const src = resolve(import.meta.dirname, '../../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(tsx?|css)$/.test(name) && /(^|[\\/])client[\\/]/.test(name))
  .map((name) => join(src, name))
const text = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
const sheets = files.filter((file) => file.endsWith('.css'))
const modules = files.filter((file) => !file.endsWith('.css'))
const toRelativePath = (file: string) => relative(src, file).split(sep).join('/')
/** Returns `client` (the kit), `plant`, or the name of an area. */
const placeOf = (file: string): string => /^(?:areas\/)?(\w+)/.exec(toRelativePath(file))![1]!

const classesByFile = new Map(modules.map((file) => [file, findUsedClasses(file, text.get(file)!)]))
const gives = (file: string, name: string): boolean =>
  [...classesByFile.get(file)!].some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name))
const places = [...new Set(files.map(placeOf))]
const givenIn = new Map(places.map((place) => [place, modules.filter((file) => placeOf(file) === place)]))
const isGivenIn = (place: string, name: string) => givenIn.get(place)!.some((file) => gives(file, name))

const selectors = new Map(sheets.map((sheet) => [sheet, findSelectors(text.get(sheet)!)]))
const styledIn = (place: string) =>
  new Set(
    sheets.filter((sheet) => placeOf(sheet) === place).flatMap((sheet) => selectors.get(sheet)!.flatMap(findClasses)),
  )
const styledByKit = styledIn('client')
const styledByPlant = styledIn('plant')

const owned = new Map<string, boolean>()
/** True if only components of this place use the class. Every area may use classes of the plant. */
function isOwn(place: string, name: string): boolean {
  const key = `${place} ${name}`
  if (!owned.has(key)) {
    const others = place === 'plant' ? ['client'] : places.filter((other) => other !== place)
    const taken = styledByKit.has(name) || (place !== 'plant' && styledByPlant.has(name))
    const self = place === 'plant' || isGivenIn(place, name)
    owned.set(key, self && !taken && !others.some((other) => isGivenIn(other, name)))
  }
  return owned.get(key)!
}

test('a style sheet of an area or the plant only styles its own classes', () => {
  const bare = sheets
    .filter((sheet) => placeOf(sheet) !== 'client')
    .flatMap((sheet) =>
      selectors
        .get(sheet)!
        .filter((one) => !findClasses(one).some((name) => isOwn(placeOf(sheet), name)))
        .map((one) => `${toRelativePath(sheet)}: ${one}`),
    )
  expect(bare).toEqual([])
})

const resolved = (from: string, name: string): string | undefined => {
  const path = name.startsWith('@/') ? join(src, name.slice(2)) : resolve(dirname(from), name)
  return ['.ts', '.tsx', '/index.ts', ''].map((end) => `${path}${end}`).find((one) => text.has(one) && existsSync(one))
}
const imports = (pattern: RegExp) =>
  new Map(
    files.map((file) => [
      file,
      new Set([...text.get(file)!.matchAll(pattern)].flatMap((match) => resolved(file, match[1]!) ?? [])),
    ]),
  )
const atOnce = imports(/^(?:import|export|@import)\s(?!type\b)(?:[^'";]*?\sfrom\s)?\s*'([^']+)'/gm)
const later = imports(/\bimport\(\s*'([^']+)'/g)
/** Modules that are loaded together with a module. */
function loadedWith(file: string): Set<string> {
  const all = new Set([file])
  for (const one of all) for (const next of atOnce.get(one) ?? []) all.add(next)
  return all
}
const loaded = new Map(modules.map((file) => [file, loadedWith(file)]))
const first = loaded.get(join(src, 'client/main.tsx'))!
const importers = (file: string) => modules.filter((one) => atOnce.get(one)!.has(file) || later.get(one)!.has(file))
const parents = new Map(modules.map((file) => [file, importers(file)]))
/** True if the style sheet is always loaded with the module: the module or one of its importers imports the sheet. */
function gets(file: string, sheet: string, seen = new Set<string>()): boolean {
  if (first.has(sheet) || loaded.get(file)!.has(sheet) || seen.has(file)) return true
  seen.add(file)
  const by = parents.get(file)!
  return by.length > 0 && by.every((one) => gets(one, sheet, seen))
}

test('every component loads the style sheet of its classes', () => {
  const lacking = sheets.flatMap((sheet) => {
    const place = placeOf(sheet)
    const alone = selectors
      .get(sheet)!
      .flatMap((one) => (new Set(findClasses(one)).size === 1 ? findClasses(one).slice(0, 1) : []))
    return [...new Set(alone)]
      .filter((name) => place === 'client' || isOwn(place, name))
      .flatMap((name) =>
        modules
          .filter((file) => classesByFile.get(file)!.has(name) && !gets(file, sheet))
          .map((file) => `${toRelativePath(file)}: ${name} of ${toRelativePath(sheet)}`),
      )
  })
  expect(lacking).toEqual([])
})
