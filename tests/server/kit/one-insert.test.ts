import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { equipment } from '@/areas/equipment/contract/equipment'
import { firstLevelCheck } from '@/areas/equipment/contract/check-records'
import { createUuid7 } from '@/contract/id'
import { createQuery } from '@/server/db/prepared-statements'
import { TotalAndNameCache } from '@/server/crud/list-cache'
import { listPage, loadPageJson, type ListScope } from '@/server/crud/list'
import { bindRows } from '@/server/crud/rows'
import { createTestPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
let machine: string
const MOMENT = '2026-02-03T04:05:06.789Z'
const check = (more: object = {}) => ({ equipmentId: machine, occurredAt: MOMENT, result: 'ok' as const, ...more })
const rows = async () => (await plant.query<{ n: number }>('select count(*)::int as n from first_level_check'))[0]!.n

/** Records the statements sent to the database while `work` runs. */
async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const { pool } = plant.app.db
  const seen: string[] = []
  const { query, connect } = pool
  const textOf = (q: unknown) => (typeof q === 'string' ? q : (q as { text: string }).text)
  pool.query = ((q: unknown, ...rest: unknown[]) => {
    seen.push(textOf(q))
    return (query as (...a: unknown[]) => unknown).call(pool, q, ...rest)
  }) as never
  pool.connect = ((...rest: unknown[]) => {
    seen.push('connect')
    return (connect as (...a: unknown[]) => unknown).apply(pool, rest)
  }) as never
  try {
    await work()
  } finally {
    pool.query = query
    pool.connect = connect
  }
  return seen.filter((text) => !/from session/.test(text))
}

beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
  machine = (await admin.call(equipment.endpoints.create, { code: 'ONE-1', name: '一号机', runningHours: 12.5 })).data!
    .id
})
afterAll(() => plant.close())

describe('a create in one statement', () => {
  test('writes row, audit log and ledger together without a transaction', async () => {
    const key = createUuid7(Date.now())
    const seen = await statements(async () => {
      const answer = await admin.call(firstLevelCheck.endpoints.create, check({ people: [admin.userId] }), { key })
      expect(answer.data).toMatchObject({ occurredAt: MOMENT, version: 1, createdBy: admin.userId })
    })
    // Other instances learn of the row by the resource stamp after the commit.
    expect(seen.filter((text) => /insert into (?!resource_stamp)/.test(text))).toHaveLength(1)
    expect(seen.filter((text) => /^begin|^commit/.test(text))).toHaveLength(0)
    const [entry] = await plant.query<{ response: { data: { id: string } } }>(
      'select response from sync_op where op_id = $1',
      [key],
    )
    const [trail] = await plant.query<{ n: number }>(
      `select count(*)::int as n from operation_log where row_id = $1 and action = 'insert'`,
      [entry!.response.data.id],
    )
    expect(trail!.n).toBe(1)
  })
  test('repeats the first answer for the same key, even if the call would now be refused', async () => {
    const key = createUuid7(Date.now())
    const body = check({ occurredAt: new Date(Date.now() - 1000).toISOString(), note: 'once' })
    const first = await admin.call(firstLevelCheck.endpoints.create, body, { key })
    await plant.query(`update equipment set state = 'discarded' where id = $1`, [machine])
    const rowsBefore = await rows()
    const again = await admin.call(firstLevelCheck.endpoints.create, body, { key })
    await plant.query(`update equipment set state = 'inUse' where id = $1`, [machine])
    expect(again).toMatchObject({ errno: '200', data: first.data })
    expect(await rows()).toBe(rowsBefore)
  })
  test('refuses the same key with another body', async () => {
    const key = createUuid7(Date.now())
    await admin.call(firstLevelCheck.endpoints.create, check(), { key })
    const before = await rows()
    expect((await admin.call(firstLevelCheck.endpoints.create, check({ note: 'other' }), { key })).errno).toBe('6000')
    expect(await rows()).toBe(before)
  })
  test('creates one row for fifty concurrent calls with one key', async () => {
    const key = createUuid7(Date.now())
    const before = await rows()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => admin.call(firstLevelCheck.endpoints.create, check(), { key })),
    )
    expect(await rows()).toBe(before + 1)
    expect(answers.filter((a) => a.errno === '200').length).toBeGreaterThan(0)
    expect(answers.every((a) => a.errno === '200' || a.status === 409)).toBe(true)
  })
  test.each([
    ['a person who does not exist', () => check({ people: [createUuid7(1)] }), '4006'],
    ['a machine that does not exist', () => check({ equipmentId: createUuid7(1) }), '4006'],
  ])('%s: is refused by name, with a key and without, and leaves nothing', async (_what, body, expected) => {
    const before = await rows()
    const key = createUuid7(Date.now())
    for (const options of [{}, { key }]) {
      const answer = await admin.call(firstLevelCheck.endpoints.create, body(), options)
      expect([answer.errno, answer.errmsg]).toEqual([expected, expect.stringMatching(/people|equipmentId/)])
    }
    expect(await rows()).toBe(before)
    expect(await plant.query('select 1 from sync_op where op_id = $1', [key])).toHaveLength(0)
  })
  test('with a photo runs in a transaction that records the use of the file', async () => {
    const photo = createUuid7(Date.now())
    const answer = await admin.call(firstLevelCheck.endpoints.create, check({ images: [photo] }), {
      key: createUuid7(Date.now()),
    })
    expect(answer.errno).toBe('200')
    expect(await plant.query('select 1 from file_use where file_id = $1', [photo])).toHaveLength(1)
  })
})

