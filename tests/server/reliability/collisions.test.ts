import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { createUuid7 } from '@/contract/id'
import { acceptRepair, finishRepair, reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { moveStock } from '@/areas/spareParts/contract/spare-part'
import { isCollision } from '@/server/db/errors'
import { toRefusal } from '@/server/http/errors'
import { quietLog } from '../db/database-fixtures'
import type { TestPlant } from '../harness'
import {
  plantTime,
  countRows,
  expectOk,
  createMachine,
  createPart,
  NOW,
  createStaffedPlant,
  sync,
  type Staff,
} from '../plant-staff'
import { countDeadlocks } from './phone-outboxes'

/** Releases the first `count` callers together; later callers pass without waiting. */
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

// The embedded database has one connection, so transactions cannot collide there.
describe.skipIf(!process.env['DATABASE_URL'])('colliding transactions', () => {
  let plant: TestPlant
  let staff: Staff
  /** A connection beside the server that never gives way, so the server has to. */
  let other: pg.Client
  beforeAll(async () => {
    ;({ plant, staff } = await createStaffedPlant())
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
  const resetTable = () => plant.query('truncate meeting; insert into meeting values (1, 0), (2, 0)')

  test('PostgreSQL ends a deadlock and the ended transaction is repeated', async () => {
    await resetTable()
    const deadlocksBefore = await countDeadlocks(plant)
    const both = meeting(2)
    let tries = 0
    const updateInOrder = (ids: number[]) =>
      plant.app.db.transaction(async (client) => {
        tries += 1
        await client.query('update meeting set n = n + 1 where id = $1', [ids[0]])
        await both()
        await client.query('update meeting set n = n + 1 where id = $1', [ids[1]])
      })
    await Promise.all([updateInOrder([1, 2]), updateInOrder([2, 1])])
    expect(await counters()).toEqual([2, 2])
    const ended = (await countDeadlocks(plant)) - deadlocksBefore
    expect(ended).toBeGreaterThan(0)
    expect(tries).toBe(2 + ended)
  })

  test('a serialization failure is repeated', async () => {
    await resetTable()
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

  test('retries are bounded; afterwards the answer is “busy”, not a server error', async () => {
    await resetTable()
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

  test('a second request with the same key is refused at once', async () => {
    const [in_, out] = [meeting(2), meeting(2)]
    const first = plant.app.db.transaction(
      async () => {
        await in_()
        await out()
      },
      { lockKeys: ['a', 'b'] },
    )
    await in_()
    const second: unknown = await plant.app.db
      .transaction(() => Promise.resolve(), { lockKeys: ['b', 'c'] })
      .catch((reason: unknown) => reason)
    const refusal = toRefusal(second, quietLog())
    expect([refusal.errno, refusal.key]).toEqual(['4502', 'contract:errors.inFlight'])
    await out()
    await first
    await plant.app.db.transaction(() => Promise.resolve(), { lockKeys: ['b', 'c'] })
  })

  /** Creates a repair ready to finish, and two parts in the order of their locking. */
  async function accepted() {
    const machine = await createMachine(staff)
    const parts = [await createPart(staff, 10), await createPart(staff, 10)].map((p) => p.id).sort()
    const report = { equipmentId: machine.id, faultKind: 'mechanical', severity: 'low' } as const
    const { id } = expectOk(await staff.maint.call(reportRepair, report))
    expectOk(await staff.maint.call(acceptRepair, { id }))
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
    const deadlocksBefore = await countDeadlocks(plant)
    await other.query('begin')
    await lockPart(parts[1]!)
    const done =
      via === 'sync'
        ? sync(staff.maint, [{ op: finishRepair, body }]).then(([answer]) => [answer!.status, answer!.errno])
        : staff.maint.call(finishRepair, body, { key: randomUUID() }).then((answer) => [answer.status, answer.errno])
    await someoneWaits()
    await lockPart(parts[0]!) // now both wait until PostgreSQL ends the command’s transaction
    await other.query('commit')
    expect(await done).toEqual([via === 'sync' ? 'done' : 200, '200'])
    expect(await countDeadlocks(plant)).toBe(deadlocksBefore + 1)
    expect(await countRows(plant, 'stock_movement', 'repair_id = $1', [id])).toBe(2)
    for (const part of parts) expect(await countRows(plant, 'spare_part', 'id = $1 and quantity = 9', [part])).toBe(1)
    expect(await countRows(plant, 'repair', `id = $1 and state = 'toConfirmByProduction' and version = 3`, [id])).toBe(
      1,
    )
  })

  test('a locked row delays its own command only, which is applied once later', async () => {
    const [lockedPart, freePart] = [await createPart(staff, 10), await createPart(staff, 10)]
    const move = (partId: string) => ({
      id: createUuid7(Date.now()),
      op: moveStock,
      body: { partId, kind: 'out', quantity: 1, occurredAt: plantTime('09:00') },
    })
    const batch = [move(freePart.id), move(lockedPart.id), move(freePart.id)]
    await other.query('begin')
    await lockPart(lockedPart.id)
    const [answers, call] = await Promise.all([
      sync(staff['maint-lead'], batch),
      staff['maint-lead'].call(moveStock, { partId: lockedPart.id, kind: 'out', quantity: 1, occurredAt: NOW }),
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
    const loadQuantity = async (id: string) =>
      (await plant.query<{ quantity: number }>('select quantity from spare_part where id = $1', [id]))[0]!.quantity
    expect([await loadQuantity(lockedPart.id), await loadQuantity(freePart.id)]).toEqual([9, 8])
  })
})
