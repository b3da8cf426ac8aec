import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { doffRoll, downgradeRoll, removeRoll, retireRoll } from '@/areas/rolls/contract/jumbo-commands'
import { undoSet } from '@/areas/slitting/contract/slitting-endpoints'
import { runPackageAction, packRolls, unpackRolls } from '@/areas/packing/contract/package-endpoints'
import {
  doffSet,
  editSet,
  finishCutting,
  recycleRolls,
  startCutting,
} from '@/areas/slitting/contract/slitting-commands'
import { rollPackage } from '@/areas/packing/contract/package'
import { stockHistory, currentStock } from '@/areas/stock/contract/stock-endpoints'
import { plantTime, countRows, expectOk, sync } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  doffJumbo,
  createSlitter,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'
import { startRunningOrder } from '../rolls/winder-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

/** Stock calculated from rolls, independently of the server: rolls in the hall and slit rolls that have not left. */
const FROM_ROLLS = `select kind, coalesce(grade, 'good') as grade, coalesce(place, '') as place, work_order_id::text as "order", count(*)::int as rolls, sum(kg)::float8 as kg from (
    select 'jumboRoll' as kind, grade, null as place, work_order_id, round(coalesce(net_kg, expected_kg) * left_m / length_m, 3) as kg from jumbo_roll where state in ('uncut', 'slitting', 'remnant')
    union all select 'slitRoll', r.grade, p.place, r.work_order_id, coalesce(r.kg, r.expected_kg) from slit_roll r left join package p on p.id = r.package_id where r.state in ('made', 'packed', 'stored')) s
  group by 1, 2, 3, 4 order by 1, 2, 3, 4`
/** Stock calculated from movements: additions minus removals. */
const FROM_MOVEMENTS = `select kind, grade, coalesce(place, '') as place, work_order_id::text as "order", sum(n)::int as rolls, round(sum(n * kg), 3)::float8 as kg from (
    select kind, 1 as n, state, grade, place, work_order_id, kg from roll_movement
    union all select kind, -1, from_state, from_grade, from_place, from_order_id, from_kg from roll_movement) s
  where kind = 'jumboRoll' and state in ('uncut', 'slitting', 'remnant') or kind = 'slitRoll' and state in ('made', 'packed', 'stored')
  group by 1, 2, 3, 4 having sum(n) <> 0 or sum(n * kg) <> 0 order by 1, 2, 3, 4`
interface Stock {
  kind: string
  grade: string
  place: string
  order: string
  rolls: number
  kg: number
}
const roundWeights = (rows: Stock[]) => rows.map((row) => ({ ...row, kg: Math.round(row.kg * 1000) / 1000 }))
async function expectStockAgrees(what: string): Promise<Stock[]> {
  const rolls = roundWeights(await h.plant.query<Stock>(FROM_ROLLS))
  expect(roundWeights(await h.plant.query<Stock>(FROM_MOVEMENTS)), what).toEqual(rolls)
  return rolls
}
const movesOf = (id: string) =>
  h.plant.query(
    'select step, from_state, state, from_grade, grade, from_place, place, from_kg::float8, kg::float8, business_date::text as day, shift, user_id from roll_movement where roll_id = $1 order by step',
    [id],
  )

