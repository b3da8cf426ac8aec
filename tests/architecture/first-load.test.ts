import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// Cards of the home page come with the first load: nothing that only a page of records needs may come with them.
const root = resolve(import.meta.dirname, '../..')
const pagesOnly =
  /client\/(resource\/(ResourcePage|ResourceList|ResourceForm|RecordPage|CommandForm)|fields\/registry)\./

/** What a file imports at once: neither types nor what is fetched when it is needed. */
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
/** The way from a card to what it must not know, or null. */
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
test('cards of the home page bring no page of records with them', () => {
  expect(cards.length).toBeGreaterThan(10)
  expect(cards.map(wayToAPage).filter(Boolean)).toEqual([])
})