describe('a list serialized by the database', () => {
  const scope = (): ListScope => ({
    query: createQuery(plant.app.db.pool),
    site: 1,
    language: 'zh',
    timeZone: 'Asia/Shanghai',
    t: plant.app.translations.t('zh'),
    translations: plant.app.translations,
    findResource: (name) => plant.app.resources.get(name),
    person: null,
  })
  test('equals the list serialized by the program', async () => {
    for (const resource of plant.app.resources.values()) {
      const input = { size: 5 }
      expect(JSON.parse(await loadPageJson(scope(), resource, input))).toEqual(
        JSON.parse(JSON.stringify(await listPage(scope(), resource, input))),
      )
    }
  })
  test('a page sorted by time uses the index', async () => {
    const seen = await statements(() =>
      loadPageJson({ ...scope() }, plant.app.resources.get('operationLog')!, { size: 5, sort: '-at' }),
    )
    const text = seen[0]!.replace('$1', '1')
    // A small table needs no index, so the test requires a plan without a sort.
    const plan = await plant.app.db.transaction(async (client) => {
      await client.query('set local enable_seqscan = off; set local enable_sort = off')
      return (await client.query<Record<string, string>>(`explain ${text}`)).rows
        .map((r) => Object.values(r)[0])
        .join('\n')
    })
    expect(plan).toContain('operation_log_at_idx')
    expect(plan).not.toMatch(/Sort/)
  })
})

test('option values are inlined so that the planner knows rare states; other values are parameters', async () => {
  const seen: [string, readonly unknown[]][] = []
  const rowsOfPlant = bindRows({
    query: async (text: string, values: readonly unknown[] = []) => {
      seen.push([text, values])
      return []
    },
    site: 1,
  } as never)
  await rowsOfPlant.find(equipment, {
    where: { state: 'inUse', condition: ['normal', 'reported'], category: "no' option" as never, code: 'inUse' },
  })
  expect(seen).toHaveLength(1)
  const [text, values] = seen[0]!
  expect(text).toContain(
    `"state" in ('inUse') and "condition" in ('normal', 'reported') and "category" = $2 and "code" = $3`,
  )
  expect(values).toEqual([1, "no' option", 'inUse'])
})

describe('cached totals and names', () => {
  const changes = (() => {
    let v = 0
    return {
      getVersion: () => v,
      change: () => {
        v++
      },
    }
  })()
  test('are valid until the resource changes', async () => {
    const cache = new TotalAndNameCache(changes, Number.POSITIVE_INFINITY)
    let countQueries = 0
    const total = () => cache.getTotal('r', 'all', async () => ++countQueries)
    expect([await total(), await total()]).toEqual([1, 1])
    changes.change()
    expect(await total()).toBe(2)
    const read = async (ids: string[]) => new Map(ids.map((id) => [id, `${id}${changes.getVersion()}`]))
    const namesBefore = await cache.getNames('r', null, ['a'], read)
    expect(await cache.getNames('r', null, ['a'], async () => new Map([['a', 'never asked']]))).toEqual(namesBefore)
    changes.change()
    expect(await cache.getNames('r', null, ['a', 'b'], read)).not.toEqual(namesBefore)
  })
  test('may lag briefly for large totals, never for small ones', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    try {
      const cache = new TotalAndNameCache(changes, Number.POSITIVE_INFINITY)
      let n = 20_000
      const slow = () =>
        cache.getTotal('r', 'many', async () => {
          vi.advanceTimersByTime(30)
          return n++
        })
      const first = await slow()
      changes.change()
      vi.advanceTimersByTime(30 * 20 - 1)
      expect(await slow()).toBe(first)
      vi.advanceTimersByTime(1)
      expect(await slow()).toBe(first + 1)
      let few = 20
      const exact = () =>
        cache.getTotal('r', 'few', async () => {
          vi.advanceTimersByTime(30)
          return few++
        })
      expect(await exact()).toBe(20)
      changes.change()
      expect(await exact()).toBe(21)
    } finally {
      vi.useRealTimers()
    }
  })
  test('share one count between concurrent callers unless a change happened since its start', async () => {
    const cache = new TotalAndNameCache(changes, Number.POSITIVE_INFINITY)
    const counts: ((n: number) => void)[] = []
    const total = () =>
      cache.getTotal(
        'r',
        'together',
        () =>
          new Promise<number>((done) => {
            counts.push(done)
          }),
      )
    const [first, second] = [total(), total()]
    changes.change()
    const third = total()
    expect(counts).toHaveLength(2)
    counts[1]!(2)
    counts[0]!(1)
    expect(await Promise.all([first, second, third])).toEqual([1, 1, 2])
    const failing = () => cache.getTotal('r', 'failing', () => Promise.reject(new Error('no connection')))
    await expect(Promise.all([failing(), failing()])).rejects.toThrow('no connection')
    expect(await cache.getTotal('r', 'failing', () => Promise.resolve(3))).toBe(3)
  })
  test('expire when several instances run', async () => {
    const kept = new TotalAndNameCache(changes, 20)
    let counted = 0
    await kept.getTotal('r', 'all', async () => ++counted)
    await new Promise((done) => setTimeout(done, 60))
    expect(await kept.getTotal('r', 'all', async () => ++counted)).toBe(2)
  })
})
