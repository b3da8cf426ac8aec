/** Recall lists of packing lots, of lots in store and of customers, and their workbooks. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buffer } from 'node:stream/consumers'
import { createUuid7 } from '@/contract/id'
import { feedAddCommands, counterFeed } from '@/areas/feeding/contract/feed'
import { putOnHold } from '@/areas/rolls/contract/hold'
import { MAX_EXPORTED_ROLLS, recallList, recallReport } from '@/areas/tracing/contract/recall'
import { runPackageAction, packRolls } from '@/areas/packing/contract/package-endpoints'
import { trace } from '@/areas/tracing/contract/trace'
import { ZipReader } from '@/server/excel/zip-reader'
import { plantTime, expectOk, fetchRow } from '../plant-staff'
import { createMill } from '../rolls/hopper-plant'
import {
  createSlitterPlant,
  doffJumbo,
  doffNextSet,
  startCuttingRun,
  weighAll,
  type CuttingRun,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

/** Lines above the column headings: the title, what is recalled, and who exported it when. */
const HEADING_LINES = 5
const recall = (kind: 'materialLot' | 'workOrder' | 'customer' | 'jumboRoll', id: string) =>
  h.staff.quality.call(recallList, { kind, id }, { language: 'en' }).then(expectOk)
async function createLot(
  number: string,
  kind: 'main' | 'pack',
  kg: number,
): Promise<{ id: string; materialId: string }> {
  const [id, materialId] = [createUuid7(), createUuid7()]
  await h.plant.query(`insert into material (site_id, id, code, name, kind) values (1, $1, $2, $2, $3)`, [
    materialId,
    `M-${number}`,
    kind,
  ])
  await h.plant.query(
    `insert into material_lot (site_id, id, number, material_id, received_on, received_kg, left_kg, state, place) values (1, $1, $2, $3, '2026-11-01', $4, $4, 'released', 'A-03')`,
    [id, number, materialId, kg],
  )
  return { id, materialId }
}
async function createCustomer(code: string, ...orderIds: string[]): Promise<string> {
  const id = createUuid7()
  await h.plant.query(`insert into customer (site_id, id, code, name, name_en) values (1, $1, $2, $2, $3)`, [
    id,
    code,
    `${code} Ltd`,
  ])
  await h.plant.query(`update work_order set customer_id = $1 where id = any($2)`, [id, orderIds])
  return id
}
async function feedPacking(
  run: { orderId: string },
  lot: { id: string; materialId: string },
  kg: number,
  time: string,
) {
  const { line_id: lineId } = await fetchRow<{ line_id: string }>(h.plant, 'work_order', run.orderId)
  return expectOk(
    await h.staff['operator-line'].call(feedAddCommands.find(({ kind }) => kind === 'pack')!.endpoint, {
      workOrderId: run.orderId,
      lineId,
      materialId: lot.materialId,
      lotId: lot.id,
      kg,
      occurredAt: plantTime(time),
    }),
  )
}
const doffWeighedSet = async (run: CuttingRun, time: string) => {
  const set = await doffNextSet(h, run, { occurredAt: plantTime(time) })
  await weighAll(h, run, set)
  return set.slit.map(({ id }) => id)
}
const pack = async (rollIds: string[], time: string) =>
  expectOk(await h.operator.call(packRolls, { rollIds, close: true, occurredAt: plantTime(time) }))

describe('a packing lot', () => {
  test('is followed by its orders to their rolls, packages and customers', async () => {
    const lot = await createLot('CORE-1', 'pack', 1000)
    const [run, otherRun] = [await startCuttingRun(h), await startCuttingRun(h)]
    await createCustomer('C-PACK', run.orderId)
    // Each set has three rolls of 75 kg and one of 12 kg.
    const earlyRolls = await doffWeighedSet(run, '09:10')
    await pack(earlyRolls.slice(0, 2), '09:15')
    await feedPacking(run, lot, 40, '09:30')
    const lateRolls = await doffWeighedSet(run, '09:40')
    const stored = await pack(earlyRolls.slice(2), '09:45')
    const shipped = await pack(lateRolls.slice(0, 2), '09:50')
    expectOk(await h.operator.call(runPackageAction, { id: shipped.id, action: 'ship' }))
    // A feed that never happened reaches nothing.
    const wrongFeed = await feedPacking(otherRun, lot, 25, '09:30')
    await doffWeighedSet(otherRun, '09:40')
    expectOk(
      await h.staff['prod-lead'].call(counterFeed, { id: wrongFeed.id, reason: '误投', cause: 'correction' } as never),
    )

    const list = await recall('materialLot', lot.id)
    const reachedRolls = [...earlyRolls.slice(2), ...lateRolls]
    const { number: order } = await fetchRow<{ number: string }>(h.plant, 'work_order', run.orderId)
    expect(new Set(list.rows.map(({ id }) => id))).toEqual(new Set(reachedRolls))
    expect(list.rows.every((row) => row.through === 'packing' && row.maxKg === null && !row.traceAmount)).toBe(true)
    expect(list).toMatchObject({
      total: 6,
      packingRolls: 6,
      inPlantRolls: 4,
      goneKg: 150,
      // In the plant: 75 and 12 kg of the first set, 75 and 12 kg of the second.
      inPlantKg: 174,
      stock: [{ place: 'A-03', inHopper: false, kg: 960 }],
      packingOrderCount: 1,
      packingOrders: [
        { order, customer: 'C-PACK Ltd', fedAt: plantTime('09:30'), kg: 40, rolls: 6, goneRolls: 2, packages: 2 },
      ],
      // At most all of the packing is around the rolls that left.
      customers: [{ customer: 'C-PACK Ltd', order, rolls: 2, kg: 150, maxKg: 40, traceAmount: false }],
    })

    const tree = expectOk(await h.staff.quality.call(trace, { kind: 'materialLot', id: lot.id }, { language: 'en' }))
    const getLabels = (kind: string) => tree.nodes.filter((node) => node.kind === kind).map(({ label }) => label)
    expect([getLabels('workOrder'), getLabels('customer')]).toEqual([[order], ['C-PACK Ltd']])
    expect(tree.levels.find(({ kind }) => kind === 'slitRoll')).toMatchObject({ total: 6 })
    expect(tree.edges).toContainEqual({ from: lot.id, to: run.orderId, kg: 40 })
    expect(tree.nodes.find(({ id }) => id === lateRolls[0])).toMatchObject({ through: 'packing', maxKg: null })

    const hold = expectOk(
      await h.staff.quality.call(putOnHold, { kind: 'materialLot', subjectId: lot.id, reason: '纸管发霉' } as never),
    )
    expect(hold).toMatchObject({ jumbos: 0, slitRolls: 4, packages: 1, kg: 174 })
    const { holds } = await fetchRow<{ holds: string[] }>(h.plant, 'package', stored.id)
    expect(holds).toEqual([hold.id])
  })
})

