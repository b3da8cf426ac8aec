import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

// Statements of areas take their values through the tag (`src/server/sql`), so that no value is bound to the wrong number.
const root = resolve(import.meta.dirname, '../../src')

/** Files that may number parameters, each with the number of places and the reason. */
const exceptions: Readonly<Record<string, { places: number; reason: string }>> = {
  'areas/equipment/server/queries/hoppers.ts': { places: 1, reason: 'part of the condition of a shift pack' },
  'areas/feeding/server/queries/hoppers.ts': { places: 1, reason: 'part of the condition of a shift pack' },
  'areas/orders/server/queries/orders.ts': { places: 1, reason: 'part of the condition of a shift pack' },
  'areas/packing/server/packages.ts': { places: 1, reason: 'extra condition of a list' },
}

const numberedSite = /\bsite_id\s*=\s*\$\d/g
const countNumberedSites = (text: string): number => text.match(numberedSite)?.length ?? 0
const placesByFile = Object.fromEntries(
  ['areas', 'plant']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('/migrations/'))
    .map((name) => [name, countNumberedSites(readFileSync(join(root, name), 'utf8'))] as const)
    .filter(([, places]) => places > 0),
)

describe('SQL of the areas', () => {
  test('recognizes a numbered site', () => {
    expect(countNumberedSites('where site_id = $1 and x.site_id=$2')).toBe(2)
    expect(countNumberedSites('where site_id = ${ctx.site}')).toBe(0)
  })
  test('takes the site as a value of the tag, not as $1', () => {
    expect(placesByFile).toEqual(
      Object.fromEntries(Object.entries(exceptions).map(([file, { places }]) => [file, places])),
    )
  })
})
