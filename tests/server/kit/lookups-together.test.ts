import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logout, ownAccount } from '@/areas/access/contract/session'
import { BatchedLookups } from '@/server/db/batched-lookups'
import { testPlant, type TestPlant } from '../harness'

/** A table of one column whose queries wait until they are let go; each sees the table as it was when it began. */
function slowTable(rows: Record<string, number>) {
  const queries: { keys: string[]; go(): void; fail(error: Error): void }[] = []
  const read = (keys: string[]) =>
    new Promise<ReadonlyMap<string, number>>((resolve, reject) => {
      const seen = new Map(keys.flatMap((key) => (rows[key] === undefined ? [] : [[key, rows[key]] as const])))
      queries.push({ keys, go: () => resolve(seen), fail: reject })
    })
  return { rows, queries, together: new BatchedLookups(read) }
}
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('lookups at the same moment', () => {
  test('are one query, in which each key stands once', async () => {
    const { queries, together } = slowTable({ a: 1, b: 2 })
    const found = Promise.all(['a', 'b', 'a', 'nobody'].map((key) => together.find(key)))
    await turn()
    expect(queries.map(({ keys }) => keys)).toEqual([['a', 'b', 'nobody']])
    queries[0]!.go()
    expect(await found).toEqual([1, 2, 1, undefined])
  })

  test('never share the query of an earlier moment: what was changed meanwhile is seen', async () => {
    const { rows, queries, together } = slowTable({ a: 1 })
    const before = together.find('a')
    await turn()
    rows['a'] = 2
    const after = together.find('a')
    await turn()
    expect(queries).toHaveLength(2)
    for (const { go } of queries) go()
    expect(await Promise.all([before, after])).toEqual([1, 2])
  })

  test('gather while two queries are on their way, and a query that fails fails only its own', async () => {
    const { queries, together } = slowTable({ a: 1, b: 2, c: 3, d: 4 })
    const found: Promise<number | undefined>[] = []
    for (const key of ['a', 'b', 'c', 'd']) {
      found.push(together.find(key))
      await turn()
    }
    const ends = Promise.allSettled(found)
    expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b']])
    queries[0]!.fail(new Error('lost'))
    await turn()
    await turn()
    expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd']])
    for (const { go } of queries.slice(1)) go()
    expect((await ends).map((end) => (end.status === 'fulfilled' ? end.value : 'failed'))).toEqual(['failed', 2, 3, 4])
  })
})

describe('sessions of many requests at once', () => {
  let plant: TestPlant
  beforeAll(async () => {
    plant = await testPlant()
  })
  afterAll(() => plant.close())

  test('each is its own person, and whoever signed out is nobody from then on', async () => {
    const names = ['maint', 'viewer', 'quality']
    const people = await Promise.all(names.map((name) => plant.as(name)))
    const ask = () => Promise.all(Array.from({ length: 30 }, (_, i) => people[i % 3]!.call(ownAccount, {})))
    const expected = (gone: number | null) =>
      Array.from({ length: 30 }, (_, i) => (i % 3 === gone ? null : names[i % 3]!))
    const who = async () => (await ask()).map((answer) => (answer.errno === '200' ? answer.data!.userName : null))
    expect(await who()).toEqual(expected(null))
    const during = ask()
    expect((await people[1]!.call(logout, {})).errno).toBe('200')
    expect(await who()).toEqual(expected(1))
    await during
  })
})
