import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { createUuid7 } from '@/contract/id'
import { acceptRepair, finishRepair, reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { moveStock } from '@/areas/maintenance/contract/spare-part'
import { isCollision } from '@/server/db/errors'
import { toRefusal } from '@/server/http/errors'
import { quietLog } from '../db/plant'
import type { TestPlant } from '../harness'
import { at, countOf, good, newMachine, newPart, NOW, staffed, sync, type Staff } from '../people'
import { deadlocks } from './phones'

/** Lets so many come to the same place before any goes on; those who come later are not held up. */
function meeting(people: number): () => Promise<void> {
  const waiting: (() => void)[] = []
  let came = 0
  return () => {
    came += 1
    if (came > people) return Promise.resolve()
    if (came === people) for (const go of waiting) go()
    return came === people ? Promise.resolve() : new Promise((go) => waiting.push(go))
  }
}

// The embedded database has one connection: nobody meets anybody there.
describe.skipIf(!process.env['DATABASE_URL'])('transactions that meet', () => {
  let plant: TestPlant
  let staff: Staff
  /** Somebody beside the server. It never gives way by itself, so that the server has to. */
  let other: pg.Client
  beforeAll(async () => {
    ;({ plant, staff } = await staffed())
    const [{ name } = { name: '' }] = await plant.query<{ name: string }>('select current_database() as name')
    const url = new URL(process.env['DATABASE_URL']!)
    url.pathname = `/${name}`
    other = new pg.Client({ connectionString: url.href })
    await other.connect()
    await other.query(`set deadlock_timeout = '60s'`)
    await plant.query('create table meeting (id int primary key, n int not null)')
  }, 120_000)
  afterEach(() => other.query('rollback'))
  afterAll(async () => {
    await other.end()
    await plant.close()
  })
  const counters = async (): Promise<number[]> =>
    (await plant.query<{ n: number }>('select n from meeting order by id')).map((r) => r.n)
  const fresh = () => plant.query('truncate meeting; insert into meeting values (1, 0), (2, 0)')

  test('a deadlock is ended by PostgreSQL, and the one it ended is done again', async () => {
    await fresh()
    const before = await deadlocks(plant)
    const both = meeting(2)
    let tries = 0
    const inOrder = (ids: number[]) =>
      plant.app.db.transaction(async (client) => {
        tries += 1
        await client.query('update meeting set n = n + 1 where id = $1', [ids[0]])
        await both()
        await client.query('update meeting set n = n + 1 where id = $1', [ids[1]])
      })
    await Promise.all([inOrder([1, 2]), inOrder([2, 1])])
    expect(await counters()).toEqual([2, 2])
    const ended = (await deadlocks(plant)) - before
    expect(ended).toBeGreaterThan(0)
    expect(tries).toBe(2 + ended)
  })

  test('so is one that could not be put in an order with the others', async () => {
    await fresh()
    const all = meeting(4)
    let tries = 0
    const add = () =>
      plant.app.db.transaction(
        async (client) => {
          tries += 1
          const { rows } = await client.query<{ n: number }>('select n from meeting where id = 1')
          await all()
          await client.query('update meeting set n = $1 where id = 1', [rows[0]!.n + 1])
        },
        { isolation: 'serializable' },
      )
    await Promise.all(Array.from({ length: 4 }, add))
    expect(await counters()).toEqual([4, 0])
    expect(tries).toBeGreaterThan(4)
  })

  test('a bound ends it, and what failed so is busy, not a server error', async () => {
    await fresh()
    await other.query('begin; update meeting set n = 7 where id = 1')
    let tries = 0
    const waiting = plant.app.db.transaction(
      async (client) => {
        tries += 1
        await client.query('update meeting set n = n + 1 where id = 1')
      },
      { lockTimeoutMs: 50, retryForMs: 400 },
    )
    const error: unknown = await waiting.catch((reason: unknown) => reason)
    expect(isCollision(error)).toBe(true)
    expect(tries).toBeGreaterThan(1)
    const refusal = toRefusal(error, quietLog())
    expect([refusal.errno, refusal.key]).toEqual(['4502', 'contract:errors.busy'])
    await other.query('rollback')
    expect(await counters()).toEqual([0, 0])
  })

  test('two that hold the same key: the second is told so at once', async () => {
    const [in_, out] = [meeting(2), meeting(2)]
    const first = plant.app.db.transaction(
      async () => {
        await in_()
        await out()
      },
      { keys: ['a', 'b'] },
    )
    await in_()
    const second: unknown = await plant.app.db
      .transaction(() => Promise.resolve(), { keys: ['b', 'c'] })
      .catch((reason: unknown) => reason)
    const refusal = toRefusal(second, quietLog())
    expect([refusal.errno, refusal.key]).toEqual(['4502', 'contract:errors.inFlight'])
    await out()
    await first
    await plant.app.db.transaction(() => Promise.resolve(), { keys: ['b', 'c'] })
  })

  /** A repair that may be finished, and two parts in the order in which they will be taken. */
  async function accepted() {
    const machine = await newMachine(staff)
    const parts = [await newPart(staff, 10), await newPart(staff, 10)].map((p) => p.id).sort()
    const report = { equipmentId: machine.id, faultKind: 'mechanical', severity: 'low' } as const
    const { id } = good(await staff.maint.call(reportRepair, report))
    good(await staff.maint.call(acceptRepair, { id }))
    const work = {
      causes: 'worn',
      actions: 'replaced',
      hours: [{ userId: staff.maint.userId, hours: 0.5 }],
      parts: parts.map((partId) => ({ partId, quantity: 1 })),
      endedAt: NOW,
    }
    return { id, parts, body: { id, ...work } }
  }
  const lockPart = (id: string) => other.query('select 1 from spare_part where id = $1 for update', [id])
  const someoneWaits = async (): Promise<void> => {
    for (;;) {
      const { rows } = await other.query('select 1 from pg_locks where not granted')
      if (rows.length) return
    }
  }

  test.each(['sync', 'call'] as const)('a command in a deadlock is done all the same, once (by %s)', async (via) => {
    const { id, parts, body } = await accepted()
    const before = await deadlocks(plant)
    await other.query('begin')
    await lockPart(parts[1]!)
    const done =
      via === 'sync'
        ? sync(staff.maint, [{ op: finishRepair, body }]).then(([answer]) => [answer!.status, answer!.errno])
        : staff.maint.call(finishRepair, body, { key: randomUUID() }).then((answer) => [answer.status, answer.errno])
    await someoneWaits()
    await lockPart(parts[0]!) // now both wait, until PostgreSQL ends the command's transaction
    await other.query('commit')
    expect(await done).toEqual([via === 'sync' ? 'done' : 200, '200'])
    expect(await deadlocks(plant)).toBe(before + 1)
    expect(await countOf(plant, 'stock_movement', 'repair_id = $1', [id])).toBe(2)
    for (const part of parts) expect(await countOf(plant, 'spare_part', 'id = $1 and quantity = 9', [part])).toBe(1)
    expect(await countOf(plant, 'repair', `id = $1 and state = 'toConfirmByProduction' and version = 3`, [id])).toBe(1)
  })

  test('a row that somebody keeps: others of the batch pass, this one is to be sent again, and is then done once', async () => {
    const [kept, free] = [await newPart(staff, 10), await newPart(staff, 10)]
    const move = (partId: string) => ({
      id: createUuid7(Date.now()),
      op: moveStock,
      body: { partId, kind: 'out', quantity: 1, occurredAt: at('09:00') },
    })
    const batch = [move(free.id), move(kept.id), move(free.id)]
    await other.query('begin')
    await lockPart(kept.id)
    const [answers, call] = await Promise.all([
      sync(staff['maint-lead'], batch),
      staff['maint-lead'].call(moveStock, { partId: kept.id, kind: 'out', quantity: 1, occurredAt: NOW }),
    ])
    expect(answers.map((a) => [a.status, a.errno])).toEqual([
      ['done', '200'],
      ['retry', '4502'],
      ['done', '200'],
    ])
    expect([call.status, call.errno]).toEqual([503, '4502'])
    expect(Number(call.headers['retry-after'])).toBeGreaterThan(0)
    await other.query('commit')
    expect((await sync(staff['maint-lead'], batch)).map((a) => a.status)).toEqual(['done', 'done', 'done'])
    const left = async (id: string) =>
      (await plant.query<{ quantity: number }>('select quantity from spare_part where id = $1', [id]))[0]!.quantity
    expect([await left(kept.id), await left(free.id)]).toEqual([9, 8])
  })
})
