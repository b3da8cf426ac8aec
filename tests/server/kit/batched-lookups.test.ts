import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logout, ownAccount } from '@/areas/access/contract/session'
import { BatchedLookups } from '@/server/db/batched-lookups'
import { createTestPlant, type TestPlant } from '../harness'

/** A one-column table whose queries wait for release. Each query sees the table as of its start. */
function slowTable(rows: Record<string, number>) {
  const queries: { keys: string[]; go(): void; fail(error: Error): void }[] = []
  const read = (keys: string[]) =>
    new Promise<ReadonlyMap<string, number>>((resolve, reject) => {
      const seen = new Map(keys.flatMap((key) => (rows[key] === undefined ? [] : [[key, rows[key]] as const])))
      queries.push({ keys, go: () => resolve(seen), fail: reject })
    })
  return { rows, queries, together: new BatchedLookups(read) }
}
const nextTurn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

describe('concurrent lookups', () => {
  test('share one query with each key once', async () => {
    const { queries, together } = slowTable({ a: 1, b: 2 })
    const found = Promise.all(['a', 'b', 'a', 'nobody'].map((key) => together.find(key)))
    await nextTurn()
    expect(queries.map(({ keys }) => keys)).toEqual([['a', 'b', 'nobody']])
    queries[0]!.go()
    expect(await found).toEqual([1, 2, 1, undefined])
  })

  test('never share an earlier query, so they see changes in between', async () => {
    const { rows, queries, together } = slowTable({ a: 1 })
    const earlierLookup = together.find('a')
    await nextTurn()
    rows['a'] = 2
    const laterLookup = together.find('a')
    await nextTurn()
    expect(queries).toHaveLength(2)
    for (const { go } of queries) go()
    expect(await Promise.all([earlierLookup, laterLookup])).toEqual([1, 2])
  })

  test('collect while two queries run; a failed query fails its own lookups only', async () => {
    const { queries, together } = slowTable({ a: 1, b: 2, c: 3, d: 4 })
    const lookups: Promise<number | undefined>[] = []
    for (const key of ['a', 'b', 'c', 'd']) {
      lookups.push(together.find(key))
      await nextTurn()
    }
    const settledLookups = Promise.allSettled(lookups)
    expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b']])
    queries[0]!.fail(new Error('lost'))
    await nextTurn()
    await nextTurn()
    expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd']])
    for (const { go } of queries.slice(1)) go()
    expect((await settledLookups).map((end) => (end.status === 'fulfilled' ? end.value : 'failed'))).toEqual([
      'failed',
      2,
      3,
      4,
    ])
  })
})

describe('sessions of concurrent requests', () => {
  let plant: TestPlant
  beforeAll(async () => {
    plant = await createTestPlant()
  })
  afterAll(() => plant.close())

  test('keep people apart, and a signed-out person stays signed out', async () => {
    const names = ['maint', 'viewer', 'quality']
    const people = await Promise.all(names.map((name) => plant.as(name)))
    const sendRequests = () => Promise.all(Array.from({ length: 30 }, (_, i) => people[i % 3]!.call(ownAccount, {})))
    const expected = (gone: number | null) =>
      Array.from({ length: 30 }, (_, i) => (i % 3 === gone ? null : names[i % 3]!))
    const loadUserNames = async () =>
      (await sendRequests()).map((answer) => (answer.errno === '200' ? answer.data!.userName : null))
    expect(await loadUserNames()).toEqual(expected(null))
    const during = sendRequests()
    expect((await people[1]!.call(logout, {})).errno).toBe('200')
    expect(await loadUserNames()).toEqual(expected(1))
    await during
  })
})
