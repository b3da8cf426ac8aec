import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '@/contract/endpoint'
import { hopper } from '@/areas/equipment/contract/hopper'
import { line } from '@/plant/contract/line'
import { counterFeed, feedAddCommands } from '@/areas/feeding/contract/feed'
import {
  doffRoll,
  downgradeRoll,
  removeRoll,
  retireRoll,
  weighRoll,
  windRoll,
} from '@/areas/rolls/contract/jumbo-commands'
import { undoSet } from '@/areas/slitting/contract/slitting-endpoints'
import { packRolls } from '@/areas/packing/contract/package-endpoints'
import {
  doffSet,
  editSet,
  finishCutting,
  recycleRolls,
  startCutting,
} from '@/areas/slitting/contract/slitting-commands'
import {
  calculateCuttingMetrics,
  calculateJumboMetrics,
  sumMetrics,
  calculateSlitRollMetrics,
  type CountableJumbo,
  type OrderRollMetrics,
  type CountableSlitRoll,
} from '@/areas/rolls/rules/order-roll-metrics'
import { materialLot, material } from '@/areas/feeding/contract/material'
import { decideLot } from '@/areas/feeding/contract/feeding-endpoints'
import type { Caller, TestPlant } from '../harness'
import { expectOk, createStaffedPlant, type Staff } from '../plant-staff'
import { startRunningOrder } from './winder-plant'

const CLIENTS = 20
const STEPS = 25
let plant: TestPlant
let staff: Staff
let slitters: string[]
let lotId: string
let materialId: string
let hopperId: string
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  slitters = await Promise.all(
    [1, 2].map(
      async (n) =>
        expectOk(
          await staff.admin.call(line.endpoints.create, {
            code: `SL${n}`,
            name: `${n}号分切机`,
            kind: 'slitting',
            width: 3.3,
          } as never),
        ).id,
    ),
  )
  materialId = expectOk(
    await staff.admin.call(material.endpoints.create, { code: 'PP', name: '聚丙烯', kind: 'main' }),
  ).id
  lotId = expectOk(
    await staff.admin.call(materialLot.endpoints.create, {
      number: 'L1',
      materialId,
      receivedOn: '2026-11-01',
      receivedKg: 100_000,
    }),
  ).id
  expectOk(await staff.admin.call(decideLot, { id: lotId, state: 'released' }))
}, 120_000)
afterAll(() => plant.close())

/** Random numbers with a printed seed, to repeat a failed run. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
/** Minutes between rolls, more than the time in which two doffs count as one. */
let minutes = 0
const later = (): string =>
  new Date(Date.parse('2026-11-20T00:05:00Z') + Math.min(230, (minutes += 2.5)) * 60_000).toISOString()
const refused = new Set(['6000', '4003', '4006', '4013', '4090'])

describe(`${CLIENTS} clients at one line and two slitters`, () => {
  test('assign no number twice, cut no metre twice, and keep every total equal to its rows', async () => {
    const seed = Number(process.env['CROWD_SEED'] ?? Date.now() % 1e6)
    const run = await startRunningOrder(plant, staff)
    plant.clock.set('2026-11-20T04:00:00.000Z')
    hopperId = expectOk(
      await staff.admin.call(hopper.endpoints.create, { code: 'H1', name: '主料斗', lineId: run.line.id }),
    ).id
    const outcomes = new Map<string, number>()
    const people = [staff['prod-lead'], staff.admin]
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, n) => {
        const next = chances(seed + n * 7919)
        for (let i = 0; i < STEPS; i++) await act(people[n % people.length]!, next, run, outcomes)
      }),
    )
    const summary = `seed ${seed}: ${[...outcomes].map(([what, count]) => `${what} ${count}`).join(', ')}`
    for (const what of [
      'jumboRoll.doff 200',
      'cutting.start 200',
      'slitSet.doff 200',
      'slitSet.edit 200',
      'feed.addMain 200',
    ])
      expect(outcomes.get(what) ?? 0, summary).toBeGreaterThan(0)
    expect(
      [...outcomes.keys()].some((what) => what.endsWith('6000')),
      `nobody was refused: ${summary}`,
    ).toBe(true)
    await everythingAddsUp(run.order.id, summary)
  }, 300_000)
})