describe('a lot that is in no roll', () => {
  test('is shown in store', async () => {
    const lot = await createLot('STORED-1', 'main', 23_816)
    expect(await recall('materialLot', lot.id)).toMatchObject({
      total: 0,
      stock: [{ place: 'A-03', inHopper: false, kg: 23_816 }],
      packingOrders: [],
    })
  })
  test('is shown in store and in its hopper', async () => {
    const mill = await createMill(h.plant, h.staff)
    await mill.feed('R1', '08:10', 500)
    const { total, stock } = await recall('materialLot', await mill.findOrCreateLot('R1'))
    expect([total, stock.map(({ inHopper, kg }) => [inHopper, kg])]).toEqual([
      0,
      [
        [false, 49_500],
        [true, 500],
      ],
    ])
    expect(stock[1]!.place).toContain(`${mill.line.code}-A`)
  })
})

describe('a customer', () => {
  test('is recalled with the rolls of its own orders only', async () => {
    const run = await startCuttingRun(h)
    const rolls = await doffWeighedSet(run, '09:10')
    const other = await doffJumbo(h)
    const [ownId, otherId] = [
      await createCustomer('C-OWN', run.orderId),
      await createCustomer('C-OTHER', other.orderId),
    ]
    // The second lane was cut for the other customer, and has left the plant.
    await h.plant.query(`update slit_roll set work_order_id = $2, state = 'shipped' where id = $1`, [
      rolls[1],
      other.orderId,
    ])
    const ownList = await recall('customer', ownId)
    expect(new Set(ownList.rows.map(({ id }) => id))).toEqual(new Set([run.jumbo.id, rolls[0], rolls[2], rolls[3]]))
    expect([ownList.total, ownList.customers]).toEqual([4, []])
    const others = await recall('customer', otherId)
    expect(new Set(others.rows.map(({ id }) => id))).toEqual(new Set([other.jumbo.id, rolls[1]]))
    expect(others.customers).toMatchObject([{ customer: 'C-OTHER Ltd', rolls: 1, kg: 75, maxKg: 75 }])
    // The jumbo and its order are recalled with all lanes, whomever they were cut for.
    for (const list of [await recall('jumboRoll', run.jumbo.id), await recall('workOrder', run.orderId)])
      expect(new Set(list.rows.map(({ id }) => id))).toEqual(new Set([run.jumbo.id, ...rolls]))
  })
})

describe('the workbook', () => {
  test('has all rolls beyond the 20,000 of one answer', async () => {
    expect(MAX_EXPORTED_ROLLS).toBe(200_000)
    const run = await startCuttingRun(h)
    const [first] = await doffWeighedSet(run, '09:10')
    await h.plant.query(
      `insert into slit_roll select (jsonb_populate_record(o, jsonb_build_object('id', '00000003-0000-7000-8000-' || lpad(i::text, 12, '0'), 'number', 'MASS-' || i))).* from slit_roll o, generate_series(1, 20500) i where o.id = $1`,
      [first],
    )
    const customerId = await createCustomer('C-MASS', run.orderId)
    // The rest of the jumbo, four rolls and the copies.
    const { total, rows } = await recall('customer', customerId)
    expect([total, rows.length]).toEqual([20_505, 5000])
    const { bytes } = await h.staff.admin.call(recallReport.workbook!, { kind: 'customer', id: customerId })
    const sheet = (
      await buffer(new ZipReader(Buffer.from(bytes), 50_000_000).read('xl/worksheets/sheet1.xml'))
    ).toString()
    expect(sheet.match(/<row /g)).toHaveLength(HEADING_LINES + 1 + 20_505)
    expect(new Set(sheet.match(/MASS-\d+/g)).size).toBe(20_500)
  }, 60_000)
})
