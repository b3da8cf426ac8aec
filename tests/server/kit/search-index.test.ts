/** The search index of rolls and packages: it finds the same rows as a search that reads all rows, without reading them. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollPackage } from '@/areas/packing/contract/package'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { resourceOptions } from '@/contract/kit'
import type { ListQuery, Resource } from '@/contract/resource'
import { buildListCondition } from '@/server/crud/list-condition'
import { createQuery } from '@/server/db/prepared-statements'
import { buildKeywordCondition, getTrigrams, findIndexedTrigrams } from '@/server/search'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { expectOk } from '../plant-staff'
import { insertRollHistory } from '../roll-history'

const ROLLS = 10_000
let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
  await insertRollHistory(plant.app.db, ROLLS)
})
afterAll(() => plant.close())

/** Rolls of the history: 100 a day from 2026-01-01, numbered by line, day, serial of the jumbo, set and lane. */
test.each([
  ['the whole number', 'B26-SS1-260110-005-2-03', ['B26-SS1-260110-005-2-03']],
  ['its beginning', 'b26-ss1-260110-005-2', Array.from({ length: 5 }, (_, i) => `B26-SS1-260110-005-2-0${i + 1}`)],
  ['its end', '0110-005-2-03', ['B26-SS1-260110-005-2-03']],
  ['a part of it', '60110-005-1-0', Array.from({ length: 5 }, (_, i) => `B26-SS1-260110-005-1-0${i + 1}`)],
  ['a part in full width', '０１１０－００５－２－０３', ['B26-SS1-260110-005-2-03']],
  ['wildcards, which are characters', '260110_005', []],
])('a list finds a roll by %s', async (_, keyword, numbers) => {
  const { list, total } = expectOk(await admin.call(slitRoll.endpoints.list, { keyword }))
  expect(list.map(({ number }) => number).sort()).toEqual(numbers)
  expect(total).toBe(numbers.length)
  const options = expectOk(await admin.call(resourceOptions, { of: 'slitRoll', keyword }))
  expect(options.map(({ label }) => label).sort()).toEqual(numbers)
})
test('keywords of one or two characters are searched without the index', async () => {
  const { total } = expectOk(await admin.call(slitRoll.endpoints.list, { keyword: '-9' }))
  expect(total).toBe(0)
  expect(expectOk(await admin.call(slitRoll.endpoints.list, { keyword: '3' })).total).toBeGreaterThan(ROLLS / 5)
})
test('a package is found by its number, place and note, and by the number of a roll in it', async () => {
  const find = async (keyword: string) =>
    expectOk(await admin.call(rollPackage.endpoints.list, { keyword })).list.map(({ number }) => number)
  expect(await find('B26-SS1-260103-001-1-01')).toEqual(['P260103-01'])
  expect(await find('260103-02')).toEqual(['P260103-02'])
  expect(await find('库区 7')).toEqual(['P260107-09', 'P260107-08'])
  expect(await find('易碎')).toEqual(['P260104-05'])
})

/** The condition that a list with this keyword adds, and its values after the site. */
function buildCondition(resource: Resource, keyword: string): { condition: string; values: unknown[] } {
  const values: unknown[] = [1]
  const condition = buildKeywordCondition(
    resource,
    keyword,
    (value) => `$${values.push(value)}`,
    (key) => key,
    resource.hasSearchIndex ? getTrigrams(keyword) : [],
  )
  return { condition, values: values.slice(1) }
}
const CHARACTERS = [...'aAbB1-. ', '１', 'Ａ', '中', '文', 'é', 'É', 'ß', 'İ', 'ｱ', '😀', '%']
const text = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 12 }).map((characters) => characters.join(''))
test('the index condition leaves out no row that a search without index finds', async () => {
  const samples = fc.sample(fc.record({ number: text, note: fc.option(text), keyword: text }), 800)
  for (const sample of samples) sample.keyword = sample.keyword.trim() || sample.number.slice(1, 6).trim() || '1'
  // Half of the keywords are a part of the note.
  for (const sample of samples.slice(400)) sample.keyword = sample.note?.slice(2, 8).trim() || sample.keyword
  let matches = 0
  for (const { number, note, keyword } of samples) {
    const [indexed, plain] = [jumboRoll, { ...jumboRoll, hasSearchIndex: false }].map((resource) =>
      buildCondition(resource as Resource, keyword),
    )
    const shift = (condition: string, by: number) => condition.replace(/\$(\d+)/g, (__, n) => `$${Number(n) + by}`)
    const [row] = await plant.query<{ indexed: boolean; plain: boolean }>(
      `select (${shift(indexed!.condition, 1)}) as indexed, (${shift(plain!.condition, 1 + indexed!.values.length)}) as plain
       from (values ($1::text, $2::text)) roll ("number", "note")`,
      [number, note, ...indexed!.values, ...plain!.values],
    )
    expect(Boolean(row!.indexed), JSON.stringify({ number, note, keyword })).toBe(Boolean(row!.plain))
    if (row!.plain) matches++
  }
  expect(matches).toBeGreaterThan(200)
})

test.each([
  ['slit rolls', slitRoll, 'doffed_at', '260110-005-2-03'],
  ['jumbos', jumboRoll, 'started_at', '260110-005'],
  ['packages', rollPackage, 'created_at', 'P260103-01'],
] as const)('a list of %s is searched by its index', async (_, resource, sortColumn, keyword) => {
  const scope = { person: null, t: (key: string) => key }
  const trigrams = await findIndexedTrigrams({ query: createQuery(plant.app.db.pool), site: 1 }, resource, keyword)
  const { sql, values } = buildListCondition(scope, resource as Resource, { keyword } as ListQuery, trigrams)
  const rows = await plant.query<{ 'QUERY PLAN': string }>(
    `explain select id from ${resource.table} where ${sql} order by ${sortColumn} desc, id desc limit 51`,
    [1, ...values],
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain(`${resource.table}_search_idx`)
  expect(plan).not.toContain('Seq Scan')
})
test('a keyword that many rows may match is searched without the index', async () => {
  const scope = { query: createQuery(plant.app.db.pool), site: 1 }
  expect(await findIndexedTrigrams(scope, slitRoll, '-SS1-')).toEqual(['-ss', 'ss1', 's1-'])
  expect(await findIndexedTrigrams(scope, slitRoll, '-SS1-', ROLLS)).toHaveLength(3)
  expect(await findIndexedTrigrams(scope, slitRoll, '-SS1-', ROLLS - 1)).toEqual([])
})