test('a change of a roll is one movement, whole sets and packages together', async () => {
  const run = await startCuttingRun(h)
  expect(await movesOf(run.jumbo.id)).toMatchObject([
    { step: 1, from_state: null, state: 'uncut', kg: 480, day: '2026-11-20', shift: 'early' },
    { step: 2, from_state: 'uncut', state: 'slitting', from_kg: 480, kg: 480 },
  ])
  const countBefore = await countRows(h.plant, 'roll_movement')
  const set = await doffNextSet(h, run)
  // Four slit rolls, and the jumbo with half of its metres left: one movement each.
  expect(await countRows(h.plant, 'roll_movement')).toBe(countBefore + 5)
  expect(await movesOf(run.jumbo.id)).toMatchObject([{}, {}, { step: 3, from_kg: 480, kg: 240 }])
  await weighAll(h, run, set) // as expected: only the weighing changed
  expect(await countRows(h.plant, 'roll_movement')).toBe(countBefore + 5)
  const [firstId, secondId] = set.slit.map(({ id }) => id)
  const { id } = expectOk(await h.operator.call(packRolls, { rollIds: [firstId!, secondId!], close: true }))
  const { version } = expectOk(await h.operator.call(runPackageAction, { id, action: 'store', place: 'A-01' }))
  expectOk(await h.operator.call(rollPackage.endpoints.update, { id, version, place: 'B-07' } as never))
  expectOk(await h.operator.call(runPackageAction, { id, action: 'ship' }))
  expect(await movesOf(firstId!)).toMatchObject([
    { step: 1, from_state: null, state: 'made', grade: 'good', kg: 75, user_id: h.operator.userId },
    { from_state: 'made', state: 'packed', from_place: null, place: null },
    { from_state: 'packed', state: 'stored', from_place: null, place: 'A-01' },
    { from_state: 'stored', state: 'stored', from_place: 'A-01', place: 'B-07' },
    { from_state: 'stored', state: 'shipped', place: 'B-07', kg: 75 },
  ])
  expect(await movesOf(secondId!)).toHaveLength(5)
  await expectStockAgrees('after a story')
})

test('a movement has the time of its event and never precedes the one before', async () => {
  const made = await doffJumbo(h, { occurredAt: plantTime('08:10') })
  h.plant.clock.set(plantTime('01:00', '2026-11-21')) // the night shift of the 20th
  expectOk(
    await h.staff['operator-line'].call(downgradeRoll, {
      id: made.jumbo.id,
      downgrades: [{ fromM: 0, toM: 10_000, grade: 'downgraded', defect: 'streak' }],
      occurredAt: plantTime('08:05', '2026-11-20'), // while it was wound
    } as never),
  )
  expect(await movesOf(made.jumbo.id)).toMatchObject([
    { day: '2026-11-20', shift: 'early' },
    { day: '2026-11-20', from_grade: 'good', grade: 'downgraded' },
  ])
  expectOk(await h.staff.admin.call(retireRoll, { id: made.jumbo.id, action: 'consume', reason: '自用' } as never))
  expect((await movesOf(made.jumbo.id))[2]).toMatchObject({
    state: 'consumed',
    day: '2026-11-20',
    shift: 'night',
    kg: 0,
  })
  h.plant.clock.set('2026-11-20T02:00:00.000Z')
})

test('a command that a phone sends twice moves stock once', async () => {
  const run = await startCuttingRun(h)
  const op = { op: doffSet, id: createUuid7(), body: { id: createUuid7(), cuttingId: run.cutting.id } }
  await sync(h.operator, [op])
  const countOnce = await countRows(h.plant, 'roll_movement')
  await sync(h.operator, [op, op])
  expect(await countRows(h.plant, 'roll_movement')).toBe(countOnce)
  const jumbo = { workOrderId: run.orderId, lineId: run.jumbo.lineId, lengthM: 9000, id: createUuid7() }
  const key = createUuid7()
  await h.staff['operator-line'].call(doffRoll, jumbo as never, { key })
  await h.staff['operator-line'].call(doffRoll, jumbo as never, { key })
  expect(await movesOf(jumbo.id)).toHaveLength(1)
  await expectStockAgrees('after repeats')
})

test('a refused command moves nothing', async () => {
  const run = await startCuttingRun(h)
  const set = await doffNextSet(h, run)
  const before = await countRows(h.plant, 'roll_movement')
  expect((await h.operator.call(packRolls, { rollIds: set.slit.map(({ id }) => id) })).errno).toBe('6000') // not weighed
  expect(await countRows(h.plant, 'roll_movement')).toBe(before)
})

/** Possible steps. Both calculations must agree after each, refused or not. */
type Try = (pick: number) => Promise<unknown>
const pickRow = async (sql: string, pick: number) => {
  const rows = await h.plant.query<Record<string, string>>(`${sql} order by id`)
  return rows.length > 0 ? rows[pick % rows.length]! : null
}
const slit = (state: string) =>
  `select r.id, r.slit_set_id as set, s.cutting_id as cutting, r.package_id as package from slit_roll r join slit_set s on s.id = r.slit_set_id where r.state = '${state}'`
