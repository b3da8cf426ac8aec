/** A recall of an order or a roll through pellets: which trim and rolls are its own, and how much of it a lot can contain. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { recallList } from '@/areas/tracing/contract/recall'
import { plantTime, expectOk, fetchRow } from '../plant-staff'
import {
  createSlitterPlant,
  doffJumbo,
  doffNextSet,
  startCuttingRun,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let h: SlitterPlant
const [resin, pellets] = [createUuid7(), createUuid7()]

async function createLot(number: string, kg: number, time: string, materialId = pellets): Promise<string> {
  const id = createUuid7()
  await h.plant.query(
    `insert into material_lot (site_id, id, number, material_id, received_on, received_kg, left_kg, state, created_at) values (1, $1, $2, $3, '2026-11-20', $4, $4, 'released', $5)`,
    [id, number, materialId, kg, plantTime(time)],
  )
  return id
}
const toLots = (kgByLot: Record<string, number>) =>
  JSON.stringify(Object.entries(kgByLot).map(([lotId, kg]) => ({ lotId, materialId: resin, kg })))
const fill = (jumboId: string, kgByLot: Record<string, number>) =>
  h.plant.query(`update jumbo_roll set lots = $2, unknown_kg = 0 where id = $1`, [jumboId, toLots(kgByLot)])
async function addTrim(orderId: string, kg: number, kgByLot: Record<string, number>): Promise<string> {
  const id = createUuid7()
  const { line_id } = await fetchRow<{ line_id: string }>(h.plant, 'work_order', orderId)
  await h.plant.query(
    `insert into recycle (site_id, id, work_order_id, line_id, kind, destination, kg, occurred_at, business_date, lots, unknown_kg) values (1, $1, $2, $3, 'edgeTrim', 'pellets', $4, $5, '2026-11-20', $6, 0)`,
    [id, orderId, line_id, kg, plantTime('08:40'), toLots(kgByLot)],
  )
  return id
}
type SourceColumn = 'recycle_id' | 'jumbo_roll_id' | 'slit_roll_id'
const addSource = (lotId: string, column: SourceColumn, sourceId: string, kg: number) =>
  h.plant.query(
    `insert into pellet_source (site_id, id, created_at, updated_at, lot_id, ${column}, purchased, kg, basis) values (1, $1, now(), now(), $2, $3, false, $4, 'entered')`,
    [createUuid7(), lotId, sourceId, kg],
  )

type Kind = 'workOrder' | 'jumboRoll' | 'slitRoll'
const recall = (kind: Kind, id: string) =>
  h.staff.quality.call(recallList, { kind, id }, { language: 'en' }).then(expectOk)
async function listPelletKg(kind: Kind, id: string): Promise<Record<string, [maxKg: number, unrecordedKg: number]>> {
  const { pelletLots } = await recall(kind, id)
  expect(new Set(pelletLots.map((lot) => lot.id)).size).toBe(pelletLots.length)
  for (const { kg, maxKg, unrecordedKg } of pelletLots) expect(maxKg + unrecordedKg).toBeLessThanOrEqual(kg)
  return Object.fromEntries(pelletLots.map(({ number, maxKg, unrecordedKg }) => [number, [maxKg, unrecordedKg]]))
}

let [orderA, orderB, orderOfWaste] = ['', '', '']
let [jumboInItself, slitRoll, laterRoll, rollOfCutRoll, rollWithoutLot] = ['', '', '', '', '']
let rollOfJumbo = ''
beforeAll(async () => {
  h = await createSlitterPlant()
  await h.plant.query(
    `insert into material (site_id, id, code, name, kind) values (1, $1, 'PP', '聚丙烯', 'main'), (1, $2, 'RC', '再生粒', 'mid')`,
    [resin, pellets],
  )
  const r = await createLot('LOT-R', 9000, '06:00', resin)
  const first = await doffJumbo(h)
  orderA = first.orderId
  await fill(first.jumbo.id, { [r]: 480 })

  // Pellets P1 of the order's trim; another trim of the order is 10 % P1.
  const p1 = await createLot('P1', 100, '08:50')
  await addSource(p1, 'recycle_id', await addTrim(orderA, 100, { [r]: 100 }), 100)
  const trimWithP1 = await addTrim(orderA, 150, { [r]: 135, [p1]: 15 })
  const p2 = await createLot('P2', 100, '09:10')
  await addSource(p2, 'recycle_id', trimWithP1, 100)
  // Half of P3 is trim of another order with 20 % P1.
  const later = await doffJumbo(h)
  const p3 = await createLot('P3', 100, '09:20')
  await addSource(p3, 'recycle_id', trimWithP1, 50)
  await addSource(p3, 'recycle_id', await addTrim(later.orderId, 50, { [r]: 40, [p1]: 10 }), 50)
  // The lots of this trim are known for 40 of 100 kg.
  const p4 = await createLot('P4', 100, '09:21')
  await addSource(p4, 'recycle_id', await addTrim(orderA, 100, { [r]: 40 }), 100)
  laterRoll = later.jumbo.id
  await fill(laterRoll, { [r]: 430, [p2]: 50 })

  // A jumbo that is 10 % pellets of its own trim and of a roll cut from it.
  const run = await startCuttingRun(h)
  jumboInItself = run.jumbo.id
  const set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  slitRoll = set.slit[0]!.id
  const p5 = await createLot('P5', 100, '09:40')
  await fill(jumboInItself, { [r]: 432, [p5]: 48 })
  await addSource(p5, 'jumbo_roll_id', jumboInItself, 60)
  await addSource(p5, 'slit_roll_id', slitRoll, 40)

  // A roll of order B, cut from a jumbo of order A, becomes pellets. Order B has no jumbo.
  const cut = await doffJumbo(h)
  orderB = cut.orderId
  await h.plant.query('update jumbo_roll set work_order_id = $2 where id = $1', [cut.jumbo.id, later.orderId])
  const cutA = await startCuttingRun(h)
  rollOfJumbo = cutA.jumbo.id
  await fill(rollOfJumbo, { [r]: 480 })
  await h.plant.query('update jumbo_roll set work_order_id = $2 where id = $1', [rollOfJumbo, orderA])
  const setOfB = await doffNextSet(h, cutA)
  await weighAll(h, cutA, setOfB)
  await h.plant.query(
    `update slit_roll set work_order_id = case when id = $2 then $3::uuid else work_order_id end, state = case when id = $2 then 'recycled' else state end, doffed_at = $4 where slit_set_id = $1`,
    [setOfB.id, setOfB.slit[0]!.id, orderB, plantTime('09:30')],
  )
  const p6 = await createLot('P6', 75, '09:45')
  await addSource(p6, 'slit_roll_id', setOfB.slit[0]!.id, 75)
  rollOfCutRoll = (await doffJumbo(h)).jumbo.id
  await fill(rollOfCutRoll, { [r]: 450, [p6]: 30 })
  // Pellets without sources from before and after the doff of order B's roll.
  await createLot('OLD', 100, '09:29')
  await createLot('NEW', 100, '09:31')
  rollWithoutLot = (await doffJumbo(h)).jumbo.id
  await h.plant.query(`update jumbo_roll set lots = $2, started_at = $3, unknown_kg = 0 where id = $1`, [
    rollWithoutLot,
    JSON.stringify([{ lotId: null, materialId: pellets, kg: 15 }]),
    plantTime('09:50'),
  ])

  // An order that wound no roll, only start-up waste.
  const aborted = await doffJumbo(h)
  orderOfWaste = aborted.orderId
  await h.plant.query('update jumbo_roll set work_order_id = $2 where id = $1', [aborted.jumbo.id, later.orderId])
  const p7 = await createLot('P7', 20, '09:05')
  await addSource(p7, 'recycle_id', await addTrim(orderOfWaste, 20, { [r]: 20 }), 20)
}, 120_000)
afterAll(() => h.plant.close())

test('pellets of an order that contain its earlier pellets contain no more of it than they weigh', async () => {
  expect(await listPelletKg('workOrder', orderA)).toMatchObject({
    P1: [100, 0],
    // All of it is trim of the order; the 10 kg of P1 in it are part of this trim.
    P2: [100, 0],
    // 50 kg of trim of the order, and 20 % of the other 50 kg are P1.
    P3: [60, 0],
    // The trim is the order's, whatever lots it contains.
    P4: [100, 0],
  })
  const { rows } = await recall('workOrder', orderA)
  expect(rows.find(({ id }) => id === laterRoll)).toMatchObject({ through: 'pellets', maxKg: 50 })
})
test('pellets in the jumbo or roll of which they were made count once', async () => {
  expect(await listPelletKg('jumboRoll', jumboInItself)).toMatchObject({ P5: [100, 0] })
  // 40 kg are the slit roll. The other 60 kg are 10 % P5: 40 + 6 + … = 40 / (1 - 0.06).
  expect(await listPelletKg('slitRoll', slitRoll)).toMatchObject({ P5: [42.553, 0] })
})
test('a recycled roll that was cut from a jumbo of the order for another order is a source of both', async () => {
  for (const orderId of [orderA, orderB]) {
    expect(await listPelletKg('workOrder', orderId)).toMatchObject({ P6: [75, 0] })
    const { rows } = await recall('workOrder', orderId)
    expect(rows.find(({ id }) => id === rollOfCutRoll)).toMatchObject({ through: 'pellets', maxKg: 30 })
  }
})
test('an order without jumbos begins with the doff of its first roll, or with its first waste', async () => {
  const ofB = await listPelletKg('workOrder', orderB)
  expect(ofB).toMatchObject({ NEW: [0, 100] })
  expect(ofB).not.toHaveProperty('OLD')
  const { rows } = await recall('workOrder', orderB)
  expect(rows.find(({ id }) => id === rollWithoutLot)).toMatchObject({ through: 'unrecorded', maxKg: 15 })
  expect(await listPelletKg('workOrder', orderOfWaste)).toMatchObject({ P7: [20, 0], OLD: [0, 100] })
})