/** Performs one random action on the current rows. */
async function act(
  who: Caller,
  next: () => number,
  run: { line: { id: string }; order: { id: string } },
  outcomes: Map<string, number>,
): Promise<void> {
  const any = async (sql: string): Promise<Record<string, string> | undefined> =>
    (await plant.query<Record<string, string>>(`${sql} order by md5(id::text || '${next()}') limit 1`))[0]
  const lineAndOrder = { workOrderId: run.order.id, lineId: run.line.id }
  const dice = next()
  const doing = async <In, Out>(endpoint: Endpoint<In, Out>, input: object) => {
    const answer = await who.call(endpoint, input as In, { language: 'en' })
    expect(['200', ...refused], `${endpoint.name}: ${answer.errno} ${answer.errmsg}`).toContain(answer.errno)
    if (answer.errno !== '200') expect(answer.errmsg.length, endpoint.name).toBeGreaterThan(8)
    outcomes.set(`${endpoint.name} ${answer.errno}`, (outcomes.get(`${endpoint.name} ${answer.errno}`) ?? 0) + 1)
  }
  if (dice < 0.06) return doing(windRoll, { ...lineAndOrder, occurredAt: later() })
  if (dice < 0.22) {
    const wound = await any(`select id from jumbo_roll where state = 'winding'`)
    return doing(doffRoll, {
      ...lineAndOrder,
      ...(wound && next() < 0.8 ? { id: wound['id'] } : {}),
      lengthM: 6000 + Math.floor(next() * 3000),
      grossKg: 300,
      occurredAt: later(),
    })
  }
  if (dice < 0.32)
    return doing(feedAddCommands[0]!.endpoint as Endpoint<object, unknown>, {
      ...lineAndOrder,
      hopperId,
      materialId,
      lotId,
      kg: 100 + Math.floor(next() * 900),
    })
  if (dice < 0.36) {
    const row = await any('select id from feed where counter_of is null')
    return row ? doing(counterFeed, { id: row['id'], reason: '误扫', kg: 50 }) : undefined
  }
  if (dice < 0.52) {
    const row = await any(`select id from jumbo_roll where state in ('uncut', 'remnant')`)
    return row
      ? doing(startCutting, {
          jumboRollId: row['id'],
          slitterId: slitters[Math.floor(next() * 2)],
          lanes: [{ width: 300, count: 10, workOrderId: run.order.id }],
          lengthM: 2500,
        })
      : undefined
  }
  if (dice < 0.68) {
    const row = await any(`select id from cutting where state = 'open'`)
    return row ? doing(doffSet, { cuttingId: row['id'], lengthM: 2000 }) : undefined
  }
  if (dice < 0.78) {
    const row = await any(`select id, cutting_id from slit_set where state = 'made'`)
    return row
      ? doing(editSet, {
          id: row['id'],
          cuttingId: row['cutting_id'],
          rolls: [
            { lane: 1 + Math.floor(next() * 10), kg: 9 },
            { lane: 1, downgrades: [{ fromM: 0, toM: 100, grade: 'downgraded', defect: 'hole' }] },
          ],
        })
      : undefined
  }
  if (dice < 0.82) {
    const row = await any(`select id from slit_set where state = 'made'`)
    return row ? doing(undoSet, { id: row['id'], reason: '误操作' }) : undefined
  }
  if (dice < 0.86) {
    const row = await any(`select id from cutting where state = 'open'`)
    return row
      ? doing(finishCutting, {
          id: row['id'],
          trimKg: 5,
          wasteKg: 2,
          gapReason: '未称重',
          remnant: next() < 0.6 ? 'stock' : 'waste',
        })
      : undefined
  }
  if (dice < 0.88) {
    const row = await any(
      `select id, lane, slit_set_id, (select cutting_id from slit_set s where s.id = slit_set_id) as run from slit_roll where state = 'made'`,
    )
    return row
      ? doing(recycleRolls, {
          id: row['slit_set_id'],
          cuttingId: row['run'],
          rolls: [{ rollId: row['id'], kg: 9 }],
          reason: '破损',
        })
      : undefined
  }
  if (dice < 0.9) {
    const row = await any(`select id from slit_roll where state = 'made'`)
    return row ? doing(packRolls, { rollIds: [row['id']], close: next() < 0.5 }) : undefined
  }
  if (dice < 0.95) {
    const row = await any(`select id from jumbo_roll where state = 'uncut'`)
    return row ? doing(weighRoll, { id: row['id'], grossKg: 250 + Math.round(next() * 100) }) : undefined
  }
  const remnant = await any(`select id from jumbo_roll where state = 'remnant'`)
  if (remnant && next() < 0.3)
    return doing(retireRoll, { id: remnant['id'], action: next() < 0.5 ? 'scrap' : 'consume', reason: '余卷' })
  const row = await any(`select id from jumbo_roll where state = 'uncut'`)
  if (row)
    await (next() < 0.5
      ? doing(removeRoll, { id: row['id'], reason: '误操作' })
      : doing(downgradeRoll, {
          id: row['id'],
          downgrades: [{ fromM: 0, toM: 500, grade: 'downgraded', defect: 'hole' }],
        }))
}

