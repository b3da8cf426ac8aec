import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { equipment } from '@/areas/equipment/contract/equipment'
import { firstLevelCheck } from '@/areas/equipment/contract/check-records'
import { line } from '@/plant/contract/line'
import { createUuid7 } from '@/contract/id'
import { createTestPlant, type Answer, type Caller, type TestPlant } from '../harness'

let plant: TestPlant
let admin: Caller
let maint: Caller
let machine: string
beforeAll(async () => {
  plant = await createTestPlant()
  admin = await plant.as('admin')
  maint = await plant.as('maint')
  machine = (await admin.call(equipment.endpoints.create, { code: 'TOG-1', name: '一号机' })).data!.id
})
afterAll(() => plant.close())

const count = async (text: string, values: unknown[] = []) =>
  (await plant.query<{ n: number }>(`select count(*)::int as n from ${text}`, values))[0]!.n
/** Generates the same calls for the same seed. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

describe('concurrent creates', () => {
  test('share few statements, each with its own row, author, audit entry and stored answer', async () => {
    const { pool } = plant.app.db
    const { query } = pool
    let inserts = 0
    pool.query = ((...args: unknown[]) => {
      if (/insert into "first_level_check"/.test((args[0] as { text: string }).text)) inserts += 1
      return (query as (...a: unknown[]) => unknown).apply(pool, args)
    }) as never
    const calls = Array.from({ length: 60 }, (_, i) => ({
      i,
      by: i % 3 ? admin : maint,
      key: createUuid7(Date.now()),
      note: `check ${i}`,
    }))
    const answers = await Promise.all(
      calls.map(({ by, key, note }) =>
        by.call(
          firstLevelCheck.endpoints.create,
          { equipmentId: machine, occurredAt: '2026-02-03T04:05:06.789Z', result: 'ok', note },
          { key },
        ),
      ),
    )
    pool.query = query
    expect(inserts).toBeLessThan(30)
    for (const { i, by, key, note } of calls) {
      const row = answers[i]!.data!
      expect(row).toMatchObject({
        note,
        createdBy: by.userId,
        people: [by.userId],
        occurredAt: '2026-02-03T04:05:06.789Z',
        version: 1,
      })
      expect(await plant.query('select response, user_id from sync_op where op_id = $1', [key])).toEqual([
        { response: { data: row }, user_id: by.userId },
      ])
      const trail = await plant.query<{ after: object }>(
        `select action, resource, operation, created_by, after from operation_log where row_id = $1`,
        [row.id],
      )
      expect(trail).toMatchObject([
        {
          action: 'insert',
          resource: 'firstLevelCheck',
          operation: 'firstLevelCheck.create',
          created_by: by.userId,
          after: { note, version: 1 },
        },
      ])
      expect(trail[0]!.after).not.toHaveProperty('nextDueOn')
    }
  })

  test.each([1, 2, 3])('survive a failing neighbour in any order (seed %i)', async (seed) => {
    const next = random(seed)
    const takenCode = `TAKEN-${seed}`
    await admin.call(line.endpoints.create, { code: takenCode, name: 'taken', kind: 'spunbond' })
    const shared = [createUuid7(Date.now()), createUuid7(Date.now())]
    const calls = Array.from({ length: 80 }, (_, i) => {
      const dice = next()
      if (dice < 0.15)
        return {
          wants: 'taken',
          run: () =>
            admin.call(
              line.endpoints.create,
              { code: takenCode, name: 'again', kind: 'spunbond' },
              { key: createUuid7(Date.now()) },
            ),
        }
      if (dice < 0.3)
        return {
          wants: 'missing',
          run: () =>
            admin.call(
              firstLevelCheck.endpoints.create,
              {
                equipmentId: next() < 0.5 ? createUuid7(1) : machine,
                people: [createUuid7(1)],
                occurredAt: '2026-02-03T04:05:06.789Z',
                result: 'ok',
                note: `${seed}`,
              },
              { key: createUuid7(Date.now()) },
            ),
        }
      if (dice < 0.5) {
        const key = shared[Math.floor(next() * 2)]!
        return {
          wants: `once ${key}`,
          run: () =>
            admin.call(
              line.endpoints.create,
              { code: `ONCE-${key}`.slice(0, 40), name: 'once', kind: 'spunbond' },
              { key },
            ),
        }
      }
      return {
        wants: 'fine',
        run: () =>
          admin.call(
            line.endpoints.create,
            { code: `L-${seed}-${i}`, name: `线 ${i}`, kind: 'spunbond' },
            { key: createUuid7(Date.now()) },
          ),
      }
    })
    const countsBefore = {
      lines: await count('line'),
      checks: await count('first_level_check'),
      trail: await count('operation_log'),
      ledger: await count('sync_op'),
    }
    const answers: Answer[] = await Promise.all(calls.map((c) => c.run()))
    const answersFor = (wants: string) => answers.filter((_, i) => calls[i]!.wants === wants)
    expect(answersFor('fine').map((a) => a.errno)).toEqual(answersFor('fine').map(() => '200'))
    expect(answersFor('taken').map((a) => a.errno)).toEqual(answersFor('taken').map(() => '4003'))
    expect(answersFor('missing').map((a) => a.errno)).toEqual(answersFor('missing').map(() => '4006'))
    const used = shared.filter((key) => answersFor(`once ${key}`).length)
    for (const key of used) {
      const same = answersFor(`once ${key}`)
      expect(same.every((a) => a.errno === '200' || a.status === 409)).toBe(true)
      const [first, ...others] = same.filter((a) => a.errno === '200').map((a) => a.data)
      for (const other of others) expect(other).toEqual(first)
    }
    const made = answersFor('fine').length + used.length
    expect({
      lines: await count('line'),
      checks: await count('first_level_check'),
      trail: await count('operation_log'),
      ledger: await count('sync_op'),
    }).toEqual({
      lines: countsBefore.lines + made,
      checks: countsBefore.checks,
      trail: countsBefore.trail + made,
      ledger: countsBefore.ledger + made,
    })
  })
})