async function tries(
  runs: readonly { line: { id: string }; order: { id: string } }[],
  slitterId: string,
): Promise<Try[]> {
  const call = h.operator.call
  const lead = h.staff.admin
  const move =
    (action: string, state: string, more: object = {}): Try =>
    async (pick) => {
      const found = await pickRow(`select id from package where state = '${state}'`, pick)
      return found && lead.call(runPackageAction, { id: found['id'], action, ...more } as never)
    }
  return [
    (pick) => {
      const run = runs[pick % runs.length]!
      return h.staff['operator-line'].call(doffRoll, {
        workOrderId: run.order.id,
        lineId: run.line.id,
        lengthM: 1000 * (1 + (pick % 10)),
        widthMm: 3200,
      } as never)
    },
    async (pick) => {
      const roll = await pickRow(`select id, left_m from jumbo_roll where state in ('uncut', 'remnant')`, pick)
      return (
        roll &&
        call(startCutting, {
          jumboRollId: roll['id'],
          slitterId,
          lanes: [{ width: 1500, count: 2 }],
          lengthM: Number(roll['left_m']),
        } as never)
      )
    },
    async (pick) => {
      const cutting = await pickRow(
        `select c.id, j.left_m from cutting c join jumbo_roll j on j.id = c.jumbo_roll_id where c.state = 'open'`,
        pick,
      )
      return (
        cutting &&
        call(doffSet, {
          id: createUuid7(),
          cuttingId: cutting['id'],
          lengthM: Math.max(100, Math.round(Number(cutting['left_m']) / (1 + (pick % 3)))),
        } as never)
      )
    },
    async (pick) => {
      const set = await pickRow(`${slit('made')} and r.kg is null`, pick)
      const rolls = set
        ? await h.plant.query<{ id: string; kg: string }>(
            'select id, expected_kg as kg from slit_roll where slit_set_id = $1',
            [set['set']],
          )
        : []
      return (
        set &&
        call(editSet, {
          id: set['set'],
          cuttingId: set['cutting'],
          rolls: rolls.map(({ id, kg }) => ({ rollId: id, kg: Math.round(Number(kg) * (98 + (pick % 4))) / 100 })),
        } as never)
      )
    },
    async (pick) => {
      const set = await pickRow(slit('made'), pick)
      return (
        set &&
        call(editSet, {
          id: set['set'],
          cuttingId: set['cutting'],
          rolls: [
            {
              rollId: set['id'],
              downgrades: [
                { fromM: 0, toM: 50 + (pick % 50), grade: pick % 3 ? 'downgraded' : 'waste', defect: 'hole' },
              ],
            },
          ],
        } as never)
      )
    },
    async (pick) => {
      const found = await pickRow(`${slit('made')} and r.kg is not null and r.grade <> 'waste'`, pick)
      return found && call(packRolls, { rollIds: [found['id']], close: pick % 2 === 0 } as never)
    },
    async (pick) => {
      const found = await pickRow(slit('packed'), pick)
      return found && call(unpackRolls, { id: found['package'], rollIds: [found['id']], reason: '换卷' } as never)
    },
    move('store', 'packed', { place: 'A-02' }),
    move('ship', 'stored'),
    move('unship', 'shipped', { reason: '未装车' }),
    async (pick) => {
      const set = await pickRow(slit('made'), pick)
      return (
        set &&
        call(recycleRolls, {
          id: set['set'],
          cuttingId: set['cutting'],
          rolls: [{ rollId: set['id'], kg: null }],
          reason: '回用',
        } as never)
      )
    },
    async (pick) => {
      const found = await pickRow(`select id from slit_set where state = 'made'`, pick)
      return found && lead.call(undoSet, { id: found['id'], reason: '重切' } as never)
    },
    async (pick) => {
      const cutting = await pickRow(`select id from cutting where state = 'open'`, pick)
      return (
        cutting &&
        call(finishCutting, {
          id: cutting['id'],
          remnant: pick % 2 ? 'stock' : 'waste',
          wasteKg: 1,
          gapReason: '称重遗漏',
        } as never)
      )
    },
    async (pick) => {
      const found = await pickRow(`select id from jumbo_roll where state in ('uncut', 'remnant')`, pick)
      return found && lead.call(retireRoll, { id: found['id'], action: 'consume', reason: '自用' } as never)
    },
    async (pick) => {
      const found = await pickRow(`select id from jumbo_roll where state = 'uncut'`, pick)
      return found && lead.call(removeRoll, { id: found['id'], reason: '误落' } as never)
    },
  ]
}