async function everythingAddsUp(orderId: string, summary: string): Promise<void> {
  const expectNoRows = async (what: string, sql: string) =>
    expect(await plant.query(sql), `${what} (${summary})`).toEqual([])
  await expectNoRows(
    'a number given twice',
    `select number from (select number from jumbo_roll where number is not null union all select number from slit_roll) n group by number having count(*) > 1`,
  )
  await expectNoRows(
    'two rolls on one winder',
    `select line_id from jumbo_roll where state = 'winding' group by line_id having count(*) > 1`,
  )
  await expectNoRows(
    'a jumbo on two slitters',
    `select jumbo_roll_id from cutting where state = 'open' group by jumbo_roll_id having count(*) > 1`,
  )
  await expectNoRows(
    'a rest that is on a slitter',
    `select j.number from jumbo_roll j where state = 'remnant' and (left_m <= 0 or left_m >= length_m or exists (select 1 from cutting c where c.jumbo_roll_id = j.id and c.state = 'open'))`,
  )
  await expectNoRows(
    'two jumbos on one slitter',
    `select slitter_id from cutting where state = 'open' group by slitter_id having count(*) > 1`,
  )
  await expectNoRows(
    'a jumbo that is cut without a cutting',
    `select number from jumbo_roll j where state = 'slitting' and not exists (select 1 from cutting c where c.jumbo_roll_id = j.id and c.state = 'open')`,
  )
  await expectNoRows(
    'metres cut twice',
    `select a.id from slit_set a join slit_set b on b.jumbo_roll_id = a.jumbo_roll_id and b.id > a.id and a.state = 'made' and b.state = 'made' and a.from_m < b.to_m and b.from_m < a.to_m`,
  )
  await expectNoRows(
    'metres that are lost',
    `select j.number, j.length_m, j.left_m, s.cut from jumbo_roll j join (select jumbo_roll_id, sum(to_m - from_m) as cut from slit_set where state = 'made' group by 1) s on s.jumbo_roll_id = j.id where j.state in ('slitting', 'remnant') and abs(j.length_m - j.left_m - s.cut) > 0.05`,
  )
  await expectNoRows(
    'sets whose rolls are not those of their lanes',
    `select s.id from slit_set s where s.rolls <> (select count(*) from slit_roll r where r.slit_set_id = s.id and r.state <> 'undone')`,
  )
  await expectNoRows(
    'packages that miscount',
    `select p.id from package p where p.rolls <> (select count(*) from slit_roll r where r.package_id = p.id)`,
  )
  await expectNoRows(
    'a lot that is wrong by what was fed of it',
    `select l.number, l.left_kg from material_lot l where abs(l.left_kg - (l.received_kg - coalesce((select sum(kg) from feed f where f.lot_id = l.id), 0))) > 0.001`,
  )
  await expectNoRows(
    'a line taken back twice over',
    `select c.counter_of from feed c join feed f on f.id = c.counter_of group by c.counter_of, f.kg having f.kg + sum(c.kg) < -0.001`,
  )
  const parts: OrderRollMetrics[] = [
    ...(
      await plant.query<CountableJumbo>(
        `select state, net_kg::float8 as "netKg", expected_kg::float8 as "expectedKg", length_m::float8 as "lengthM", left_m::float8 as "leftM", downgrades from jumbo_roll where work_order_id = $1`,
        [orderId],
      )
    ).map(calculateJumboMetrics),
    ...(
      await plant.query<CountableSlitRoll>(
        `select state, kg::float8 as kg, expected_kg::float8 as "expectedKg", length_m::float8 as "lengthM", grade, downgrades from slit_roll where work_order_id = $1`,
        [orderId],
      )
    ).map(calculateSlitRollMetrics),
    ...(
      await plant.query<{ state: string; wasteKg: number | null }>(
        `select c.state, c.waste_kg::float8 as "wasteKg" from cutting c join jumbo_roll j on j.id = c.jumbo_roll_id where j.work_order_id = $1`,
        [orderId],
      )
    ).map(calculateCuttingMetrics),
  ]
  const [storedMetrics] = await plant.query<OrderRollMetrics & { fedKg: number }>(
    `select jumbo_rolls as "jumboRolls", jumbo_kg::float8 as "jumboKg", good_rolls as "goodRolls", good_kg::float8 as "goodKg", downgraded_kg::float8 as "downgradedKg", waste_kg::float8 as "wasteKg", fed_kg::float8 as "fedKg" from work_order where id = $1`,
    [orderId],
  )
  const { fedKg, ...figures } = storedMetrics!
  const countedMetrics = sumMetrics(parts)
  for (const name of Object.keys(countedMetrics) as (keyof OrderRollMetrics)[])
    expect(figures[name], `${name} (${summary})`).toBeCloseTo(countedMetrics[name], 1)
  const [fed] = await plant.query<{ kg: number }>(
    `select coalesce(sum(kg), 0)::float8 as kg from feed where work_order_id = $1 and kind <> 'pack'`,
    [orderId],
  )
  expect(fedKg, summary).toBeCloseTo(fed!.kg, 2)
}
