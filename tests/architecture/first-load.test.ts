import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// Cards of the home page belong to the first load: they must not import what only a record page needs.
const root = resolve(import.meta.dirname, '../..')
const pagesOnly =
  /client\/(resource\/(ResourcePage|ResourceList|ResourceForm|RecordPage|CommandForm)|fields\/registry)\./

/** Static imports of a file: neither types nor dynamic imports. */
function imports(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^import (?!type\b)[^'"]*?from '([^']+)'/gm)].flatMap(([, name]) => {
    if (!name!.startsWith('@/') && !name!.startsWith('.')) return []
    const path = name!.startsWith('@/') ? join(root, 'src', name!.slice(2)) : resolve(dirname(file), name!)
    return (
      ['.ts', '.tsx', '/index.ts', '']
        .map((end) => `${path}${end}`)
        .find((one) => /\.tsx?$/.test(one) && existsSync(one)) ?? []
    )
  })
}
/** Import chain from a card to a forbidden module, or null. */
function wayToAPage(card: string): string[] | null {
  const from = new Map<string, string | null>([[card, null]])
  for (const file of from.keys()) {
    if (pagesOnly.test(file)) {
      const way: string[] = []
      for (let at: string | null = file; at; at = from.get(at) ?? null) way.unshift(at.slice(root.length + 1))
      return way
    }
    for (const next of imports(file)) if (!from.has(next)) from.set(next, file)
  }
  return null
}

const cards = readdirSync(join(root, 'src/areas'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /^\w+\/client\/today\/\w+Card\.tsx$/.test(file))
  .map((file) => join(root, 'src/areas', file))
test('cards of the home page import no record page', () => {
  expect(cards.length).toBeGreaterThan(10)
  expect(cards.map(wayToAPage).filter(Boolean)).toEqual([])
})

// The bundler finds home cards by their folder: a card in another folder would be loaded in pieces.
test('cards of the home page are in the folder `today` of their area', () => {
  const indexes = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /client\/index\.tsx?$/.test(file),
  )
  const loaded = indexes.flatMap((file) =>
    [
      ...readFileSync(join(root, 'src', file), 'utf8').matchAll(/todayCards: \[(?:.*\],\n|[\s\S]*?\n {2}\],\n)/g),
    ].flatMap(([list]) => [...list.matchAll(/import\('([^']+Cards?)'\)/g)].map(([, path]) => `${file}: ${path}`)),
  )
  expect(loaded.length).toBeGreaterThan(15)
  // Only an empty plant shows the set-up card.
  expect(loaded.filter((path) => !path.includes('/today/') && !path.endsWith('/SetupCard'))).toEqual([])
})