test('stock from movements equals stock from rolls at every moment; the history of a day never changes', async () => {
  // Uses a separate plant, because rolls of other tests would be picked at random.
  await h.plant.close()
  h = await createSlitterPlant()
  const runs = [await startRunningOrder(h.plant, h.staff), await startRunningOrder(h.plant, h.staff)]
  const all = await tries(runs, (await createSlitter(h.staff)).id)
  const steps = fc.sample(
    fc.record({ what: fc.nat(all.length - 1), pick: fc.nat(1000), minutes: fc.integer({ min: 5, max: 300 }) }),
    { numRuns: 150, seed: 20261120 },
  )
  // Creates initial rolls.
  const begin = [
    [0, 9],
    [0, 8],
    [0, 7],
    [1, 0],
    [2, 2],
    [3, 0],
    [12, 1],
    [5, 0],
    [7, 0],
    [8, 0],
  ].map(([what, pick]) => ({ what: what!, pick: pick!, minutes: 10 }))
  let now = Date.parse(plantTime('10:00'))
  const stockByStep = new Map<string, Stock[]>()
  let done = 0
  for (const [step, { what, pick, minutes }] of [...begin, ...steps].entries()) {
    now += minutes * 60_000
    h.plant.clock.set(new Date(now))
    const answer = (await all[what]!(pick)) as { errno: string } | null
    if (step < begin.length) expect(answer, `step ${step} of the begin`).toMatchObject({ errno: '200' })
    if (answer?.errno === '200') done += 1
    const day = new Date(now + 8 * 3_600_000 - 8 * 3_600_000).toISOString().slice(0, 10) // the day begins at 08:00, which is 00:00 UTC
    stockByStep.set(day, await expectStockAgrees(`after try ${what} on ${day}`))
  }
  expect(done).toBeGreaterThan(50)
  expect(stockByStep.size).toBeGreaterThan(10)
  const states = (await h.plant.query<{ state: string }>('select distinct state from roll_movement')).map(
    (r) => r.state,
  )
  for (const state of [
    'made',
    'packed',
    'stored',
    'shipped',
    'recycled',
    'undone',
    'uncut',
    'slitting',
    'cut',
    'remnant',
    'consumed',
    'deleted',
  ])
    expect(states, state).toContain(state)
  const manager = await h.plant.as('manager')
  for (const [day, rows] of stockByStep) {
    const then = expectOk(await manager.call(stockHistory, { day, by: 'kind', second: 'grade' } as never))
    expect({ day, rolls: then.rolls, kg: then.kg }).toEqual({
      day,
      rolls: rows.reduce((n, r) => n + r.rolls, 0),
      kg: Math.round(rows.reduce((n, r) => n + r.kg, 0) * 1000) / 1000,
    })
  }
  const here = expectOk(await manager.call(currentStock, { by: 'kind', second: 'grade' } as never))
  const last = expectOk(await manager.call(stockHistory, { by: 'kind', second: 'grade' } as never))
  const bare = (rows: typeof last.rows) =>
    rows
      .map(({ kind, grade, rolls, kg }) => ({ kind, grade, rolls, kg }))
      .sort((a, b) => `${a.kind}${a.grade}`.localeCompare(`${b.kind}${b.grade}`))
  expect(bare(last.rows)).toEqual(bare(here.rows))
  expect(last.course.at(-1)).toMatchObject({ rolls: here.rolls, kg: here.kg })
}, 240_000)
