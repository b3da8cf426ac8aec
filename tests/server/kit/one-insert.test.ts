import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { equipment } from '@/areas/equipment/contract/equipment'
import { firstLevelCheck } from '@/areas/equipment/contract/check-records'
import { createUuid7 } from '@/contract/id'
import { createQuery } from '@/server/db/prepared-statements'
import { TotalAndNameCache } from '@/server/crud/list-cache'
import { listPage, loadPageJson, type ListScope } from '@/server/crud/list'
import { bindRows } from '@/server/crud/rows'
import { testPlant, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
let machine: string
const MOMENT = '2026-02-03T04:05:06.789Z'
const check = (more: object = {}) => ({ equipmentId: machine, occurredAt: MOMENT, result: 'ok' as const, ...more })
const rows = async () => (await plant.query<{ n: number }>('select count(*)::int as n from first_level_check'))[0]!.n

/** The statements that reach the database while `work` runs. */
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
  plant = await testPlant()
  admin = await plant.as('admin')
  machine = (await admin.call(equipment.endpoints.create, { code: 'ONE-1', name: '一号机', runningHours: 12.5 })).data!
    .id
})
afterAll(() => plant.close())

describe('a create that is one statement', () => {
  test('writes row, audit trail and ledger together, without a transaction around it', async () => {
    const key = createUuid7(Date.now())
    const seen = await statements(async () => {
      const answer = await admin.call(firstLevelCheck.endpoints.create, check({ people: [admin.userId] }), { key })
      expect(answer.data).toMatchObject({ occurredAt: MOMENT, version: 1, createdBy: admin.userId })
    })
    // Other instances are told by a stamp of the resource, once the row is committed.
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
  test('a repeat gets the very answer of the first, even when the call would be refused by now', async () => {
    const key = createUuid7(Date.now())
    const body = check({ occurredAt: new Date(Date.now() - 1000).toISOString(), note: 'once' })
    const first = await admin.call(firstLevelCheck.endpoints.create, body, { key })
    await plant.query(`update equipment set state = 'discarded' where id = $1`, [machine])
    const before = await rows()
    const again = await admin.call(firstLevelCheck.endpoints.create, body, { key })
    await plant.query(`update equipment set state = 'inUse' where id = $1`, [machine])
    expect(again).toMatchObject({ errno: '200', data: first.data })
    expect(await rows()).toBe(before)
  })
  test('the same key with another body is refused', async () => {
    const key = createUuid7(Date.now())
    await admin.call(firstLevelCheck.endpoints.create, check(), { key })
    const before = await rows()
    expect((await admin.call(firstLevelCheck.endpoints.create, check({ note: 'other' }), { key })).errno).toBe('6000')
    expect(await rows()).toBe(before)
  })
  test('fifty at once with one key make one row', async () => {
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
  ])('%s: refused by name, with a key and without, and nothing is left', async (_what, body, expected) => {
    const before = await rows()
    const key = createUuid7(Date.now())
    for (const options of [{}, { key }]) {
      const answer = await admin.call(firstLevelCheck.endpoints.create, body(), options)
      expect([answer.errno, answer.errmsg]).toEqual([expected, expect.stringMatching(/people|equipmentId/)])
    }
    expect(await rows()).toBe(before)
    expect(await plant.query('select 1 from sync_op where op_id = $1', [key])).toHaveLength(0)
  })
  test('one with a photo takes a transaction, which remembers the use of the file', async () => {
    const photo = createUuid7(Date.now())
    const answer = await admin.call(firstLevelCheck.endpoints.create, check({ images: [photo] }), {
      key: createUuid7(Date.now()),
    })
    expect(answer.errno).toBe('200')
    expect(await plant.query('select 1 from file_use where file_id = $1', [photo])).toHaveLength(1)
  })
})

describe('a list as the database writes it', () => {
  const scope = (): ListScope => ({
    query: createQuery(plant.app.db.pool),
    site: 1,
    language: 'zh',
    timeZone: 'Asia/Shanghai',
    t: plant.app.words.t('zh'),
    words: plant.app.words,
    resource: (name) => plant.app.resources.get(name),
    person: null,
  })
  test('is the list that the program would have written', async () => {
    for (const resource of plant.app.resources.values()) {
      const input = { size: 5 }
      expect(JSON.parse(await loadPageJson(scope(), resource, input))).toEqual(
        JSON.parse(JSON.stringify(await listPage(scope(), resource, input))),
      )
    }
  })
  test('a page by a moment is found by its index', async () => {
    const seen = await statements(() =>
      loadPageJson({ ...scope() }, plant.app.resources.get('operationLog')!, { size: 5, sort: '-at' }),
    )
    const text = seen[0]!.replace('$1', '1')
    // In a table of a few rows any way is as good as another: it must go without sorting.
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

test('a state that is looked for is written out, so that the database knows how few rows are in it; what is no option is a value', async () => {
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

describe('totals and names that are kept', () => {
  const changes = (() => {
    let v = 0
    return {
      version: () => v,
      change: () => {
        v++
      },
    }
  })()
  test('hold until the resource changes', async () => {
    const kept = new TotalAndNameCache(changes, Number.POSITIVE_INFINITY)
    let counted = 0
    const total = () => kept.getTotal('r', 'all', async () => ++counted)
    expect([await total(), await total()]).toEqual([1, 1])
    changes.change()
    expect(await total()).toBe(2)
    const read = async (ids: string[]) => new Map(ids.map((id) => [id, `${id}${changes.version()}`]))
    const before = await kept.getNames('r', null, ['a'], read)
    expect(await kept.getNames('r', null, ['a'], async () => new Map([['a', 'never asked']]))).toEqual(before)
    changes.change()
    expect(await kept.getNames('r', null, ['a', 'b'], read)).not.toEqual(before)
  })
  test('a total of many rows may lag by a little, one of few never', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] })
    try {
      const kept = new TotalAndNameCache(changes, Number.POSITIVE_INFINITY)
      let n = 20_000
      const slow = () =>
        kept.getTotal('r', 'many', async () => {
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
        kept.getTotal('r', 'few', async () => {
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
  test('those who ask at the same time share one count, unless something changed since it began', async () => {
    const kept = new TotalAndNameCache(changes, Number.POSITIVE_INFINITY)
    const counts: ((n: number) => void)[] = []
    const total = () =>
      kept.getTotal(
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
    const failing = () => kept.getTotal('r', 'failing', () => Promise.reject(new Error('no connection')))
    await expect(Promise.all([failing(), failing()])).rejects.toThrow('no connection')
    expect(await kept.getTotal('r', 'failing', () => Promise.resolve(3))).toBe(3)
  })
  test('with several instances they grow old', async () => {
    const kept = new TotalAndNameCache(changes, 20)
    let counted = 0
    await kept.getTotal('r', 'all', async () => ++counted)
    await new Promise((done) => setTimeout(done, 60))
    expect(await kept.getTotal('r', 'all', async () => ++counted)).toBe(2)
  })
})
